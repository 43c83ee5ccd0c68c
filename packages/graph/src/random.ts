import { shown } from './shown.ts';

/**
 * A generator of random numbers from 0 to 1 (exclusive). They depend only on the seed, and are the same on every platform: integer arithmetic
 * throughout. It is sfc32 of PractRand (Chris Doty-Humphrey), seeded by a counter.
 *
 * @example
 * ```ts
 * import { seededRandom } from '@pf/graph';
 *
 * const random = seededRandom(7);
 * random() === seededRandom(7)(); // → true
 * ```
 */
export function seededRandom(seed: number): () => number {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`A seed must be a whole number within ±2⁵³, got ${shown(seed)}.`);
  let a = seed | 0;
  let b = Math.floor(seed / 2 ** 32) | 0;
  let c = 0x6a09e667;
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  // The first numbers of similar seeds are correlated, so they are dropped.
  for (let i = 0; i < 15; i++) next();
  return () => next() / 2 ** 32;
}
