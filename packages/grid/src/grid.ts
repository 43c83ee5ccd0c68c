import type { Heuristic } from '@pf/graph';
import { checkBoolean, checkFunction, checkList, checkVertex, shown } from '@pf/graph/kit';
import { CellLattice, checkGridOptions } from './cell-lattice.ts';
import { checkMask, checkSides } from './edit-checks.ts';
import type { GridOptions } from './grid-options.ts';
import { checkCount, checkSize, rulesOf } from './grid-options.ts';
import type { HeuristicOptions } from './heuristics.ts';
import { defaultHeuristic } from './heuristics.ts';
import type { SideMasks } from './legal-moves.ts';
import { OPEN } from './legal-moves.ts';
import type { Direction } from './movement.ts';
import { directionsOf, stepsOver } from './movement.ts';
import type { Color, RgbaImage, RgbaOptions } from './rgba.ts';
import { greyOf, readPixels, writePixels } from './rgba.ts';
import type { RowsOptions } from './rows.ts';
import { checkCost, checkSymbol, readRows, symbolOf } from './rows.ts';
import { rulesInUnits } from './terrain-unit.ts';
import type { TileCostOptions, TileOptions } from './tiles.ts';
import { flatten, readTiles } from './tiles.ts';

/**
 * A map of square or hexagonal cells, each blocked or free at a terrain cost from 1 to 255.
 *
 * An arc costs the length of the step times the terrain cost of the cell that it enters. The map has a border of blocked
 * cells, so that no loop tests for the edge; `vertex`, `x` and `y` translate. Hexagons have axial coordinates, x for q and y for r.
 * Every edit writes the tails of changed arcs to the caller's buffer and returns their number.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 *
 * const grid = Grid.fromRows(['..#', '.3.', '...']);
 * const to = new Uint32Array(grid.maxDegree);
 * const cost = new Float64Array(grid.maxDegree);
 * const n = grid.successors(grid.vertex(0, 0), to, cost);
 * Array.from(to.subarray(0, n), (v) => [grid.x(v), grid.y(v)]); // → [[1, 0], [0, 1], [1, 1]]
 * cost[2]; // ≈ 4.2426
 * ```
 */
export class Grid extends CellLattice {
  /**
   * A grid from rows of text: `.` free, `#` blocked, `1` to `9` and `a` to `z` costs from 1 to 35. Or pass your own legend. Rows may end in a
   * carriage return. Empty rows at the end are left out.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   *
   * Grid.fromRows(['.#', '5.']).cost(0, 1); // → 5
   * Grid.fromRows(['~ ', ' T'], { legend: { ' ': 1, '~': 3, T: 0 } }).toRows(); // → ['3.', '.#']
   * ```
   */
  static fromRows(rows: readonly string[], options: GridOptions & RowsOptions = {}): Grid {
    checkGridOptions(options, 'Grid.fromRows', 'legend');
    const { width, height, costs } = readRows(rows, options.legend);
    return new Grid(width, height, rulesOf(options), costs);
  }

  /**
   * A grid from one entry a cell, such as a tile map: rows of entries, or one list with width and height. An entry is the cell's cost, 0 if it
   * is blocked, or anything that `costOf` converts to a cost. See the example for a matrix of 0 for free and 1 for blocked.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   *
   * Grid.fromArray([[1, 1, 0], [1, 7, 1]]).toRows(); // → ['..#', '.7.']
   * Grid.fromArray(['sand', 'wall'], 2, 1, { costOf: (tile) => (tile === 'wall' ? 0 : 2) }).toRows(); // → ['2#']
   * Grid.fromArray([[0, 0, 1]], { costOf: (blocked) => 1 - blocked }).toRows(); // → ['..#']
   * Grid.fromArray([[0.5, 2.5, 1]], { terrainUnit: 0.5 }).toRows(); // → ['.52']
   * ```
   */
  static fromArray(rows: ArrayLike<ArrayLike<number>>, options?: GridOptions & TileOptions<number>): Grid;
  static fromArray<Tile>(rows: ArrayLike<ArrayLike<Tile>>, options: GridOptions & TileCostOptions<Tile>): Grid;
  static fromArray(tiles: ArrayLike<number>, width: number, height: number, options?: GridOptions & TileOptions<number>): Grid;
  static fromArray<Tile>(tiles: ArrayLike<Tile>, width: number, height: number, options: GridOptions & TileCostOptions<Tile>): Grid;
  static fromArray<Tile>(tiles: ArrayLike<Tile> | ArrayLike<ArrayLike<Tile>>, ...rest: readonly unknown[]): Grid {
    const inRows = rest.length < 2;
    const given = inRows ? rest[0] : rest[2];
    const options = (given === undefined ? {} : given) as GridOptions & TileOptions<Tile>;
    checkGridOptions(options, 'Grid.fromArray of (rows, options) or (tiles, width, height, options)', 'costOf', 'terrainUnit');
    const rules = rulesInUnits(rulesOf(options), options.terrainUnit);
    const flat = inRows ? flatten(tiles as ArrayLike<ArrayLike<Tile>>) : (tiles as ArrayLike<Tile>);
    const [width, height] = inRows ? [flat.length / tiles.length || 0, tiles.length] : (rest as [number, number]);
    checkSize(width, height);
    return new Grid(width, height, rules, readTiles(flat, width, height, options.costOf, options.terrainUnit));
  }

