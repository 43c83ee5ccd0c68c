/**
 * The next stamp after `last` for the vertices of a search. The numbers below `step` in a stamp are flags. When stamps overflow
 * and start over, the array is cleared, so that no old stamp equals a new one.
 */
export function nextStamp(stamps: Int32Array, last: number, step: number): number {
  const next = (last + step) | 0;
  if (next !== 0) return next;
  stamps.fill(0);
  return step;
}
