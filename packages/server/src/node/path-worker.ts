/** The script of a Node thread for `PathPool`. */
import { parentPort } from 'node:worker_threads';
import type { ToPathWorker } from '../messages.ts';
import { pathLoop } from '../path-loop.ts';

if (parentPort === null) throw new Error('This file is the script of a worker thread: let pathWorker of @pf/server/node start it.');
const port = parentPort;
const handle = pathLoop((message) => port.postMessage(message));
port.on('message', (message: ToPathWorker) => handle(message));
