import type { Contender } from './measure.ts';
import { quantile } from './statistics.ts';

declare const gc: undefined | (() => void);

/** Bytes in use, garbage included. */
function inUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Bytes in use after a collection, if node runs with --expose-gc; otherwise NaN. */
function settled(): number {
  if (typeof gc === 'undefined') return NaN;
  // Twice, because array buffers found by the first collection are freed by the second.
  gc();
  gc();
  return inUse();
}

/**
 * Creates something and returns the bytes that it keeps, typed arrays included. NaN without `--expose-gc`.
 *
 * @example
 * ```ts
 * import { keptBytes } from '@pf/bench';
 *
 * keptBytes(() => new Float64Array(1000)).made.length; // → 1000
 * ```
 */
export function keptBytes<T>(make: () => T): { made: T; bytes: number } {
  const before = settled();
  const made = make();
  return { made, bytes: Math.max(0, settled() - before) };
}

/**
 * Garbage of a call of `run` in bytes: the median of `calls` calls after a first one, because the engine allocates occasionally. `before` is called
 * before each and not counted. Calls interrupted by a collection are ignored; NaN if all were.
 *
 * @example
 * ```ts
 * import { allocatedBytes } from '@pf/bench';
 *
 * allocatedBytes(() => {}, 100) < 100; // → true
 * ```
 */
export function allocatedBytes(run: (i: number) => void, calls: number, before?: (i: number) => void): number {
  before?.(0);
  run(0);
  const left: number[] = [];
  for (let i = 0; i < calls; i++) {
    before?.(i);
    const first = inUse();
    const second = inUse();
    run(i);
    // Reading the heap allocates too: as much as between two readings without a call.
    const bytes = inUse() - second - (second - first);
    if (second >= first && bytes >= 0) left.push(bytes);
  }
  return quantile(left, 0.5);
}

/** Milliseconds for which a contender runs before its garbage is measured, and milliseconds or calls of the measurement. */
const GARBAGE_TIME = 200;
const GARBAGE_CALLS = 200;
/** A contender with less garbage runs up to this number of calls and is measured again. */
const LITTLE = 2 ** 14;
const CALLS_TO_COMPILE = 3000;

/**
 * `allocatedBytes` of a contender after timing. Interpreted code boxes every number, and code that runs once a query is interpreted for thousands of
 * queries. So the result is NaN for a contender with little garbage that needs more than `patience` milliseconds for these queries.
 */
export function garbageOf(contender: Contender, queries: number, patience: number): number {
  const begin = performance.now();
  let done = 0;
  const goOn = (isDone: () => boolean): void => {
    do {
      contender.before?.(done % queries);
      contender.run(done++ % queries);
    } while (!isDone());
  };
  const look = (): number => allocatedBytes((i) => contender.run(i % queries), Math.min(GARBAGE_CALLS, Math.max(3, done)), (i) => contender.before?.(i % queries));
  goOn(() => performance.now() - begin >= Math.min(GARBAGE_TIME, patience / 4));
  const call = (performance.now() - begin) / done;
  const left = look();
  if (!(left < LITTLE) || done >= CALLS_TO_COMPILE) return left;
  if (call * CALLS_TO_COMPILE > patience) return NaN;
  goOn(() => done >= CALLS_TO_COMPILE);
  return look();
}

/**
 * The bytes of all typed arrays reachable from an object, each buffer once, without those shared with `others`. Unlike the size of the heap, it is
 * the same in every run.
 */
export function arrayBytes(object: object, ...others: readonly object[]): number {
  const seen = new Set<unknown>();
  const sum = (held: unknown): number => {
    if (typeof held !== 'object' || held === null || seen.has(held)) return 0;
    seen.add(held);
    if (ArrayBuffer.isView(held)) return sum(held.buffer);
    if (held instanceof ArrayBuffer) return held.byteLength;
    return Object.values(held).reduce((bytes: number, each) => bytes + sum(each), 0);
  };
  for (const other of others) sum(other);
  return sum(object);
}
