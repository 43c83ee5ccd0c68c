import { checkCount, checkEdited } from './cell-lattice.ts';
import { Grid } from './grid.ts';
import { OPEN, sameSides } from './legal-moves.ts';
import { isCost } from './rows.ts';

/** Worse than any cost. */
const NOWHERE = 256;

/** What kind of unit it is, beside its size. */
export interface UnitOptions {
  /**
   * What a terrain of the ground, from 0 to 255, costs this unit: a whole number from 1 to 255, or 0 where it cannot go. It is asked once for each terrain that
   * there is. Default: what the ground says.
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
  /** Where the map as the unit finds it may have changed, and to what. */
  private vertices = new Uint32Array(0);
  private costs = new Uint8Array(0);
  private enter = new Uint8Array(0);
  private leave = new Uint8Array(0);
  private readonly costOf: (terrain: number) => number;
  /** What each terrain costs, as far as it was asked for: −1 where not. */
  private readonly known = new Int16Array(256).fill(-1);
  /** How often cells have been followed; by vertex, when it was last looked at for that. */
  private followed = 0;
  private looked = new Uint32Array(0);

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
    this.costOf = costOf;
    this.grid = new Grid(ground.width, ground.height, ground, hexagonal ? this.worstEverywhere() : this.worstOfSquares());
    if (this.sides !== undefined) this.mapChanged(0, 0, ground.width, ground.height);
  }

  /** Follows an edit of this rectangle of the ground. Writes the tails of the arcs of `grid` that changed; returns how many. */
  mapChanged(x: number, y: number, width: number, height: number, tails?: Uint32Array): number {
    checkEdited(x, y, width, height);
    const { ground, size } = this;
    const reach = ground.movement === 'hex' ? size - 1 : 0;
    const [left, right] = [Math.max(x - size + 1, 0), Math.min(x + width + reach, ground.width)];
    const [top, bottom] = [Math.max(y - size + 1, 0), Math.min(y + height + reach, ground.height)];
    this.makeRoom(Math.max(right - left, 0) * Math.max(bottom - top, 0));
    let n = 0;
    for (let row = top; row < bottom; row++) for (let column = left; column < right; column++) n = this.lookAt(column, row, n);
    return this.write(n, tails);
  }

  /** Follows an edit of the first `m` of these cells of the ground. Writes the tails of the arcs of `grid` that changed; returns how many. */
  cellsChanged(cells: Uint32Array, m: number, tails?: Uint32Array): number {
    checkCount('cellsChanged', m, cells, 'cells');
    const { ground, grid, dx, dy } = this;
    if (this.looked.length === 0) this.looked = new Uint32Array(grid.vertexCount);
    const { looked } = this;
    const now = ++this.followed;
    this.makeRoom(Math.min(m * dx.length, grid.width * grid.height));
    let n = 0;
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < dx.length; j++) {
        const x = ground.x(cells[i]) - dx[j];
        const y = ground.y(cells[i]) - dy[j];
        if (!grid.contains(x, y) || looked[grid.vertex(x, y)] === now) continue;
        looked[grid.vertex(x, y)] = now;
        n = this.lookAt(x, y, n);
      }
    }
    return this.write(n, tails);
  }

  /** The one-way cells of the ground, if it has any and the unit minds them. */
  private get sides(): Grid['sides'] {
    return this.size === 1 ? this.ground.sides : undefined;
  }

  /** Notes the unit's place at (x, y), after `n` others, where it is not what it was; returns how many there are then. */
  private lookAt(x: number, y: number, n: number): number {
    const { grid, sides } = this;
    const v = grid.vertex(x, y);
    const cost = this.worstBeneath(x, y);
    if (cost === grid.cells[v] && sameSides(sides, grid.sides, v)) return n;
    this.vertices[n] = v;
    this.costs[n] = cost;
    this.enter[n] = sides?.enter[v] ?? OPEN;
    this.leave[n] = sides?.leave[v] ?? OPEN;
    return n + 1;
  }

  private write(n: number, tails?: Uint32Array): number {
    const { grid, sides, vertices, costs, enter, leave } = this;
    return grid.setCells(vertices, costs, n, tails, sides === undefined && grid.sides === undefined ? undefined : { enter, leave });
  }

  private makeRoom(cells: number): void {
    if (this.vertices.length >= cells) return;
    this.vertices = new Uint32Array(cells);
    this.costs = new Uint8Array(cells);
    this.enter = new Uint8Array(cells);
    this.leave = new Uint8Array(cells);
  }

  private worstEverywhere(): Uint8Array {
    const { width, height } = this.ground;
    const costs = new Uint8Array(width * height);
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) costs[y * width + x] = this.worstBeneath(x, y);
    return costs;
  }

  /** The same as `worstEverywhere` on squares, in time that hardly rises with the size: the worst of 2, 4, 8 … columns, then of as many rows. */
  private worstOfSquares(): Uint8Array {
    const { ground, size } = this;
    const { width, height } = ground;
    const worst = new Uint16Array(width * height);
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) worst[y * width + x] = this.costOn(ground.cost(x, y)) || NOWHERE;
    widen(worst, width, 1, size);
    widen(worst, height, width, size);
    return Uint8Array.from(worst, (cost) => (cost === NOWHERE ? 0 : cost));
  }

  /** The greatest cost beneath a unit at (x, y); 0 where it cannot go or is off the map with a part of it. */
  private worstBeneath(x: number, y: number): number {
    const { dx, dy, ground } = this;
    let worst = 0;
    for (let i = 0; i < dx.length; i++) {
      if (!ground.contains(x + dx[i], y + dy[i])) return 0;
      const cost = this.costOn(ground.cost(x + dx[i], y + dy[i]));
      if (cost === 0) return 0;
      if (cost > worst) worst = cost;
    }
    return worst;
  }

  private costOn(terrain: number): number {
    const cost = this.known[terrain];
    return cost < 0 ? this.ask(terrain) : cost;
  }

  private ask(terrain: number): number {
    const cost = this.costOf(terrain);
    if (!isCost(cost)) throw new RangeError(`costOf gives ${String(cost)} for the terrain ${terrain}; what it costs is a whole number from 1 to 255, or 0 to block.`);
    return (this.known[terrain] = cost);
  }
}

/**
 * Makes each entry the greatest of itself and the `size` − 1 after it, `step` entries apart, in lines of `length` entries; beyond the end of a line
 * is nowhere to go.
 */
function widen(worst: Uint16Array, length: number, step: number, size: number): void {
  for (let reach = 1; reach < size; ) {
    const by = Math.min(reach, size - reach);
    for (let i = 0; i < worst.length; i++) {
      // What comes after is not yet as wide as it will be.
      const left = length - 1 - (Math.floor(i / step) % length);
      const ahead = left < by ? NOWHERE : worst[i + by * step];
      if (ahead > worst[i]) worst[i] = ahead;
    }
    reach += by;
  }
}
