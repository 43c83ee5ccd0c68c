/** How good a heuristic is: the scatter plot of estimates against true costs of A. Patel's page on landmarks, as data. */
import type { Graph, Heuristic } from '@pf/graph';
import { checkFunction, checkList, checkVertex, checkWorld } from '@pf/graph/kit';
import { Dijkstra } from '@pf/search';

/** Pairs of vertices between which there is a path, and what a heuristic says of each. */
export interface EstimateReport {
  /** The true costs: the one axis of the plot. */
  readonly costs: Float64Array;
  /** The estimates of the same pairs: the other. */
  readonly estimates: Float64Array;
  /** The mean of estimate over cost; 1 is a perfect heuristic. Pairs that cost nothing are left out. */
  readonly share: number;
  /** The most by which an estimate exceeds the cost; an admissible heuristic has none but what rounding leaves. */
  readonly excess: number;
}

/**
 * Estimates against true costs, from each of `starts` to each of `goals`: a flood a goal. Where there is no path, a pair is left out.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { Landmarks, reportEstimates } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['.....', '####.', '.....']);
 * const [start, goal] = [grid.vertex(0, 0), grid.vertex(0, 2)];
 * reportEstimates(grid, grid.heuristic(), [start], [goal]).share; // → 0.2
 * reportEstimates(grid, new Landmarks(grid, [goal]).heuristic(), [start], [goal]).share; // → 1
 * ```
 */
export function reportEstimates(graph: Graph, heuristic: Heuristic, starts: ArrayLike<number>, goals: ArrayLike<number>): EstimateReport {
  checkWorld(graph, 'reportEstimates');
  checkFunction(heuristic, 'heuristic');
  checkList(starts, 'starts');
  checkList(goals, 'goals');
  for (let i = 0; i < starts.length; i++) checkVertex(graph, starts[i], 'start');
  const dijkstra = new Dijkstra(graph, { direction: 'backward' });
  const costs: number[] = [];
  const estimates: number[] = [];
  let shares = 0;
  let counted = 0;
  let excess = 0;
  for (let j = 0; j < goals.length; j++) {
    dijkstra.flood(goals[j]);
    for (let i = 0; i < starts.length; i++) {
      const cost = dijkstra.distance(starts[i]);
      if (cost === Infinity) continue;
      const estimate = heuristic(starts[i], goals[j]);
      costs.push(cost);
      estimates.push(estimate);
      excess = Math.max(excess, estimate - cost);
      if (cost === 0) continue;
      shares += estimate / cost;
      counted++;
    }
  }
  return { costs: Float64Array.from(costs), estimates: Float64Array.from(estimates), share: counted === 0 ? 1 : shares / counted, excess };
}
