import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';
import { project } from './index.js';
import LongestFirst from './longest-first.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['packages', 'apps', 'tooling'].flatMap((kind) => readdirSync(join(root, kind)).map((name) => `${kind}/${name}`));
const tested = folders.filter((folder) => folder !== 'tooling/template' && existsSync(join(root, folder, 'vitest.config.js')));

/**
 * One project for all packages that share processes, and one for those whose test files have a process each: a project transforms each module once, and
 * shared processes load it once. Projects with plugins or a setup stay by themselves.
 */
async function together() {
  const configs = await Promise.all(tested.map((folder) => import(pathToFileURL(join(root, folder, 'vitest.config.js')).href)));
  const usual = new Set(project('').plugins.map(({ name }) => name));
  const own = [];
  const shared = { apart: [], packages: [] };
  for (const [i, { default: { plugins, test } }] of configs.entries()) {
    if (test.globalSetup !== undefined || plugins.some(({ name }) => !usual.has(name))) own.push(`${tested[i]}/vitest.config.js`);
    else shared[test.isolate ? 'apart' : 'packages'].push(tested[i]);
  }
  const { include } = project('').test;
  const all = Object.entries(shared).map(([name, folders]) =>
    project(name, { root, isolate: name === 'apart', include: folders.flatMap((folder) => include.map((pattern) => `${folder}/${pattern}`)) }));
  return [...own, ...all];
}

// A project for each package where the command line chooses some.
const choice = process.argv.some((word) => word.startsWith('--project'));

// All packages in one process: per package it takes three times as long.
export default defineConfig({
  test: {
    root,
    projects: choice ? tested.map((folder) => `${folder}/vitest.config.js`) : await together(),
    // One more than cores: tests of pages and processes wait for much of their time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    coverage: { include: ['packages/*/src/**/*.ts'], reporter: ['text', 'html'] },
    reporters: ['default', fileURLToPath(new URL('./closing-line.js', import.meta.url))],
  },
});
