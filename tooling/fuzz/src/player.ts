import type { OracleGraph } from '@pf/testkit';
import type { Stage } from './stage.ts';

/** What was tried: worlds, questions put to an algorithm, and edits told to all of them. */
export interface Tally {
  worlds: number;
  queries: number;
  edits: number;
}

/** A question to every player, and its true answer: by the oracle, on the model of the world as it is now. */
export interface Question {
  readonly start: number;
  readonly goal: number;
  /** Whether it has nothing to do with the last one: not a step of the same character. */
  readonly anew: boolean;
  readonly fromStart: Float64Array;
  readonly toGoal: Float64Array;
  /** The cost of the cheapest path. */
  readonly cost: number;
  readonly model: OracleGraph;
  /** For whatever else a player wants to vary. */
  readonly n: number;
}

/** An algorithm in an episode. Whatever it does wrong, it throws. */
export interface Seat {
  ask(question: Question): void;
  /** `rising`: no arc has become cheaper or new. */
  changed?(tails: Uint32Array, n: number, rising: boolean): void;
  /** The chance to begin to plan, and be interrupted. */
  think?(budget: number): void;
  end?(model: OracleGraph): void;
}

/** An algorithm under one set of options. It joins an episode whose world it takes. */
export interface Player {
  readonly name: string;
  join(stage: Stage, tally: Tally): Seat | undefined;
}

/** Whole costs agree exactly; sums of real ones in another order differ in their last digits. */
export function agree(stage: { readonly whole: boolean }, cost: number, expected: number): boolean {
  return cost === expected || (!stage.whole && expected < Infinity && Math.abs(cost - expected) <= 1e-9 * (1 + expected));
}

export function demand(right: boolean, sentence: () => string): asserts right {
  if (!right) throw new Error(sentence());
}

/** Holds a way against the model: it leads from start to goal by arcs that there are, and costs what was said and what it should. */
export function holdWay(stage: Stage, question: Question, cost: number, way: ArrayLike<number>): void {
  const { start, goal, model, cost: expected } = question;
  const what = `The way from ${start} to ${goal}`;
  demand(agree(stage, cost, expected), () => `${what} costs ${expected}, but ${cost} was said.`);
  if (expected === Infinity) return demand(way.length === 0, () => `${what} does not exist, but was given: ${list(way)}.`);
  demand(way[0] === start && way[way.length - 1] === goal, () => `${what} has wrong ends: ${list(way)}.`);
  const walked = costOfWalking(model, way);
  demand(agree(stage, walked, cost), () => `${what} is said to cost ${cost}, but ${list(way)} costs ${walked}.`);
}

/** Infinity where a step is no arc. */
function costOfWalking(model: OracleGraph, way: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 1; i < way.length; i++) sum += costOfStep(model, way[i - 1], way[i]);
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
