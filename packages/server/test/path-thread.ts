/**
 * A path worker that dies, hangs or fails at some queries, by their start, or dies after a number of them.
 * The data of a query may change its goal, and the number of workers that it kills.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { AStar } from '@pf/search';
import type { ToPathWorker } from '../src/index.ts';
import { pathLoop } from '../src/index.ts';

const { dies, hangs, fails, lives = Infinity } = (workerData ?? {}) as { dies?: number; hangs?: number; fails?: number; lives?: number };
// The data of a grid: the milliseconds that its search takes to be made.
let begun = 0;
const port = parentPort!;
const handle = pathLoop(
  (message) => port.postMessage(message),
  (grid, { data: delay = 0 }) => {
    for (const end = performance.now() + (delay as number); performance.now() < end; );
    const search = new AStar(grid);
    const begin = search.begin.bind(search);
    search.begin = (start: number, goal: number, data?: { goal: number; deaths: Int32Array }): void => {
      if (data !== undefined && Atomics.sub(data.deaths, 0, 1) > 0) process.exit(3);
      if (start === dies || ++begun > lives) process.exit(3);
      while (start === hangs);
      if (start === fails) throw new Error('this start is not liked');
      begin(start, data?.goal ?? goal);
    };
    return search;
  },
);
port.on('message', (message: ToPathWorker) => handle(message));
