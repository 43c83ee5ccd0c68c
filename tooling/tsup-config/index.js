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
    // `Infinity` becomes 1 / 0: as a variable of the global object, until the engine has resolved it, it forces numbers in the same expression to be boxed.
    esbuildOptions(options) {
      options.minifySyntax = true;
    },
    ...more,
  });
}
