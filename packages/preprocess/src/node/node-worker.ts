import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { BuildWorker, FromWorker, ToWorker } from '../parallel/parallel-build.ts';

/**
 * Starts a Node thread as a worker for `buildInParallel`. The default script is that of this package. If your program is bundled, pass
 * the path of the script.
 *
 * @example
 * ```ts no-run
 * import { Grid } from '@pf/grid';
 * import { buildInParallel } from '@pf/preprocess';
 * import { nodeWorker } from '@pf/preprocess/node';
 *
 * await buildInParallel(new Grid(100, 100), 'paths', { worker: nodeWorker, workers: 2 });
 * ```
 */
export function nodeWorker<To = ToWorker, From = FromWorker>(script = fileURLToPath(new URL('./worker.js', import.meta.url))): BuildWorker<To, From> {
  const thread = new Worker(script);
  let over = false;
  return {
    post: (message) => thread.postMessage(message),
    listen: (answer, died) => {
      thread.on('message', (message: From) => answer(message));
      thread.on('error', (error) => died(error.message));
      thread.on('exit', (code) => {
        if (!over) died(`it exited with code ${code}`);
      });
    },
    end: () => {
      over = true;
      void thread.terminate();
    },
  };
}
