import type { Graph, Heuristic } from '@pf/graph';
import { hillClimb } from '@pf/graph';

/**
 * The vertices of a path that hill-climbing cannot do without: from each, climbing reaches the next, and the last reaches the end. Found by
 * doubling and halving the distance tried, as V. Bulitko, Y. Björnsson and R. Lawrence (JAIR 38, 2010) compress their cases.
 */
export function subgoalsOnPath(graph: Graph, heuristic: Heuristic, path: Uint32Array, length: number, cutoff: number): number[] {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const climbs = (from: number, end: number): boolean => hillClimb(graph, heuristic, path[from], path[end], cutoff, to, cost) >= 0;
  const subgoals: number[] = [];
  for (let at = 0; at < length - 1; ) {
    if (climbs(at, length - 1)) break;
    // The next vertex of the path can always be climbed to: it is one arc away.
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
