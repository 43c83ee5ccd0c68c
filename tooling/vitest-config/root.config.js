import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// All packages in one process: per package it takes three times as long.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    projects: ['packages/*/vitest.config.js', 'apps/*/vitest.config.js', 'tooling/*/vitest.config.js', '!tooling/template/vitest.config.js'],
    // One more than cores: tests of pages and processes wait for much of their time.
    maxWorkers: availableParallelism() + 1,
    coverage: { include: ['packages/*/src/**/*.ts'], reporter: ['text', 'html'] },
    reporters: ['default', fileURLToPath(new URL('./closing-line.js', import.meta.url))],
  },
});
