import { checkGrid, checkList, checkOptions, shown } from '@pf/graph/kit';
import { checkSize } from './grid-options.ts';
import { Grid } from './grid.ts';
import type { SideMasks } from './legal-moves.ts';
import { OPEN } from './legal-moves.ts';
import type { StepCosts } from './metric.ts';
import type { Corners, Movement } from './movement.ts';
import { isCost } from './rows.ts';
import { exclude, verticesOf } from './vertices.ts';

/** A grid as plain data, for `postMessage`, `structuredClone`, or JSON. */
export interface GridDescription {
  readonly width: number;
  readonly height: number;
  readonly movement: Movement;
  readonly corners: Corners;
  readonly metric: StepCosts;
  /** The cost of each cell, row by row; 0 for a blocked one. */
  readonly costs: ArrayLike<number>;
  /**
   * By cell, row by row: the terrain under blocked cells, which they have again once they are freed; 0 if it costs 1, and for free cells. Omitted if all are 0. So the
   * terrain of cell i, free or blocked, is `costs[i] || below?.[i] || 1`.
   */
  readonly below?: ArrayLike<number> | undefined;
  /** By cell, row by row: the masks of the sides through which it can be entered and left. Omitted if all are open. */
  readonly enter?: ArrayLike<number> | undefined;
  readonly leave?: ArrayLike<number> | undefined;
  /** By cell, row by row: 1 for those beside the rectangle of a `HexMap`, which stay blocked. Omitted if there are none. */
  readonly outside?: ArrayLike<number> | undefined;
}

/**
 * A grid as plain data: rules, costs, terrain under blocked cells, one-way cells. `structuredClone(grid)` and `postMessage(grid)` lose the methods, but keep a description. For JSON pass
 * `'numbers'`, since JSON turns typed arrays into objects.
 *
 * @example
 * ```ts
 * import { describeGrid, Grid, restoreGrid } from '@pf/grid';
 *
 * const grid = Grid.fromRows(['.3', '#.'], { movement: 'four' });
 * restoreGrid(structuredClone(describeGrid(grid))).toRows(); // → ['.3', '#.']
 * restoreGrid(JSON.parse(JSON.stringify(describeGrid(grid, 'numbers')))).movement; // → 'four'
 * ```
 */
export function describeGrid(grid: Grid, as: 'bytes' | 'numbers' = 'bytes'): GridDescription {
  checkGrid(grid, 'describeGrid');
  const { width, height, movement, corners, outside } = grid;
  const cells = verticesOf(grid);
  return {
    width,
    height,
    movement,
    corners,
    metric: { straight: grid.steps.straight, diagonal: grid.steps.diagonal },
    ...describeCells(grid, cells, as),
    ...(outside !== undefined && { outside: listOf(cells, (v) => outside[v], as) }),
  };
}

/**
 * Creates the grid that `describeGrid` described, in this thread or another. To keep it up to date, send the arguments of later edits, such as those of `setRectangle`.
 *
 * @example
 * ```ts
 * import { describeGrid, Grid, restoreGrid } from '@pf/grid';
 *
 * restoreGrid(describeGrid(Grid.fromRows(['.#']))).toRows(); // → ['.#']
 * ```
 */
export function restoreGrid(description: GridDescription): Grid {
  if ((description as GridDescription | undefined) === undefined) throw new TypeError('restoreGrid takes what describeGrid gave, got undefined.');
  if ((description as Partial<Grid> | null)?.stride !== undefined) throw new TypeError('restoreGrid takes what describeGrid gave, got a grid, whose methods are lost on the way: send or save describeGrid(grid).');
  checkOptions(description, ['width', 'height', 'movement', 'corners', 'metric', 'costs', 'below', 'enter', 'leave', 'outside'], 'restoreGrid');
  const { width, height, movement, corners, metric, below, enter, leave, outside } = description;
  checkSize(width, height);
  const { costs, terrain, sides } = readCells(description);
  const grid = new Grid(width, height, { movement, corners, metric }, terrain);
  if (below === undefined && enter === undefined && leave === undefined && outside === undefined) return grid;
  // Blocks what was blocked, over its terrain.
  const cells = verticesOf(grid);
  grid.setCells(cells, costs, cells.length, undefined, sides);
  if (outside !== undefined) {
    const mask = new Uint8Array(grid.vertexCount);
    readBytes(outside, description, 'marks of cells outside').forEach((mark, i) => (mask[cells[i]] = mark));
    exclude(grid, mask);
  }
  return grid;
}

