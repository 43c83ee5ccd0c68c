import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { check, checkProblemSet, compareSearches, MINIMUM_ROUNDS, optimalCosts } from './comparison.ts';
import type { Checked, SearchContender, Pace, Ranking } from './comparison.ts';
import type { Options } from '../experiment.ts';
import { runPass, schedule } from './measure.ts';
import { garbageOf } from './memory.ts';
import type { Contender, Pass, PassTime } from './measure.ts';
import type { Peers } from './peer.ts';
import { threadClock } from './thread-clock.ts';
import type { Recorder } from '../record/recorder.ts';
import type { World } from '../worlds/worlds.ts';

/** Loads other libraries. */
export type LoadPeers = () => Promise<Peers | undefined>;

/** A world, and the searches to compare on it. */
export interface Setup {
  readonly world: World;
  readonly contenders: readonly SearchContender[];
}

/** A comparison that can be set up in any thread from a transferable setting. */
export interface ThreadedComparison<S> {
  readonly name: string;
  setUp(setting: S, peers: LoadPeers): Setup | Promise<Setup>;
}

/** A job that can be set up in any thread from a transferable setting, and then serves requests. */
export interface ThreadedJob<S, Q, R> {
  readonly name: string;
  start(setting: S): (request: Q) => R;
}

/** Start data of a job's thread. */
interface JobRole {
  readonly job: string;
  readonly setting: unknown;
}

/** Start data of a contender's thread; `contender` is its index. */
interface Role {
  readonly comparison: string;
  readonly setting: unknown;
  readonly contender: number;
  readonly optimal: Float64Array;
}

/** Requests to a thread: check all answers, then timed passes, finally the garbage of a query. */
type Request = 'check' | Pass | { readonly patience: number };
interface Ready {
  readonly checked: Checked;
  readonly prepares: boolean;
}

/** The thread of a contender. Serves one request after the other. */
class ContenderThread {
  readonly #thread: Worker;

  constructor(script: string, role: Role | JobRole) {
    this.#thread = new Worker(script, { workerData: role });
  }

  request<T>(request: unknown): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#thread.removeAllListeners();
      this.#thread.once('message', resolve);
      this.#thread.once('error', reject);
      this.#thread.once('exit', (code) => reject(new Error(`The thread of a contender ended with code ${code}.`)));
      this.#thread.postMessage(request);
    });
  }

  async end(): Promise<void> {
    this.#thread.removeAllListeners();
    await this.#thread.terminate();
  }
}

/**
 * Compares the searches of a `comparison`, each in its own thread, one at a time, so that types seen by one search do not slow down another. First
 * every answer is checked, then all are timed in interleaved rounds. `thread` is the script of such a thread, which calls `serveContender`; without
 * it all run in this thread.
 */
export async function compareInThreads<S>(comparison: ThreadedComparison<S>, setting: S, pace: Pace, { thread: script, peers }: Pick<Options, 'thread' | 'peers'>): Promise<Ranking[]> {
  const { world, contenders } = await comparison.setUp(setting, () => Promise.resolve(peers));
  const optimal = optimalCosts(world);
  if (script === undefined) return compareSearches(world, contenders, optimal, pace);
  checkProblemSet(world, optimal);
  const threads: ContenderThread[] = [];
  try {
    const ready: Ready[] = [];
    for (const contender of contenders.keys()) {
      threads.push(new ContenderThread(script, { comparison: comparison.name, setting, contender, optimal }));
      ready.push(await threads[contender].request('check'));
    }
    const infos = ready.map(({ checked: { name, warmUp }, prepares }) => ({ name, warmUp, prepares }));
    const passes = schedule(infos, { queries: world.problems.length, seconds: pace.seconds, minimumRounds: MINIMUM_ROUNDS });
    for (let next = passes.next(); ; ) {
      if (next.done === true) {
        const rankings: Ranking[] = [];
        for (const [k, timing] of next.value.entries()) {
          const garbage = pace.patience === undefined ? NaN : await threads[k].request<number>({ patience: pace.patience });
          rankings.push({ ...ready[k].checked, timing, garbage });
        }
        return rankings;
      }
      next = passes.next(await threads[next.value.contender].request<PassTime>(next.value));
    }
  } finally {
    await Promise.all(threads.map((one) => one.end()));
  }
}

/** A started job, in its own thread if there is a script for it. */
export interface StartedJob<Q, R> {
  request(request: Q): Promise<R>;
  end(): Promise<void>;
}

export function startJob<S, Q, R>(job: ThreadedJob<S, Q, R>, setting: S, script: string | undefined): StartedJob<Q, R> {
  if (script === undefined) {
    const serve = job.start(setting);
    return { request: (request) => Promise.resolve(serve(request)), end: () => Promise.resolve() };
  }
  return new ContenderThread(script, { job: job.name, setting });
}

/** Records that each search has its own thread, if so. */
export function noteThreads(record: Recorder, { thread }: Pick<Options, 'thread'>): void {
  if (thread !== undefined) record.note('Each search is measured in its own thread.');
}

/**
 * Runs a contender of one of the `comparisons`, or one of the `jobs`, in this thread. Call it in the script that is given as `thread` in the options.
 *
 * @example
 * ```ts no-run
 * import { experiments, serveContender, silent, threadedComparisons, threadedJobs } from '@pf/bench';
 * import { fileURLToPath } from 'node:url';
 * import { isMainThread } from 'node:worker_threads';
 *
 * if (!isMainThread) await serveContender(threadedComparisons, () => Promise.resolve(undefined), threadedJobs);
 * else await experiments[0]?.run({ seed: 1, effort: 'tiny', thread: fileURLToPath(import.meta.url) }, silent);
 * ```
 */
export async function serveContender(
  comparisons: readonly ThreadedComparison<never>[], peers: LoadPeers, jobs: readonly ThreadedJob<never, never, unknown>[] = [],
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('serveContender serves the thread that calls it: call it only where isMainThread of node:worker_threads is false.');
  const role = workerData as Role | JobRole;
  if ('job' in role) return serveJob(role, jobs, port);
  const { comparison, setting, contender: index, optimal } = role;
  const found = (comparisons as readonly ThreadedComparison<unknown>[]).find(({ name }) => name === comparison);
  if (found === undefined) throw new Error(`There is no comparison ${JSON.stringify(comparison)} to serve in this thread: there are ${comparisons.map(({ name }) => name).join(', ')}.`);
  const { world, contenders } = await found.setUp(setting, peers);
  let contender: Contender;
  // Processor time of this thread, without that of other programs.
  const clock = threadClock();
  port.on('message', (request: Request) => {
    if (request !== 'check' && 'patience' in request) return port.postMessage(garbageOf(contender, world.problems.length, request.patience));
    if (request !== 'check') return port.postMessage(runPass(contender, request, world.problems.length, clock));
    const one = check(world, contenders[index], optimal);
    ({ contender } = one);
    port.postMessage({ checked: one.checked, prepares: contender.before !== undefined } satisfies Ready);
  });
}

function serveJob({ job, setting }: JobRole, jobs: readonly ThreadedJob<never, never, unknown>[], port: MessagePort): void {
  const found = (jobs as readonly ThreadedJob<unknown, unknown, unknown>[]).find(({ name }) => name === job);
  if (found === undefined) throw new Error(`There is no job ${JSON.stringify(job)} to serve in this thread: there are ${jobs.map(({ name }) => name).join(', ')}.`);
  const serve = found.start(setting);
  port.on('message', (request: unknown) => port.postMessage(serve(request)));
}
