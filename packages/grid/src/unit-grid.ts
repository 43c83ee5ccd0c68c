import { checkBuffer, checkFunction, checkGrid, checkVertex, nextStamp, shown } from '@pf/graph/kit';
import { cellList } from './cell-list.ts';
import type { Grid } from './grid.ts';
import { HighestCosts } from './highest-costs.ts';
import { OPEN } from './legal-moves.ts';
import type { Rectangle } from './rectangles.ts';
import { cellsOf, joined } from './rectangles.ts';
import type { UnitOptions } from './terrain-costs.ts';
import { TerrainCosts } from './terrain-costs.ts';
import { UnitMap } from './unit-map.ts';

/**
 * The map for one kind of unit. A cell of `grid` is a position of the unit: on squares its
 * north-western corner, on hexagons its centre. The cell is free if all cells under the unit are, at the highest of their costs. Size 1
 * is a single cell; size 3 is 3 × 3 squares, or all hexagons fewer than 3 steps away.
 *
 * If units differ in what they can cross, let the numbers of the ground mean terrains, and `costOf` return the cost of each: a boat crosses water. Cells off the
 * map are blocked, so units wider than a cell cross no joined edge of a `TorusGrid`. With one-way cells, a step is legal if every cell under the unit may make it.
 *
 * Follows edits of the ground: `grid` is up to date whenever anything reads it.
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
  /** The cells under the unit, relative to its position. */
  readonly dx: readonly number[];
  readonly dy: readonly number[];
  /** The number of tails that the last `update` wrote, also if it threw an error of `costOf`. */
  tailCount = 0;
  private readonly map: UnitMap;
  /** The number of edits of the ground that were followed; −1 if all cells must be read again. */
  private seen: number;
  /** The version of the map up to which `update` has reported tails. */
  private reported: number;
  private updating = false;
  /** The number of cells that the unit extends to the west and north of its position; to the east and south, `size` − 1. `around`: twice both. */
  private readonly before: number;
  private readonly around: number;
  /** Cells of the unit's map that may have changed, and their new costs. */
  private list = cellList(0);
  private readonly prices: TerrainCosts;
  private readonly highest: HighestCosts;
  /** The number of the current update, and by vertex the last update that changed it. */
  private followed = 0;
  private noted = new Uint32Array(0);

  constructor(
    /** The map. */
    readonly ground: Grid,
    /** The size of the unit. */
    readonly size: number,
    options: UnitOptions = {},
  ) {
    checkGrid(ground, 'UnitGrid');
    if (!Number.isInteger(size) || size < 1 || size > 255) throw new RangeError(`The size of a unit must be a whole number from 1 to 255, got ${shown(size)}.`);
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
    this.around = 2 * (size - 1 + this.before);
    this.prices = new TerrainCosts(options);
    this.highest = new HighestCosts(ground, size, this.before, this.prices);
    this.seen = ground.edits;
    const costs = this.highest.everywhere();
    this.prices.check();
    this.map = new UnitMap(ground, costs, () => {
      this.follow();
    });
    if (ground.sides !== undefined) this.lookAt([[0, 0, ground.width, ground.height]]);
    // These grow to the size that edits need.
    this.highest.release();
    this.list = cellList(0);
    this.reported = this.map.ownVersion;
  }

  /** The unit's map. It cannot be edited: edit the ground. */
  get grid(): Grid {
    this.follow();
    return this.map;
  }

  /**
   * Whether a unit at `v` covers a cell for which `test` returns true. `test` gets vertices of the ground. `avoiding`, `withCosts` and `avoid` of `findPath` ask
   * about the position of a unit only: so its paths lead around other units.
   *
   * @example
   * ```ts
   * import { avoiding } from '@pf/graph';
   * import { Grid, UnitGrid } from '@pf/grid';
   * import { AStar } from '@pf/search';
   *
   * const ground = new Grid(8, 4, { movement: 'four' });
   * const brute = new UnitGrid(ground, 2);
   * const taken = new Set([ground.vertex(4, 2)]);
   * const search = new AStar(avoiding(brute.grid, (v) => brute.covers(v, (cell) => taken.has(cell))));
   * search.search(ground.vertex(0, 1), ground.vertex(6, 1)); // → 8
   * ```
   */
  covers(v: number, test: (cell: number) => boolean): boolean {
    const { dx, dy, ground } = this;
    checkVertex(ground, v, 'position of a unit');
    checkFunction(test, 'test');
    const { stride, outside } = ground;
    for (let i = 0; i < dx.length; i++) {
      const cell = v + dy[i] * stride + dx[i];
      if (ground.contains(ground.x(v) + dx[i], ground.y(v) + dy[i]) && outside?.[cell] !== 1 && test(cell)) return true;
    }
    return false;
  }

  /**
   * Follows the edits of the ground now. Writes the tails of the arcs of `grid` that changed since the last call and returns their number. `tails` must hold
   * `vertexCount` entries. Planners and searches over `grid` do not need it: call it if your own code needs the changes. It calls `costOf` again for terrains that failed.
   */
  update(tails?: Uint32Array): number {
    if (this.prices.mustRetry) this.seen = -1;
    this.prices.mustRetry = false;
    return this.reporting(tails, () => {
      this.follow(tails);
    });
  }

  /**
   * Call it when `costOf` returns other costs than before: rain turns fields to mud. It is called again for each terrain, and whatever is built on `grid` follows, as after an edit.
   *
   * @example
   * ```ts
   * import { Grid, UnitGrid } from '@pf/grid';
   * import { AStar } from '@pf/search';
   *
   * // 1 is road, 2 is field.
   * let mud = false;
   * const carts = new UnitGrid(Grid.fromRows(['121', '111']), 1, { costOf: (terrain) => (terrain === 2 && mud ? 9 : 1) });
   * const search = new AStar(carts.grid);
   * const [west, east] = [carts.grid.vertex(0, 0), carts.grid.vertex(2, 0)];
   * search.search(west, east); // → 2
   * mud = true;
   * carts.costsChanged();
   * search.search(west, east); // ≈ 2.828427
   * ```
   */
  costsChanged(): void {
    this.prices.forget();
    this.seen = -1;
  }

  /** As `update`, for an edit of only the first `m` of these cells: those that one look into a fog changed. */
  followCells(cells: Uint32Array, m: number, tails?: Uint32Array): number {
    const { ground } = this;
    const rectangles: Rectangle[] = [];
    for (let i = 0; i < m; ) {
      const x = ground.x(cells[i]);
      let run = 1;
      while (i + run < m && cells[i + run] === cells[i] + run) run++;
      rectangles.push([x, ground.y(cells[i]), run, 1]);
      i += run;
    }
    // If these cells are all that was edited, nothing is left to follow. They were logged run by run, or as the rectangle around them.
    const logged = ground.edits - this.seen === 1 ? joined(rectangles, Infinity, 0) : rectangles;
    let same = 0;
    ground.editedSince(this.seen, (...edited) => {
      if (edited.every((value, i) => logged[same]?.[i] === value)) same++;
    });
    const isAll = ground.edits - this.seen === same;
    return this.reporting(tails, () => {
      if (isAll) this.seen = ground.edits;
      // All that was logged: another edit may have had the same rectangle.
      this.lookAt(joined(isAll ? logged : rectangles, m * (1 + this.around) ** 2, this.around), tails);
    });
  }

  /** Runs `follow`, and adds the tails of earlier updates since the last report, made when the map was read. */
  private reporting(tails: Uint32Array | undefined, follow: () => void): number {
    const { map } = this;
    if (tails !== undefined) checkBuffer(tails);
    if (tails !== undefined && tails.length < map.vertexCount) throw new RangeError(`An update may change the arcs of ${map.vertexCount} cells, but tails holds ${tails.length}; pass a longer Uint32Array.`);
    const exact = map.ownVersion === this.reported;
    this.tailCount = 0;
    try {
      follow();
    } finally {
      if (!exact && tails !== undefined) this.tailCount = map.allChangedSince(this.reported, tails);
      this.reported = map.ownVersion;
    }
    return this.tailCount;
  }

  private follow(tails?: Uint32Array): void {
    const { ground } = this;
    if (this.updating || ground.edits === this.seen) return;
    const rectangles: Rectangle[] = [];
    const remembered = ground.editedSince(this.seen, (...edited) => void rectangles.push(edited));
    this.seen = ground.edits;
    this.lookAt(remembered ? joined(rectangles, cellsOf(rectangles, this.around), this.around) : [[0, 0, ground.width, ground.height]], tails, tails === undefined);
  }

  /** Updates the unit's positions over these rectangles of the ground: by one edit of the map, which has one list of tails, or, `apart`, by one for each rectangle. */
  private lookAt(rectangles: readonly Rectangle[], tails?: Uint32Array, apart = false): void {
    if (rectangles.length > 1 && !apart && this.noted.length === 0) this.noted = new Uint32Array(this.map.vertexCount);
    this.makeRoom(cellsOf(rectangles, this.around / 2));
    this.followed = nextStamp(this.noted, this.followed);
    this.updating = true;
    try {
      let n = 0;
      for (const [x, y, width, height] of rectangles) {
        n = this.lookAround(x, y, width, height, n);
        if (apart) n = this.write(n);
      }
      const { prices, ground: { width, height } } = this;
      if (prices.hasRecovered) {
        prices.hasRecovered = prices.mustRetry = false;
        // Other cells of that terrain are still blocked.
        if (rectangles[0][2] * rectangles[0][3] < width * height) return this.lookAt([[0, 0, width, height]], tails);
      }
      this.write(n, tails);
      prices.check();
    } finally {
      this.updating = false;
    }
  }

  /** Adds the unit's positions over this rectangle whose cost changed, after `n` others; returns the new count. */
  private lookAround(x: number, y: number, width: number, height: number, n: number): number {
    const { ground, map: grid, size, before, noted, followed } = this;
    const { vertices, costs, enter, leave } = this.list;
    // Positions at which part of the unit is off the map stay blocked.
    const left = Math.max(x - size + 1, before);
    const top = Math.max(y - size + 1, before);
    const right = Math.min(x + width + before, ground.width - size + 1);
    const bottom = Math.min(y + height + before, ground.height - size + 1);
    if (left >= right || top >= bottom) return n;
    const { row, values } = this.highest.find(left, top, right, bottom);
    const { cells, sides } = grid;
    for (let y = top; y < bottom; y++) {
      const first = grid.vertex(left, y);
      let at = (y - top) * row + before;
      for (let v = first; v < first + right - left; v++) {
        const cost = (values[at++] + 1) & 255;
        const entering = cost === 0 ? OPEN : this.openSides(ground.sides?.enter, v);
        const leaving = cost === 0 ? OPEN : this.openSides(ground.sides?.leave, v);
        if (cost === cells[v] && entering === (sides?.enter[v] ?? OPEN) && leaving === (sides?.leave[v] ?? OPEN)) continue;
        if (noted.length > 0) {
          if (noted[v] === followed) continue;
          noted[v] = followed;
        }
        vertices[n] = v;
        costs[n] = cost;
        enter[n] = entering;
        leave[n] = leaving;
        n++;
      }
    }
    return n;
  }

  /** The sides that are open at every cell under the unit. */
  private openSides(masks: Uint8Array | undefined, v: number): number {
    let open = OPEN;
    if (masks === undefined) return open;
    const { dx, dy, ground: { stride } } = this;
    for (let i = 0; i < dx.length; i++) open &= masks[v + dy[i] * stride + dx[i]];
    return open;
  }

  /** Writes the first `n` of the list to the map, and returns how many are left: 0. */
  private write(n: number, tails?: Uint32Array): 0 {
    const { map, ground: { sides }, list } = this;
    const count = map.write(list.vertices, list.costs, n, tails, (sides ?? map.sides) && list);
    // A read of the map has no list of tails: the number of the last update stays.
    if (tails !== undefined) this.tailCount = count;
    return 0;
  }

  private makeRoom(cells: number): void {
    const { width, height } = this.ground;
    cells = Math.min(cells, width * height);
    if (this.list.vertices.length < cells) this.list = cellList(cells);
  }
}
