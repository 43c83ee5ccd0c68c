import type { GridOptions } from '@pf/grid';
import { Components, Grid } from '@pf/grid';

/** A grid of rows that a visitor gives: `.` free, `#` blocked, digits and letters are costs. What is wrong with them is thrown as a sentence for visitors. */
export function readRows(rows: readonly string[], options?: GridOptions): Grid {
  if (rows.every((row) => row === '')) throw new Error('There are no rows of cells in it: it is empty.');
  rows.forEach((row, y) => {
    const odd = /[^.#1-9a-z]/u.exec(row);
    if (odd !== null) throw new Error(`Row ${y}, column ${odd.index}: a cell is . (free), # (blocked), or a cost, 1 to 9 or a to z for 10 to 35, but this is '${odd[0]}'.`);
  });
  return Grid.fromRows(rows, options);
}

/** The cells of the largest connected part of a map; of parts that are equally large, the first. */
export function largestPart(grid: Grid): readonly number[] {
  const components = new Components(grid);
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  if (free.length === 0) return free;
  const most = free.reduce((best, v) => (components.size(v) > components.size(best) ? v : best));
  return free.filter((v) => components.same(v, most));
}
