/** Stops a long call from outside: an `AbortSignal`, or an object that compares the time with a deadline. */
export interface Signal {
  /** True once the call must stop. Can be a getter. */
  readonly aborted: boolean;
}

/** Expansions between two reads of a signal. */
const INTERVAL = 256;
/** Expansions of a slice without a signal. Unlike Infinity, the engine counts to this number without boxing. */
const MOST = 2 ** 30 - 1;

/**
 * The number of expansions until the signal is read again.
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
