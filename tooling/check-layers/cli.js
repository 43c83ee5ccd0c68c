import { repository } from '@pf/workspace';
import { checkLayers } from './check-layers.js';

const faults = check();
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? 'Every import points down, no files import each other, and every dependency is declared and used.' : `${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;

function check() {
  try {
    return checkLayers(repository);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [error.message];
  }
}
