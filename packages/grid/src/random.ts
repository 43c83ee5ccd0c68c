/**
 * Random numbers from 0 up to but not including 1 that follow from the seed alone, the same on every platform: whole-number arithmetic
 * throughout. The generator is sfc32 of PractRand (Chris Doty-Humphrey), its state filled from the seed by a counter.
 *
 * @example
 * ```ts
 * import { seededRandom } from '@pf/grid';
 *
 * const random = seededRandom(7);
 * random() === seededRandom(7)(); // → true
 * ```
 */
export function seededRandom(seed: number): () => number {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`A seed must be a whole number within ±2⁵³, got ${seed}.`);
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
  // Near seeds give far apart numbers only once the state has been stirred.
  for (let i = 0; i < 15; i++) next();
  return () => next() / 2 ** 32;
}
