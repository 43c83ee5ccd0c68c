import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Recorder, silent } from '@pf/bench';
import type { Experiment, Result } from '@pf/bench';
import type { Message, Order } from './child.ts';
import { Display } from './display.ts';

// The largest world of `scaling` has 16 million cells.
const HEAP_MEGABYTES = 3072;

/** Runs experiments one after the other, each in its own process. */
export class Suite {
  readonly results: Result[] = [];
  /** Set by Ctrl-C: the results so far are in `results`. */
  interrupted = false;
  readonly #display = new Display();
  readonly #entry: string;
  #child: ChildProcess | undefined;

  /** `entry` is the script that serves as `child`. */
  constructor(entry: string) {
    this.#entry = entry;
  }

  interrupt(): void {
    this.interrupted = true;
    this.#child?.kill('SIGKILL');
  }

  async run(chosen: readonly Experiment[], orderFor: (name: string) => Omit<Order, 'name'>, finished: (result: Result) => void): Promise<void> {
    for (const [k, experiment] of chosen.entries()) {
      if (this.interrupted) return;
      this.#display.start(`${chosen.length > 1 ? `[${k + 1}/${chosen.length}] ` : ''}${experiment.name}`);
      const result = await this.#measure(experiment, orderFor(experiment.name));
      this.#display.stop();
      this.results.push(result);
      finished(result);
    }
  }

  #measure(experiment: Experiment, order: Omit<Order, 'name'>): Promise<Result> {
    return new Promise((resolve) => {
      // The result if the process ends without one.
      let last = new Recorder(experiment, order, silent).result('the process that measured ended without a result');
      let complete = false;
      const child = fork(this.#entry, ['child'], { execArgv: ['--expose-gc', `--max-old-space-size=${HEAP_MEGABYTES}`] });
      this.#child = child;
      child.on('message', (message: Message) => {
        if (message.kind === 'step') this.#display.update(message.share, message.doing);
        else last = message.result;
        complete ||= message.kind === 'end';
      });
      child.on('exit', (code, signal) => {
        this.#child = undefined;
        if (complete) resolve(last);
        else if (this.interrupted) resolve({ ...last, failure: 'stopped by Ctrl-C' });
        else resolve({ ...last, failure: `the process that measured ended with ${signal ?? `exit code ${code}`}` });
      });
      child.send({ ...order, name: experiment.name } satisfies Order);
    });
  }
}
