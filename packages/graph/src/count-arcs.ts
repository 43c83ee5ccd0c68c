/** Arcs of vertices: their other ends and their costs. */
export interface Arcs {
  readonly to: Uint32Array | Float64Array;
  readonly cost: Float64Array;
}

/** How many arcs from index `first` to before `last` have this end and cost. */
export function countArcs({ to, cost }: Arcs, first: number, last: number, end: number, price: number): number {
  let found = 0;
  for (let i = first; i < last; i++) if (to[i] === end && cost[i] === price) found++;
  return found;
}
