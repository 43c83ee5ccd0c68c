import { shown } from '@pf/graph/kit';

/** Throws unless `random` is a function. A common mistake is to pass a seed instead. */
export function checkRandom(random: () => number): void {
  if (typeof random !== 'function') throw new TypeError(`random must be a function, such as seededRandom(7) or Math.random, got ${String(random)}.`);
}

/** A number of `random`. Throws unless it is from 0 to below 1: a maze would never be complete. */
export function draw(random: () => number): number {
  const value = random();
  if (value >= 0 && value < 1) return value;
  throw new RangeError(`random must give numbers from 0 to below 1, got ${shown(value)}.`);
}

/** A whole number from 0 to `n` − 1. */
export function randomInteger(n: number, random: () => number): number {
  return Math.floor(draw(random) * n);
}
