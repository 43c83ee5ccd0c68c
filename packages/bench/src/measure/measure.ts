import { seededRandom } from '@pf/graph';
import { checkOptions, shown } from '@pf/graph/kit';
import { ofRounds, pairedRatio, quantile } from './statistics.ts';
import type { Estimate } from './statistics.ts';
import type { ThreadClock } from './thread-clock.ts';

/** One of several programs that do the same work. */
export interface Contender {
  readonly name: string;
  /** Answers query `i`; this is timed. */
  run(i: number): void;
  /** Untimed work before each query. */
  before?(i: number): void;
  /** Milliseconds of an earlier pass over all queries. Slow contenders are not warmed up again. */
  readonly warmUp?: number;
}

/** The times of one contender. */
export interface Timing {
  readonly name: string;
  /** Microseconds a query: the mean over the queries in each round. */
  readonly rounds: Float64Array;
  /** Microseconds of each query: the median over the passes that timed queries individually. */
  readonly queries: Float64Array;
  /** Median of `rounds` with its 95% interval; below six rounds their geometric mean. */
  readonly time: Estimate;
}

/** The extent of a measurement. */
export interface Measuring {
  readonly queries: number;
  /** Approximate duration of the measurement; it makes at least `minimumRounds`. */
  readonly seconds: number;
  readonly minimumRounds?: number;
  readonly maximumRounds?: number;
  /** Whether all contenders are warmed up already. */
  readonly warmed?: boolean;
  /** Milliseconds; replaced in tests. */
  readonly clock?: () => number;
}

const WARM_UP_SHARE = 0.2;
/** Minimum passes and milliseconds of the warm-up of fast contenders, until the engine has compiled them. */
const WARM_UP_PASSES = 40;
const WARM_UP = 300;
const SHORTEST_PASS = 20;
const QUERY_PASSES = 3;
/** Milliseconds of a pass from which the overhead of timing individual queries is negligible. */
const LONG_PASS = 100;
/** Seeds the orders of rounds: the same for all maps would favour the same contenders on each. */
let measurements = 0;

/** The next pass of a contender: all queries `repeats` times, or all once and timed individually. */
export interface Pass {
  readonly contender: number;
  readonly repeats: number;
  readonly each: boolean;
}

/** Milliseconds for all queries once, and microseconds of each. */
export interface PassTime {
  readonly total: number;
  readonly each?: Float64Array;
}

/** Executes a pass. `exact` times a whole pass. `quick` times single queries, to which a reading of `exact` would add a noticeable share. */
export function runPass(contender: Contender, { repeats, each }: Pass, queries: number, { exact, quick }: ThreadClock): PassTime {
  if (contender.before === undefined && !each) {
    const start = exact();
    for (let r = 0; r < repeats; r++) for (let i = 0; i < queries; i++) contender.run(i);
    return { total: (exact() - start) / repeats };
  }
  const times = new Float64Array(queries);
  let total = 0;
  for (let i = 0; i < queries; i++) {
    contender.before?.(i);
    const start = quick();
    contender.run(i);
    const time = quick() - start;
    times[i] = time * 1000;
    total += time;
  }
  return { total, each: times };
}

/** A contender, in this thread or another; see `Contender`. */
export interface ContenderInfo {
  readonly name: string;
  readonly warmUp: number;
  /** Whether there is untimed work before each query. */
  readonly prepares: boolean;
}

/**
 * The passes of a measurement; each is answered with its time. Rounds are interleaved, so that a machine that slows down temporarily slows all. Each
 * round has a random order, so that no contender always follows the same other, whose data are in the caches.
 *
 * First each contender is warmed up. In a round each runs all queries once, or several times if that takes under twenty milliseconds, so that cache
 * contents left by others matter little. A much slower contender leaves the rounds when its share of time is used up, but not before `minimumRounds`.
 */
