/** The script of a web worker for `buildInParallel`, to be imported by a file that `webWorker` of @pf/preprocess/web is given as a module worker. */
import type { FromWorker, ToWorker } from '../parallel/parallel-build.ts';
import { workerLoop } from '../parallel/worker-loop.ts';

interface WorkerScope {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;
const handle = workerLoop((message) => scope.postMessage(message));
scope.onmessage = ({ data }) => handle(data);
