import { checkOption, checkOptions, checkVertex, shown } from '@pf/graph/kit';
import { checkCoordinates, checkSize } from './grid-options.ts';
import { Grid } from './grid.ts';
import type { RowsOptions } from './rows.ts';
import { readRows } from './rows.ts';

/**
 * The layout of a rectangle of hexagons (redblobgames.com/grids/hexagons). Either rows of hexagons with pointed tops, of which the odd or the even rows are shifted to the right by
 * half a hexagon; or columns with flat tops, of which the odd or the even columns are shifted down.
 */
export type HexLayout = 'odd-r' | 'even-r' | 'odd-q' | 'even-q';

/** Options of `HexMap.fromRows`: the layout, and the meaning of characters. */
export interface HexMapOptions extends RowsOptions {
  /** Default 'odd-r'. */
  readonly layout?: HexLayout | undefined;
}

const SQRT3 = Math.sqrt(3);
const LAYOUTS: readonly HexLayout[] = ['odd-r', 'even-r', 'odd-q', 'even-q'];

/**
 * A rectangular map of hexagons, by column and row. Searches take its `grid`, which has axial coordinates and so covers a parallelogram. Cells outside of
 * the rectangle are blocked. Edits do not free them, also not in clones of the `grid`, maps in fog and maps of units.
 *
 * In rows, the `grid` has (width + height / 2) × height cells; in columns, width × (height + width / 2). On a narrow map, let them run along the longer side.
 *
 * @example
 * ```ts
 * import { HexMap } from '@pf/grid';
 *
 * const map = HexMap.fromRows(['..#.', '....', '.#..'], { layout: 'odd-r' });
 * map.isBlocked(2, 0); // → true
 * const v = map.vertex(3, 2);
 * [map.column(v), map.row(v)]; // → [3, 2]
 * map.distance(map.vertex(0, 0), v); // → 4
 * map.range(map.vertex(0, 0), 1).length; // → 3
 * ```
 */
