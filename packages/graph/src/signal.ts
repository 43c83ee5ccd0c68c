/** What stops a long call from outside; an `AbortSignal` is one, and so is an object that compares the clock with a deadline. */
export interface Signal {
  /** True from when the call is to stop; it may be a getter. */
  readonly aborted: boolean;
}

/** How many expansions pass between two looks at a signal. */
const INTERVAL = 256;
/** How many are made at a time where there is none: a number that the engine counts up to without a box, as it would with what is left of Infinity. */
const MOST = 2 ** 30 - 1;

/**
 * How many of the expansions that are left to make before the signal is looked at again.
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
