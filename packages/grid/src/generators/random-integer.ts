/** Throws unless `random` is a function: a seed is easily passed in its place. */
export function checkRandom(random: () => number): void {
  if (typeof random !== 'function') throw new TypeError(`random must be a function, such as seededRandom(7) or Math.random, got ${String(random)}.`);
}

/** A whole number from 0 up to but not including `n`. */
export function randomInteger(n: number, random: () => number): number {
  return Math.floor(random() * n);
}