  /**
   * A grid from an image such as `ImageData`, or a file read by pngjs, one pixel a cell. Default: dark or transparent pixels are blocked; pass `costOf` to
   * change that.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   *
   * const data = Uint8ClampedArray.of(255, 255, 255, 255, 0, 0, 0, 255);
   * Grid.fromRgba({ width: 2, height: 1, data }).toRows(); // → ['.#']
   * ```
   */
  static fromRgba(image: { readonly width: number; readonly height: number; readonly data: ArrayLike<number> }, options: GridOptions & RgbaOptions = {}): Grid {
    checkGridOptions(options, 'Grid.fromRgba', 'costOf', 'terrainUnit');
    const given = image as Partial<RgbaImage> | null | undefined;
    if (typeof given?.data?.length !== 'number') throw new TypeError(`Grid.fromRgba takes a picture, { width, height, data }, got ${shown(given)}.`);
    checkSize(image.width, image.height);
    return new Grid(image.width, image.height, rulesInUnits(rulesOf(options), options.terrainUnit), readPixels(image, options));
  }

  /**
   * Blocks or frees a cell. A freed cell has the cost from before it was blocked, or 1: see `costBelow`. Like all edits, writes the tails of the
   * changed arcs to `tails`, each once, and returns their number: at most `maxDegree` + 1 for a cell; 0 without `tails`.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   *
   * const grid = new Grid(5, 5, { movement: 'four' });
   * const tails = new Uint32Array(grid.maxDegree + 1);
   * grid.setBlocked(2, 2, true, tails); // → 5
   * grid.setBlocked(2, 2, true, tails); // → 0
   * ```
   */
  setBlocked(x: number, y: number, blocked: boolean, tails?: Uint32Array): number {
    checkBoolean(blocked, 'blocked');
    return this.setRectangle(x, y, 1, 1, blocked ? 0 : this.costBelow(x, y), tails);
  }

  /** The cost of a free cell; of a blocked one, the cost that `setBlocked(x, y, false)` gives it. 0 off the map. Read it before edits to undo them. */
  costBelow(x: number, y: number): number {
    return this.cost(x, y) || (this.contains(x, y) ? this.board.costBelow(this.vertex(x, y)) : 0);
  }

  /** Sets the terrain cost of a cell, 1 to 255, or blocks it with 0. Writes tails as `setBlocked` does. */
  setCost(x: number, y: number, cost: number, tails?: Uint32Array): number {
    return this.setRectangle(x, y, 1, 1, cost, tails);
  }

  /** Sets the cost of all cells of a rectangle; 0 blocks them. Visits at most (width + 2) · (height + 2) cells. */
  setRectangle(x: number, y: number, width: number, height: number, cost: number, tails?: Uint32Array): number {
    this.checkRectangle(x, y, width, height);
    checkCost(cost);
    return this.board.setRectangle(x, y, width, height, cost, tails);
  }

  /**
   * Sets the costs of the first `n` of `vertices` in one edit, so an arc that changes and changes back is not reported. If a cell is in the list
   * twice, the last cost counts, and unchanged arcs into it may be reported. `sides` has a mask for each entry of the list, in its order; `grid.sides` is by vertex instead.
   * A mask of 255 opens all sides; without `sides`, none changes.
   * `tails` needs at most n · (`maxDegree` + 1) entries, and may be the same array as `vertices`.
   */
  setCells(vertices: Uint32Array, costs: Uint8Array, n: number, tails?: Uint32Array, sides?: SideMasks): number {
    checkList(vertices, 'vertices of setCells');
    checkList(costs, 'costs of setCells');
    checkCount('setCells', n, vertices, 'vertices');
    for (let i = 0; i < n; i++) {
      this.checkRectangle(this.x(vertices[i]), this.y(vertices[i]), 1, 1);
      // Lists may be too short, and untyped ones may hold any numbers.
      checkCost(costs[i]);
      if (sides === undefined) continue;
      const { enter, leave } = sides as Partial<SideMasks>;
      checkMask(enter?.[i]);
      checkMask(leave?.[i]);
    }
    return this.board.setCells(vertices, costs, n, tails, sides);
  }

