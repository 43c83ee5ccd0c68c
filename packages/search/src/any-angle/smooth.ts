import { checkBuffer, checkGrid, checkList, checkVertex, shown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { lineOfSight, walkableLine } from '@pf/grid';
import type { PathShape } from './path-shape.ts';

/**
 * Pulls a path tight like a string. Writes its waypoints, both ends included, and returns their number. A unit can walk straight from each
 * to the next, at any angle.
 *
 * A line crosses no blocked cell, and passes corners as the grid's rule lets a diagonal step pass them. It replaces steps only
 * if they and it enter cells of one terrain cost, and no side that it crosses is closed (`walkableLine`). So it is legal, and never longer
 * than the steps. It is more expensive only if a diagonal step costs less than √2 straight ones, as with the metric '5/7'. At changes of terrain, and on hexagons at one-way cells, the steps remain. No waypoint could be omitted. `out` may be
 * the path itself. Not for paths over the joined edges of a `TorusGrid`: call it for the parts before and after the edge.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { AStar, smooth } from '@pf/search';
 *
 * const grid = new Grid(9, 9);
 * const astar = new AStar(grid);
 * astar.search(grid.vertex(0, 0), grid.vertex(8, 3));
 * const path = new Uint32Array(grid.vertexCount);
 * const length = astar.path(path);
 * length; // → 9
 * smooth(grid, path, length, path); // → 2
 * ```
 */
export const smooth: Smooth = /* @__PURE__ */ Object.assign(pullTight, { lines: true as const });

/** The type of `smooth`: a `PathShape` that also accepts plain lists. */
export interface Smooth extends PathShape {
  (grid: Grid, path: ArrayLike<number>, length: number, out: Uint32Array): number;
}

function pullTight(grid: Grid, path: ArrayLike<number>, length: number, out: Uint32Array): number {
  checkGrid(grid, 'smooth');
  checkPath(path, length, out);
  const { cells } = grid;
  if (length > 0) checkVertex(grid, path[0], 'beginning of the path');
  let count = 0;
  // Testing a line takes time proportional to its length, so a test for each cell would take quadratic time. After a free line,
  // the next is tried to a cell twice as far ahead; after a blocked one, half as far.
  for (let i = 0, ahead = 1; i < length; ) {
    ahead = count < 2 ? 1 : Math.min(ahead, length - i);
    const last = i + ahead - 1;
    const v = path[last];
    let pulled = false;
    if (isEven(cells, path, i, last)) {
      // The terrain cost of the cells that the steps to the last waypoint entered.
      while (count >= 2 && cells[out[count - 1]] === cells[v] && walkableLine(grid, out[count - 2], v)) {
        count--;
        pulled = true;
      }
    }
    if (!pulled && ahead > 1) {
      ahead >>= 1;
      continue;
    }
    i = last + 1;
    if (pulled) ahead *= 2;
    // The path has turned back to the waypoint itself.
    if (count > 0 && out[count - 1] === v) continue;
    if (count > 0 && !pulled && !lineOfSight(grid, out[count - 1], v)) {
      throw new RangeError(`The path leads through a wall, or over joined edges, from (${place(grid, out[count - 1])}) to (${place(grid, v)}): smooth paths as searches of a Grid give them.`);
    }
    if (count === out.length) throw new RangeError(`The path has more waypoints than the ${out.length} that the buffer holds.`);
    out[count++] = v;
  }
  return count;
}

/** Whether the cells of a path from index `first` to `last` all cost the same. */
function isEven(cells: Uint8Array, path: ArrayLike<number>, first: number, last: number): boolean {
  let i = last;
  while (i > first && cells[path[i - 1]] === cells[path[last]]) i--;
  return i === first;
}

function place(grid: Grid, v: number): string {
  return `${grid.x(v)}, ${grid.y(v)}`;
}

/** Throws unless the first `length` entries of `path` can be read, and results written to `out`. */
export function checkPath(path: ArrayLike<number>, length: number, out: unknown): void {
  checkList(path, 'path');
  checkBuffer(out);
  if (!(Number.isInteger(length) && length >= 0 && length <= path.length)) throw new RangeError(`The length must be a whole number from 0 to ${path.length}, the entries of the path, got ${shown(length)}.`);
}
