import { describe, expect, it } from 'vitest';
import { allocatedBytes, separateCopy, measure, timesFaster } from '../../src/index.ts';
import { garbageOf } from '../../src/measure/memory.ts';

/** A clock that only work advances. */
class Clock {
  now = 0;
  /** The machine slows down for a while. */
  slowness = 1;
  readonly read = (): number => this.now;
  work(milliseconds: number): void {
    this.now += milliseconds * this.slowness;
  }
}

describe('the memory left to the collector', () => {
  let kept: unknown;
  const make = (numbers: number) => (): void => void (kept = Array.from({ length: numbers }, (_, i) => [i]));

  it('is counted, whatever is collected meanwhile', () => {
    // A list of lists: 32 bytes a list at least, with its one number 16 or more, and 8 to name it.
    const few = allocatedBytes(make(1000), 50);
    expect(few).toBeGreaterThan(40_000);
    expect(few).toBeLessThan(200_000);
    // Megabytes a call: every few calls the engine collects. Code that it compiles meanwhile lowers the figure a little.
    const many = allocatedBytes(make(50_000), 100) / 50;
    expect(many).toBeGreaterThan(0.5 * few);
    expect(many).toBeLessThan(2 * few);
    expect(kept).toHaveLength(50_000);
  });

  it('is nearly zero without allocations, and excludes earlier allocations', () => {
    let sum = 0;
    const bytes = allocatedBytes((i) => void (sum = (sum + i) | 0), 2000, make(100));
    expect(bytes).toBeLessThan(64);
  });
});

describe('the memory that a contender leaves to the collector', () => {
  let sum = 0;
  let kept: unknown;

  it('is nearly zero if the compiled contender allocates nothing, and right if it allocates much', () => {
    expect(garbageOf({ name: 'nothing', run: (i) => void (sum = (sum + i) | 0) }, 10, 10_000)).toBeLessThan(64);
    expect(garbageOf({ name: 'much', run: () => void (kept = new Array(5000).fill(0.5)) }, 10, 10_000)).toBeGreaterThan(40_000);
    expect(kept).toHaveLength(5000);
  });

  it('is omitted for a contender too slow to be compiled in time', () => {
    let calls = 0;
    const never = new Int32Array(new SharedArrayBuffer(4));
    const run = (): void => {
      calls++;
      Atomics.wait(never, 0, 0, 10);
    };
    expect(garbageOf({ name: 'slow', run }, 10, 5000)).toBeNaN();
    expect(calls).toBeLessThan(100);
  });
});

