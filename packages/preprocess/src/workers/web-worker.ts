/** The script of a web worker for `buildInParallel`: `new Worker(new URL('@pf/preprocess/web-worker', import.meta.url), { type: 'module' })`. */
import type { FromWorker, ToWorker } from '../parallel-build.ts';
import { workerLoop } from '../worker-loop.ts';

interface WorkerScope {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;
const handle = workerLoop((message) => scope.postMessage(message));
scope.onmessage = ({ data }) => handle(data);
