import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';
import { project } from './index.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['packages', 'apps', 'tooling'].flatMap((kind) => readdirSync(join(root, kind)).map((name) => `${kind}/${name}`));
const tested = folders.filter((folder) => folder !== 'tooling/template' && existsSync(join(root, folder, 'vitest.config.js')));

/** One project for all packages that share a process: three workers for the whole run, each of which loads a module once, in place of three for each package. */
async function together() {
  const configs = await Promise.all(tested.map((folder) => import(pathToFileURL(join(root, folder, 'vitest.config.js')).href)));
  const needsMore = ({ plugins, test }) => test.isolate || test.globalSetup !== undefined || plugins.length > 1;
  const shared = tested.filter((_, i) => !needsMore(configs[i].default));
  const { include } = project('').test;
  const all = project('packages', { root, include: shared.flatMap((folder) => include.map((pattern) => `${folder}/${pattern}`)) });
  return [...tested.filter((folder) => !shared.includes(folder)).map((folder) => `${folder}/vitest.config.js`), all];
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
    coverage: { include: ['packages/*/src/**/*.ts'], reporter: ['text', 'html'] },
    reporters: ['default', fileURLToPath(new URL('./closing-line.js', import.meta.url))],
  },
});
