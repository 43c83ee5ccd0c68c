// Lints the whole tree, or the files on the command line, with oxlint: the same preset as ESLint in each package, in a tenth of the time.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { config, ignored } from './index.js';

const repository = join(import.meta.dirname, '../..');

/** Rules of ESLint that oxlint lacks: breaking them is a syntax error in a module. */
const syntax = ['no-dupe-args', 'no-octal'];

/** Rules of which oxlint has only the version for TypeScript. */
const shared = ['no-array-constructor', 'no-unused-expressions', 'no-unused-vars'];

function nameOf(rule) {
  const [plugin, name] = rule.split('/');
  if (name === undefined) return rule === 'no-restricted-syntax' ? 'plain/no-restricted-syntax' : rule;
  if (plugin !== '@typescript-eslint') throw new Error(`${rule} is of a plugin that tooling/eslint-config/oxlint.js does not know.`);
  return shared.includes(name) ? name : `typescript/${name}`;
}

const preset = config(repository);
const isOn = (setting) => ![setting].flat().includes('off');
const on = new Set(preset.flatMap(({ rules = {} }) => Object.keys(rules).filter((rule) => isOn(rules[rule]))));

function rulesOf(rules) {
  const kept = Object.entries(rules).filter(([rule]) => on.has(rule) && !syntax.includes(rule) && !(shared.includes(rule) && `@typescript-eslint/${rule}` in rules));
  return Object.fromEntries(kept.map(([rule, setting]) => [nameOf(rule), setting]));
}

// A part of the preset without files applies to all. Oxlint reads patterns relative to its configuration.
const anywhere = (pattern) => (pattern.startsWith('**/') ? pattern : `**/${pattern}`);
const overrides = preset
  .filter(({ rules, languageOptions }) => rules !== undefined || languageOptions?.globals !== undefined)
  .map(({ files = ['**/*'], ignores = [], rules = {}, languageOptions }) => ({ files: [...new Set(files.flat())].map(anywhere), excludeFiles: ignores, rules: rulesOf(rules), globals: languageOptions?.globals ?? {} }));
overrides.push({ files: ['**/*.cjs'], globals: { require: 'readonly', module: 'writable', exports: 'readonly' } });

// In a file: on the command line, oxlint skips unknown rules without an error.
const cache = join(repository, 'node_modules/.cache/pf');
mkdirSync(cache, { recursive: true });
const file = join(cache, 'oxlint.json');
writeFileSync(file, JSON.stringify({
  plugins: ['typescript'],
  jsPlugins: [{ name: 'plain', specifier: join(import.meta.dirname, 'plain-rules.js') }],
  categories: { correctness: 'off' },
  env: { builtin: true, es2024: true },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  overrides,
}, undefined, 1));
const words = ['--config', file, ...ignored.flatMap((pattern) => ['--ignore-pattern', pattern]), ...process.argv.slice(2)];
const oxlint = fileURLToPath(new URL('bin/oxlint', import.meta.resolve('oxlint/package.json')));
const tsgolint = fileURLToPath(new URL('bin/tsgolint.js', import.meta.resolve('oxlint-tsgolint/package.json')));
const { status } = spawnSync(process.execPath, [oxlint, ...words], { stdio: 'inherit', cwd: repository, env: { ...process.env, OXLINT_TSGOLINT_PATH: tsgolint } });
process.exitCode = status ?? 1;
