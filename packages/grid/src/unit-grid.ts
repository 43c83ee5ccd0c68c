import { checkCount, checkEdited } from './cell-lattice.ts';
import { Grid } from './grid.ts';
import { OPEN, sameSides } from './legal-moves.ts';
import { isCost } from './rows.ts';

/** What kind of unit it is, beside its size. */
export interface UnitOptions {
  /**
   * What a terrain of the ground, from 0 to 255, costs this unit: a whole number from 1 to 255, or 0 where it cannot go. It is asked once for each terrain that
   * there is. One that it refuses later on, by an error or another number, is blocked as long as it does: all else is followed, and then it throws. Default:
   * what the ground says.
   */
  readonly costOf?: ((terrain: number) => number) | undefined;
}

/**
 * The map as a kind of unit finds it. A cell of `grid` stands for the unit in that place: on squares with its
 * north-western corner there, on hexagons with its centre. It is free where everything beneath the unit is, at the cost of the worst of it. Size 1
 * is a single cell; size 3 is 3 × 3 squares, or all hexagons fewer than 3 steps away.
 *
 * Where units differ in what they can cross, the numbers of the ground are names of terrains, and `costOf` says what each costs: a boat goes where the
 * others cannot. Off the map is nowhere to go for anyone. One-way cells of the ground count for units of size 1, which stand on one cell.
 *
 * Edits of the ground are followed when they are told, by rectangles, which may reach over the edge, or by cells. `vertexCount` entries of `tails` are always
 * enough. In a fog, `UnitFog` does that by itself.
 *
 * @example
 * ```ts
 * import { Grid, UnitGrid } from '@pf/grid';
 *
 * const ground = Grid.fromRows(['....', '.3..', '...#']);
 * const { grid } = new UnitGrid(ground, 2);
 * grid.toRows(); // → ['33.#', '33##', '####']
 *
 * // 1 is grass, 2 is forest, 3 is water.
 * const country = Grid.fromRows(['1133', '1233', '2211']);
 * new UnitGrid(country, 1, { costOf: (terrain) => [0, 1, 4, 0][terrain] }).grid.toRows(); // → ['..##', '.4##', '44..']
 * new UnitGrid(country, 2, { costOf: (terrain) => (terrain === 3 ? 1 : 0) }).grid.toRows(); // → ['##.#', '####', '####']
 * ```
 */
export class UnitGrid {
  /** The map as the unit finds it. */
  readonly grid: Grid;
  /** The cells beneath a unit, from where it stands. */
  readonly dx: readonly number[];
  readonly dy: readonly number[];
  /** How many tails the last edit that was followed has written, also where it threw since `costOf` refused a terrain. */
  tailCount = 0;
  /** How far the unit reaches to the west and north of where it stands; to the east and south, `size` − 1 cells. */
  private readonly before: number;
  /** What `widen` works in: by cell, what the worst costs less 1, so that 255 is nowhere to go. */
  private worst = new Uint8Array(0);
  /** Where the map as the unit finds it may have changed, and to what. */
  private vertices = new Uint32Array(0);
  private costs = new Uint8Array(0);
  private enter = new Uint8Array(0);
  private leave = new Uint8Array(0);
  private readonly costOf: (terrain: number) => number;
  /** What each terrain costs, as far as it was asked for: −1 where not. */
  private readonly known = new Int16Array(256).fill(-1);
  /** What it refused, and how. */
  private readonly refused: { readonly terrain: number; readonly error: unknown }[] = [];
  /** How often cells have been followed; by vertex, when it was last noted for that. */
  private followed = 0;
  private noted = new Uint32Array(0);