export class HexMap {
  readonly grid: Grid;
  /** An offset of axial coordinates that keeps them 0 or more. */
  private readonly shift: number;
  private readonly inRows: boolean;
  private readonly parity: 0 | 1;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly layout: HexLayout = 'odd-r',
  ) {
    checkOption('layout', layout, LAYOUTS);
    for (const size of [width, height]) if (!Number.isInteger(size) || size < 1) throw new RangeError(`A map of hexagons needs a whole number of columns and rows, 1 or more, got ${shown(width)} × ${shown(height)}.`);
    this.inRows = layout.endsWith('r');
    this.parity = layout.startsWith('odd') ? 1 : 0;
    const lines = this.inRows ? height : width;
    this.shift = this.half(lines - 1);
    const [across, down] = this.inRows ? [width + this.shift, height] : [width, height + this.shift];
    checkSize(across, down);
    const costs = new Uint8Array(across * down);
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const [x, y] = this.axial(column, row);
        costs[y * across + x] = 1;
      }
    }
    this.grid = new Grid(across, down, { movement: 'hex' }, costs);
    if (this.shift === 0) return;
    const outside = new Uint8Array(this.grid.vertexCount);
    for (let y = 0; y < down; y++) outside.set(costs.subarray(y * across, (y + 1) * across).map((cost) => 1 - cost), (y + 1) * this.grid.stride + 1);
    this.grid.outside = outside;
  }

  /**
   * A map from rows of text, as `Grid.fromRows` reads them.
   *
   * @example
   * ```ts
   * import { HexMap } from '@pf/grid';
   *
   * const map = HexMap.fromRows(['.~', '..'], { layout: 'even-q', legend: { '.': 1, '~': 5 } });
   * map.cost(1, 0); // → 5
   * ```
   */
  static fromRows(rows: readonly string[], options: HexMapOptions = {}): HexMap {
    checkOptions(options, ['layout', 'legend'], 'HexMap.fromRows');
    const { width, height, costs } = readRows(rows, options.legend);
    const map = new HexMap(width, height, options.layout);
    costs.forEach((cost, i) => map.setCost(i % width, Math.floor(i / width), cost));
    return map;
  }

  /** The map as text, as `HexMap.fromRows` takes it, with `symbol` as in `Grid.toRows`. */
  toRows(symbol?: (cost: number) => string): string[] {
    return Grid.fromArray(Array.from({ length: this.height }, (_, row) => Array.from({ length: this.width }, (_, column) => this.cost(column, row)))).toRows(symbol);
  }

  /** A copy with the same costs and one-way hexagons. */
  clone(): HexMap {
    return Object.assign(new HexMap(this.width, this.height, this.layout), { grid: this.grid.clone() });
  }

  /** Whether the map has this hexagon. */
  contains(column: number, row: number): boolean {
    if (Number.isInteger(column) && Number.isInteger(row) && column >= 0 && row >= 0 && column < this.width && row < this.height) return true;
    checkCoordinates(column, row, 'A hexagon has two whole numbers, column and row', 'map.column(v) and map.row(v)');
    return false;
  }

  /** The vertex of a hexagon, as searches take it. */
  vertex(column: number, row: number): number {
    if (!this.contains(column, row)) throw new RangeError(`There is no hexagon in column ${shown(column)}, row ${shown(row)}: the map has columns 0 to ${this.width - 1} and rows 0 to ${this.height - 1}.`);
    return this.grid.vertex(...this.axial(column, row));
  }

  /** The column of a vertex. */
  column(v: number): number {
    return this.inRows ? this.grid.x(v) - this.shift + this.half(this.grid.y(v)) : this.grid.x(v);
  }

  /** The row of a vertex. */
  row(v: number): number {
    return this.inRows ? this.grid.y(v) : this.grid.y(v) - this.shift + this.half(this.grid.x(v));
  }

  /** The terrain cost of a hexagon; 0 if it is blocked or off the map. */
  cost(column: number, row: number): number {
    return this.contains(column, row) ? this.grid.cells[this.vertex(column, row)] : 0;
  }

  /** The cost of a free hexagon; of a blocked one, the cost that it has once it is freed. 0 off the map. */
  costBelow(column: number, row: number): number {
    return this.contains(column, row) ? this.grid.costBelow(...this.axial(column, row)) : 0;
  }

  /** Whether a hexagon is on the map and free. */
  isFree(column: number, row: number): boolean {
    return this.cost(column, row) !== 0;
  }

  /** Whether a hexagon is blocked or off the map. */
  isBlocked(column: number, row: number): boolean {
    return this.cost(column, row) === 0;
  }

  /** Blocks or frees a hexagon. Writes tails as `Grid.setBlocked` does. */
  setBlocked(column: number, row: number, blocked: boolean, tails?: Uint32Array): number {
    const v = this.vertex(column, row);
    return this.grid.setBlocked(this.grid.x(v), this.grid.y(v), blocked, tails);
  }

  /** Sets the terrain cost of a hexagon, from 1 to 255, or blocks it with 0. */
  setCost(column: number, row: number, cost: number, tails?: Uint32Array): number {
    const v = this.vertex(column, row);
    return this.grid.setCost(this.grid.x(v), this.grid.y(v), cost, tails);
  }

  /**
   * Opens some sides of a hexagon and closes the others, as `Grid.setSides` does.
   *
   * @example
   * ```ts
   * import { HexMap, maskTowards } from '@pf/grid';
   *
   * const map = new HexMap(3, 3);
   * const [high, low] = [map.vertex(1, 1), map.vertex(1, 2)];
   * // A ledge: all sides of the upper hexagon but the one towards the lower may be entered.
   * map.setSides(1, 1, { enter: 255 & ~maskTowards(map.grid, high, low) });
   * ```
   */
  setSides(column: number, row: number, sides: Parameters<Grid['setSides']>[2], tails?: Uint32Array): number {
    const v = this.vertex(column, row);
    return this.grid.setSides(this.grid.x(v), this.grid.y(v), sides, tails);
  }

  /** The number of steps between two hexagons, whatever lies between. */
  distance(a: number, b: number): number {
    return this.grid.distance(a, b);
  }

  /** The hexagons of the map within `steps`, whatever lies between: a range of sight or attack. */
  range(v: number, steps: number): number[] {
    checkVertex(this.grid, v, 'middle of a range');
    checkSteps(steps);
    const found: number[] = [];
    const [q, r] = [this.grid.x(v), this.grid.y(v)];
    const { width, height } = this.grid;
    for (let dr = Math.max(-steps, -r); dr <= Math.min(steps, height - 1 - r); dr++) {
      const last = Math.min(steps, -dr + steps, width - 1 - q);
      for (let dq = Math.max(-steps, -dr - steps, -q); dq <= last; dq++) this.keep(q + dq, r + dr, found);
    }
    return found;
  }

  /** The hexagons of the map exactly `steps` away, in order around the ring. */
  ring(v: number, steps: number): number[] {
    checkVertex(this.grid, v, 'middle of a ring');
    checkSteps(steps);
    if (steps === 0) return [v];
    const found: number[] = [];
    // No hexagon is that far away.
    if (steps > this.grid.width + this.grid.height) return found;
    let [q, r] = [this.grid.x(v) - steps, this.grid.y(v) + steps];
    for (const [dq, dr] of AROUND) {
      for (let i = 0; i < steps; i++) {
        this.keep(q, r, found);
        q += dq;
        r += dr;
      }
    }
    return found;
  }

  /** The hexagons of the map on the straight line from `a` to `b`, both included. Consecutive ones are neighbours, unless some between them are off the map. */
  line(a: number, b: number): number[] {
    const { grid } = this;
    const n = grid.distance(a, b);
    const found: number[] = [];
    for (let i = 0; i <= n; i++) {
      const t = n === 0 ? 0 : i / n;
      // A tiny offset, so that a line along the edge between hexagons takes the same side each time.
      const [q, r] = roundHex(grid.x(a) + (grid.x(b) - grid.x(a)) * t + 1e-6, grid.y(a) + (grid.y(b) - grid.y(a)) * t + 2e-6);
      this.keep(q, r, found);
    }
    return found;
  }

  /** The centre of a hexagon on the screen. `size` is the distance from centre to corner; the centre of column 0, row 0 is at (0, 0). */
  toPixel(v: number, size: number): { x: number; y: number } {
    checkVertex(this.grid, v, 'hexagon');
    checkHexSize(size);
    const [column, row] = [this.column(v), this.row(v)];
    const lineShift = (line: number): number => (this.shifted(line) - this.shifted(0)) / 2;
    if (this.inRows) return { x: size * SQRT3 * (column + lineShift(row)), y: size * 1.5 * row };
    return { x: size * 1.5 * column, y: size * SQRT3 * (row + lineShift(column)) };
  }

  /** The hexagon under a point of the screen, in the layout of `toPixel`; −1 if there is none. */
  fromPixel(x: number, y: number, size: number): number {
    checkHexSize(size);
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError(`A point of the screen has two numbers, got (${shown(x)}, ${shown(y)}).`);
    const [a, b] = this.inRows ? [x, y] : [y, x];
    // Axial coordinates relative to the hexagon at (0, 0): along the rows (or columns), and across them.
    const [along, across] = roundHex((SQRT3 / 3) * (a / size) - b / size / 3, (2 / 3) * (b / size));
    const [q0, r0] = this.axial(0, 0);
    const [q, r] = this.inRows ? [q0 + along, r0 + across] : [q0 + across, r0 + along];
    const found: number[] = [];
    this.keep(q, r, found);
    return found[0] ?? -1;
  }

  private keep(x: number, y: number, found: number[]): void {
    if (!this.grid.contains(x, y)) return;
    const v = this.grid.vertex(x, y);
    if (this.grid.outside?.[v] !== 1) found.push(v);
  }

  /** The coordinates of a hexagon on the grid. */
  private axial(column: number, row: number): [x: number, y: number] {
    return this.inRows ? [column - this.half(row) + this.shift, row] : [column, row - this.half(column) + this.shift];
  }

  /** 1 for a row or column that is shifted by half a hexagon, else 0. */
  private shifted(line: number): 0 | 1 {
    return (line & 1) === this.parity ? 1 : 0;
  }

  /** The offset coordinate minus the axial coordinate in a row or column. */
  private half(line: number): number {
    return (line - this.shifted(line) + (this.parity === 0 ? 1 : 0)) >> 1;
  }
}

/** The six sides of a ring, starting at its south-western corner. */
const AROUND: readonly (readonly [dq: number, dr: number])[] = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];

/** The axial coordinates of the hexagon that contains a point. */
function roundHex(q: number, r: number): [number, number] {
  const s = -q - r;
  const [rq, rr, rs] = [Math.round(q), Math.round(r), Math.round(s)];
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs - s)];
  if (dq > dr && dq > ds) return [0 - rr - rs, rr];
  return dr > ds ? [rq, 0 - rq - rs] : [rq, rr];
}

function checkHexSize(size: number): void {
  if (!(size > 0)) throw new RangeError(`The size of a hexagon, from its centre to a corner, must be above 0, got ${shown(size)}.`);
}

function checkSteps(steps: number): void {
  if (!Number.isInteger(steps) || steps < 0) throw new RangeError(`A range of hexagons is a whole number of steps, 0 or more, got ${shown(steps)}.`);
}
