import type { Graph } from '@pf/graph';
import { pathCost } from '@pf/graph';
import { oracleDistances } from '@pf/testkit';
import { expect } from 'vitest';

/** What answers a question as a query of a hierarchy does. */
export interface Query {
  search(start: number, goal: number): number;
  path(out: Uint32Array): number;
  arcs(out: Uint32Array): number;
}

/** Equal but for the rounding of sums that are made in another order. */
export function near(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-9 * (1 + Math.abs(b));
}

/** Asks a query for all goals of these starts, and holds cost, path and arcs against the oracle. */
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
    for (let goal = 0; goal < graph.vertexCount; goal++) {
      const found = query.search(start, goal);
      if (!near(found, truth[goal])) expect.fail(`From ${start} to ${goal} it costs ${truth[goal]}, but the query says ${found}.`);
      const length = query.path(out);
      const path = [...out.subarray(0, length)];
      if (found === Infinity) {
        expect([length, query.arcs(arcs)]).toEqual([0, 0]);
        continue;
      }
      expect([path[0], path[length - 1]]).toEqual([start, goal]);
      expect(new Set(path).size).toBe(length);
      if (!near(pathCost(graph, path), found)) expect.fail(`The path from ${start} to ${goal} costs ${pathCost(graph, path)}, but the query says ${found}.`);
      const taken = [...arcs.subarray(0, query.arcs(arcs))].map((arc) => all[arc]);
      expect(taken.map(([tail]) => tail)).toEqual(path.slice(0, -1));
      expect(taken.map(([, head]) => head)).toEqual(path.slice(1));
      expect(near(taken.reduce((sum, [, , c]) => sum + c, 0), found)).toBe(true);
    }
  }
}

export function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i);
}
