import { defineConfig } from 'tsup';
import { classNames } from './class-names.js';
import { emitDeclarations } from './declarations.js';

/** ESM, CommonJS and types from src/index.ts. `more` adds entries (workers, bins) or overrides. */
export function library({ entry = { index: 'src/index.ts' }, ...more } = {}) {
  return defineConfig(() => ({
    entry,
    format: ['esm', 'cjs'],
    target: 'es2022',
    dts: { entry: emitDeclarations(process.cwd(), entry), compilerOptions: { ignoreDeprecations: '6.0', customConditions: [] } },
    sourcemap: false,
    clean: true,
    splitting: false,
    treeshake: true,
    silent: true,
    plugins: [classNames],
    // `Infinity` becomes 1 / 0: as a variable of the global object, until the engine has resolved it, it forces numbers in the same expression to be boxed.
    esbuildOptions(options) {
      options.minifySyntax = true;
    },
    ...more,
  }));
}
