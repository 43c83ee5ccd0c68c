import { runInThisContext } from 'node:vm';
import type { OracleGraph } from './oracle.ts';

/** A graph of a user's own that breaks the contract, and what an error must say if a search from `start` to `goal` reads the wrong arcs. */
export interface IllegalGraph {
  readonly what: string;
  readonly graph: OracleGraph;
  readonly start: number;
  readonly goal: number;
  readonly says: RegExp;
  /** The cost of the path, for searches that need not read the wrong arcs; undefined if each reads them. */
  readonly right?: number;
}

type ArcList = readonly (readonly [tail: number, head: number, cost: unknown])[];

/** Writes arcs unchecked, as the graphs of users do. */
function graphOf(vertexCount: number, maxDegree: number, arcs: ArcList): OracleGraph {
  const write = (found: readonly (readonly [number, unknown])[], to: Uint32Array, cost: Float64Array): number => {
    found.forEach(([u, c], i) => {
      to[i] = u;
      cost[i] = c as number;
    });
    return found.length;
  };
  return {
    vertexCount,
    maxDegree,
    successors: (v, to, cost) => write(arcs.filter(([tail]) => tail === v).map(([, head, c]) => [head, c]), to, cost),
    predecessors: (v, to, cost) => write(arcs.filter(([, head]) => head === v).map(([tail, , c]) => [tail, c]), to, cost),
  };
}

/** One graph for each kind of illegal arc. The first costs are fractions, which stop a planner from reading all arcs when it is made. */
export function illegalGraphs(): IllegalGraph[] {
  const ends = { start: 0, goal: 3 };
  const costs = (cost: string): RegExp => new RegExp(`^The arc between the vertices (1 and 2|2 and 1) costs ${cost}: an arc must cost a number, 0 or more\\.$`);
  const most = (v: number, n: number, maxDegree: number): RegExp => new RegExp(`^Vertex ${v} has ${n} arcs, more than the graph's maxDegree of ${maxDegree}: `);
  const chain = (cost: unknown): ArcList => [[0, 1, 1.5], [1, 2, cost], [2, 3, 1]];
  return [
    { what: 'a cycle of negative sum', graph: graphOf(4, 2, [[0, 1, 1], [1, 2, -3], [2, 1, 1], [2, 3, 1]]), ...ends, says: costs('-3') },
    { what: 'the same after a fraction', graph: graphOf(4, 2, [[0, 1, 1.5], [1, 2, -3], [2, 1, 1], [2, 3, 1]]), ...ends, says: costs('-3') },
    { what: 'a cost below 0', graph: graphOf(4, 1, chain(-1)), ...ends, says: costs('-1') },
    { what: 'a cost of NaN', graph: graphOf(4, 1, chain(NaN)), ...ends, says: costs('NaN') },
    { what: 'a cost of undefined', graph: graphOf(4, 1, chain(undefined)), ...ends, says: costs('NaN') },
    { what: 'text as a cost', graph: graphOf(4, 1, chain('far')), ...ends, says: costs('NaN') },
    { what: 'too many arcs that leave and enter', graph: graphOf(7, 1, [...chain(1), [1, 4, 1], [1, 5, 1], [4, 2, 1], [6, 2, 1]]), ...ends, says: /^Vertex [12] has 3 arcs, more than the graph's maxDegree of 1: / },
    { what: 'too many arcs that leave', graph: graphOf(7, 2, [[0, 1, 1.5], [1, 4, 1], [1, 5, 1], [1, 2, 1], [2, 3, 1]]), ...ends, says: most(1, 3, 2), right: 3.5 },
    { what: 'too many arcs that enter', graph: graphOf(12, 1, [...Array.from({ length: 10 }, (_, v) => [v, 10, 1] as const), [10, 11, 1.5]]), start: 9, goal: 11, says: most(10, 10, 1), right: 2.5 },
  ];
}

/** Makes a call, and ends it by an error if it takes longer than ten seconds, as an endless loop does. */
export function watched<T>(call: () => T): T {
  const key = '@pf/testkit: watched';
  const place = globalThis as Record<string, unknown>;
  const before = place[key];
  place[key] = call;
  try {
    return runInThisContext(`globalThis['${key}']()`, { timeout: 10_000 }) as T;
  } finally {
    place[key] = before;
  }
}

/** Throws unless a call answers as it must over an illegal graph: by the sentence, or by the right cost if it need not read the wrong arcs. */
export function expectLegal({ what, graph, start, goal, says, right }: IllegalGraph, costOf: (graph: OracleGraph, start: number, goal: number) => number): void {
  let cost;
  try {
    cost = watched(() => costOf(graph, start, goal));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (says.test(message)) return;
    throw new Error(`${what}: the error should match ${String(says)}, but is "${message}"`, { cause: error });
  }
  if (cost !== right) throw new Error(`${what}: it should throw, but gave ${cost}`);
}
