import type { Grid } from '@pf/grid';
import { GoalBounds, GoalBoundsBuilder, JumpTable } from '@pf/preprocess';
import { JumpPointSearch } from '@pf/search';
import type { World } from '../../worlds/worlds.ts';

/**
 * Goal bounds only of the vertices that JPS+ with goal bounding expands in a world's problems: on a large map there is no time for all, and the
 * others are never used. Boxes are built on first use, by a search that prunes the same jumps.
 */
export function boundsAskedFor({ grid, problems }: World): GoalBounds {
  const builder = new GoalBoundsBuilder(grid);
  const { firstArc } = builder;
  const boxes = builder.allocate(0, grid.vertexCount);
  const bounds = new GoalBounds(grid, firstArc, boxes);
  const queried = new Uint8Array(grid.vertexCount);
  const to = new Uint32Array(grid.maxDegree);
  const cost = new Float64Array(grid.maxDegree);
  const table = new JumpTable(grid);
  let ends: readonly [start: number, goal: number] = [0, 0];
  const allows = (v: number, step: number): boolean => {
    if (queried[v] === 0) builder.build(v, v + 1, boxes.subarray(4 * firstArc[v], 4 * firstArc[v + 1]));
    queried[v] = 1;
    grid.successors(v, to, cost);
    return bounds.allows(v, to.indexOf(v + step), ends[1]);
  };
  const search = new JumpPointSearch(grid, {
    locator: {
      grid,
      found: table.found,
      get goal() {
        return ends[1];
      },
      begin: (start, goal) => table.begin(...(ends = [start, goal])),
      jumps(v, arrival) {
        // Towards itself no goal prunes the other jumps.
        table.begin(v, v);
        const jumps = table.found.slice(0, table.jumps(v, arrival)).filter((jump) => legs(grid, v, jump >> 4).every(([from, step]) => allows(from, step)));
        table.begin(...ends);
        if (table.jumps(v, arrival) === 1 && table.found[0] >> 4 === ends[1]) return 1;
        table.found.set(jumps);
        return jumps.length;
      },
    },
  });
  for (const { from, to: goal } of problems) search.search(from, goal);
  const kept = new GoalBoundsBuilder(grid, queried);
  const few = kept.allocate(0, grid.vertexCount);
  for (let v = 0; v < grid.vertexCount; v++) if (queried[v] === 1) few.set(boxes.subarray(4 * firstArc[v], 4 * firstArc[v + 1]), 4 * kept.firstArc[v]);
  return new GoalBounds(grid, kept.firstArc, few);
}

/** The starts of the diagonal steps of a jump and of the straight steps after them, with the vertex offset of a step. */
function legs(grid: Grid, from: number, to: number): (readonly [begin: number, step: number])[] {
  const dx = grid.x(to) - grid.x(from);
  const dy = grid.y(to) - grid.y(from);
  const diagonal = Math.sign(dy) * grid.stride + Math.sign(dx);
  const bend = from + Math.min(Math.abs(dx), Math.abs(dy)) * diagonal;
  const legs: (readonly [number, number])[] = [];
  if (bend !== from) legs.push([from, diagonal]);
  if (bend !== to) legs.push([bend, Math.abs(dx) > Math.abs(dy) ? Math.sign(dx) : Math.sign(dy) * grid.stride]);
  return legs;
}
