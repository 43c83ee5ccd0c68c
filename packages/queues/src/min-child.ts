/**
 * The index of the smallest of the four keys from `first` on. The first is a number; the others may be NaN, which is never the smallest. The heaps
 * pad their keys with NaN, so that a node with fewer than four children needs no special case.
 *
 * Branch-free, since the processor cannot predict which child is smallest: compares two pairs, then their winners.
 */
export function minChild(keys: Float64Array, first: number): number {
  const left = first + +(keys[first + 1] < keys[first]);
  const right = first + 2 + +(keys[first + 3] < keys[first + 2]);
  return left + (-+(keys[right] < keys[left]) & (right - left));
}
