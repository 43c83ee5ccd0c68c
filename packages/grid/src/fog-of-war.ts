import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkGrid, checkList, checkVertex, shown } from '@pf/graph/kit';
import { cellList } from './cell-list.ts';
import { isFog, shapeOf } from './fog-checks.ts';
import { Grid } from './grid.ts';
import { checkCount } from './grid-options.ts';
import { OPEN, sameSides } from './legal-moves.ts';
import { EditListeners } from './edit-listeners.ts';
import { Frontier } from './frontier.ts';
import type { Sensor, SensorRows } from './sensors.ts';
import { checkSensor, roomFor, senseWithin } from './sensors.ts';
import { exclude } from './vertices.ts';

/** A placeholder: buffers are allocated on first use. */
const NO_TAILS = new Uint32Array(0);
const NOTHING_SEEN = cellList(0);

/**
 * A world that becomes known only where it was seen. Unseen cells count as free at cost 1 (the freespace assumption of the papers on replanning), or as in the
 * `known` map that you pass.
 *
 * Any number of units can share it: what one of them reveals is reported to all that `observe`. To get only what is in sight now, call
 * `sensor.sense(truth, v, out)`.
 *
 * @example
 * ```ts
 * import { eightNeighbours, FogOfWar, Grid } from '@pf/grid';
 *
 * const world = new FogOfWar(Grid.fromRows(['.#.', '.#.', '...']));
 * const tails = new Uint32Array(world.known.vertexCount);
 * world.reveal(world.known.vertex(0, 0), eightNeighbours, tails); // → 9
 * world.known.toRows(); // → ['.#.', '.#.', '...']
 * world.isSeen(world.known.vertex(2, 2)); // → false
 * ```
 */
export class FogOfWar {
  /** The map as it is known: planners plan on it. */
  readonly known: Grid;
  /** The number of cells that have been seen. */
  seenCount = 0;
  /** By vertex, a bit: whether it was ever seen. */
  private readonly seen: Uint32Array;
  /** The cells of both maps, four a word. The border guarantees that no cell of the map is in the last, incomplete word. */
  private readonly trueWords: Int32Array;
  private readonly knownWords: Int32Array;
  private readonly observers = new EditListeners<[tails: Uint32Array, n: number, cells: Uint32Array, m: number]>();
  private ownTails = NO_TAILS;
  /** Built when first read. After that, `justSeen` lists newly seen cells for the next read. */
  private border: Frontier | undefined;
  private readonly justSeen: number[] = [];
  /** The cells in sight and their true values; those that differ from the known map come first. */
  private look = NOTHING_SEEN;

  constructor(
    /** The true map. Edit it as you like: an edit becomes known when its cells are seen. */
    readonly truth: Grid,
    known?: Grid,
    /** By cell, row by row: 1 for those that count as seen from the start, else 0. See `restoreFog`. */
    seen?: ArrayLike<number>,
  ) {
    checkGrid(truth, 'FogOfWar');
    if (known !== undefined) checkGrid(known, 'The known map of FogOfWar');
    if (known === truth) throw new RangeError('The known map is the true one: give another grid of its size and rules, such as grid.clone(), or none.');
    this.known = known ?? new Grid(truth.width, truth.height, truth);
    if (shapeOf(this.known) !== shapeOf(truth)) throw new RangeError(`The known map must have the size and rules of the true one, ${shapeOf(truth)}, got ${shapeOf(this.known)}.`);
    this.seen = new Uint32Array((truth.vertexCount + 31) >> 5);
    const { outside } = truth;
    if (outside !== undefined) {
      exclude(this.known, outside);
      // Not counted as seen later.
      for (let v = 0; v < outside.length; v++) if (outside[v] === 1) this.seen[v >> 5] |= 1 << (v & 31);
    }
    if (seen !== undefined) this.markSeen(seen);
    this.trueWords = wordsOf(truth.cells);
    this.knownWords = wordsOf(this.known.cells);
  }

  /**
   * Looks around from `v` and adds what is seen to `known`. Writes the tails of the arcs of `known` that changed, each once, and
   * returns their number. A buffer of `known.vertexCount` entries is always enough.
   */
  reveal(v: number, sensor: Sensor, tails?: Uint32Array): number {
    const { truth, known } = this;
    checkVertex(truth, v, 'vertex to look from');
    checkSensor(sensor);
    const needed = this.makeRoom(roomFor(sensor, known), sensor.most, tails, 'This sensor');
    const oneWay = truth.sides !== undefined || known.sides !== undefined;
    const changed = sensor.rows === undefined ? this.compare(senseWithin(sensor, truth, v, this.look.vertices), truth, oneWay) : this.compareRows(sensor.rows(truth), v, oneWay);
    return this.take(changed, truth, oneWay, needed, tails);
  }

