import { shown } from '@pf/graph/kit';
import { checkGridOptions } from '../cell-lattice.ts';
import type { GridOptions } from '../grid-options.ts';
import { rulesOf } from '../grid-options.ts';
import { Grid } from '../grid.ts';
import { randomInteger, checkRandom } from './random-integer.ts';

/** Options of `maze`: the rules of the grid, and the number of loops. */
export interface MazeOptions extends GridOptions {
  /** The number of blocked cells within the outer wall that are opened at random, corner posts included. Each may make a loop. Default 0. */
  readonly opened?: number | undefined;
}

/**
 * A perfect maze by randomised depth-first search: corridors on odd coordinates, with walls of one cell between them and around the map.
 *
 * The mazes of the papers on replanning are 201 × 201 cells: 100 × 100 corridor cells, and 750 walls opened.
 *
 * @example
 * ```ts
 * import { maze, seededRandom } from '@pf/grid';
 *
 * maze(7, 5, seededRandom(1)).toRows(); // → ['#######', '#.....#', '#.###.#', '#.#...#', '#######']
 * ```
 */
export function maze(width: number, height: number, random: () => number, options: MazeOptions = {}): Grid {
  checkRandom(random);
  checkGridOptions(options, 'maze', 'opened');
  if (!(width >= 3 && height >= 3)) throw new RangeError(`A maze needs 3 × 3 cells at least, for its outer wall, got ${shown(width)} × ${shown(height)}.`);
  const costs = new Grid(width, height, {}, 0).toArray();
  const columns = (width - 1) >> 1;
  const rows = (height - 1) >> 1;
  const cellAt = (column: number, row: number): number => (2 * row + 1) * width + 2 * column + 1;
  // The path to the root, one corridor cell an entry.
  const path = new Uint32Array(columns * rows);
  let length = 1;
  path[0] = randomInteger(columns * rows, random);
  costs[cellAt(path[0] % columns, Math.floor(path[0] / columns))] = 1;
  const sides = new Uint8Array(4);
  // East, south, west and north: offsets in cells, and in corridor cells.
  const steps = [1, width, -1, -width];
  const hops = [1, columns, -1, -columns];
  while (length > 0) {
    const here = path[length - 1];
    const column = here % columns;
    const row = (here - column) / columns;
    const cell = cellAt(column, row);
    let n = 0;
    if (column + 1 < columns && costs[cell + 2] === 0) sides[n++] = 0;
    if (row + 1 < rows && costs[cell + 2 * width] === 0) sides[n++] = 1;
    if (column > 0 && costs[cell - 2] === 0) sides[n++] = 2;
    if (row > 0 && costs[cell - 2 * width] === 0) sides[n++] = 3;
    if (n === 0) {
      length--;
      continue;
    }
    const side = sides[randomInteger(n, random)];
    costs[cell + steps[side]] = 1;
    costs[cell + 2 * steps[side]] = 1;
    path[length++] = here + hops[side];
  }
  open(costs, width, height, options.opened ?? 0, random);
  return new Grid(width, height, rulesOf(options), costs);
}

/** Opens `count` of the blocked cells within the outer wall. Every choice is equally likely. */
function open(costs: Uint8Array, width: number, height: number, opened: number, random: () => number): void {
  let blocked = 0;
  const inner = (act: (cell: number) => void): void => {
    for (let y = 1; y < height - 1; y++) for (let x = 1; x < width - 1; x++) if (costs[y * width + x] === 0) act(y * width + x);
  };
  inner(() => blocked++);
  if (!Number.isInteger(opened) || opened < 0 || opened > blocked) {
    throw new RangeError(`opened must be a whole number from 0 to ${blocked}, the blocked cells within the outer wall of ${width} × ${height}, got ${shown(opened)}.`);
  }
  let left = opened;
  inner((cell) => {
    if (randomInteger(blocked--, random) >= left) return;
    costs[cell] = 1;
    left--;
  });
}
