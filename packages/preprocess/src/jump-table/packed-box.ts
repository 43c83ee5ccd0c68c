/** By how many bits a coordinate below `size` is longer than seven. */
export function bitsBeyondSeven(size: number): number {
  return Math.max(0, 25 - Math.clz32(size - 1));
}

/**
 * A box in a word: seven bits a byte. Of the greatest coordinates it has what is missing to 127, so that all four are bounds from below. An empty one, whose
 * least x is 65535, has more in its lowest byte than any goal.
 */
export function corners(leastX: number, leastY: number, mostX: number, mostY: number): number {
  return leastX | (leastY << 8) | ((127 - mostX) << 16) | ((127 - mostY) << 24);
}

/**
 * Whether a box holds the goal, all four bounds at once. The goal comes with the top bit of each byte set: it stays set where what is taken away is
 * not more, and is borrowed where it is. (Their literals are inlined: the engine does not know that constants of modules are constant.)
 */
export function holds(box: number, goalCode: number): boolean {
  return ((goalCode - box) | 0x7f7f7f7f) === -1;
}