  /**
   * Adds what `other`, a fog over a map of this size, knows to `known`: units that meet, or talk by radio. Without `cells`, that is all that it has seen and this one has not;
   * with them, the first `n` of them, as it knows them, whether seen here or not. Cells that it has not seen are left out. Returns the same as `reveal`, and notifies observers.
   *
   * @example
   * ```ts
   * import { eightNeighbours, FogOfWar, Grid } from '@pf/grid';
   *
   * const truth = Grid.fromRows(['....#']);
   * const [west, east] = [new FogOfWar(truth), new FogOfWar(truth)];
   * east.reveal(truth.vertex(3, 0), eightNeighbours);
   * west.learn(east);
   * west.known.toRows(); // → ['....#']
   * west.seenCount; // → 3
   * ```
   */
  learn(other: FogOfWar, cells?: ArrayLike<number>, n = cells?.length ?? 0, tails?: Uint32Array): number {
    const { known, truth, seen } = this;
    if (!isFog(other)) throw new TypeError(`learn takes another FogOfWar, got ${shown(other)}.`);
    if (shapeOf(other.known) !== shapeOf(known)) throw new RangeError(`learn takes a fog over a map of this size and these rules, ${shapeOf(known)}, got ${shapeOf(other.known)}.`);
    if (cells !== undefined) {
      checkList(cells, 'cells to learn');
      checkCount('learn', n, cells, 'cells');
      for (let i = 0; i < n; i++) checkVertex(truth, cells[i], 'cell to learn');
    }
    const most = cells === undefined ? other.seenCount : n;
    const needed = this.makeRoom(most, most, tails, 'This');
    const { vertices } = this.look;
    // Both may have a border, and corners of a map of hexagons that are no cells.
    const isCell = (v: number): boolean => truth.hasVertex(v) && other.truth.hasVertex(v) && other.truth.outside?.[v] !== 1;
    let count = 0;
    for (let i = 0; cells !== undefined && i < n; i++) if (other.isSeen(cells[i]) && isCell(cells[i])) vertices[count++] = cells[i];
    for (let word = 0; cells === undefined && word < seen.length; word++) {
      for (let v, fresh = other.seen[word] & ~seen[word]; fresh !== 0; fresh &= fresh - 1) if (isCell((v = 32 * word + 31 - Math.clz32(fresh & -fresh)))) vertices[count++] = v;
    }
    const oneWay = other.known.sides !== undefined || known.sides !== undefined;
    return this.take(this.compare(count, other.known, oneWay), other.known, oneWay, needed, tails);
  }

  /**
   * Calls `observer` whenever `reveal` or `learn` changes `known`, with the tails that it wrote and the `m` cells that it changed. Returns a function that removes the
   * observer. Read both lists during the call. With it, planners over `known` get what other units see; `navigate` of @pf/incremental does this by itself.
   * If an observer throws, the call throws after all of them were called.
   *
   * @example
   * ```ts
   * import { eightNeighbours, FogOfWar, Grid } from '@pf/grid';
   *
   * const world = new FogOfWar(Grid.fromRows(['.#.', '.#.', '...']));
   * const heard: number[] = [];
   * const stop = world.observe((tails, n, cells, m) => heard.push(n, m));
   * world.reveal(world.known.vertex(0, 0), eightNeighbours);
   * stop();
   * heard; // → [9, 2]
   * ```
   */
  observe(observer: (tails: Uint32Array, n: number, cells: Uint32Array, m: number) => void): () => void {
    return this.observers.add(observer);
  }