  /**
   * Opens some sides of a cell for entering or leaving, and closes the others, for one-way doors and ledges; for thin walls take `setWall`. Diagonal sides are sides of their own. Make the masks with `mask` or `maskTowards`; an omitted mask does not
   * change. `'open'` opens all sides. A step is legal if the terrain allows it, the cell left is open towards the cell entered, and the cell entered is
   * open towards the cell left.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   *
   * const grid = new Grid(3, 1);
   * grid.setSides(1, 0, { enter: grid.mask('west'), leave: grid.mask('east') });
   * const to = new Uint32Array(8);
   * grid.successors(grid.vertex(1, 0), to, new Float64Array(8)); // → 1
   * grid.x(to[0]); // → 2
   * grid.setSides(1, 0, 'open');
   * grid.successors(grid.vertex(1, 0), to, new Float64Array(8)); // → 2
   * ```
   */
  setSides(x: number, y: number, sides: 'open' | { readonly enter?: number | undefined; readonly leave?: number | undefined }, tails?: Uint32Array): number {
    const v = this.vertex(x, y);
    const given = sides === 'open' ? ALL_OPEN : sides;
    checkSides(given);
    const { enter = this.sides?.enter[v] ?? OPEN, leave = this.sides?.leave[v] ?? OPEN } = given;
    checkMask(enter);
    checkMask(leave);
    return this.board.setCells(Uint32Array.of(v), this.cells.slice(v, v + 1), 1, tails, { enter: Uint8Array.of(enter), leave: Uint8Array.of(leave) });
  }

  /** The mask of some sides of a cell. Bit `d` is the side towards direction `d`. */
  mask(...sides: readonly Direction[]): number {
    const names = directionsOf(this.movement).names.slice(0, this.maxDegree);
    let mask = 0;
    for (const side of sides) {
      const d = names.indexOf(side);
      if (d === -1) throw new RangeError(`A cell has no side ${shown(side)} under movement '${this.movement}', but ${names.join(', ')}.`);
      mask |= 1 << d;
    }
    return mask;
  }

  /**
   * The number of steps between two cells on an empty map, whatever the terrain: for ranges of sight or attack. Ignores corner rules.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   *
   * const grid = Grid.fromRows(['333', '333'], { movement: 'hex' });
   * grid.distance(grid.vertex(0, 0), grid.vertex(2, 1)); // → 3
   * ```
   */
  distance(a: number, b: number): number {
    checkVertex(this, a, 'start of a distance');
    checkVertex(this, b, 'end of a distance');
    return stepsOver(this.movement, this.x(b) - this.x(a), this.y(b) - this.y(a));
  }

  /** The best heuristic for this grid's movement, metric and terrain; consistent. */
  heuristic(options: HeuristicOptions = {}): Heuristic {
    // Called with a vertex: the method itself was passed as the heuristic.
    if (typeof options === 'number') throw new TypeError('Pass grid.heuristic(), not grid.heuristic.');
    return defaultHeuristic(this, options);
  }

  /**
   * A copy with the same rules, costs and one-way cells. Use it to try edits, or to search while the original is edited.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   *
   * const grid = Grid.fromRows(['..3']);
   * const copy = grid.clone();
   * copy.setBlocked(0, 0, true);
   * [grid.toRows(), copy.toRows()]; // → [['..3'], ['#.3']]
   * ```
   */
  clone(): Grid {
    const copy = new Grid(this.width, this.height, this, this.toArray());
    copy.padded.copyRest(this.board);
    return copy;
  }

  /** @internal By vertex: the terrain under blocked cells. Undefined if all of it costs 1. */
  get below(): Uint8Array | undefined {
    return this.board.below;
  }

  /** @internal By vertex, 1 for cells that stay blocked: those beside the rectangle of a `HexMap`. Undefined if there are none. */
  get outside(): Uint8Array | undefined {
    return this.padded.outside;
  }

  set outside(outside: Uint8Array | undefined) {
    this.padded.outside = outside;
  }

  /** The costs of the cells, row by row, as `fromArray` takes them. Without one-way cells. */
  toArray(): Uint8Array {
    const costs = new Uint8Array(this.width * this.height);
    for (let y = 0; y < this.height; y++) {
      const first = (y + 1) * this.stride + 1;
      costs.set(this.cells.subarray(first, first + this.width), y * this.width);
    }
    return costs;
  }

  /** The map as text, as `fromRows` takes it. Costs above 35 need your own `symbol`, which returns one character for a cost. */
  toRows(symbol: (cost: number) => string = symbolOf): string[] {
    checkFunction(symbol, 'symbol');
    const costs = this.toArray();
    return Array.from({ length: this.height }, (_, y) => Array.from(costs.subarray(y * this.width, (y + 1) * this.width), (cost) => checkSymbol(symbol(cost), cost)).join(''));
  }

  /** The map as an image, one pixel a cell: blocked cells black, free ones from white (cost 1) to grey. Two costs share a grey: to read costs back, pass your own `color`. */
  toRgba(color: (cost: number) => Color = greyOf): RgbaImage {
    checkFunction(color, 'color');
    return { width: this.width, height: this.height, data: writePixels(this.toArray(), color) };
  }
}

const ALL_OPEN = { enter: OPEN, leave: OPEN };
