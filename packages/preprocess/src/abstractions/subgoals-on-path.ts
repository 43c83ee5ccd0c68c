import type { Graph, Heuristic } from '@pf/graph';
import { HillClimber } from '@pf/graph/kit';

/**
 * The subgoals of a path: hill-climbing leads from each to the next, and from the last to the end. (Terrain can
 * make it avoid even a neighbour; then it does not.) Found by doubling and bisection, as V. Bulitko, Y. Björnsson and R. Lawrence
 * (JAIR 38, 2010) compress their cases.
 */
export function subgoalsOnPath(graph: Graph, heuristic: Heuristic, path: Uint32Array, length: number, cutoff: number): number[] {
  const climber = new HillClimber(graph, heuristic);
  const climbs = (from: number, end: number): boolean => climber.steps(path[from], path[end], cutoff) >= 0;
  const subgoals: number[] = [];
  for (let at = 0; at < length - 1; ) {
    if (climbs(at, length - 1)) break;
    // The next vertex of the path is one arc away. If estimates between neighbours are the costs of arcs, climbing always reaches it.
    let low = at + 1;
    let high = length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (climbs(at, middle)) low = middle;
      else high = middle;
    }
    subgoals.push(path[low]);
    at = low;
  }
  return subgoals;
}
