/** Time of an answer. Run: pnpm --filter @pf/__NAME__ bench */
import { answer } from '../src/index.ts';

const CALLS = 10_000_000;

let sum = 0;
const begin = performance.now();
for (let i = 0; i < CALLS; i++) sum += answer();
console.log(`${(((performance.now() - begin) * 1e6) / CALLS).toFixed(2)} ns an answer (of ${sum / CALLS})`);
