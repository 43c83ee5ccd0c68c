/** Largest stamp. */
export const LAST_STAMP = 2 ** 32 - 1;

/**
 * The next stamp after `last`; the search may use it and the `step` − 1 after it. When 32 bits run out, the array is
 * cleared, so that no old stamp equals a new one.
 */
export function nextStamp(stamps: Uint32Array, last: number, step = 1): number {
  if (last <= LAST_STAMP + 1 - 2 * step) return last + step;
  stamps.fill(0);
  return step;
}
