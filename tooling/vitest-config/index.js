import { defaultServerConditions } from 'vite';
import { defineProject } from 'vitest/config';

const conditions = ['@pf/source', ...defaultServerConditions];

/** Tests run from the sources of every package: nothing need be built first. */
export function project(name, test = {}) {
  return defineProject({
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: { name, include: ['test/**/*.test.{ts,js}'], testTimeout: 120_000, ...test },
  });
}
