import type { Experiment, Options, Progress } from '../experiment.ts';
import { Recorder } from './recorder.ts';
import type { Result } from './result.ts';

/** Wraps the work of an experiment: after a failure the result says so and keeps the findings until then. */
export function experiment(face: Omit<Experiment, 'run'>, body: (record: Recorder, options: Options) => void | Promise<void>): Experiment {
  return {
    ...face,
    async run(options: Options, progress: Progress): Promise<Result> {
      const record = new Recorder(face, options, progress);
      try {
        await body(record, options);
      } catch (error) {
        return record.result(error instanceof Error ? error.message : String(error));
      }
      return record.result();
    },
  };
}
