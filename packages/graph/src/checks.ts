import type { Graph } from './graph.ts';
import { checkVertex } from './graph.ts';

/**
 * Throws unless `arcsChanged` has been given `n` vertices of the graph: what a planner is told wrongly, it would not know.
 *
 * @example
 * ```ts
 * import { checkTails, CompressedGraph } from '@pf/graph';
 *
 * let said = '';
 * try {
 *   checkTails(new CompressedGraph(2, []), [0, 7], 2);
 * } catch (error) {
 *   said = (error as Error).message;
 * }
 * said; // → 'The tail of a changed arc must be a whole number from 0 to 1 (a vertex of the graph), got 7.'
 * ```
 */
export function checkTails(graph: Graph, tails: ArrayLike<number>, n: number): void {
  if (!(Number.isInteger(n) && n >= 0)) throw new RangeError(`arcsChanged takes a whole number of the tails that it is given, got ${n}.`);
  for (let i = 0; i < n; i++) checkVertex(graph, tails[i], 'tail of a changed arc');
}

/**
 * Throws on an option, by its name, that is none of those there are.
 *
 * @example
 * ```ts
 * import { checkOption } from '@pf/graph';
 *
 * let said = '';
 * try {
 *   checkOption('queue', 'stack', ['heap', 'buckets']);
 * } catch (error) {
 *   said = (error as Error).message;
 * }
 * said; // → "The queue must be 'heap' or 'buckets', got 'stack'."
 * ```
 */
export function checkOption(name: string, value: string, options: readonly string[]): void {
  if (options.includes(value)) return;
  const quoted = options.map((option) => `'${option}'`);
  throw new RangeError(`The ${name} must be ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}, got '${String(value)}'.`);
}
