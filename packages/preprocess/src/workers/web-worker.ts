/** The script of a web worker for `buildInParallel`. Import it in a module worker, and pass that worker to `webWorker` of @pf/preprocess/web. */
import type { FromWorker, ToWorker } from '../parallel/parallel-build.ts';
import { workerLoop } from '../parallel/worker-loop.ts';

interface WorkerScope {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;
const handle = workerLoop((message) => scope.postMessage(message));
scope.onmessage = ({ data }) => handle(data);
