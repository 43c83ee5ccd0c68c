import { checkGrid, checkList, checkOptions, shown } from '@pf/graph/kit';
import { checkSize } from './grid-options.ts';
import { Grid } from './grid.ts';
import { OPEN } from './legal-moves.ts';
import type { StepCosts } from './metric.ts';
import type { Corners, Movement } from './movement.ts';
import { exclude } from './outside-cells.ts';
import { isCost } from './rows.ts';
import { readTiles } from './tiles.ts';

/** A grid as plain data, for `postMessage`, `structuredClone`, or JSON. */
export interface GridDescription {
  readonly width: number;
  readonly height: number;
  readonly movement: Movement;
  readonly corners: Corners;
  readonly metric: StepCosts;
  /** The cost of each cell, row by row; 0 for a blocked one. */
  readonly costs: ArrayLike<number>;
  /** By cell, row by row: the terrain under blocked cells, which they have again once they are freed. Omitted if all of it costs 1. */
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
  if (as !== 'bytes' && as !== 'numbers') throw new RangeError(`A grid is described in 'bytes' or in 'numbers', got ${shown(as)}.`);
  const { width, height, movement, corners, sides, below, outside } = grid;
  const list = (bytes: Uint8Array): ArrayLike<number> => (as === 'bytes' ? bytes : Array.from(bytes));
  const rowByRow = (bytes: Uint8Array): ArrayLike<number> => list(Uint8Array.from({ length: width * height }, (_, i) => bytes[grid.vertex(i % width, Math.floor(i / width))]));
  return {
    width,
    height,
    movement,
    corners,
    metric: { straight: grid.steps.straight, diagonal: grid.steps.diagonal },
    costs: list(grid.toArray()),
    ...(below !== undefined && { below: rowByRow(below) }),
    ...(sides !== undefined && { enter: rowByRow(sides.enter), leave: rowByRow(sides.leave) }),
    ...(outside !== undefined && { outside: rowByRow(outside) }),
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
  checkOptions(description, ['width', 'height', 'movement', 'corners', 'metric', 'costs', 'below', 'enter', 'leave', 'outside'], 'restoreGrid');
  const { width, height, movement, corners, metric, costs, below, enter, leave, outside } = description;
  checkList(costs, 'costs of a described grid');
  const bytes = (given: ArrayLike<number>, what: string): Uint8Array => {
    if (given.length !== costs.length) throw new RangeError(`The ${what} of ${width} × ${height} cells are ${costs.length} bytes, got ${given.length}.`);
    return Uint8Array.from(given, (byte) => {
      if (!isCost(byte)) throw new RangeError(`The ${what} of a described grid are whole numbers from 0 to 255, got ${shown(byte)}.`);
      return byte;
    });
  };
  checkSize(width, height);
  const own = readTiles(costs, width, height, undefined);
  const terrain = below === undefined ? own : bytes(below, 'terrain costs below').map((under, i) => own[i] || under);
  const grid = new Grid(width, height, { movement, corners, metric }, terrain);
  if (below === undefined && enter === undefined && leave === undefined && outside === undefined) return grid;
  // Blocks what was blocked, over its terrain.
  const cells = Uint32Array.from({ length: width * height }, (_, i) => grid.vertex(i % width, Math.floor(i / width)));
  const masks = (given: ArrayLike<number> | undefined): Uint8Array => (given === undefined ? new Uint8Array(cells.length).fill(OPEN) : bytes(given, 'masks of sides'));
  const sides = enter === undefined && leave === undefined ? undefined : { enter: masks(enter), leave: masks(leave) };
  grid.setCells(cells, own, cells.length, undefined, sides);
  if (outside !== undefined) {
    const mask = new Uint8Array(grid.vertexCount);
    bytes(outside, 'marks of cells outside').forEach((mark, i) => (mask[cells[i]] = mark));
    exclude(grid, mask);
  }
  return grid;
}
