import type { UnitKind } from './unit-kind.ts';

/**
 * Returns a goal for each unit of a group: `goal` and the vertices around it, in breadth-first order, except where a unit would cover a vertex of `taken`. The
 * nearest units, by arcs, get the innermost goals. Units for which no vertex is left get `goal`. Adds the vertices that the units cover to `taken`.
 * Allocates memory for the vertices between the group and the goal.
 */
export function spreadGoals({ graph, arcs, cells }: UnitKind, group: readonly number[], goal: number, taken: Set<number>): number[] {
  const free: number[] = [];
  const queue = [goal];
  const seen = new Set(queue);
  const unitsAt = new Map<number, number[]>();
  group.forEach((v, i) => {
    const here = unitsAt.get(v);
    if (here === undefined) unitsAt.set(v, [i]);
    else here.push(i);
  });
  const nearest: number[] = [];
  for (let k = 0; k < queue.length && (free.length < group.length || nearest.length < group.length); k++) {
    const v = queue[k];
    if (free.length < group.length && cells.every((cell) => !taken.has(v + cell))) {
      free.push(v);
      for (const cell of cells) taken.add(v + cell);
    }
    for (const i of unitsAt.get(v) ?? []) nearest.push(i);
    const n = graph.successors(v, arcs.to, arcs.cost);
    for (let i = 0; i < n; i++) {
      if (seen.has(arcs.to[i])) continue;
      seen.add(arcs.to[i]);
      queue.push(arcs.to[i]);
    }
  }
  const goals = group.map(() => goal);
  const found = new Set(nearest);
  // The search follows arcs from the goal. With one-way arcs, a unit that it did not reach may still have a path to the goal.
  const order = [...nearest, ...group.keys()].filter((i, k) => k < nearest.length || !found.has(i));
  free.forEach((v, k) => (goals[order[k]] = v));
  return goals;
}
