/** The next state of xorshift random numbers (Marsaglia, "Xorshift RNGs", 2003): any 32 bits but 0. Innermost loops contain the same three lines. */
export function xorshift(state: number): number {
  const a = state ^ (state << 13);
  const b = a ^ (a >>> 17);
  return b ^ (b << 5);
}
