/**
 * The largest stamp. It fits into arrays of signed and of unsigned numbers.
 *
 * @example
 * ```ts
 * import { LAST_STAMP } from '@pf/graph/kit';
 *
 * LAST_STAMP; // → 2147483647
 * ```
 */
export const LAST_STAMP = 2 ** 31 - 1;

/**
 * The next stamp after `last`, for an array that holds by vertex in which search it was last seen. A search may use the stamp and the `step` − 1 after it.
 * When stamps run out, the array is cleared, so that no old stamp equals a new one.
 *
 * @example
 * ```ts
 * import { nextStamp } from '@pf/graph/kit';
 *
 * nextStamp(new Int32Array(9), 4); // → 5
 * ```
 */
export function nextStamp(stamps: Int32Array | Uint32Array, last: number, step = 1): number {
  if (last <= LAST_STAMP + 1 - 2 * step) return last + step;
  stamps.fill(0);
  return step;
}
