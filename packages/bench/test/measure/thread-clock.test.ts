import { beforeEach, describe, expect, it } from 'vitest';
import { runPass } from '../../src/measure/measure.ts';
import { threadClock } from '../../src/measure/thread-clock.ts';

/** Milliseconds of the wall clock, and of the kernel's counter; a reading of the latter takes a hundredth. */
let [wall, busy] = [0, 0];
const READING = 0.01;
const work = (milliseconds: number): void => {
  wall += milliseconds;
  busy += milliseconds;
};
const others = (milliseconds: number): void => void (wall += milliseconds);
const kernel = (): number => {
  work(READING);
  return busy;
};
const make = (): ReturnType<typeof threadClock> => threadClock(kernel, () => wall);

beforeEach(() => {
  [wall, busy] = [1000, 50];
});

describe('the clock of a thread', () => {
  it('excludes other programs', () => {
    const { quick } = make();
    const start = quick();
    work(0.3);
    others(5);
    expect(quick() - start).toBeCloseTo(0.3 + READING, 9);
  });

  it('does not add its own readings to what follows', () => {
    const { quick } = make();
    others(1);
    const start = quick();
    work(0.1);
    expect(quick() - start).toBeCloseTo(0.1, 9);
  });

  it('never goes back, and its sums are right in the end, although it does not notice short interruptions', () => {
    const { exact, quick } = make();
    const [start, first] = [exact(), quick()];
    let last = first;
    const next = (): number => {
      const time = quick() - last;
      last += time;
      return time;
    };
    for (let i = 0; i < 10; i++) {
      work(0.05);
      others(0.1);
      expect(next()).toBeCloseTo(0.15, 9);
    }
    work(0.3);
    expect(next()).toBe(0);
    work(2);
    next();
    expect(last - first).toBeCloseTo(busy - start - READING, 9);
  });
});

describe('the clock of a pass', () => {
  const pass = { contender: 0, repeats: 1 };
  const time = (contender: { before?(): void }, each: boolean): number => runPass({ name: 'one', run: () => work(0.1), ...contender }, { ...pass, each }, 10, make()).total;

  it('adds next to nothing to single queries, with or without work before them', () => {
    expect(time({}, true)).toBeCloseTo(1, 9);
    expect(time({ before: () => work(1) }, true)).toBeCloseTo(1, 9);
    expect(time({ before: () => work(1) }, false)).toBeCloseTo(1, 9);
    expect(time({}, false)).toBeCloseTo(1 + READING, 9);
  });
});
