// pnpm platforms [--only 20|22|24|26|bun|deno|chromium] [PACKAGES]: the unit tests in every Node that is supported, in other runtimes, and in a browser.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { members, repository } from '@pf/workspace';

/** The newest release of each line, as npm packages with the binary. */
const nodes = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0', 26: '26.10.0' };
/** Other runtimes, as npm packages, and how each runs a script of Node. */
const runtimes = { bun: { name: 'Bun', version: '1.4.5', words: ['bun', '--bun'] }, deno: { name: 'Deno', version: '2.9.6', words: ['deno', 'run', '-A'] } };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true, default: [...Object.keys(nodes), ...Object.keys(runtimes), 'chromium'] } },
});
const packages = members()
  .filter(({ kind }) => kind === 'packages')
  .map(({ short }) => short);
const names = positionals.length > 0 ? positionals : packages;
const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
const outcomes = [];
for (const platform of values.only) {
  const line = platform === 'chromium' ? inChromium() : inNode(platform);
  console.log(`\n=== ${line.name}`);
  const begin = performance.now();
  const { status } = spawnSync(line.command, line.words, { cwd: repository, stdio: 'inherit', env: { ...process.env, ...line.env } });
  outcomes.push({ platform: line.name, outcome: status === 0 ? 'passed' : 'failed', seconds: Math.round((performance.now() - begin) / 1000) });
}
console.table(outcomes);
process.exitCode = outcomes.every(({ outcome }) => outcome === 'passed') ? 0 : 1;

function inNode(platform) {
  const runtime = runtimes[platform] ?? { name: 'Node', version: nodes[platform], words: ['node'] };
  const { name, version, words } = runtime;
  if (version === undefined) throw new RangeError(`There is no platform ${platform}: take ${[...Object.keys(nodes), ...Object.keys(runtimes)].join(', ')} or chromium.`);
  const binary = name === 'Node' ? `node-${process.platform}-${process.arch}` : platform;
  const projects = names.flatMap((each) => ['--project', each]);
  return { name: `${name} ${version}`, command: 'npx', words: ['-y', '-p', `${binary}@${version}`, '--', ...words, vitest, 'run', '--config', 'tooling/vitest-config/root.config.js', ...projects], env: {} };
}

function inChromium() {
  // Packages that need threads, files or a bundler have no test for a page.
  const inPages = names.filter((name) => !['bench', 'cluster', 'server'].includes(name));
  const words = [
    vitest,
    'run',
    '--config',
    'tooling/platforms/browser.config.js',
    '--reporter',
    join(repository, 'tooling/vitest-config/closing-line.js'),
    '--reporter',
    'default',
  ];
  return { name: 'Chromium', command: process.execPath, words, env: { PF_PACKAGES: inPages.join(' ') } };
}
