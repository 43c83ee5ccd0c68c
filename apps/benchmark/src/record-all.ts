import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Experiment, Result } from '@pf/bench';
import { readResults, writeJson } from './files.ts';

/**
 * The results of a full run of everything, each written when it is finished, so that an interrupted run can be resumed. They are in a folder named by
 * the code (`script` contains a hash): other code starts over.
 */
export class RecordedRun {
  readonly #folder: string;

  constructor(reports: string, script: string) {
    this.#folder = join(reports, `all-${basename(script).replace(/\.js$/, '')}`);
    mkdirSync(this.#folder, { recursive: true });
  }

  get folder(): string {
    return this.#folder;
  }

  #fileOf(name: string): string {
    return join(this.#folder, `${name}.json`);
  }

  /** The experiments without a complete result of this command. */
  missing(experiments: readonly Experiment[], commandOf: (name: string) => string): Experiment[] {
    return experiments.filter(({ name }) => {
      const result = this.#resultOf(name);
      return result === undefined || result.failure !== undefined || result.command !== commandOf(name);
    });
  }

  #resultOf(name: string): Result | undefined {
    if (!existsSync(this.#fileOf(name))) return undefined;
    try {
      return readResults(this.#fileOf(name))[0];
    } catch {
      // It was being written when the run was stopped.
      return undefined;
    }
  }

  keep(result: Result): void {
    writeJson(this.#fileOf(result.experiment), [result]);
  }

  /** Copies all of them to the folder that the pages read. */
  publish(results: string): Result[] {
    const all = readdirSync(this.#folder).filter((name) => name.endsWith('.json')).sort().flatMap((name) => readResults(join(this.#folder, name)));
    for (const result of all) writeJson(join(results, `${result.experiment}.json`), [result]);
    return all;
  }
}
