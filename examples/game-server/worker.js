// A worker of our own: where a goal cannot be reached, units go as near as they can. Without it, give pathWorker no script: its workers find the cheapest path.
import { parentPort } from 'node:worker_threads';
import { AStar } from '@pf/search';
import { pathLoop } from '@pf/server';

parentPort?.on('message', pathLoop((message) => parentPort?.postMessage(message), (grid) => new AStar(grid, { nearest: true })));
