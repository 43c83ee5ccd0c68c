import type { Graph } from '@pf/graph';
import { pathCost } from '@pf/graph';
import { oracleDistances, verticesOf } from '@pf/testkit';
import { expect } from 'vitest';

/** A search with the methods of a hierarchy query. */
export interface Query {
  search(start: number, goal: number): number;
  path(out: Uint32Array): number;
  arcs(out: Uint32Array): number;
}

/** Equal up to the rounding of sums in another order. */
export function near(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-9 * (1 + Math.abs(b));
}

/** Queries all goals of these starts, and checks cost, path and arcs against the oracle. */
export function askAll(graph: Graph, query: Query, starts: Iterable<number>): void {
  const out = new Uint32Array(graph.vertexCount);
  const arcs = new Uint32Array(graph.vertexCount);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const all: [number, number, number][] = [];
  for (let v = 0; v < graph.vertexCount; v++) {
    const n = graph.successors(v, to, cost);
    for (let i = 0; i < n; i++) all.push([v, to[i], cost[i]]);
  }
  for (const start of starts) {
    const truth = oracleDistances(graph, start);
    for (const goal of verticesOf(graph)) {
      const found = query.search(start, goal);
      if (!near(found, truth[goal])) expect.fail(`From ${start} to ${goal} it costs ${truth[goal]}, but the query says ${found}.`);
      const length = query.path(out);
      if (found === Infinity) {
        if (length !== 0 || query.arcs(arcs) !== 0) expect.fail(`There is no path from ${start} to ${goal}, but the query writes one.`);
        continue;
      }
      // Plain comparisons, because this runs tens of thousands of times.
      const count = query.arcs(arcs);
      let sum = 0;
      let fits = count === length - 1 && out[0] === start && out[length - 1] === goal && new Set(out.subarray(0, length)).size === length;
      for (let i = 0; i < count; i++) {
        const [tail, head, c] = all[arcs[i]];
        sum += c;
        fits &&= tail === out[i] && head === out[i + 1];
      }
      if (!fits || !near(sum, found) || !near(pathCost(graph, out, length), found)) {
        expect.fail(`The path from ${start} to ${goal} at ${found} is ${[...out.subarray(0, length)].join(' ')}, by the arcs ${[...arcs.subarray(0, count)].join(' ')}.`);
      }
    }
  }
}

export function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i);
}
