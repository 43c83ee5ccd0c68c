/** Limit of a table of pairs: a larger one would take two gigabytes and hours. */
const LARGEST = 2 ** 29;

/** Throws if a table of all pairs of `count` would be too large. */
export function checkPairs(count: number, what: string, advice: string): void {
  if (count ** 2 <= LARGEST) return;
  throw new RangeError(`${count} ${what} are too many for a table of all pairs, which takes ${count} × ${count} × 4 bytes: ${advice}.`);
}
