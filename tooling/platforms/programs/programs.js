import { Ledger } from './ledger.js';
import { run as crowd } from './crowd.js';
import { run as graph } from './graph.js';
import { run as grid } from './grid.js';
import { run as incremental } from './incremental.js';
import { run as navmesh } from './navmesh.js';
import { run as preprocess } from './preprocess.js';
import { run as queues } from './queues.js';
import { run as realtime } from './realtime.js';
import { run as robots } from './robots.js';
import { run as sampling } from './sampling.js';
import { run as search } from './search.js';
import { run as server } from './server.js';

const programs = { queues, graph, grid, search, incremental, realtime, preprocess, navmesh, sampling, crowd, robots, server };

/** Runs every program: the lines of each package, or the error that ended it. `startWorker` starts a thread of @pf/server. */
export async function runAll(startWorker) {
  const outcomes = {};
  for (const [name, run] of Object.entries(programs)) {
    const ledger = new Ledger();
    try {
      await run(ledger, startWorker);
      outcomes[name] = ledger.lines;
    } catch (error) {
      outcomes[name] = { ...ledger.lines, error: String(error?.stack ?? error).split('\n').slice(0, 3).join(' ') };
    }
  }
  return outcomes;
}
