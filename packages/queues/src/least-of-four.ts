/**
 * The index of the least of the four keys from `first` on; the first is a number, the others may be NaN, which is never
 * least. The heaps have four children a node and pad their keys with NaN, so that a node with fewer needs no case.
 *
 * Which child is least cannot be predicted, so nothing here branches; and all six comparisons start at once, since what
 * a heap waits for is the chain from one level's loads to the next level's.
 */
export function leastOfFour(keys: Float64Array, first: number): number {
  const a = keys[first];
  const b = keys[first + 1];
  const c = keys[first + 2];
  const d = keys[first + 3];
  const left = +(b < a); // 0: a, 1: b
  const right = +(d < c); // 0: c, 1: d
  // Bit left + 2·right says whether the winner of the right pair beats that of the left.
  const beats = +(c < a) | (+(c < b) << 1) | (+(d < a) << 2) | (+(d < b) << 3);
  const swap = -((beats >> (left + 2 * right)) & 1);
  return first + left + (swap & (2 + right - left));
}
