import type { Graph } from './graph.ts';
import { checkVertex } from './graph.ts';
import { shown } from './shown.ts';

/**
 * The highest cost of an arc. Up to it, hundredths stay exact in a sum of about ninety arcs. Above it, rounding loses small costs, and incremental
 * searches fail: at 10¹⁴, D* Lite returned a circular path, and Focussed D* did not terminate.
 */
export const GREATEST_COST = 1e12;

/** Whether it is a cost of an arc; Infinity closes the arc. */
export function isCost(cost: unknown): boolean {
  return typeof cost === 'number' && cost >= 0 && (cost <= GREATEST_COST || cost === Infinity);
}

/**
 * Throws unless results can be written to `out`.
 *
 * @example
 * ```ts
 * import { checkBuffer } from '@pf/graph/kit';
 *
 * checkBuffer(undefined); // → throws TypeError: The answer is written into a buffer, such as new Uint32Array(graph.vertexCount)…
 * ```
 */
export function checkBuffer(out: unknown): void {
  if (typeof out === 'object' && out !== null && 'length' in out) {
    if (!((out as { readonly BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT! < 4 || out instanceof Float32Array)) return;
    throw new TypeError(`${out.constructor.name} would cut off the numbers of vertices: pass a Uint32Array.`);
  }
  throw new TypeError(`The answer is written into a buffer, such as new Uint32Array(graph.vertexCount): got ${shown(out)} for a buffer.`);
}

/**
 * Throws unless `given` is a function. `what` names it in the message.
 *
 * @example
 * ```ts
 * import { checkFunction } from '@pf/graph/kit';
 *
 * checkFunction('sand', 'costOf'); // → throws TypeError: costOf must be a function, got 'sand'.
 * ```
 */
export function checkFunction(given: unknown, what: string): void {
  if (typeof given !== 'function') throw new TypeError(`${what} must be a function, got ${shown(given)}.`);
}

/**
 * Throws unless `given` is a function that makes something. A class is rejected too: it cannot be called without `new`. `rule` begins the message.
 *
 * @example
 * ```ts
 * import { Counters } from '@pf/graph';
 * import { checkFactory } from '@pf/graph/kit';
 *
 * checkFactory(Counters, 'planner must be a function that returns a planner'); // → throws TypeError: planner must be a function that returns a planner, got the class Counters.
 * ```
 */
export function checkFactory(given: unknown, rule: string): void {
  const isClass = typeof given === 'function' && /^class\b/.test(Function.prototype.toString.call(given));
  if (typeof given !== 'function' || isClass) throw new TypeError(`${rule}, got ${isClass ? `the class ${given.name}` : shown(given)}.`);
}

/**
 * Throws unless `given` is true or false: a text, such as 'false' from a form, would count as true. `what` names it in the message.
 *
 * @example
 * ```ts
 * import { checkBoolean } from '@pf/graph/kit';
 *
 * checkBoolean('false', 'nearest'); // → throws TypeError: nearest must be true or false, got 'false'.
 * ```
 */
export function checkBoolean(given: unknown, what: string): void {
  if (typeof given !== 'boolean') throw new TypeError(`${what} must be true or false, got ${shown(given)}.`);
}

/**
 * Throws if `out` is a typed array that would change `value`: unsigned ones hold no −1, whole ones no fractions. `better` names a type that holds it.
 *
 * @example
 * ```ts
 * import { checkHolds } from '@pf/graph/kit';
 *
 * checkHolds(new Int32Array(2), -1, 'Int32Array'); // → undefined
 * checkHolds(new Uint32Array(2), -1, 'Int32Array'); // → throws TypeError: Uint32Array cannot hold -1: use Int32Array.
 * ```
 */
export function checkHolds(out: unknown, value: number, better: 'Int32Array' | 'Float64Array'): void {
  // The usual case allocates nothing.
  if (!ArrayBuffer.isView(out) || out instanceof Float64Array) return;
  const Type = out.constructor as Int32ArrayConstructor;
  if (Type.of(value)[0] !== value) throw new TypeError(`${Type.name} cannot hold ${Number.isInteger(value) || value === Infinity ? value : 'fractions'}: use ${better}.`);
}

/**
 * Throws unless `given` is a list of numbers: an array or a typed array. Checks only the first entry. `what` names the list in the message.
 *
 * @example
 * ```ts
 * import { checkList } from '@pf/graph/kit';
 *
 * checkList([7], 'path'); // → undefined
 * checkList('7', 'path'); // → throws TypeError: The path must be a list of numbers, got '7'.
 * ```
 */
export function checkList(given: unknown, what: string): void {
  if (typeof given === 'object' && given !== null && 'length' in given && typeof given.length === 'number' && (given.length === 0 || typeof (given as ArrayLike<unknown>)[0] === 'number')) return;
  throw new TypeError(`The ${what} must be a list of numbers, got ${Array.isArray(given) ? `one of ${shown(given[0])}` : shown(given)}.`);
}

/**
 * Throws unless a heuristic is a function. A name in its place, or a missing heuristic without a default, would fail far from the cause.
 *
 * @example
 * ```ts
 * import { checkHeuristic } from '@pf/graph/kit';
 *
 * checkHeuristic('manhattan'); // → throws TypeError: A heuristic is a function of a vertex and the goal, such as grid.heuristic() or () => 0: got 'manhattan'.
 * ```
 */
export function checkHeuristic(heuristic: unknown, name = 'A heuristic'): void {
  if (typeof heuristic === 'function') return;
  throw new TypeError(`${name} is a function of a vertex and the goal, such as grid.heuristic() or () => 0: got ${shown(heuristic)}.`);
}

/**
 * Throws if a heuristic of (vertex, goal) is above 0 from `v` to itself. An admissible one never is; one of (dx, dy), a constant, or one for some goals only usually is.
 *
 * @example
 * ```ts
 * import { checkSelfEstimate } from '@pf/graph/kit';
 *
 * checkSelfEstimate((v, goal) => Math.abs(v - goal), 7); // → undefined
 * checkSelfEstimate((dx, dy) => dx + dy, 7); // → throws RangeError: The heuristic estimates 14 from 7 to itself…
 * ```
 */
export function checkSelfEstimate(heuristic: (v: number, goal: number) => number, v: number): void {
  const estimate = heuristic(v, v);
  if (!(estimate > 0)) return;
  throw new RangeError(`The heuristic estimates ${estimate} from ${v} to itself; it must be 0. It takes any two vertices, (v, goal), not (dx, dy).`);
}

/**
 * Throws unless `arcsChanged` was called with `n` vertices of the graph. A planner would not notice a wrong one.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { checkTails } from '@pf/graph/kit';
 *
 * checkTails(new CompressedGraph(2, []), [0, 7], 2); // → throws RangeError: The tail of a changed arc must be a whole number from 0 to 1 (a vertex of the graph), got 7.
 * ```
 */
export function checkTails(graph: Graph, tails: ArrayLike<number>, n: number): void {
  checkReport(tails, n);
  for (let i = 0; i < n; i++) checkVertex(graph, tails[i], 'tail of a changed arc');
}

/** Throws unless `tails` is a list and `n` a count. Does not check the tails. */
export function checkReport(tails: ArrayLike<number>, n: number): void {
  checkList(tails, 'tails of the changed arcs');
  if (!(Number.isInteger(n) && n >= 0)) throw new RangeError(`The number of changed tails must be a whole number from 0 on, got ${shown(n)}.`);
}

/**
 * Throws unless the value of option `name` is one of `options`.
 *
 * @example
 * ```ts
 * import { checkOption } from '@pf/graph/kit';
 *
 * checkOption('queue', 'stack', ['heap', 'buckets']); // → throws RangeError: The queue must be 'heap' or 'buckets', got 'stack'.
 * ```
 */
export function checkOption(name: string, value: string, options: readonly string[]): void {
  if (options.includes(value)) return;
  const quoted = options.map((option) => `'${option}'`);
  throw new RangeError(`The ${name} must be ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}, got ${shown(value)}.`);
}

/**
 * Throws unless a query has begun. A search without one would look finished, without a path.
 *
 * @example
 * ```ts
 * import { checkBegun } from '@pf/graph/kit';
 *
 * checkBegun(false, 'search'); // → throws Error: The search has no start and goal yet: call begin(start, goal) first.
 * ```
 */
export function checkBegun(begun: boolean, caller: string): void {
  if (!begun) throw new Error(`The ${caller} has no start and goal yet: call begin(start, goal) first.`);
}

/**
 * Throws unless `budget` is a number of expansions. With a negative budget or NaN, a search would never end.
 *
 * @example
 * ```ts
 * import { checkBudget } from '@pf/graph/kit';
 *
 * checkBudget(Infinity); // → undefined
 * checkBudget(NaN); // → throws RangeError: The budget must be a number of expansions, 0 or more, got NaN.
 * ```
 */
export function checkBudget(budget: number): void {
  if (typeof budget !== 'number' || !(budget >= 0)) throw new RangeError(`The budget must be a number of expansions, 0 or more, got ${shown(budget)}.`);
}
