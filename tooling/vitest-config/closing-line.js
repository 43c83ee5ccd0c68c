import { writeFileSync } from 'node:fs';
import { missing } from './longest-first.js';

/** Milliseconds: a longer file is to start early. */
const LONG = 20_000;

/**
 * Prints `N passed, N failed, N skipped` as the last line, or writes the three numbers to the file in PF_COUNTS, for tooling/check to sum up. A file
 * that cannot be loaded, and an error outside tests, count as failures.
 */
export default class ClosingLine {
  onTestRunEnd(modules, unhandledErrors) {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      count.failed += module.errors().length;
      for (const test of module.children.allTests()) count[outcome(test.result().state)]++;
      for (const suite of module.children.allSuites()) count.failed += suite.errors().length;
    }
    for (const line of missing(modules, LONG)) console.log(line);
    if (process.env.PF_COUNTS) writeFileSync(process.env.PF_COUNTS, JSON.stringify(count));
    else console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}

function outcome(state) {
  return state === 'pending' ? 'failed' : state;
}
