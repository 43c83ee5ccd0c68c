/**
 * The number after `last` for a search to stamp vertices with; those below `step` are left for what else a stamp says. When the stamps come round to
 * those of the first search, the array is cleared, so that no stamp of old can be taken for a new one.
 */
export function nextStamp(stamps: Int32Array, last: number, step: number): number {
  const next = (last + step) | 0;
  if (next !== 0) return next;
  stamps.fill(0);
  return step;
}
