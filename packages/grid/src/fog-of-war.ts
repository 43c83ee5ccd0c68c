import { Grid } from './grid.ts';
import type { Sensor } from './sensors.ts';

/**
 * A world of which only what was seen is known. What was not seen yet counts as free at cost 1 (the freespace assumption of the papers
 * on replanning), or as whatever the `known` map that you pass says; it is changed as cells are seen, and only then.
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
  /** The map as it is believed to be: what planners plan on. */
  readonly known: Grid;
  /** How many cells have been seen. */
  seenCount = 0;
  /** By vertex: 1 where it was ever seen. */
  private readonly seen: Uint8Array;
  private sight = new Uint32Array(0);
  private costs = new Uint8Array(0);
  private enter = new Uint8Array(0);
  private leave = new Uint8Array(0);

  constructor(
    /** The map as it is. Edit it as you like: changes are seen when they are looked at. */
    readonly truth: Grid,
    known?: Grid,
  ) {
    this.known = known ?? new Grid(truth.width, truth.height, truth);
    const { width, height, movement, corners } = this.known;
    if (width !== truth.width || height !== truth.height || movement !== truth.movement || corners !== truth.corners) {
      throw new RangeError(
        `The known map must have the size and rules of the true one, ${truth.width} × ${truth.height}, ${truth.movement}, ${truth.corners}, got ${width} × ${height}, ${movement}, ${corners}.`,
      );
    }
    this.seen = new Uint8Array(truth.vertexCount);
  }

  /**
   * Looks around from `v`: what is seen becomes known as it is. Writes the tails of the arcs of `known` that changed, each once, and
   * returns how many; `known.vertexCount` entries are always enough.
   */
  reveal(v: number, sensor: Sensor, tails?: Uint32Array): number {
    const { truth, known } = this;
    this.makeRoom(sensor.most);
    const { sight, costs, enter, leave, seen } = this;
    const needed = Math.min(sensor.most * (known.maxDegree + 1), known.width * known.height);
    if (tails !== undefined && tails.length < needed) {
      throw new RangeError(`What this sensor sees may change the arcs of ${needed} cells, but tails holds ${tails.length}; give it a longer Uint32Array.`);
    }
    const oneWay = truth.sides !== undefined || known.sides !== undefined;
    const { cells } = truth;
    const believed = known.cells;
    const n = sensor.sense(truth, v, sight);
    let changed = 0;
    let unseen = 0;
    for (let i = 0; i < n; i++) {
      const u = sight[i];
      // Most have been seen, and are what they were taken for: a bit is added sooner than asked for.
      unseen += 1 - seen[u];
      seen[u] = 1;
      if (cells[u] === believed[u] && (!oneWay || this.sameSides(u))) continue;
      costs[changed] = cells[u];
      enter[changed] = truth.sides?.enter[u] ?? 255;
      leave[changed] = truth.sides?.leave[u] ?? 255;
      sight[changed++] = u;
    }
    this.seenCount += unseen;
    return changed === 0 ? 0 : known.setCells(sight, costs, changed, tails, oneWay ? { enter, leave } : undefined);
  }

  /** Whether `v` was ever seen. */
  isSeen(v: number): boolean {
    return this.seen[v] === 1;
  }

  private sameSides(v: number): boolean {
    const { truth, known } = this;
    return (truth.sides?.enter[v] ?? 255) === (known.sides?.enter[v] ?? 255) && (truth.sides?.leave[v] ?? 255) === (known.sides?.leave[v] ?? 255);
  }

  private makeRoom(cells: number): void {
    if (this.sight.length >= cells) return;
    this.sight = new Uint32Array(cells);
    this.costs = new Uint8Array(cells);
    this.enter = new Uint8Array(cells);
    this.leave = new Uint8Array(cells);
  }
}
