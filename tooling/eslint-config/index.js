import { readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative } from 'node:path';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Globals of Node or of web pages only. The algorithm packages run in both, and in workers. */
const platformOnly = ['process', 'Buffer', 'window', 'document', 'navigator', 'require', '__dirname', '__filename'];

/** Globals of Node, for JavaScript files. */
const nodeGlobals = [
  ...['process', 'console', 'Buffer', 'URL', 'URLSearchParams', 'TextDecoder', 'TextEncoder', 'structuredClone', 'performance', 'fetch'],
  ...['AbortController', 'AbortSignal', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'queueMicrotask'],
];

const repository = join(import.meta.dirname, '../..');

/** Packages that run in Node only. */
const forNode = ['bench', 'cluster'];

/** The sources of the algorithm packages, relative to `root`: all of them from the repository, its own from a package. */
function algorithms(root) {
  const [kind, name] = relative(repository, root).split('/');
  if (kind === '') return readdirSync(join(repository, 'packages')).filter((each) => !forNode.includes(each)).map((each) => `packages/${each}/src/**/*.ts`);
  return kind === 'packages' && !forNode.includes(name) ? ['src/**/*.ts'] : [];
}

export const ignored = ['**/dist/**', '**/node_modules/**', '**/coverage/**', '**/artifacts/**', '**/reports/**', '**/*.d.ts', 'tooling/template/**'];

/** The lint rules of this repository. `root` is the folder of the eslint.config.js that uses them, or the whole repository for oxlint.js. */
export function config(root) {
  return defineConfig(
    { ignores: ignored },
    { linterOptions: { reportUnusedDisableDirectives: 'error' } },
    js.configs.recommended,
    { rules: { eqeqeq: 'error' } },
    {
      files: ['**/*.ts', '**/*.tsx'],
      extends: [tseslint.configs.recommendedTypeChecked],
      languageOptions: { parserOptions: { project: ['tsconfig.json'], tsconfigRootDir: root } },
      rules: {
        '@typescript-eslint/no-explicit-any': 'error',
        '@typescript-eslint/no-non-null-assertion': 'off',
        '@typescript-eslint/consistent-type-imports': 'error',
        '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
        // Searches have loops over typed arrays that end by `break`.
        'no-constant-condition': ['error', { checkLoops: false }],
        'no-restricted-syntax': [
          'error',
          { selector: 'ExportDefaultDeclaration', message: 'Name what you export: default exports cannot be found by name.' },
          { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
          { selector: "MemberExpression[object.type='NewExpression'][property.name='pathname']", message: 'Of a file, take fileURLToPath: a path may have a space in it.' },
        ],
      },
    },
    { files: ['**/*.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
    algorithms(root).map((files) => ({
      files: [files],
      ignores: ['**/src/node/**', '**/src/workers/**'],
      rules: {
        'no-console': 'error',
        'no-restricted-globals': ['error', ...platformOnly],
        'no-restricted-imports': ['error', { patterns: ['node:*', ...builtinModules.filter((name) => !name.startsWith('_'))] }],
      },
    })),
    {
      files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
      languageOptions: { globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])) },
    },
  );
}
