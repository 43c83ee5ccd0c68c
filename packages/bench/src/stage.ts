import { parentPort, Worker, workerData } from 'node:worker_threads';
import { check, checkArena, contest, MINIMUM_ROUNDS, optimalCosts } from './contest.ts';
import type { Checked, Entrant, Pace, Ranking } from './contest.ts';
import type { Options } from './experiment.ts';
import { garbageOf, runPass, schedule } from './measure.ts';
import type { Contender, Pass, PassTime } from './measure.ts';
import type { Peers } from './peer.ts';
import type { Recorder } from './recorder.ts';
import type { World } from './worlds.ts';

/** Brings the libraries of others, which take their time to load. */
export type BringPeers = () => Promise<Peers | undefined>;

/** Where a contest takes place, and who is in it. */
export interface Setup {
  readonly world: World;
  readonly entrants: readonly Entrant[];
}

/** A contest that can be set up again in any thread, from a setting that can be sent there. */
export interface Stage<S> {
  readonly name: string;
  set(setting: S, peers: BringPeers): Setup | Promise<Setup>;
}

/** What a thread is told when it starts: which entrant it is to be. */
interface Role {
  readonly stage: string;
  readonly setting: unknown;
  readonly entrant: number;
  readonly optimal: Float64Array;
}

/** What is asked of it: to check all its answers, which comes first, to answer them once more, against the clock, and at last what it leaves to the collector. */
type Question = 'check' | Pass | { readonly patience: number };
interface Ready {
  readonly checked: Checked;
  readonly prepares: boolean;
}

/** The thread of one entrant, which answers one question after the other. */
class Booth {
  readonly #thread: Worker;

  constructor(script: string, role: Role) {
    this.#thread = new Worker(script, { workerData: role });
  }

  ask<T>(question: Question): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#thread.removeAllListeners();
      this.#thread.once('message', resolve);
      this.#thread.once('error', reject);
      this.#thread.once('exit', (code) => reject(new Error(`The thread of a contender ended with code ${code}.`)));
      this.#thread.postMessage(question);
    });
  }

  async end(): Promise<void> {
    this.#thread.removeAllListeners();
    await this.#thread.terminate();
  }
}

/**
 * Lets the entrants of a stage answer its problems, each in a thread of its own, one at a time: what the engine learns from one, such as which types
 * come to a place, slows down no other. First every answer is checked, then they are timed in interleaved rounds. `thread` is the script
 * that serves as such a thread, by `serveStage`; without one they are all in this thread.
 */
export async function contestApart<S>(stage: Stage<S>, setting: S, pace: Pace, { thread: script, peers }: Pick<Options, 'thread' | 'peers'>): Promise<Ranking[]> {
  const { world, entrants } = await stage.set(setting, () => Promise.resolve(peers));
  const optimal = optimalCosts(world);
  if (script === undefined) return contest(world, entrants, optimal, pace);
  checkArena(world, optimal);
  const booths: Booth[] = [];
  try {
    const ready: Ready[] = [];
    for (const entrant of entrants.keys()) {
      booths.push(new Booth(script, { stage: stage.name, setting, entrant, optimal }));
      ready.push(await booths[entrant].ask('check'));
    }
    const entered = ready.map(({ checked: { name, warmUp }, prepares }) => ({ name, warmUp, prepares }));
    const passes = schedule(entered, { queries: world.problems.length, seconds: pace.seconds, minimumRounds: MINIMUM_ROUNDS });
    for (let next = passes.next(); ; ) {
      if (next.done === true) {
        const standings: Ranking[] = [];
        for (const [k, timing] of next.value.entries()) {
          const garbage = pace.patience === undefined ? NaN : await booths[k].ask<number>({ patience: pace.patience });
          standings.push({ ...ready[k].checked, timing, garbage });
        }
        return standings;
      }
      next = passes.next(await booths[next.value.contender].ask<PassTime>(next.value));
    }
  } finally {
    await Promise.all(booths.map((booth) => booth.end()));
  }
}

/** Says how contestants are kept apart. */
export function noteThreads(record: Recorder, { thread }: Pick<Options, 'thread'>): void {
  if (thread !== undefined) record.note('Each search is measured in a thread of its own.');
}

/**
 * Makes this thread that of a contender of one of the `stages`: called by the script that the options of an experiment name as `thread`.
 *
 * @example
 * ```ts no-run
 * import { experiments, serveStage, silent, stages } from '@pf/bench';
 * import { fileURLToPath } from 'node:url';
 * import { isMainThread } from 'node:worker_threads';
 *
 * if (!isMainThread) await serveStage(stages, () => Promise.resolve(undefined));
 * else await experiments[0]?.run({ seed: 1, effort: 'tiny', thread: fileURLToPath(import.meta.url) }, silent);
 * ```
 */
export async function serveStage(stages: readonly Stage<never>[], peers: BringPeers): Promise<void> {
  const { stage, setting, entrant, optimal } = workerData as Role;
  const found = (stages as readonly Stage<unknown>[]).find(({ name }) => name === stage);
  if (parentPort === null || found === undefined) throw new Error(`There is no stage ${JSON.stringify(stage)} to serve in this thread: there are ${stages.map(({ name }) => name).join(', ')}.`);
  const port = parentPort;
  const { world, entrants } = await found.set(setting, peers);
  let contender: Contender;
  port.on('message', (question: Question) => {
    if (question !== 'check' && 'patience' in question) return port.postMessage(garbageOf(contender, world.problems.length, question.patience));
    if (question !== 'check') return port.postMessage(runPass(contender, question, world.problems.length));
    const one = check(world, entrants[entrant], optimal);
    ({ contender } = one);
    port.postMessage({ checked: one.checked, prepares: contender.before !== undefined } satisfies Ready);
  });
}