/** The part of a description that lists cells. */
type DescribedCells = Pick<GridDescription, 'width' | 'height' | 'costs' | 'below' | 'enter' | 'leave'>;

/** A byte for each of these cells. */
export function listOf(vertices: Uint32Array, byteOf: (v: number) => number, as: 'bytes' | 'numbers'): ArrayLike<number> {
  // `Uint8Array.from` would take five times as long.
  const bytes = new Uint8Array(vertices.map(byteOf));
  return as === 'bytes' ? bytes : Array.from(bytes);
}

/** What a description lists of these cells. */
export function describeCells({ cells, below, sides }: Grid, vertices: Uint32Array, as: 'bytes' | 'numbers'): Pick<DescribedCells, 'costs' | 'below' | 'enter' | 'leave'> {
  if (as !== 'bytes' && as !== 'numbers') throw new RangeError(`A grid is described in 'bytes' or in 'numbers', got ${shown(as)}.`);
  const list = (bytes: Uint8Array): ArrayLike<number> => listOf(vertices, (v) => bytes[v], as);
  // Not what earlier edits left there, so that maps that behave alike have the same description.
  const under = (v: number): number => (cells[v] === 0 && below![v] > 1 ? below![v] : 0);
  const hasBelow = below !== undefined && vertices.some((v) => under(v) > 0);
  return { costs: list(cells), ...(hasBelow && { below: listOf(vertices, under, as) }), ...(sides !== undefined && { enter: list(sides.enter), leave: list(sides.leave) }) };
}

/** The costs of described cells, those with blocked cells freed, and the sides if any are listed. */
export function readCells(described: DescribedCells): { costs: Uint8Array; terrain: Uint8Array; sides: SideMasks | undefined } {
  const { below, enter, leave } = described;
  if (typeof described.costs === 'object' && '0' in described.costs && !('length' in described.costs)) {
    throw new TypeError("The costs of a described grid are no list any more: JSON turns typed arrays into objects. Describe it with 'numbers', such as describeGrid(grid, 'numbers').");
  }
  checkList(described.costs, 'costs of a described grid');
  const costs = readBytes(described.costs, described, 'costs');
  const terrain = below === undefined ? costs : readBytes(below, described, 'terrain costs below').map((under, i) => costs[i] || under);
  const masks = (given: ArrayLike<number> | undefined): Uint8Array => (given === undefined ? new Uint8Array(costs.length).fill(OPEN) : readBytes(given, described, 'masks of sides'));
  return { costs, terrain, sides: enter === undefined && leave === undefined ? undefined : { enter: masks(enter), leave: masks(leave) } };
}

function readBytes(given: ArrayLike<number>, { width, height }: DescribedCells, what: string): Uint8Array {
  if (given.length !== width * height) throw new RangeError(`The ${what} of ${width} × ${height} cells are ${width * height} bytes, got ${given.length}.`);
  const bytes = new Uint8Array(given.length);
  for (let i = 0; i < bytes.length; i++) {
    if (!isCost(given[i])) throw new RangeError(`The ${what} of a described grid are whole numbers from 0 to 255, got ${shown(given[i])} at (${i % width}, ${Math.floor(i / width)}).`);
    bytes[i] = given[i];
  }
  return bytes;
}