export function* schedule(infos: readonly ContenderInfo[], measuring: Measuring): Generator<Pass, Timing[], PassTime> {
  const { queries, seconds, minimumRounds = 5, maximumRounds = 31, warmed = false, clock = () => performance.now() } = measuring;
  const share = (seconds * 1000) / infos.length;
  const states = infos.map(({ name, warmUp, prepares }, contender) => ({
    name, contender, prepares, spent: 0, last: warmUp, repeats: 1, rounds: [] as number[], single: [] as Float64Array[],
  }));

  for (const state of states) {
    if (warmed) continue;
    const begin = clock();
    for (let passes = 0; (state.last === 0 || state.spent + state.last < share * WARM_UP_SHARE) && (passes < WARM_UP_PASSES || state.spent < WARM_UP); passes++) {
      state.last = (yield { contender: state.contender, repeats: 1, each: false }).total;
      state.spent = clock() - begin;
    }
    // In the shortest form, which only checks that everything works, a pass takes the whole share.
    state.repeats = Math.min(1000, Math.max(1, Math.ceil(Math.min(SHORTEST_PASS, share) / Math.max(state.last, 1e-3))));
  }

  const order = [...states];
  const random = seededRandom(++measurements);
  for (let round = 0; round < Math.max(minimumRounds, maximumRounds); round++) {
    let active = 0;
    for (let k = order.length - 1; k > 0; k--) {
      const other = Math.floor(random() * (k + 1));
      [order[k], order[other]] = [order[other], order[k]];
    }
    for (const state of order) {
      const { contender, repeats } = state;
      const next = round === 0 ? 0 : (state.spent / (state.rounds.length + 1)) | 0;
      if (round >= minimumRounds && state.spent + next > share) continue;
      active++;
      const begin = clock();
      const each = state.single.length < QUERY_PASSES;
      const together = state.prepares || (each && state.last > LONG_PASS);
      const whole = yield { contender, repeats: together ? 1 : repeats, each: together };
      state.rounds.push((whole.total * 1000) / queries);
      if (together) state.single.push(whole.each!);
      else if (each) state.single.push((yield { contender, repeats: 1, each }).each!);
      state.spent += clock() - begin;
    }
    if (active === 0) break;
  }

  return states.map(({ name, rounds, single }) => ({
    name,
    rounds: Float64Array.from(rounds),
    queries: Float64Array.from({ length: queries }, (_, i) => quantile(single.map((each) => each[i]), 0.5)),
    time: ofRounds(rounds),
  }));
}

/**
 * Times contenders against each other in this thread, in the passes of `schedule`.
 *
 * @example
 * ```ts
 * import { measure, timesFaster } from '@pf/bench';
 *
 * const work = (n: number) => { let sum = 0; for (let i = 0; i < n; i++) sum += Math.sqrt(i); return sum; };
 * const [short, long] = measure(
 *   [{ name: 'short', run: () => void work(100) }, { name: 'long', run: () => void work(10_000) }],
 *   { queries: 10, seconds: 0.05 },
 * );
 * timesFaster(long!, short!).value > 2; // → true
 * ```
 */
export function measure(contenders: readonly Contender[], measuring: Measuring): Timing[] {
  checkContenders(contenders, measuring);
  const infos = contenders.map((one) => ({ name: one.name, warmUp: one.warmUp ?? 0, prepares: one.before !== undefined }));
  const passes = schedule(infos, measuring);
  const { queries, clock = () => performance.now() } = measuring;
  for (let next = passes.next(); ; ) {
    if (next.done === true) return next.value;
    next = passes.next(runPass(contenders[next.value.contender], next.value, queries, { exact: clock, quick: clock }));
  }
}

function checkContenders(contenders: readonly Contender[], measuring: Measuring | undefined): void {
  if (!Array.isArray(contenders)) throw new TypeError(`measure takes a list of contenders { name, run }, got ${shown(contenders)}.`);
  checkOptions(measuring, ['queries', 'seconds', 'minimumRounds', 'maximumRounds', 'warmed', 'clock'], 'measure');
  const { queries, seconds, minimumRounds = 1, maximumRounds = 1 }: Partial<Measuring> = measuring ?? {};
  if (queries === undefined || !Number.isInteger(queries) || queries < 1) throw new RangeError(`queries must be a whole number from 1 on, got ${shown(queries)}.`);
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) throw new RangeError(`seconds must be a number of at least 0, got ${shown(seconds)}.`);
  for (const [name, rounds] of Object.entries({ minimumRounds, maximumRounds })) if (!Number.isInteger(rounds) || rounds < 1) throw new RangeError(`${name} must be a whole number from 1 on, got ${shown(rounds)}.`);
  contenders.forEach((one: Partial<Contender> | null | undefined, i) => {
    if (typeof one?.run !== 'function') throw new TypeError(`Contender ${i} must be { name, run }, run being a function of the query's number, got ${shown(one)}.`);
  });
}

/**
 * How many times faster `fast` is than `slow`, by rounds, with its interval.
 *
 * @example
 * ```ts
 * import { timesFaster } from '@pf/bench';
 *
 * const timing = (rounds: number[]) => ({ rounds: Float64Array.from(rounds) });
 * timesFaster(timing([4, 6]), timing([2, 3])).value; // ≈ 2.000000
 * ```
 */
export function timesFaster(slow: Pick<Timing, 'rounds'>, fast: Pick<Timing, 'rounds'>): Estimate {
  return pairedRatio(slow.rounds, fast.rounds);
}

/** Five percentiles of the queries' times, for a box plot. */
export function fiveNumbers(values: ArrayLike<number>): number[] {
  return [0.05, 0.25, 0.5, 0.75, 0.95].map((q) => quantile(values, q));
}
