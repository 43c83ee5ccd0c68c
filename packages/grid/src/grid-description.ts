import { checkGrid, checkList, checkOptions, shown } from '@pf/graph/kit';
import { Grid } from './grid.ts';
import { OPEN } from './legal-moves.ts';
import type { StepCosts } from './metric.ts';
import type { Corners, Movement } from './movement.ts';

/** A grid as plain data, for `postMessage`, `structuredClone`, or JSON. */
export interface GridDescription {
  readonly width: number;
  readonly height: number;
  readonly movement: Movement;
  readonly corners: Corners;
  readonly metric: StepCosts;
  /** The cost of each cell, row by row; 0 for a blocked one. */
  readonly costs: ArrayLike<number>;
  /** By cell, row by row: the masks of the sides through which it can be entered and left. Omitted if all are open. */
  readonly enter?: ArrayLike<number> | undefined;
  readonly leave?: ArrayLike<number> | undefined;
}

/**
 * A grid as plain data: rules, costs, one-way cells. `structuredClone(grid)` and `postMessage(grid)` lose the methods, but keep a description. For JSON pass
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
  const { width, height, movement, corners, sides } = grid;
  const list = (bytes: Uint8Array): ArrayLike<number> => (as === 'bytes' ? bytes : Array.from(bytes));
  const rowByRow = (masks: Uint8Array): Uint8Array => Uint8Array.from({ length: width * height }, (_, i) => masks[grid.vertex(i % width, Math.floor(i / width))]);
  const plain = { width, height, movement, corners, metric: { straight: grid.steps.straight, diagonal: grid.steps.diagonal }, costs: list(grid.toArray()) };
  return sides === undefined ? plain : { ...plain, enter: list(rowByRow(sides.enter)), leave: list(rowByRow(sides.leave)) };
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
  checkOptions(description, ['width', 'height', 'movement', 'corners', 'metric', 'costs', 'enter', 'leave'], 'restoreGrid');
  const { width, height, movement, corners, metric, costs, enter, leave } = description;
  checkList(costs, 'costs of a described grid');
  const grid = Grid.fromArray(costs, width, height, { movement, corners, metric });
  if (enter === undefined && leave === undefined) return grid;
  const cells = Uint32Array.from({ length: width * height }, (_, i) => grid.vertex(i % width, Math.floor(i / width)));
  const masks = (given: ArrayLike<number> | undefined): Uint8Array => {
    if (given === undefined) return new Uint8Array(cells.length).fill(OPEN);
    if (given.length !== cells.length) throw new RangeError(`The sides of ${width} × ${height} cells are ${cells.length} masks, got ${given.length}.`);
    return Uint8Array.from(given);
  };
  grid.setCells(cells, Uint8Array.from(costs), cells.length, undefined, { enter: masks(enter), leave: masks(leave) });
  return grid;
}
