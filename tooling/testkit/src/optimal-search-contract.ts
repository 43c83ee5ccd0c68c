import fc from 'fast-check';
import { describe, test } from 'vitest';
import type { Digraph, DigraphsOptions } from './digraphs.ts';
import { digraphs } from './digraphs.ts';
import type { OracleGraph } from './oracle.ts';
import { oracleDistances } from './oracle.ts';
import { runs } from './runs.ts';
import type { World } from './world.ts';
import { drawWorld } from './world.ts';
import type { WorldsOptions } from './worlds.ts';
import { worlds } from './worlds.ts';

type Estimate = (v: number, goal: number) => number;

/** An optimal search as the contract uses it. */
export interface ContractSearch {
  search(start: number, goal: number): number;
  path(out: Uint32Array): number;
  readonly counters: { readonly expanded: number; readonly generated: number; readonly reopened: number; readonly queueOperations: number };
}

/** The members of a grid that are used. `Grid` has them. */
export interface ContractGrid extends OracleGraph {
  vertex(x: number, y: number): number;
  x(v: number): number;
  y(v: number): number;
  isFree(x: number, y: number): boolean;
  setCost(x: number, y: number, cost: number): unknown;
  heuristic(): Estimate;
}

export interface OptimalSearchSubjects<G extends ContractGrid, D extends OracleGraph> {
  /** Makes the grid of a world, with its one-way cells if `worlds` includes them. */
  readonly grid: (world: World) => G;
  /** For a search on any graph: makes one from arcs. */
  readonly graph?: ((digraph: Digraph) => D) | undefined;
  /** The worlds that the search accepts. Default: all, without one-way cells. */
  readonly worlds?: WorldsOptions | undefined;
  readonly digraphs?: DigraphsOptions | undefined;
  /** Whether a search follows the edits of its grid. Default true. */
  readonly edits?: boolean | undefined;
  /** Number of worlds, before PF_RUNS. Default 300. */
  readonly runs?: number | undefined;
}

/**
 * The contract of every optimal search: the oracle's cost, a path of legal steps with correct ends and exactly that cost, later queries as good as
 * the first, plausible counters, uniform failure, and misuse that throws with the value.
 */
export function optimalSearchContract<G extends ContractGrid, D extends OracleGraph>(
  name: string,
  make: (graph: G | D, heuristic: Estimate) => ContractSearch,
  subjects: OptimalSearchSubjects<G, D>,
): void {
  describe(`${name} keeps the contract of an optimal search`, () => {
    for (const [clause, check] of Object.entries(clauses(make, subjects))) test(clause, check);
  });
}

/** The clauses of the contract, each a function that throws if it is violated. */
export function clauses<G extends ContractGrid, D extends OracleGraph>(
  make: (graph: G | D, heuristic: Estimate) => ContractSearch,
  subjects: OptimalSearchSubjects<G, D>,
): Record<string, () => void> {
  const numRuns = runs(subjects.runs ?? 300);
  const { graph: makeGraph } = subjects;

  const onWorlds = fc.property(worlds(subjects.worlds), (world) => {
    const grid = subjects.grid(world);
    const search = make(grid, grid.heuristic());
    const random = lottery(world.seed);
    interrogate(grid, search, make, world, random);
    if (subjects.edits === false) return;
    for (let i = 0; i < 3; i++) grid.setCost(below(world.width, random), below(world.height, random), below(2, random));
    interrogate(grid, search, make, world, random);
  });

  const misuse = (): void => {
    const world: World = { width: 2, height: 1, rows: ['..'], movement: 'eight', corners: 'never', metric: '5/7', sides: [], seed: 0, ...firstRules(subjects.worlds) };
    const grid = subjects.grid(world);
    const search = make(grid, grid.heuristic());
    const inside = grid.vertex(0, 0);
    for (const outside of [-1, grid.vertexCount, 0.5, NaN]) {
      for (const [start, goal] of [[outside, inside], [inside, outside]] as const) {
        const answer = attempt(() => search.search(start, goal));
        if (!(answer instanceof Error) || !answer.message.includes(String(outside))) throw new Error(`search(${start}, ${goal}) should throw and say ${outside}, but gave ${String(answer)}`);
      }
    }
    checkQuery(grid, search, make(grid, grid.heuristic()), inside, grid.vertex(1, 0));
  };

  const all: Record<string, () => void> = {
    'on worlds of every kind': () => fc.assert(onWorlds, { numRuns, seed: 1959 }),
    'a vertex outside the graph is rejected with a message that shows it': misuse,
  };
  if (makeGraph === undefined) return all;

  const onDigraphs = fc.property(digraphs(subjects.digraphs), fc.nat(), (digraph, seed) => {
    const graph = makeGraph(digraph);
    const estimate: Estimate = () => 0;
    const search = make(graph, estimate);
    const random = lottery(seed);
    const ends = Array.from({ length: 3 }, () => [below(graph.vertexCount, random), below(graph.vertexCount, random)] as const);
    for (const [start, goal] of [...ends, [ends[0][0], ends[0][0]] as const, ends[0]]) checkQuery(graph, search, make(graph, estimate), start, goal);
  });
  return { ...all, 'on directed graphs, without an estimate': () => fc.assert(onDigraphs, { numRuns, seed: 1968 }) };
}

