/** The next stamp after `last`. When 32 bits run out, the array is cleared, so that no old stamp equals a new one. */
export function nextStamp(stamps: Uint32Array, last: number): number {
  if (last < 2 ** 32 - 1) return last + 1;
  stamps.fill(0);
  return 1;
}
