import { defaultServerConditions } from 'vite';
import { defineProject } from 'vitest/config';

const conditions = ['@pf/source', ...defaultServerConditions];

/** Tests run from the sources of every package: nothing need be built first. */
export function project(name, test = {}) {
  return defineProject({
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    // Some tests watch processes, browsers and clocks, and a shared machine may stand still in between: in CI what fails is run once more.
    // Whatever is wrong fails again, since every random world has its seed.
    test: { name, include: ['test/**/*.test.{ts,js}'], testTimeout: 120_000, retry: process.env.CI === undefined ? 0 : 1, ...test },
  });
}
