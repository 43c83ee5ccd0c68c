import type { BuildWorker, FromWorker, ToWorker } from '../parallel/parallel-build.ts';

/** An event of a web worker: an answer or an error. */
export interface WorkerEvent {
  readonly type: string;
  readonly data?: unknown;
  readonly message?: string;
}

/** The methods used of a browser's `Worker`. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  addEventListener(type: 'message' | 'error', listener: (event: WorkerEvent) => void): void;
  terminate(): void;
}

/** The event of a script that is missing, or imports what it cannot find, has no message. */
const UNLOADED = 'its script could not be loaded; a worker has no import map, so a script that imports packages must be bundled';

/**
 * Wraps a web worker for `buildInParallel`. Its script is a file of your page with the one line
 * `import '@pf/preprocess/web-worker';`. It must be bundled, since a worker has no import map.
 *
 * @example
 * ```ts no-run
 * import { Grid } from '@pf/grid';
 * import { buildInParallel } from '@pf/preprocess';
 * import { webWorker } from '@pf/preprocess/web';
 *
 * const worker = () => webWorker(new Worker(new URL('./build-worker.js', import.meta.url), { type: 'module' }));
 * const artifact = await buildInParallel(new Grid(100, 100), 'paths', { worker, workers: navigator.hardwareConcurrency });
 * ```
 */
export function webWorker<To = ToWorker, From = FromWorker>(worker: WorkerLike): BuildWorker<To, From> {
  return {
    post: (message) => worker.postMessage(message),
    listen: (answer, died) => {
      worker.addEventListener('message', ({ data }) => answer(data as From));
      worker.addEventListener('error', ({ message }) => died(message === undefined || message === '' ? UNLOADED : message));
    },
    end: () => worker.terminate(),
  };
}
