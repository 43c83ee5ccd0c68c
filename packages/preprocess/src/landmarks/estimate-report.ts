/** Quality of a heuristic: the data of the scatter plot of estimates against true costs on A. Patel's page about landmarks. */
import type { Graph, Heuristic } from '@pf/graph';
import { checkFunction, checkList, checkVertex, checkWorld } from '@pf/graph/kit';
import { Dijkstra } from '@pf/search';

/** Connected pairs of vertices: their costs and a heuristic's estimates. */
export interface EstimateReport {
  /** The true costs. */
  readonly costs: Float64Array;
  /** The estimates for the same pairs. */
  readonly estimates: Float64Array;
  /** Mean of estimate / cost; 1 is a perfect heuristic. Pairs of cost 0 are left out. */
  readonly share: number;
  /** The largest amount by which an estimate exceeds the cost: 0 for an admissible heuristic, within rounding. */
  readonly excess: number;
}

/**
 * Compares estimates with true costs, from each of `starts` to each of `goals`, by one flood for each goal. Unconnected pairs are left out.
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
