import type { Graph } from '@pf/graph';
import { ArcBuffer, hasCheckedArcs } from '@pf/graph/kit';

/** It looks at so many vertices, as it works outside of the budget. */
const MOST = 4096;

/**
 * Throws if `predecessors` leaves out an arc that `successors` writes: the first one from `v`, or from the first vertex after it that has any. For searches backward that end at
 * once: in a graph that is searched forward only, that does not say that no path leads there.
 */
export function checkPredecessors(graph: Graph, v: number): void {
  if (hasCheckedArcs(graph) || graph.nearLattice !== undefined) return;
  const { to, cost } = new ArcBuffer(graph);
  for (let k = 0; k < Math.min(graph.vertexCount, MOST); k++) {
    const tail = (v + k) % graph.vertexCount;
    if (graph.successors(tail, to, cost) === 0) continue;
    const [head] = to;
    if (to.subarray(0, graph.predecessors(head, to, cost)).includes(tail)) return;
    throw new Error(`predecessors leaves out the arc from vertex ${tail} to ${head}, which successors writes: list the same arcs in both, or pass shareFrom: Infinity for a graph that is searched forward only.`);
  }
}
