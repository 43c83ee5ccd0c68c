// pnpm mutation PACKAGE [FILES]: changes the sources in every small way that there is, and says which changes no test notices.
import { join } from 'node:path';
import { repository } from '@pf/workspace';
import { Stryker } from '@stryker-mutator/core';

const [name, ...files] = process.argv.slice(2);
if (name === undefined || name.startsWith('-')) {
  console.error('Say which package, and if not all of it, which files: pnpm mutation queues [src/binary-heap.ts].');
  process.exit(1);
}
process.env.PF_MUTATE = name;
// Each mutant is tried on the whole suite: a tenth of the random runs finds what they find, or almost.
process.env.PF_RUNS ??= '0.1';
process.chdir(repository);
const reports = join('reports/mutation', name);
await new Stryker({
  testRunner: 'vitest',
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: 'tooling/mutation/stryker-vitest.js', related: false },
  mutate: (files.length > 0 ? files : ['src/**/*.ts']).map((file) => `packages/${name}/${file}`),
  ignorePatterns: ['docs', 'apps', '**/dist', '**/fixtures', 'reports', 'coverage'],
  // What messages say is for people: a test looks for the value in them, not for the words.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 1,
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  timeoutMS: 20_000,
  tempDirName: 'node_modules/.cache/stryker',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: join(reports, 'mutation.json') },
  allowEmpty: false,
}).runMutationTest();
