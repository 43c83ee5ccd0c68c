// Checks the rules that need types, for the whole tree, with oxlint: the rules of the preset that ESLint has for each package, in a sixth of its time.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';
import { ignored } from './index.js';

const names = tseslint.configs.recommendedTypeCheckedOnly.flatMap(({ rules = {} }) => Object.keys(rules).filter((name) => name.startsWith('@') && rules[name] !== 'off'));
const cache = join(import.meta.dirname, '../../node_modules/.cache/pf');
const config = join(cache, 'typed-rules.json');
mkdirSync(cache, { recursive: true });
// In a file, not on the command line, where oxlint skips a rule that it does not know.
writeFileSync(config, JSON.stringify({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true },
  rules: Object.fromEntries(names.map((name) => [name.replace('@typescript-eslint', 'typescript'), 'error'])),
}));
const words = ['--config', config, ...[...ignored, '**/*.{js,mjs,cjs}'].flatMap((pattern) => ['--ignore-pattern', pattern]), ...process.argv.slice(2)];
const oxlint = fileURLToPath(new URL('bin/oxlint', import.meta.resolve('oxlint/package.json')));
const tsgolint = fileURLToPath(new URL('bin/tsgolint.js', import.meta.resolve('oxlint-tsgolint/package.json')));
const { status } = spawnSync(process.execPath, [oxlint, ...words], { stdio: 'inherit', env: { ...process.env, OXLINT_TSGOLINT_PATH: tsgolint } });
process.exitCode = status ?? 1;
