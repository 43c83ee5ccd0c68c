import { pathCost } from '@pf/graph';
import type { Graph } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { measure } from './measure.ts';
import { garbageOf, keptBytes } from './memory.ts';
import type { Contender, Timing } from './measure.ts';
import type { GridPeer } from './peer.ts';
import { mean } from './statistics.ts';
import { TextbookAStar } from './textbook-a-star.ts';
import type { ProblemSet, Problem, World } from '../worlds/worlds.ts';

/** Answers queries on one world. */
interface Runner {
  /** Answers a query, path included; this is timed. */
  run(problem: Problem): void;
  /** Untimed work before each query. */
  prepare?(): void;
  /** The path of the last query, as vertices from start to goal. Not timed: `run` has already computed it in some form. */
  path(): ArrayLike<number>;
  /** The reported cost of the last query; NaN if none is reported. */
  cost(): number;
  /** Expansions of the last query; NaN if they are not counted. */
  expanded(): number;
}

export interface SearchContender<A extends ProblemSet = World> {
  readonly name: string;
  readonly make: (problemSet: A) => Runner;
}

export interface Ranking {
  readonly name: string;
  /** Answers that were not optimal, had a wrong cost, or were no legal path. */
  readonly wrong: number;
  /** The mean over all queries. */
  readonly expanded: number;
  readonly timing: Timing;
  /** The bytes that the contender keeps after all queries, and the time of its construction. */
  readonly bytes: number;
  readonly buildSeconds: number;
  /**
   * Garbage of a warm query in bytes. NaN if it was not measured, if collections interrupted every measurement, or if it is too little to measure in
   * time.
   */
  readonly garbage: number;
}

/** The interface of a search. */
export interface PathSearch {
  search(from: number, to: number): number;
  path(out: Uint32Array): number;
  readonly counters: { readonly expanded: number };
}

// One path buffer for each graph, shared by all contenders, so that it is not counted as memory of a search.
const buffers = new WeakMap<Graph, Uint32Array>();

function pathBuffer(graph: Graph): Uint32Array {
  const known = buffers.get(graph) ?? new Uint32Array(graph.vertexCount);
  buffers.set(graph, known);
  return known;
}

/** A search of these packages as a contender. */
export function ours<A extends ProblemSet = World>(name: string, make: (problemSet: A) => PathSearch): SearchContender<A> {
  return {
    name,
    make(problemSet) {
      const search = make(problemSet);
      const out = pathBuffer(problemSet.graph);
      let cost = NaN;
      let length = 0;
      return {
        run({ from, to }) {
          cost = search.search(from, to);
          length = search.path(out);
        },
        path: () => out.subarray(0, length),
        cost: () => cost,
        expanded: () => search.counters.expanded,
      };
    },
  };
}

/** The textbook A* as a contender, the baseline of the papers. */
export function textbook(name: string): SearchContender<ProblemSet> {
  return ours(name, ({ graph, heuristic }: ProblemSet) => {
    const search = new TextbookAStar(graph, heuristic);
    let goal = 0;
    return {
      search: (from, to) => search.search(from, (goal = to)),
      path(out) {
        const path = search.path(goal);
        out.set(path);
        return path.length;
      },
      get counters() {
        return { expanded: search.expanded };
      },
    };
  });
}

/** Another library as a contender. The cost of its path is computed by walking it. */
export function theirs({ name, load }: GridPeer): SearchContender {
  return {
    name,
    make({ grid }) {
      const loaded = load({ width: grid.width, height: grid.height, isFree: (x, y) => grid.isFree(x, y) });
      let answer: unknown;
      return {
        run({ from, to }) {
          answer = loaded.search(grid.x(from), grid.y(from), grid.x(to), grid.y(to));
        },
        ...(loaded.prepare === undefined ? {} : { prepare: () => loaded.prepare?.() }),
        path: () => withSteps(grid, loaded.cells(answer)),
        cost: () => NaN,
        expanded: () => NaN,
      };
    },
  };
}

/** The optimal costs of a problem set, by a search that shares no code with the packages. */
export function optimalCosts({ graph, heuristic, problems }: ProblemSet): Float64Array {
  const textbook = new TextbookAStar(graph, heuristic);
  return Float64Array.from(problems, ({ from, to }) => textbook.search(from, to));
}

