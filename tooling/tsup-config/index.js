import { defineConfig } from 'tsup';

/** ESM, CommonJS and types from src/index.ts. `more` adds entries (workers, bins) or overrides. */
export function library(more = {}) {
  return defineConfig({
    entry: ['src/index.ts'],
    format: ['esm', 'cjs'],
    target: 'es2022',
    dts: { compilerOptions: { ignoreDeprecations: '6.0', customConditions: [] } },
    sourcemap: false,
    clean: true,
    splitting: false,
    treeshake: true,
    silent: true,
    // `Infinity` becomes 1 / 0: it is a variable of the global object, and the engine, where it has not met it yet, puts numbers beside it in boxes.
    esbuildOptions(options) {
      options.minifySyntax = true;
    },
    ...more,
  });
}
