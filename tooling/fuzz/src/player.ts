import type { OracleGraph } from '@pf/testkit';
import type { Stage } from './stage.ts';

/** Counts: worlds, queries to algorithms, edits reported to all of them. */
export interface Tally {
  worlds: number;
  queries: number;
  edits: number;
}

/** A query to every player, and its true answer: by the oracle, on the model of the current world. */
export interface Query {
  readonly start: number;
  readonly goal: number;
  /** Whether it is independent of the last one, not a step of the same character. */
  readonly anew: boolean;
  readonly fromStart: Float64Array;
  readonly toGoal: Float64Array;
  /** The cost of the cheapest path. */
  readonly cost: number;
  readonly model: OracleGraph;
  /** A parameter for players. */
  readonly n: number;
}

/** An algorithm in an episode. It throws on every fault. */
export interface Seat {
  query(query: Query): void;
  changed?(tails: Uint32Array, n: number): void;
  /** Starts planning, to be interrupted. */
  think?(budget: number): void;
  end?(model: OracleGraph): void;
}

/** An algorithm with one set of options. It joins the episodes whose worlds it accepts. */
export interface Player {
  readonly name: string;
  join(stage: Stage, tally: Tally): Seat | undefined;
}

/** Whole costs agree exactly; sums of fractions in another order differ in their last digits. */
export function agree(stage: { readonly whole: boolean }, cost: number, expected: number): boolean {
  return cost === expected || (!stage.whole && expected < Infinity && Math.abs(cost - expected) <= 1e-9 * (1 + expected));
}

/** Thrown by `demand`: a check failed, while errors of the packages may be right answers. */
export class CheckFailure extends Error {}

export function demand(right: boolean, sentence: () => string): asserts right {
  if (!right) throw new CheckFailure(sentence());
}

/** Checks a path against the model: existing arcs from start to goal, at the reported and expected cost. */
export function checkPath(stage: Stage, query: Query, cost: number, vertices: ArrayLike<number>): void {
  const { start, goal, model, cost: expected } = query;
  const what = `The path from ${start} to ${goal}`;
  demand(agree(stage, cost, expected), () => `${what} costs ${expected}, but ${cost} was reported.`);
  if (expected === Infinity) return demand(vertices.length === 0, () => `${what} does not exist, but was given: ${list(vertices)}.`);
  demand(vertices[0] === start && vertices[vertices.length - 1] === goal, () => `${what} has wrong ends: ${list(vertices)}.`);
  const walked = costOfWalking(model, vertices);
  demand(agree(stage, walked, cost), () => `${what} is reported at ${cost}, but ${list(vertices)} costs ${walked}.`);
}

/** Infinity if a step is no arc. */
function costOfWalking(model: OracleGraph, vertices: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 1; i < vertices.length; i++) sum += costOfStep(model, vertices[i - 1], vertices[i]);
  return sum;
}

export function costOfStep(model: OracleGraph, from: number, to: number): number {
  const heads = new Uint32Array(model.maxDegree);
  const costs = new Float64Array(model.maxDegree);
  let least = Infinity;
  for (let i = model.successors(from, heads, costs) - 1; i >= 0; i--) if (heads[i] === to) least = Math.min(least, costs[i]);
  return least;
}

export function list(numbers: ArrayLike<number>): string {
  return Array.from(numbers).join(' ');
}
