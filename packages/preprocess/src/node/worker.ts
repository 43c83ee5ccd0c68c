/** The script of a Node thread for `buildInParallel`. */
import { parentPort } from 'node:worker_threads';
import type { ToWorker } from '../parallel/parallel-build.ts';
import { workerLoop } from '../parallel/worker-loop.ts';

if (parentPort === null) throw new Error('This file is the script of a worker thread: let nodeWorker of @pf/preprocess/node start it.');
const port = parentPort;
const handle = workerLoop((message) => port.postMessage(message));
port.on('message', (message: ToWorker) => handle(message));
