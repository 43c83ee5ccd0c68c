import type { FromWorker, Job, Jobs } from './messages.ts';
import { startWorker } from './start-worker.ts';

/** Thrown by a job that gave way to a later one. */
export class Superseded extends Error {}

/** Milliseconds that the packages of a sample may take to load. */
const LOADING = 60_000;

/** A worker that does one job at a time. It is started when it is needed, and ended when a job takes too long and before each sample. */
export class PackagesWorker {
  private worker: Worker | undefined;
  private stop: ((reason: Error) => void) | undefined;

  /** Gives up what is under way, and ends the thread. */
  end(): void {
    this.stop?.(new Superseded('It was ended.'));
    this.worker?.terminate();
    this.worker = undefined;
  }

  /** Does a job, and rejects with a sentence if that fails or takes more than `limit` milliseconds. The limit of a sample begins when its packages are loaded, which has one of its own. A job that is still under way is given up. */
  ask<J extends Job>(job: J, asked: Jobs[J]['asked'], limit: number, onPart: (part: Jobs[J]['part']) => void = () => undefined): Promise<Jobs[J]['result']> {
    // Timers of the last sample may still run in its thread.
    if (job === 'run') this.end();
    else this.stop?.(new Superseded('Something else was asked for.'));
    const worker = this.worker ??= startWorker();
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const done = (): void => {
        clearTimeout(timer);
        this.stop = undefined;
      };
      // A thread that computes cannot be interrupted, only ended.
      const stop = (reason: Error): void => {
        done();
        worker.terminate();
        this.worker = undefined;
        reject(reason);
      };
      const begin = (): void => {
        clearTimeout(timer);
        timer = setTimeout(() => stop(new Error(`Stopped after ${limit / 1000} seconds.${job === 'run' ? ' Is there a loop that does not end?' : ''}`)), limit);
      };
      if (job === 'run') timer = setTimeout(() => stop(new Error(`The packages could not be loaded in ${LOADING / 1000} seconds.`)), LOADING);
      else begin();
      this.stop = stop;
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ('begun' in data) return begin();
        if ('part' in data) return onPart(data.part as Jobs[J]['part']);
        done();
        if ('error' in data) reject(new Error(data.error));
        else resolve(data.result as Jobs[J]['result']);
      };
      worker.onerror = (event) => stop(new Error(event.message || 'The worker could not be loaded.'));
      worker.postMessage({ job, ...asked });
    });
  }
}
