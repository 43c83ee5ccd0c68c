import { shown } from '@pf/graph/kit';

/** Draws in a row without success, as a multiple of the expected number, after which the source counts as broken. By chance: e⁻⁶⁴. */
const PATIENCE = 64;

/** A random entry of a list that is not empty. Throws if `random` gives no number from 0 to below 1: there would be no such entry. */
export function randomEntry(list: ArrayLike<number>, random: () => number): number {
  const value = random();
  if (typeof value !== 'number' || !(value >= 0 && value < 1)) throw new RangeError(`random must give numbers from 0 to below 1, got ${shown(value)}.`);
  return list[Math.floor(value * list.length)];
}

/** That many random entries of a list of different numbers. Throws if `random` gives too few different numbers. */
export function randomEntries(list: ArrayLike<number>, count: number, random: () => number): number[] {
  const chosen = new Set<number>();
  for (let failures = 0; chosen.size < count; ) {
    const before = chosen.size;
    chosen.add(randomEntry(list, random));
    failures = chosen.size > before ? 0 : failures + 1;
    checkDraws(failures, 1 - before / list.length);
  }
  return [...chosen];
}

/** Throws if more draws in a row failed than chance explains, when each succeeds with a chance of at least `chance`. */
export function checkDraws(failures: number, chance: number): void {
  if (failures > PATIENCE / chance) throw new RangeError(`random must give numbers from 0 to below 1, different ones: ${failures} draws in a row gave nothing new.`);
}
