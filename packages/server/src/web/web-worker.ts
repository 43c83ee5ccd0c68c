/** The script of a web worker for `PathPool`. Import it in a module worker, and pass that worker to `webWorker` of @pf/preprocess/web. */
import type { FromPathWorker, ToPathWorker } from '../messages.ts';
import { pathLoop } from '../path-loop.ts';

interface WorkerScope {
  postMessage(message: FromPathWorker): void;
  onmessage: ((event: { readonly data: ToPathWorker }) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;
const handle = pathLoop((message) => scope.postMessage(message));
scope.onmessage = ({ data }) => handle(data);
