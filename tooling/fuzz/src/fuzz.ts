import { Worker } from 'node:worker_threads';
import type { Case } from './case.ts';
import { draw, sizeOf } from './case.ts';
import { writeFixture } from './fixture.ts';
import { generate } from './generate.ts';
import type { Tally } from './player.ts';
import { shrink } from './shrink.ts';
import type { Found, Planted, Replay, Shared, Work } from './work.ts';
import { namesWith, SHARED_BYTES, sharedOf } from './work.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly minutes: number;
  /** Maximum number of cases. */
  readonly count: number;
  readonly workers: number;
  /** Seconds after which a case that does not end is a fault. */
  readonly patience: number;
  readonly fixtures: string;
  readonly planted: Planted;
  /** The bundle that both threads run. */
  readonly script: URL;
  /** Ends the run before its time. */
  readonly stop: AbortSignal;
  readonly say: (text: string) => void;
  readonly progress: (text: string) => void;
}

export interface FuzzReport extends Tally {
  readonly faults: number;
  readonly seconds: number;
}

/** Plays random cases on several threads until the time is up. Each fault is shrunk, reported and written to a file. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { seed, minutes, workers, say, progress } = options;
  const begin = performance.now();
  const threads = Array.from({ length: workers }, (_, i) => new Thread(options, i));
  let faults = 0;
  const report = (): FuzzReport => {
    const [worlds, queries, edits] = [0, 1, 2].map((i) => threads.reduce((sum, { shared }) => sum + shared.tally[i], 0));
    return { worlds, queries, edits, faults, seconds: (performance.now() - begin) / 1000 };
  };
  const onFound = (found: Found): void => {
    faults++;
    const { index, player, message, least } = found;
    if (least === undefined) return say(`${player}: again, case ${index}: ${message}`);
    const path = writeFixture(options.fixtures, { player, message, found: `seed ${seed}, case ${index}`, case: least });
    say(`${player}: ${message}\n${draw(least)}\nCase ${index} (${sizeOf(generate(seed, index))}), shrunk to ${sizeOf(least)}: ${path}`);
  };
  const running = Promise.all(threads.map((thread) => thread.run(onFound)));
  const stop = (): void => threads.forEach((thread) => thread.stop());
  // A longer timer would end at once.
  const clock = setTimeout(stop, Math.min(minutes * 60_000, 2 ** 31 - 1));
  options.stop.addEventListener('abort', stop);
  const ticker = setInterval(() => progress(tallied(report())), 1000);
  await running;
  clearTimeout(clock);
  clearInterval(ticker);
  return report();
}

export function tallied({ worlds, queries, edits, faults, seconds }: FuzzReport): string {
  return `${seconds.toFixed(0)} s: ${worlds} worlds, ${queries} queries, ${edits} edits, ${faults} ${faults === 1 ? 'fault' : 'faults'}`;
}

/** Runs workers one after the other: a new one replaces one that hangs or dies. */
class Thread {
  readonly shared: Shared;
  private readonly buffer = new SharedArrayBuffer(SHARED_BYTES);
  private next: number;

  constructor(
    private readonly options: FuzzOptions,
    first: number,
  ) {
    this.shared = sharedOf(this.buffer);
    this.next = first;
  }

  stop(): void {
    Atomics.store(this.shared.state, 3, 1);
  }

  async run(onFound: (found: Found) => void): Promise<void> {
    const { state } = this.shared;
    const { count, workers } = this.options;
    while (this.next < count && Atomics.load(state, 3) === 0) {
      const end = await this.runOne(onFound);
      if (end === 'done') return;
      const index = state[0];
      this.next = index + workers;
      const player = namesWith(this.options.planted)[state[1]] ?? 'nobody';
      const given = generate(this.options.seed, index);
      if (end !== 'hang') onFound({ index, player, message: end, least: given });
      else onFound({ index, player, message: `It did not end within ${this.options.patience} s.`, least: await this.shrinkHang(given, player) });
    }
  }

  /** How the worker ended: finished, hanging, or its last error message. */
  private runOne(onFound: (found: Found) => void): Promise<string> {
    const { planted, seed, count, workers, patience, script } = this.options;
    const { state } = this.shared;
    const data: Work = { planted, seed, first: this.next, step: workers, end: count, shared: this.buffer };
    const worker = new Worker(script, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: 1024 } });
    return new Promise((resolve) => {
      let beat = -1;
      let since = performance.now();
      const end = (how: string): void => {
        clearInterval(guard);
        resolve(how);
      };
      const guard = setInterval(() => {
        if (state[2] !== beat) {
          beat = state[2];
          since = performance.now();
        } else if (performance.now() - since > patience * 1000) {
          end('hang');
          void worker.terminate();
        }
      }, 250);
      worker.on('message', onFound);
      worker.on('error', (error) => end(String(error)));
      worker.on('exit', () => end('done'));
    });
  }

  /** Like `shrink`, but each attempt runs in its own worker, limited to a second after its code is loaded. */
  private shrinkHang(given: Case, only: string): Promise<Case> {
    const { planted, script } = this.options;
    const hangs = (smaller: Case): Promise<boolean> =>
      new Promise((resolve) => {
        const worker = new Worker(script, { workerData: { planted, replay: smaller, only } satisfies Replay });
        let clock: NodeJS.Timeout | undefined;
        worker.once('message', () => {
          clock = setTimeout(() => {
            resolve(true);
            void worker.terminate();
          }, 1000);
        });
        worker.on('exit', () => {
          clearTimeout(clock);
          resolve(false);
        });
        worker.on('error', () => undefined);
      });
    return shrink(given, hangs, 8);
  }
}
