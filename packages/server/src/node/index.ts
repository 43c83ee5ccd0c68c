import { fileURLToPath } from 'node:url';
import type { BuildWorker } from '@pf/preprocess';
import { nodeWorker } from '@pf/preprocess/node';
import type { FromPathWorker, ToPathWorker } from '../messages.ts';

/**
 * Starts a thread of Node as a worker for `PathPool`. The default script is that of this package; pass a path if your program is bundled or has its own worker.
 * A script of your own finds `data` as the `workerData` of node:worker_threads.
 *
 * @example
 * ```ts no-run
 * import { availableParallelism } from 'node:os';
 * import { Grid } from '@pf/grid';
 * import { PathPool } from '@pf/server';
 * import { pathWorker } from '@pf/server/node';
 *
 * const pool = new PathPool(new Grid(100, 100), { worker: pathWorker, workers: Math.max(1, availableParallelism() - 1) });
 * ```
 */
export function pathWorker(script = ownScript(), data?: unknown): BuildWorker<ToPathWorker, FromPathWorker> {
  return nodeWorker(script, data);
}

function ownScript(): string {
  const url = import.meta.url as string | undefined;
  if (url === undefined) throw new Error('pathWorker cannot find its script from a CommonJS bundle, which has no import.meta.url: pass the path of the script, pathWorker(path).');
  return fileURLToPath(new URL('./path-worker.js', url));
}
