import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { members, repository } from '@pf/workspace';
import { killGroup, spawnGroup } from '@pf/workspace/process-group';

/** The newest release of each line, as npm packages with the binary; by line. */
export const nodes = [];
for (const version of ['20.20.2', '22.23.3', '24.21.0', '26.10.0']) {
  const line = version.split('.')[0];
  nodes[line] = { key: line, name: `Node ${version}`, command: 'npx', words: ['-y', '-p', `node-${process.platform}-${process.arch}@${version}`, '--', 'node'] };
}

/** Other runtimes, as npm packages. */
export const otherRuntimes = [
  { key: 'deno', name: 'Deno 2.9.6', command: 'npx', words: ['-y', '-p', 'deno@2.9.6', '--', 'deno', 'run', '-A'] },
  { key: 'bun', name: 'Bun 1.4.5', command: 'npx', words: ['-y', '-p', 'bun@1.4.5', '--', 'bun', '--bun'] },
];

/** The Node that runs this. */
export const here = { key: 'node', name: `Node ${process.versions.node}`, command: process.execPath, words: [] };

/** The platforms whose keys are in `only`; all if it is undefined. Throws for a key that none has. */
export function chosen(all, only = all.map(({ key }) => key)) {
  const unknown = only.filter((key) => !all.some((each) => each.key === key));
  if (unknown.length > 0) throw new RangeError(`There is no platform ${unknown.join(', ')} here: take ${all.map(({ key }) => key).join(', ')}.`);
  return all.filter(({ key }) => only.includes(key));
}

/** The lines of the programs in `folder`, or why there are none. */
export function runProgram({ command, words }, folder, patience = 300_000) {
  const child = spawnGroup(command, [...words, 'programs/in-node.js'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const clock = setTimeout(() => killGroup(child), patience);
  let [said, complaint] = ['', ''];
  child.stdout.on('data', (data) => (said += data));
  child.stderr.on('data', (data) => (complaint += data));
  return new Promise((resolve) => {
    child.on('error', ({ message }) => (complaint += message));
    child.on('close', (code, signal) => {
      clearTimeout(clock);
      try {
        resolve(JSON.parse(said));
      } catch {
        resolve({ error: `ended with ${signal ?? code}: ${complaint.trim().split('\n').slice(0, 5).join(' ')}` });
      }
    });
  });
}

/** The unit tests of some packages, in every runtime and in Chromium. Returns the exit code. */
export function unitTests(only, names) {
  const packages = members().filter(({ kind }) => kind === 'packages').map(({ short }) => short);
  const tested = names.length > 0 ? names : packages;
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs');
  const all = [...nodes.filter(Boolean), ...otherRuntimes].map(({ key, name, command, words }) => ({
    key,
    name,
    command,
    words: [...words, vitest, 'run', '--config', 'tooling/vitest-config/root.config.js', ...tested.flatMap((each) => ['--project', each])],
    env: {},
  }));
  all.push({
    key: 'chromium',
    name: 'Chromium',
    command: process.execPath,
    words: [vitest, 'run', '--config', 'tooling/platforms/browser.config.js', '--reporter', join(repository, 'tooling/vitest-config/closing-line.js'), '--reporter', 'default'],
    // Packages that need threads, files or a bundler have no test for a page.
    env: { PF_PACKAGES: tested.filter((name) => !['bench', 'cluster', 'server'].includes(name)).join(' ') },
  });
  const outcomes = [];
  for (const { name, command, words, env } of chosen(all, only)) {
    console.log(`\n=== ${name}`);
    const begin = performance.now();
    const { status } = spawnSync(command, words, { cwd: repository, stdio: 'inherit', env: { ...process.env, ...env } });
    outcomes.push({ platform: name, outcome: status === 0 ? 'passed' : 'failed', seconds: Math.round((performance.now() - begin) / 1000) });
  }
  console.table(outcomes);
  return outcomes.every(({ outcome }) => outcome === 'passed') ? 0 : 1;
}
