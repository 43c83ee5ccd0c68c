import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import { defineProject } from 'vitest/config';
import { bundledTests, toSource } from './bundled-tests.js';

const conditions = ['@pf/source', ...defaultServerConditions];
const quick = fileURLToPath(new URL('./quick-expect.js', import.meta.url));

/** Tests and their shared modules get `expect` from quick-expect.js. */
const quickExpect = {
  name: 'quick-expect',
  enforce: 'pre',
  resolveId: (source, importer) => (source === 'vitest' && importer !== undefined && importer !== quick && !importer.includes('/node_modules/') ? quick : undefined),
};

function seen(_, frame) {
  toSource(frame);
  return !frame.file.includes('quick-expect');
}

/** Tests use the sources of every package, without a build. `bundled` is false for tests that import what only plugins of Vite can load. */
export function project(name, test = {}, { bundled = true } = {}) {
  return defineProject({
    plugins: [quickExpect, ...(bundled ? [bundledTests()] : [])],
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    // An error is shown where the test calls `expect`, not inside it. Some tests observe processes, browsers and clocks, and a shared machine may
    // stall: in CI a failure is retried once. Real faults fail again, since every random world has its seed.
    // The test files of a package share a process and its modules: loading those for each file took longer than many tests.
    test: { name, include: ['test/**/*.test.{ts,js}'], isolate: false, testTimeout: 120_000, retry: process.env.CI === undefined ? 0 : 1, onStackTrace: seen, ...test },
  });
}
