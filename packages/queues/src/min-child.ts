/**
 * The index of the least of the four keys from `first` on; the first is a number, the others may be NaN, which is never
 * least. The heaps have four children a node and pad their keys with NaN, so that a node with fewer needs no case.
 *
 * Which child is least cannot be predicted, so nothing here branches: the two pairs side by side, then their winners.
 */
export function minChild(keys: Float64Array, first: number): number {
  const left = first + +(keys[first + 1] < keys[first]);
  const right = first + 2 + +(keys[first + 3] < keys[first + 2]);
  return left + (-+(keys[right] < keys[left]) & (right - left));
}
