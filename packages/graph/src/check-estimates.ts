import { checkWorld } from './check-world.ts';
import { checkHeuristic, checkList } from './checks.ts';
import type { Graph, Heuristic } from './graph.ts';
import { arcsOf, checkVertex } from './graph.ts';

/** Relative error of sums of costs that is no fault. */
const ROUNDING = 1e-9;

/**
 * Checks a heuristic of yours, in a test: throws at an estimate that is no number of 0 or more, at a goal whose own estimate is not 0, and at the first arc along which the estimate falls by more
 * than the cost of the arc. One that passes is consistent, and so never above the true cost. Without that, searches return paths that are not the cheapest, without an error.
 *
 * Reads all arcs once for each goal.
 *
 * @example
 * ```ts
 * import { checkEstimates } from '@pf/graph';
 * import { Grid } from '@pf/grid';
 *
 * const grid = new Grid(9, 9);
 * const manhattan = (v: number, goal: number): number => Math.abs(grid.x(v) - grid.x(goal)) + Math.abs(grid.y(v) - grid.y(goal));
 * checkEstimates(grid, manhattan, [grid.vertex(8, 8)]); // → throws RangeError: The estimate falls from 16 at vertex 12 to 14 at 24, but the arc costs 1.4142135623730951: too high for the goal 108 at one of them.
 * checkEstimates(grid, grid.heuristic(), [grid.vertex(8, 8)]); // → undefined
 * ```
 */
export function checkEstimates(graph: Graph, heuristic: Heuristic, goals: ArrayLike<number>): void {
  checkWorld(graph, 'checkEstimates');
  checkHeuristic(heuristic);
  checkList(goals, 'goals');
  if (goals.length === 0) throw new RangeError('checkEstimates needs goals to check the estimates to: pass at least one.');
  const to = new Uint32Array(graph.maxDegree), cost = new Float64Array(graph.maxDegree);
  for (let k = 0; k < goals.length; k++) {
    const goal = goals[k];
    checkVertex(graph, goal, 'goal');
    const estimate = (v: number): number => {
      const h = heuristic(v, goal);
      if (v === goal ? h !== 0 : !(h >= 0)) throw new RangeError(`The estimate from vertex ${v} to the goal ${goal} is ${h}: it must be ${v === goal ? '0' : 'a number, 0 or more'}.`);
      return h;
    };
    for (let v = 0; v < graph.vertexCount; v++) {
      if (graph.hasVertex?.(v) === false) continue;
      const h = estimate(v);
      for (let i = arcsOf(graph, v, to, cost) - 1; i >= 0; i--) {
        const next = estimate(to[i]);
        if (!(h > cost[i] + next + (h < Infinity ? ROUNDING * h : 0))) continue;
        throw new RangeError(`The estimate falls from ${h} at vertex ${v} to ${next} at ${to[i]}, but the arc costs ${cost[i]}: too high for the goal ${goal} at one of them.`);
      }
    }
  }
}
