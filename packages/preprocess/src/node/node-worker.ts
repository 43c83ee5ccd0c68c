import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { BuildWorker, FromWorker, ToWorker } from '../parallel/parallel-build.ts';

/**
 * Starts a Node thread as a worker for `buildInParallel`. The default script is that of this package. If your program is bundled, pass
 * the path of the script. A script of your own finds `data` as the `workerData` of node:worker_threads.
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
export function nodeWorker<To = ToWorker, From = FromWorker>(script = ownScript(), data?: unknown): BuildWorker<To, From> {
  const thread = new Worker(script, { workerData: data });
  let over = false;
  return {
    post: (message) => thread.postMessage(message),
    listen: (answer, died) => {
      thread.on('message', (message: From) => answer(message));
      thread.on('error', (thrown: unknown) => {
        const message = String((thrown as Partial<Error> | null | undefined)?.message ?? thrown);
        // A bundler copies this function, but not the script beside it.
        const isMissing = message.startsWith(`Cannot find module '${script}'`);
        died(isMissing ? `${message}. In a bundled program, pass the path of the worker's script: nodeWorker(path), or pathWorker(path) of @pf/server.` : message);
      });
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

function ownScript(): string {
  const url = import.meta.url as string | undefined;
  if (url === undefined) throw new Error('nodeWorker cannot find its script from a CommonJS bundle, which has no import.meta.url: pass the path of the script, nodeWorker(path).');
  return fileURLToPath(new URL('./worker.js', url));
}
