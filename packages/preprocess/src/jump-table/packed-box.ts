/** Bits that a coordinate below `size` has beyond seven. */
export function bitsBeyondSeven(size: number): number {
  return Math.max(0, 25 - Math.clz32(size - 1));
}

/**
 * A box in a word, with seven bits in each byte. Maxima are stored as 127 minus the value, so all four are lower bounds. An empty box, whose
 * minimum x is 65535, exceeds every goal in its lowest byte.
 */
export function corners(leastX: number, leastY: number, mostX: number, mostY: number): number {
  return leastX | (leastY << 8) | ((127 - mostX) << 16) | ((127 - mostY) << 24);
}

/**
 * Whether a box contains the goal, testing all four bounds at once. The goal has the top bit of each byte set; subtracting a larger bound
 * clears it. (Literals, as the engine does not treat module constants as constant.)
 */
export function holds(box: number, goalCode: number): boolean {
  return ((goalCode - box) | 0x7f7f7f7f) === -1;
}
