/** Stops a long call from outside: an `AbortSignal`, or an object that compares the clock with a deadline. */
export interface Signal {
  /** True once the call must stop. May be a getter. */
  readonly aborted: boolean;
}

/** Expansions between two reads of a signal. */
const INTERVAL = 256;
/** Expansions a slice without a signal: a number that the engine counts up to without boxing, unlike Infinity. */
const MOST = 2 ** 30 - 1;

/**
 * How many of the remaining expansions to make before the signal is read again.
 *
 * @example
 * ```ts
 * import { sliceOf } from '@pf/graph/kit';
 *
 * sliceOf(1000, { aborted: false }); // → 256
 * sliceOf(1000, undefined); // → 1000
 * ```
 */
export function sliceOf(left: number, signal: Signal | undefined): number {
  return Math.min(left, signal === undefined ? MOST : INTERVAL);
}
