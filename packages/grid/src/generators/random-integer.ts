/** Throws unless `random` is a function. A common mistake is to pass a seed instead. */
export function checkRandom(random: () => number): void {
  if (typeof random !== 'function') throw new TypeError(`random must be a function, such as seededRandom(7) or Math.random, got ${String(random)}.`);
}

/** A whole number from 0 to `n` − 1. */
export function randomInteger(n: number, random: () => number): number {
  return Math.floor(random() * n);
}
