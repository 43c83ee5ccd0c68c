import type { Space } from '@pf/sampling';
import { BITStar, cells, obstacles, RRT, RRTConnect } from '@pf/sampling';
import { VisibilityGraph } from '@pf/testkit';
import { SeededRandom } from '../seeded-random.ts';
import type { Player } from '../player.ts';
import { demand } from '../player.ts';
import { cellsOf } from './any-angle.ts';

const MOST_CELLS = 100;

/** Paths through the free cells of a grid by samples: they meet no wall, cost their length, are never shorter than the shortest, and never get worse. */
const sampled: Player = {
  name: 'paths by samples',
  join({ grid }, tally) {
    if (grid === undefined || grid.movement === 'hex' || grid.width * grid.height > MOST_CELLS) return undefined;
    let visibility: VisibilityGraph | undefined;
    return {
      changed: () => void (visibility = undefined),
      query({ start, goal, n }) {
        if (n % 16 !== 0) return;
        visibility ??= new VisibilityGraph(cellsOf(grid));
        const space = obstacles({ min: [0, 0], max: [grid.width, grid.height] }, [cells(grid)]);
        const [from, to] = [[grid.x(start) + 0.25, grid.y(start) + 0.625], [grid.x(goal) + 0.375, grid.y(goal) + 0.5]];
        if (![from, to].every(([x, y]) => grid.isFree(Math.floor(x), Math.floor(y)))) return;
        const least = visibility.distance(from[0], from[1], to[0], to[1]);
        const random = (): (() => number) => new SeededRandom(n).random;
        // Throws once while the goal is connected, as a space that loads on demand may do.
        let left = 1;
        const throwing: Space = { ...space, segmentFree: (a, b) => {
          if (a[0] === to[0] && a[1] === to[1] && left-- > 0) throw new Error('not loaded yet');
          return space.segmentFree(a, b);
        } };
        const torn = new RRT(throwing, { star: true, random: random() });
        try {
          torn.search(from, to, 150);
        } catch (error) {
          if (!(error instanceof Error && error.message === 'not loaded yet')) throw error;
        }
        const { points: nodes, size, cost: costs } = torn.tree;
        for (let v = 0; v < size; v++) demand(nodes[2 * v] !== to[0] || nodes[2 * v + 1] !== to[1] || torn.cost <= costs[v], () => `RRT* reached the goal at cost ${costs[v]} when the space threw, but reports ${torn.cost}.`);
        const planners = {
          RRT: new RRT(space, { random: random() }),
          'RRT*': new RRT(space, { star: true, random: random() }),
          'Informed RRT*': new RRT(space, { informed: true, random: random() }),
          'BIT*': new BITStar(space, { batch: 20, random: random() }),
          'RRT-Connect': new RRTConnect(space, { random: random() }),
        };
        for (const [name, planner] of Object.entries(planners)) {
          tally.queries++;
          const what = `${name} from (${from.join(', ')}) to (${to.join(', ')})`;
          let last = Infinity;
          for (let slice = 0; slice < 3; slice++) {
            const cost = slice === 0 ? planner.search(from, to, 60) : planner.resume(40);
            demand(cost === planner.cost && cost <= last, () => `${what}: the cost went from ${last} to ${cost}, and is reported as ${planner.cost}.`);
            last = cost;
            demand(cost >= least - 1e-9, () => `${what}: the shortest path is ${least} long, but one of ${cost} is reported as found.`);
            const points = new Float64Array(2 * planner.pathLength);
            const count = planner.path(points);
            demand((count > 0) === cost < Infinity, () => `${what}: ${count} points at the cost ${cost}.`);
            if (count === 0) continue;
            demand(points[0] === from[0] && points[1] === from[1] && points[2 * count - 2] === to[0] && points[2 * count - 1] === to[1], () => `${what}: the path has wrong ends: ${points.join(' ')}.`);
            let length = 0;
            for (let i = 2; i < 2 * count; i += 2) {
              const [dx, dy] = [points[i] - points[i - 2], points[i + 1] - points[i - 1]];
              length += Math.sqrt(dx * dx + dy * dy);
              for (let k = 0; k <= 20; k++) {
                const [x, y] = [points[i - 2] + (k / 20) * dx, points[i - 1] + (k / 20) * dy];
                demand(isFree(grid, x, y), () => `${what}: the path is in a wall at (${x}, ${y}).`);
              }
            }
            demand(Math.abs(length - cost) <= 1e-9 * (1 + cost), () => `${what}: the path costs ${cost}, but is ${length} long.`);
          }
        }
      },
    };
  },
};

/** On the border of a cell either side will do. */
function isFree(grid: { readonly width: number; readonly height: number; isFree(x: number, y: number): boolean }, x: number, y: number): boolean {
  return [-1e-9, 1e-9].some((dx) => [-1e-9, 1e-9].some((dy) => grid.isFree(Math.floor(x + dx), Math.floor(y + dy))));
}

export const samplingPlayers: readonly Player[] = [sampled];
