/** Throws on what gives no numbers: a seed is easily handed over in its place. */
export function checkRandom(random: () => number): void {
  if (typeof random !== 'function') throw new TypeError(`Random numbers come from a function, such as seededRandom(7) or Math.random, got ${String(random)}.`);
}

/** A whole number from 0 up to but not including `n`. */
export function randomInteger(n: number, random: () => number): number {
  return Math.floor(random() * n);
}
