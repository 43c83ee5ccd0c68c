import { pathWorker } from '@pf/server/node';
import { runAll } from './programs.js';

console.log(JSON.stringify(await runAll(pathWorker)));
process.exit(0);
