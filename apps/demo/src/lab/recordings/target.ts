import type { Grid } from '@pf/grid';
import { seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';

/** Of so many steps, a target rests in one: its pursuer is faster. */
const PACE = 3;

/** A target that wanders over a map from `from`: each call gives the cell where it is now. Its aims are random, but the same for each pursuer. It notices walls that are painted. */
export function wandering(grid: Grid, from: number): () => number {
  const random = seededRandom(3);
  const search = new AStar(grid);
  const path = new Uint32Array(grid.vertexCount);
  let [at, step, next, length] = [from, 0, 0, 0];
  const replan = (): void => {
    const aim = grid.vertex(Math.floor(random() * grid.width), Math.floor(random() * grid.height));
    length = search.search(at, aim) < Infinity ? search.path(path) : 0;
    next = 1;
  };
  return () => {
    if (step++ % PACE === 0) return at;
    if (next >= length || grid.cells[path[next]] === 0) replan();
    if (next < length) at = path[next++];
    return at;
  };
}
