import { checkGrid } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { JumpRules } from '@pf/search/kit';

/**
 * Marks the cells of a grid at which a jump of JPS+ can end: the cells that need goal bounds (JPS+BB+).
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { jumpPoints } from '@pf/preprocess';
 *
 * // The only jump points are beside the ends of the wall, where it may have to be turned.
 * const grid = Grid.fromRows(['......', '..##..', '......']);
 * jumpPoints(grid).reduce((sum, mark) => sum + mark, 0); // → 4
 * ```
 */
export function jumpPoints(grid: Grid): Uint8Array {
  checkGrid(grid, 'jumpPoints');
  const { moves } = grid;
  const rules = new JumpRules(grid);
  const marks = new Uint8Array(grid.vertexCount);
  const stopping = rules.walksStop ? [...rules.rays, ...rules.walks] : rules.rays;
  for (let v = 0; v < marks.length; v++) {
    for (const { course, step } of stopping) if (((moves[v] >> course) & 1) === 1 && rules.stops(moves, v + step, course)) marks[v + step] = 1;
  }
  return marks;
}