  constructor(
    /** The map as it is. */
    readonly ground: Grid,
    /** How large the unit is. */
    readonly size: number,
    { costOf = (terrain) => terrain }: UnitOptions = {},
  ) {
    if (!Number.isInteger(size) || size < 1 || size > 255) throw new RangeError(`The size of a unit must be a whole number from 1 to 255, got ${size}.`);
    const hexagonal = ground.movement === 'hex';
    const dx: number[] = [];
    const dy: number[] = [];
    for (let y = hexagonal ? 1 - size : 0; y < size; y++) {
      for (let x = hexagonal ? 1 - size : 0; x < size; x++) {
        if (hexagonal && Math.abs(x + y) >= size) continue;
        dx.push(x);
        dy.push(y);
      }
    }
    this.dx = dx;
    this.dy = dy;
    this.before = hexagonal ? size - 1 : 0;
    this.costOf = costOf;
    this.grid = new Grid(ground.width, ground.height, ground, this.worstEverywhere());
    // Later on it takes the room that edits need.
    this.worst = new Uint8Array(0);
    if (this.sides !== undefined) this.mapChanged(0, 0, ground.width, ground.height);
  }

  /** Follows an edit of this rectangle of the ground. Writes the tails of the arcs of `grid` that changed; returns how many. */
  mapChanged(x: number, y: number, width: number, height: number, tails?: Uint32Array): number {
    checkEdited(x, y, width, height);
    const reach = this.size - 1 + this.before;
    this.makeRoom((width + reach) * (height + reach));
    this.followed++;
    return this.write(this.lookAround(x, y, width, height, 0), tails);
  }

  /** Follows an edit of the first `m` of these cells of the ground. Writes the tails of the arcs of `grid` that changed; returns how many. */
  cellsChanged(cells: Uint32Array, m: number, tails?: Uint32Array): number {
    checkCount('cellsChanged', m, cells, 'cells');
    const { ground, grid, size, before } = this;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < m; i++) {
      const x = ground.x(cells[i]);
      const y = ground.y(cells[i]);
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    const width = right - left + 1;
    const height = bottom - top + 1;
    // How many cells have to be looked at for all between them, or for each by itself.
    const around = 2 * (size - 1 + before);
    if ((width + around) * (height + around) <= m * (1 + around) ** 2) return this.mapChanged(left, top, width, height, tails);
    if (this.noted.length === 0) this.noted = new Uint32Array(grid.vertexCount);
    this.makeRoom(m * (size + before) ** 2);
    this.followed++;
    let n = 0;
    for (let i = 0; i < m; ) {
      const x = ground.x(cells[i]);
      let run = 1;
      while (i + run < m && x + run < ground.width && cells[i + run] === cells[i] + run) run++;
      n = this.lookAround(x, ground.y(cells[i]), run, 1, n);
      i += run;
    }
    return this.write(n, tails);
  }

  /** The one-way cells of the ground, if it has any and the unit minds them. */
  private get sides(): Grid['sides'] {
    return this.size === 1 ? this.ground.sides : undefined;
  }

  /** Notes the unit's places over any of this rectangle that are not what they were, after `n` others; returns how many there are then. */
  private lookAround(x: number, y: number, width: number, height: number, n: number): number {
    const { ground, grid, size, before, sides, vertices, costs, enter, leave, noted, followed } = this;
    // Where a part of the unit is off the map, it can never be.
    const left = Math.max(x - size + 1, before);
    const top = Math.max(y - size + 1, before);
    const right = Math.min(x + width + before, ground.width - size + 1);
    const bottom = Math.min(y + height + before, ground.height - size + 1);
    if (left >= right || top >= bottom) return n;
    const row = this.findWorst(left, top, right, bottom);
    const { worst } = this;
    const { cells } = grid;
    for (let y = top; y < bottom; y++) {
      const first = grid.vertex(left, y);
      let at = (y - top) * row + before;
      for (let v = first; v < first + right - left; v++) {
        const cost = (worst[at++] + 1) & 255;
        if (cost === cells[v] && sameSides(sides, grid.sides, v)) continue;
        if (noted.length > 0) {
          if (noted[v] === followed) continue;
          noted[v] = followed;
        }
        vertices[n] = v;
        costs[n] = cost;
        enter[n] = sides?.enter[v] ?? OPEN;
        leave[n] = sides?.leave[v] ?? OPEN;
        n++;
      }
    }
    return n;
  }

