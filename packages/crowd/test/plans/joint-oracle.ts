import type { OracleGraph } from '@pf/testkit';

/** A small problem for several units. */
export interface SmallProblem {
  readonly graph: OracleGraph;
  readonly starts: readonly number[];
  readonly goals: readonly number[];
  /** Twice the midpoint of two vertices, where steps may cross; undefined if they cannot. */
  readonly middle?: ((from: number, to: number) => string) | undefined;
}

/**
 * The least sum of costs (or number of steps) of all plans, Infinity if there is none. Dijkstra's algorithm over all joint states: the positions
 * of all units, and the set of those that never move again. It shares no code with the packages.
 */
export function leastCost({ graph, starts, goals, middle }: SmallProblem, objective: 'sum-of-costs' | 'makespan' = 'sum-of-costs'): number {
  const n = starts.length;
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const choices = Array.from({ length: graph.vertexCount }, (_, v) => {
    const arcs = graph.successors(v, to, cost);
    return [...new Set([v, ...to.subarray(0, arcs)])];
  });
  const conflict = (a: number, a2: number, b: number, b2: number): boolean =>
    a2 === b2 || (a2 === b && b2 === a) || (middle !== undefined && a !== a2 && b !== b2 && middle(a, a2) === middle(b, b2));
  const known = new Map<string, number>();
  const layers: { readonly at: readonly number[]; readonly done: number }[][] = [];
  const push = (at: readonly number[], done: number, g: number): void => {
    const key = `${at.join()} ${done}`;
    if ((known.get(key) ?? Infinity) <= g) return;
    known.set(key, g);
    (layers[g] ??= []).push({ at, done });
  };
  push(starts, 0, 0);
  for (let g = 0; g < layers.length; g++) {
    const layer = layers[g] ?? [];
    for (let q = 0; q < layer.length; q++) {
      const { at, done } = layer[q];
      if (known.get(`${at.join()} ${done}`) !== g) continue;
      if (at.every((v, i) => v === goals[i])) return g;
      let left = 0;
      for (let i = 0; i < n; i++) {
        if (((done >> i) & 1) === 1) continue;
        left++;
        if (at[i] === goals[i] && objective === 'sum-of-costs') push(at, done | (1 << i), g);
      }
      const price = objective === 'makespan' ? 1 : left;
      const extend = (next: readonly number[]): void => {
        const i = next.length;
        if (i === n) return push(next, done, g + price);
        for (const u of ((done >> i) & 1) === 1 ? [at[i]] : choices[at[i]]) {
          if (!next.some((w, j) => conflict(at[j], w, at[i], u))) extend([...next, u]);
        }
      };
      extend([]);
    }
  }
  return Infinity;
}
