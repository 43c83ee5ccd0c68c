// Runs all checks that a change must pass, and lists the failures.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { readJson, repository, temporaryFolder } from '@pf/workspace';
import { runSteps, summary } from './run-steps.js';

const { scripts } = readJson(join(repository, 'package.json'));
const countsFile = join(temporaryFolder('pf-check-'), 'counts.json');
const cores = availableParallelism();

// The longest first, so that no core idles. Tests need no build, and wait for pages, processes and clocks: the other steps run beside them.
const steps = [
  {
    name: 'tests',
    command: scripts.unit,
    cores: 1,
    live: true,
    env: { PF_COUNTS: countsFile },
    counts: () => (existsSync(countsFile) ? readJson(countsFile) : { failed: 1 }),
  },
  // Tests build the demo: that of its pages, and that of the site.
  { name: 'build', command: `${scripts.build} --filter='./packages/*'`, cores: 1 },
  { name: 'packs and release rehearsal', command: 'node tooling/release-rehearsal/cli.js', cores: 1, after: ['build'] },
  { name: 'platforms', command: 'node tooling/platforms/cli.js --installed', cores: 1, after: ['build'] },
  { name: 'lint', command: scripts.lint, cores: 1 },
  { name: 'typecheck', command: scripts.typecheck, cores: 1 },
  { name: 'unused code', command: scripts.unused, cores: 1 },
  { name: 'public surface', command: scripts.api, cores: 1, after: ['build'] },
  { name: 'layers', command: scripts.layers, cores: 1 },
];

const env = {
  ...process.env,
  PATH: [join(repository, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  TURBO_TELEMETRY_DISABLED: '1',
  NO_UPDATE_NOTIFIER: '1',
};

const begin = performance.now();
const results = await runSteps(steps, { cores, env, cwd: repository, say: console.log });
const failed = results.filter(({ outcome }) => outcome !== 'passed').map(({ name }) => name);
console.log(`\n${((performance.now() - begin) / 1000).toFixed(0)} s on ${cores} cores. ${failed.length === 0 ? 'All is well.' : `Not well: ${failed.join(', ')}.`}`);
console.log(summary(results));
process.exitCode = failed.length === 0 ? 0 : 1;
