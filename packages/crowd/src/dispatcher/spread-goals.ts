import type { Graph } from '@pf/graph';
import { ArcBuffer } from '@pf/graph/kit';

/**
 * A goal for each of a group: `goal` and the vertices around it, breadth first, but for those that are taken. Who is nearest, by arcs, gets the innermost; those for
 * whom none is left get `goal`. Touches what lies between the group and the goal, and allocates for that.
 */
export function spreadGoals(graph: Graph, group: readonly number[], goal: number, taken: ReadonlySet<number>): number[] {
  const arcs = new ArcBuffer(graph);
  const free: number[] = [];
  const queue = [goal];
  const seen = new Set(queue);
  const waiting = new Map<number, number[]>();
  group.forEach((v, i) => waiting.set(v, [...(waiting.get(v) ?? []), i]));
  const arrivals: number[] = [];
  for (let k = 0; k < queue.length && (free.length < group.length || arrivals.length < group.length); k++) {
    const v = queue[k];
    if (free.length < group.length && !taken.has(v)) free.push(v);
    const here = waiting.get(v);
    if (here !== undefined) arrivals.push(...here);
    const n = graph.successors(v, arcs.to, arcs.cost);
    for (let i = 0; i < n; i++) {
      if (seen.has(arcs.to[i])) continue;
      seen.add(arcs.to[i]);
      queue.push(arcs.to[i]);
    }
  }
  const goals = group.map(() => goal);
  const found = new Set(arrivals);
  // Who was not met cannot be reached from the goal; maybe it gets there all the same.
  const order = [...arrivals, ...group.keys()].filter((i, k) => k < arrivals.length || !found.has(i));
  free.forEach((v, k) => (goals[order[k]] = v));
  return goals;
}
