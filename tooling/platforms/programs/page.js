import { webWorker } from '@pf/preprocess/web';
import { runAll } from './programs.js';

// The same script on a page and in a worker, by the address that it was loaded with.
const outcomes = await runAll(() => webWorker(new globalThis.Worker('/path-worker.js', { type: 'module' })));
await fetch(`/outcome/${typeof document === 'undefined' ? 'worker' : 'page'}`, { method: 'POST', body: JSON.stringify(outcomes) });