  /**
   * Writes the frontier and returns its size: the unseen cells of the known map into which a legal step leads from a seen one. Returns 0
   * once everything reachable has been seen. The order is not specified. A buffer of `vertexCount` entries is always enough.
   *
   * The first call reads the whole map, later ones only what was seen since. Explore frontier cells that have a path, such as the nearest: a cell seen
   * through a window may be unreachable, and then stays on the frontier. The sensor must see all cells that a unit can step to, as `neighbours` and `radius(1.5)` do.
   *
   * @example
   * ```ts
   * import { FogOfWar, Grid, radius } from '@pf/grid';
   *
   * const world = new FogOfWar(Grid.fromRows(['...#.', '...#.', '.....'], { movement: 'four' }));
   * const out = new Uint32Array(world.known.vertexCount);
   * world.reveal(world.known.vertex(0, 0), radius(1));
   * world.frontier(out); // → 3
   * ```
   */
  frontier(out: Uint32Array): number {
    checkBuffer(out);
    this.border ??= new Frontier(this.known, (v) => this.isSeen(v));
    const cells = this.border.after(this.justSeen);
    this.justSeen.length = 0;
    if (cells.length > out.length) throw new RangeError(`The frontier has ${cells.length} cells, but the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
    for (let i = 0; i < cells.length; i++) out[i] = cells[i];
    return cells.length;
  }

  /** Makes room for so many cells in sight. Returns how many tails a change of `most` cells may have; throws if they may not fit. */
  private makeRoom(room: number, most: number, tails: Uint32Array | undefined, what: string): number {
    const { known } = this;
    const needed = Math.min(most * (known.maxDegree + 1), known.width * known.height);
    if (this.look.vertices.length < room) this.look = cellList(room);
    if (tails !== undefined) checkBuffer(tails);
    if (tails !== undefined && tails.length < needed) throw new RangeError(`${what} may change the arcs of ${needed} cells, but tails holds ${tails.length}; pass a longer Uint32Array.`);
    return needed;
  }

  /** Sets the first `changed` cells in sight to what `source` has there; returns the number of tails. */
  private take(changed: number, source: Grid, oneWay: boolean, needed: number, tails: Uint32Array | undefined): number {
    if (changed === 0) return 0;
    const { look } = this;
    const { vertices: sight, costs, enter, leave } = look;
    for (let i = 0; i < changed; i++) {
      const u = sight[i];
      costs[i] = source.cells[u];
      enter[i] = source.sides?.enter[u] ?? OPEN;
      leave[i] = source.sides?.leave[u] ?? OPEN;
    }
    if (tails === undefined && this.observers.count > 0) {
      if (this.ownTails.length < needed) this.ownTails = new Uint32Array(needed);
      tails = this.ownTails;
    }
    const n = this.known.setCells(sight, costs, changed, tails, oneWay ? look : undefined);
    if (tails !== undefined && this.observers.count > 0) this.notify(tails, n, sight, changed);
    return n;
  }

  /** Notifies observers. Their buffers stay valid even if an observer calls `reveal`. */
  private notify(tails: Uint32Array, n: number, cells: Uint32Array, m: number): void {
    const { ownTails, look } = this;
    this.ownTails = NO_TAILS;
    this.look = NOTHING_SEEN;
    try {
      this.observers.notify(tails, n, cells, m);
    } finally {
      this.ownTails = ownTails;
      this.look = look;
    }
  }

  /** Compares the first `n` cells in sight with the known map, and keeps those that differ; returns their number. */
  private compare(n: number, { cells, sides }: Grid, oneWay: boolean): number {
    const { vertices: sight } = this.look;
    const believed = this.known.cells;
    let changed = 0;
    for (let i = 0; i < n; i++) {
      const u = sight[i];
      this.see(u >> 5, 1 << (u & 31));
      if (cells[u] !== believed[u] || (oneWay && !sameSides(sides, this.known.sides, u))) sight[changed++] = u;
    }
    return changed;
  }

  /** The same for a sensor with rows, which are clipped at the edges of the map. */
  private compareRows({ dx, dy, length }: SensorRows, v: number, oneWay: boolean): number {
    const { truth, trueWords, knownWords } = this;
    const { vertices: sight } = this.look;
    const { cells, stride, width, height } = truth;
    const believed = this.known.cells;
    const x = truth.x(v);
    const y = truth.y(v);
    let changed = 0;
    for (let i = 0; i < dy.length; i++) {
      if (y + dy[i] < 0 || y + dy[i] >= height) continue;
      const row = v + dy[i] * stride - x;
      const first = row + Math.max(x + dx[i], 0);
      const last = row + Math.min(x + dx[i] + length[i], width) - 1;
      for (let word = first >> 5; word <= last >> 5; word++) {
        const from = word === first >> 5 ? -1 << (first & 31) : -1;
        this.see(word, word === last >> 5 ? from & (-1 >>> (31 - (last & 31))) : from);
      }
      for (let four = first >> 2; four <= last >> 2; four++) {
        if (trueWords[four] === knownWords[four] && !oneWay) continue;
        const end = Math.min(last, 4 * four + 3);
        for (let u = Math.max(first, 4 * four); u <= end; u++) if (cells[u] !== believed[u] || (oneWay && !sameSides(this.truth.sides, this.known.sides, u))) sight[changed++] = u;
      }
    }
    return changed;
  }

  /** Marks up to 32 cells as seen. */
  private see(word: number, bits: number): void {
    const before = this.seen[word];
    let fresh = bits & ~before;
    if (fresh === 0) return;
    this.seen[word] = before | fresh;
    for (; fresh !== 0; fresh &= fresh - 1) {
      const v = 32 * word + 31 - Math.clz32(fresh & -fresh);
      // A sensor of the user's may see the border around the map.
      if (!this.truth.hasVertex(v)) continue;
      this.seenCount++;
      if (this.border !== undefined) this.justSeen.push(v);
    }
  }

  private markSeen(seen: ArrayLike<number>): void {
    const { truth } = this;
    const { width, height } = truth;
    checkList(seen, 'seen cells of FogOfWar');
    if (seen.length !== width * height) throw new RangeError(`The seen cells of ${width} × ${height} cells are listed by ${width * height} numbers, 0 or 1, got ${seen.length}.`);
    for (let i = 0; i < seen.length; i++) {
      if (seen[i] !== 0 && seen[i] !== 1) throw new RangeError(`The seen cells of FogOfWar are listed by 1 for a seen cell and 0 for another, got ${shown(seen[i])}.`);
      const v = truth.vertex(i % width, Math.floor(i / width));
      if (seen[i] === 1) this.see(v >> 5, 1 << (v & 31));
    }
  }

  /** Whether `v` was ever seen; false for NO_VERTEX. */
  isSeen(v: number): boolean {
    if ((v >>> 0 !== v || v >= this.truth.vertexCount) && v !== NO_VERTEX) checkVertex(this.truth, v, 'cell');
    return ((this.seen[v >> 5] >> (v & 31)) & 1) === 1;
  }
}

function wordsOf({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length >> 2);
}
