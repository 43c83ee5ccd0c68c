import { GoalBounds, GoalBoundsBuilder, JumpTable } from '@pf/preprocess';
import { JumpPointSearch } from '@pf/search';
import type { World } from '../../worlds/worlds.ts';

/**
 * Goal bounds only of the vertices whose boxes JPS+ with goal bounding reads in a world's problems: on a large map there is no time for all. The
 * layout is that of a whole table. Boxes are built on first use, by a search that prunes the same jumps.
 */
export function boundsAskedFor({ grid, problems }: World): GoalBounds {
  const builder = new GoalBoundsBuilder(grid);
  const { firstArc } = builder;
  const boxes = builder.allocate(0, grid.vertexCount);
  const isBuilt = new Uint8Array(grid.vertexCount);
  const read = (v: number): void => {
    if (isBuilt[v] === 0) builder.build(v, v + 1, boxes.subarray(4 * firstArc[v], 4 * firstArc[v + 1]));
    isBuilt[v] = 1;
  };
  // A `JumpTable` rounds boxes outwards to seven bits a coordinate, so it prunes less than the boxes would.
  const [dropX, dropY] = [grid.width, grid.height].map((size) => Math.max(0, 25 - Math.clz32(size - 1)));
  const to = new Uint32Array(grid.maxDegree);
  const cost = new Float64Array(grid.maxDegree);
  const table = new JumpTable(grid);
  let ends: readonly [start: number, goal: number] = [0, 0];
  const allows = (v: number, step: number): boolean => {
    grid.successors(v, to, cost);
    const at = 4 * (firstArc[v] + to.indexOf(v + step));
    const [x, y] = [grid.x(ends[1]) >> dropX, grid.y(ends[1]) >> dropY];
    return x >= boxes[at] >> dropX && y >= boxes[at + 1] >> dropY && x <= boxes[at + 2] >> dropX && y <= boxes[at + 3] >> dropY;
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
        read(v);
        // Towards itself no goal prunes the other jumps.
        table.begin(v, v);
        const jumps: number[] = [];
        let [walk, last, isOpen] = [0, v, true];
        for (const jump of table.found.slice(0, table.jumps(v, arrival))) {
          const end = jump >> 4;
          const [dx, dy] = [grid.x(end) - grid.x(v), grid.y(end) - grid.y(v)];
          const diagonal = dx === 0 || dy === 0 ? 0 : Math.sign(dy) * grid.stride + Math.sign(dx);
          const bend = v + Math.min(Math.abs(dx), Math.abs(dy)) * diagonal;
          // A walk passes its jump points in order, and ends at the first whose box does not contain the goal.
          if (diagonal !== walk) [walk, last, isOpen] = [diagonal, v, true];
          if (bend !== last) isOpen &&= allows(last, diagonal);
          if (!isOpen) continue;
          last = bend;
          read(bend);
          if (bend === end || allows(bend, Math.abs(dx) > Math.abs(dy) ? Math.sign(dx) : Math.sign(dy) * grid.stride)) jumps.push(jump);
        }
        table.begin(...ends);
        if (table.jumps(v, arrival) === 1 && table.found[0] >> 4 === ends[1]) return 1;
        table.found.set(jumps);
        return jumps.length;
      },
    },
  });
  for (const { from, to: goal } of problems) search.search(from, goal);
  return new GoalBounds(grid, firstArc, boxes);
}