  private write(n: number, tails?: Uint32Array): number {
    const { grid, sides, vertices, costs, enter, leave } = this;
    this.tailCount = 0;
    this.tailCount = grid.setCells(vertices, costs, n, tails, sides === undefined && grid.sides === undefined ? undefined : { enter, leave });
    this.refuse();
    return this.tailCount;
  }

  private makeRoom(cells: number): void {
    const { width, height } = this.ground;
    cells = Math.min(cells, width * height);
    if (this.vertices.length >= cells) return;
    this.vertices = new Uint32Array(cells);
    this.costs = new Uint8Array(cells);
    this.enter = new Uint8Array(cells);
    this.leave = new Uint8Array(cells);
  }

  private worstEverywhere(): Uint8Array {
    const { ground, size, before } = this;
    const { width, height } = ground;
    const costs = new Uint8Array(width * height);
    const right = width - size + 1;
    const bottom = height - size + 1;
    if (before >= right || before >= bottom) return costs;
    const row = this.findWorst(before, before, right, bottom);
    for (let y = before; y < bottom; y++) {
      const at = (y - before) * row;
      for (let x = before; x < right; x++) costs[y * width + x] = (this.worst[at + x] + 1) & 255;
    }
    this.refuse();
    return costs;
  }

  /**
   * Writes the worst beneath the unit in each of its places from (left, top) up to `right` and `bottom`, all on the map. Returns how long the rows are in which
   * that stands, each with `before` entries more ahead. The time that it takes hardly rises with the size: the worst of 2, 4, 8 … cells along each axis in turn.
   * A hexagon of cells is what three lines sweep, one along each axis, which begin as many rows above its centre as it reaches.
   */
  private findWorst(left: number, top: number, right: number, bottom: number): number {
    const { ground, size, before, known } = this;
    const { cells } = ground;
    const width = right - left + before + size - 1;
    const height = bottom - top + before + size - 1;
    const count = width * height;
    if (this.worst.length < count) this.worst = new Uint8Array(count);
    const { worst } = this;
    let i = 0;
    for (let y = top - before; i < count; y++) {
      const first = ground.vertex(left - before, y);
      for (let v = first; v < first + width; v++) {
        const cost = known[cells[v]];
        worst[i++] = (cost < 0 ? this.ask(cells[v]) : cost) - 1;
      }
    }
    widen(worst, count, 1, size);
    widen(worst, count, width, size);
    if (ground.movement === 'hex') widen(worst, count, width - 1, size);
    return width;
  }

  /** Asks for a terrain. What is refused is blocked, until `refuse` says so. */
  private ask(terrain: number): number {
    try {
      const cost = this.costOf(terrain);
      if (!isCost(cost)) throw new RangeError(`costOf gives ${String(cost)} for the terrain ${terrain}; what it costs is a whole number from 1 to 255, or 0 to block.`);
      return (this.known[terrain] = cost);
    } catch (error) {
      this.refused.push({ terrain, error });
      return (this.known[terrain] = 0);
    }
  }

  /** Throws what `costOf` refused first. It is asked again when a place over such terrain is looked at next. */
  private refuse(): void {
    const { refused, known } = this;
    if (refused.length === 0) return;
    const { error } = refused[0];
    for (const { terrain } of refused) known[terrain] = -1;
    refused.length = 0;
    throw error;
  }
}

/** Makes each of the first `count` entries the greatest of itself and the `size` − 1 after it, `step` entries apart, as far as there are so many. */
function widen(worst: Uint8Array, count: number, step: number, size: number): void {
  for (let reach = 1; reach < size; ) {
    const by = Math.min(reach, size - reach);
    const ahead = by * step;
    // What comes after is not yet as wide as it will be.
    for (let i = 0; i + ahead < count; i++) if (worst[i + ahead] > worst[i]) worst[i] = worst[i + ahead];
    reach += by;
  }
}
