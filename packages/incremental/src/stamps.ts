/** The greatest number that an array of stamps holds. */
export const LAST_STAMP = 2 ** 32 - 1;

/**
 * The number after `last` for a search to stamp vertices with, and for `step` − 1 more that it counts from there. Where 32 bits end, the array is
 * cleared, so that no stamp of old can be taken for a new one.
 */
export function nextStamp(stamps: Uint32Array, last: number, step = 1): number {
  if (last <= LAST_STAMP + 1 - 2 * step) return last + step;
  stamps.fill(0);
  return step;
}