describe('measure', () => {
  it('gives microseconds a query, and names the slow queries', () => {
    const clock = new Clock();
    const [timing] = measure([{ name: 'one', run: (i) => clock.work(i + 1) }], { queries: 4, seconds: 1, clock: clock.read });
    expect(timing.time.value).toBeCloseTo(2500, 6);
    expect([...timing.queries]).toEqual([1000, 2000, 3000, 4000].map((time) => expect.closeTo(time, 6) as number));
  });

  it('interleaves: each round runs every contender, and none always follows the same other', () => {
    const clock = new Clock();
    const calls: string[] = [];
    const contender = (name: string) => ({ name, run: () => { calls.push(name); clock.work(200); } });
    const names = [...'ABCDEF'];
    measure(names.map(contender), { queries: 1, seconds: 1e-3, minimumRounds: 60, maximumRounds: 60, clock: clock.read });
    expect(calls.slice(0, 6)).toEqual(names);
    const rounds = Array.from({ length: 60 }, (_, round) => calls.slice(6 * (round + 1), 6 * (round + 2)));
    for (const round of rounds) expect([...round].sort()).toEqual(names);
    for (const name of names) {
      const before = rounds.map((round) => round[round.indexOf(name) - 1]);
      for (const other of names) expect(before.filter((one) => one === other).length).toBeLessThan(30);
    }
  });

  it('has other orders in each measurement: those of a few rounds favour no contender on all maps', () => {
    const names = [...'ABC'];
    const orders = Array.from({ length: 60 }, () => {
      const clock = new Clock();
      const calls: string[] = [];
      measure(names.map((name) => ({ name, run: () => { calls.push(name); clock.work(200); } })), { queries: 1, seconds: 0, warmed: true, minimumRounds: 1, maximumRounds: 1, clock: clock.read });
      return calls.filter((name, i) => name !== calls[i - 1]).join('');
    });
    expect(new Set(orders).size).toBe(6);
    for (const name of names) expect(orders.filter((order) => order.startsWith(name)).length).toBeLessThan(35);
  });

  it('takes the geometric mean of less than six rounds, by Student\'s t on the logarithms', () => {
    const clock = new Clock();
    let time = 0.5;
    const [timing] = measure([{ name: 'one', warmUp: 200, run: () => clock.work((time *= 2) * 200) }], { queries: 1, seconds: 0, minimumRounds: 3, maximumRounds: 3, clock: clock.read });
    expect([...timing.rounds]).toEqual([200_000, 400_000, 800_000].map((one) => expect.closeTo(one, 6) as number));
    // The logarithms deviate by ln 2; t is 4.3027 for two degrees of freedom.
    expect(timing.time.value).toBeCloseTo(400_000, 6);
    expect(timing.time.high / timing.time.value).toBeCloseTo(2 ** (4.3027 / Math.sqrt(3)), 3);
    expect(timing.time.value / timing.time.low).toBeCloseTo(2 ** (4.3027 / Math.sqrt(3)), 3);
  });

  it('does not warm up a contender again that was slow when its answers were checked', () => {
    const runs = (warmUp: number): number => {
      const clock = new Clock();
      let calls = 0;
      const run = (): void => { calls++; clock.work(20); };
      measure([{ name: 'one', warmUp, run }], { queries: 1, seconds: 1e-3, minimumRounds: 3, maximumRounds: 3, clock: clock.read });
      return calls;
    };
    // Three timed passes, and a pass of single queries for each.
    expect(runs(20)).toBe(6);
    expect(runs(0)).toBe(7);
  });

  it('is robust against a machine that slows down halfway', () => {
    const clock = new Clock();
    let calls = 0;
    const contender = (name: string, time: number) => ({ name, run: () => { clock.slowness = ++calls > 150 ? 5 : 1; clock.work(time); } });
    const [slow, fast] = measure([contender('slow', 6), contender('fast', 3)], { queries: 5, seconds: 10, minimumRounds: 9, maximumRounds: 31, clock: clock.read });
    expect(timesFaster(slow, fast).value).toBeGreaterThan(1.85);
    expect(timesFaster(slow, fast).value).toBeLessThan(2.15);
  });

  it('takes the median of a query over all rounds, if each query is prepared', () => {
    const clock = new Clock();
    const times = [1, 1, 7, 7, 7];
    const run = (): void => clock.work(times.shift()!);
    const [timing] = measure([{ name: 'one', before: () => {}, run }], { queries: 1, seconds: 0, warmed: true, minimumRounds: 5, maximumRounds: 5, clock: clock.read });
    expect(timing.queries[0]).toBeCloseTo(7000, 6);
  });

  it('excludes the preparation of a query', () => {
    const clock = new Clock();
    const [timing] = measure([{ name: 'one', before: () => clock.work(100), run: () => clock.work(3) }], { queries: 2, seconds: 1, clock: clock.read });
    expect(timing.time.value).toBeCloseTo(3000, 6);
  });

  it('drops a slow contender when its share of time is used, but not before the minimum', () => {
    const clock = new Clock();
    const [slow, fast] = measure(
      [{ name: 'slow', run: () => clock.work(500) }, { name: 'fast', run: () => clock.work(5) }],
      { queries: 1, seconds: 2, minimumRounds: 3, maximumRounds: 20, clock: clock.read },
    );
    expect(slow.rounds.length).toBe(3);
    expect(fast.rounds.length).toBe(20);
  });

  it('keeps out a contender that has left the rounds, however many follow', () => {
    const clock = new Clock();
    const [slow, fast] = measure(
      [{ name: 'slow', run: () => clock.work(100) }, { name: 'fast', run: () => clock.work(5) }],
      { queries: 1, seconds: 2, minimumRounds: 3, maximumRounds: 20, clock: clock.read },
    );
    // The warm-up and five rounds, of which three have two passes, take 900 of 1000 ms. A mean over more rounds than these would let it in again.
    expect(slow.rounds.length).toBe(5);
    expect(fast.rounds.length).toBe(20);
  });

  it('repeats what is too short to be timed once', () => {
    const clock = new Clock();
    let runs = 0;
    measure([{ name: 'short', run: () => { runs++; clock.work(0.001); } }], { queries: 1, seconds: 10, minimumRounds: 1, maximumRounds: 1, clock: clock.read });
    expect(runs).toBeGreaterThan(1000);
  });
});

describe('faults of a measurement', () => {
  const once = { queries: 1, seconds: 0 };
  const run = (): void => {};

  it.each([
    ['no list', () => measure(undefined as never, once), 'measure takes a list of contenders { name, run }, got undefined.'],
    ['no function', () => measure([{ name: 'a' } as never], once), "Contender 0 must be { name, run }, run being a function of the query's number, got an object."],
    ['no options', () => measure([{ name: 'a', run }], undefined as never), 'queries must be a whole number from 1 on, got undefined.'],
    ['no query', () => measure([{ name: 'a', run }], { queries: 0, seconds: 0 }), 'queries must be a whole number from 1 on, got 0.'],
    ['rounds that are no number', () => measure([{ name: 'a', run }], { queries: 1, seconds: 0, minimumRounds: NaN }), 'minimumRounds must be a whole number from 1 on, got NaN.'],
    ['half a round', () => measure([{ name: 'a', run }], { queries: 1, seconds: 0, maximumRounds: 0.5 }), 'maximumRounds must be a whole number from 1 on, got 0.5.'],
    ['no time', () => measure([{ name: 'a', run }], { queries: 1, seconds: NaN }), 'seconds must be a number of at least 0, got NaN.'],
    ['a misspelt option', () => measure([{ name: 'a', run }], { ...once, second: 1 } as never), "measure has no option 'second': did you mean 'seconds'?"],
  ])('are reported: %s', (_, call, sentence) => {
    expect(call).toThrow(sentence);
  });
});

describe('separateCopy', () => {
  it('is another function with the same behaviour', () => {
    const add = (a: number, b: number): number => a + b;
    expect(separateCopy(add)).not.toBe(add);
    expect(separateCopy(add)(2, 3)).toBe(5);
  });
});