/** The first rules that the search accepts. */
function firstRules({ movements, corners, metrics }: WorldsOptions = {}): Partial<World> {
  return { ...(movements && { movement: movements[0] }), ...(corners && { corners: corners[0] }), ...(metrics && { metric: metrics[0] }) };
}

/** Queries some paths between free cells, the first again at the end to reveal state left by the others. */
function interrogate<G extends ContractGrid>(grid: G, search: ContractSearch, make: (graph: G, heuristic: Estimate) => ContractSearch, world: World, random: () => number): void {
  const free: number[] = [];
  for (let y = 0; y < world.height; y++) for (let x = 0; x < world.width; x++) if (grid.isFree(x, y)) free.push(grid.vertex(x, y));
  if (free.length === 0) return;
  const ends = Array.from({ length: 3 }, () => [free[below(free.length, random)], free[below(free.length, random)]] as const);
  for (const [start, goal] of [...ends, [ends[0][0], ends[0][0]] as const, ends[0]]) {
    try {
      checkQuery(grid, search, make(grid, grid.heuristic()), start, goal);
    } catch (cause) {
      const now = world.rows.map((row, y) => [...row].map((cell, x) => (grid.isFree(x, y) ? (cell === '#' ? '.' : cell) : '#')).join(''));
      const marks = [start, goal].map((v, i) => ({ x: grid.x(v), y: grid.y(v), mark: i === 0 ? 'S' : 'T' }));
      throw new Error(`${(cause as Error).message}\n${drawWorld({ ...world, rows: now }, marks)}`, { cause });
    }
  }
}

/** Compares an answer with the oracle's, and with that of a new search. */
function checkQuery(graph: OracleGraph, search: ContractSearch, fresh: ContractSearch, start: number, goal: number): void {
  const expected = oracleDistances(graph, start)[goal];
  const cost = search.search(start, goal);
  const what = `search(${start}, ${goal})`;
  if (!agree(cost, expected)) throw new Error(`${what} gave ${cost}, but the oracle ${expected}`);
  const path = pathOf(graph, search);
  if (expected === Infinity) {
    if (path.length > 0) throw new Error(`${what} found no path, but path() gave ${path.join(' ')}`);
  } else {
    if (path[0] !== start || path.at(-1) !== goal) throw new Error(`${what}: the path ${path.join(' ')} has wrong ends`);
    const walked = costOfWalking(graph, path);
    if (!agree(walked, cost)) throw new Error(`${what} gave ${cost}, but its path ${path.join(' ')} costs ${walked}`);
  }
  const { expanded, generated, reopened, queueOperations } = search.counters;
  for (const count of [expanded, generated, reopened, queueOperations]) {
    if (!Number.isInteger(count) || count < 0) throw new Error(`${what}: a counter shows ${count}`);
  }
  // A bidirectional search may expand a vertex once from each end.
  if (expanded - reopened > 2 * graph.vertexCount) throw new Error(`${what} expanded ${expanded} times, of which ${reopened} again, in ${graph.vertexCount} vertices`);

  const other = fresh.search(start, goal);
  const now = [other, ...pathOf(graph, fresh), ...Object.values(counted(fresh))].join(' ');
  const then = [cost, ...path, ...Object.values(counted(search))].join(' ');
  if (now !== then) throw new Error(`${what} depends on earlier queries: cost, path and counters are ${then}, but ${now} as the first query`);
}

function counted({ counters: { expanded, generated, reopened, queueOperations } }: ContractSearch): Record<string, number> {
  return { expanded, generated, reopened, queueOperations };
}

function pathOf(graph: OracleGraph, search: ContractSearch): number[] {
  const out = new Uint32Array(graph.vertexCount);
  return Array.from(out.subarray(0, search.path(out)));
}

/** `Infinity` if a step of the path is no arc. */
export function costOfWalking(graph: OracleGraph, path: readonly number[]): number {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  let sum = 0;
  for (let i = 1; i < path.length; i++) {
    const n = graph.successors(path[i - 1], to, cost);
    let step = Infinity;
    for (let j = 0; j < n; j++) if (to[j] === path[i]) step = Math.min(step, cost[j]);
    sum += step;
  }
  return sum;
}

/** Whole costs agree exactly; sums of fractions in another order differ in their last digits. */
function agree(cost: number, expected: number): boolean {
  return cost === expected || (Number.isFinite(expected) && !Number.isInteger(expected) && Math.abs(cost - expected) <= 1e-9 * expected);
}

function attempt(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

function below(n: number, random: () => number): number {
  return Math.floor(random() * n);
}

/** Random numbers from a seed; a linear congruential generator suffices to choose cells. */
function lottery(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
