import type { Grid } from '@pf/grid';
import { lineOfSight } from '@pf/grid';

/**
 * Pulls a path tight like a string: writes the way points between which it can be walked in straight lines at any angle, both
 * ends included, and returns how many there are.
 *
 * Every line has `lineOfSight`: it crosses no blocked cell, and passes corners as the grid's rule lets a diagonal step pass them. No
 * way point could be left out, since those before and after it do not see each other; and the lines together are never longer than the path.
 * Only walls count: on terrain, where a line may lead over worse ground, smooth stretches of equal cost. `out` may be the path itself.
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
export function smooth(grid: Grid, path: ArrayLike<number>, length: number, out: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    const v = path[i];
    let seen = false;
    while (count >= 2 && lineOfSight(grid, out[count - 2], v)) {
      count--;
      seen = true;
    }
    if (count > 0 && !seen && !lineOfSight(grid, out[count - 1], v)) {
      throw new RangeError(`The path leads through a wall from (${place(grid, out[count - 1])}) to (${place(grid, v)}): smooth paths as searches give them.`);
    }
    if (count === out.length) throw new RangeError(`The path has more way points than the ${out.length} that the buffer holds.`);
    out[count++] = v;
  }
  return count;
}

function place(grid: Grid, v: number): string {
  return `${grid.x(v)}, ${grid.y(v)}`;
}