/** The cost of a path; Infinity if it is empty, NaN if it uses missing arcs or has wrong ends. */
export function costOf(graph: Graph, path: ArrayLike<number>, { from, to }: Problem): number {
  if (path.length === 0) return Infinity;
  const cost = pathCost(graph, path);
  return path[0] === from && path[path.length - 1] === to && cost < Infinity ? cost : NaN;
}

/** Equal except for rounding, since steps may be summed in another order. */
export function agree(a: number, b: number): boolean {
  return a === b || (a < Infinity && b < Infinity && Math.abs(a - b) <= 1e-9 * Math.max(a, b));
}

/** Facts about a contender after its answers were checked and before it is timed. */
export interface Checked extends Omit<Ranking, 'timing' | 'garbage'> {
  /** Milliseconds of all its answers. */
  readonly warmUp: number;
}

/** Creates a contender and checks each of its answers: the cost against `optimal`, the path step by step. Returns it for timing. */
export function check<A extends ProblemSet>(problemSet: A, { name, make }: SearchContender<A>, optimal: Float64Array): { readonly checked: Checked; readonly contender: Contender } {
  const { graph, problems } = problemSet;
  pathBuffer(graph);
  const expanded = new Float64Array(problems.length);
  let buildSeconds = 0;
  let wrong = 0;
  let warmUp = 0;
  // Allocations of the first queries are counted too.
  const { made: runner, bytes } = keptBytes(() => {
    const start = performance.now();
    const one = make(problemSet);
    buildSeconds = (performance.now() - start) / 1000;
    for (const [i, problem] of problems.entries()) {
      one.prepare?.();
      const began = performance.now();
      one.run(problem);
      warmUp += performance.now() - began;
      const cost = one.cost();
      if ((!Number.isNaN(cost) && !agree(cost, optimal[i])) || !agree(costOf(graph, one.path(), problem), optimal[i])) wrong++;
      expanded[i] = one.expanded();
    }
    return one;
  });
  return {
    checked: { name, wrong, expanded: mean(expanded), bytes, buildSeconds, warmUp },
    contender: { name, warmUp, run: (i) => runner.run(problems[i]), ...(runner.prepare === undefined ? {} : { before: () => runner.prepare?.() }) },
  };
}

/** Throws if a problem set contains nothing to measure. */
export function checkProblemSet({ name }: ProblemSet, optimal: Float64Array): void {
  if (!optimal.some((cost) => cost > 0 && cost < Infinity)) throw new Error(`No problem of ${name} has a path from its start to another goal: there is nothing to measure.`);
}

/** Every query runs at least three times, however slow a search is. */
export const MINIMUM_ROUNDS = 3;

/** The duration of a comparison. */
export interface Pace {
  /** Approximate duration of all timing. */
  readonly seconds: number;
  /** To measure garbage: the milliseconds that a contender may take for it. */
  readonly patience?: number | undefined;
}

/** Compares contenders on a problem set, in this thread: first every answer is checked, then they are timed in interleaved rounds. */
export function compareSearches<A extends ProblemSet>(problemSet: A, contenders: readonly SearchContender<A>[], optimal: Float64Array, { seconds, patience }: Pace): Ranking[] {
  checkProblemSet(problemSet, optimal);
  const made = contenders.map((contender) => check(problemSet, contender, optimal));
  const queries = problemSet.problems.length;
  const timings = measure(made.map(({ contender }) => contender), { queries, seconds, minimumRounds: MINIMUM_ROUNDS });
  return made.map(({ checked, contender }, k) => ({ ...checked, timing: timings[k], garbage: patience === undefined ? NaN : garbageOf(contender, queries, patience) }));
}

/** Adds the cells between corner points. */
function withSteps(grid: Grid, corners: readonly (readonly [number, number])[]): number[] {
  const path: number[] = [];
  for (const [i, [x, y]] of corners.entries()) {
    const [fromX, fromY] = i === 0 ? [x, y] : corners[i - 1];
    const steps = Math.max(Math.abs(x - fromX), Math.abs(y - fromY));
    for (let s = 1; s < steps; s++) path.push(grid.vertex(fromX + Math.round(((x - fromX) * s) / steps), fromY + Math.round(((y - fromY) * s) / steps)));
    if (i === 0 || steps > 0) path.push(grid.vertex(x, y));
  }
  return path;
}
