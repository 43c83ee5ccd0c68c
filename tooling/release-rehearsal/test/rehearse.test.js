import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rehearse } from '../rehearse.js';

const root = mkdtempSync(join(tmpdir(), 'pf-rehearsal-test-'));
afterAll(() => rmSync(root, { recursive: true }));

const write = (path, content) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
};

/** A built package as tsup writes it; `manifest` and `files` replace parts with faults. */
function plant(short, { manifest = {}, files = {} } = {}) {
  const entry = (types, path) => ({ types: `./dist/${types}`, default: `./dist/${path}` });
  write(`packages/${short}/package.json`, {
    name: `@pf/${short}`,
    version: '0.0.0',
    license: 'MIT',
    type: 'module',
    files: ['dist'],
    main: './dist/index.cjs',
    types: './dist/index.d.cts',
    exports: { '.': { '@pf/source': './src/index.ts', import: entry('index.d.ts', 'index.js'), require: entry('index.d.cts', 'index.cjs') }, './package.json': './package.json' },
    ...manifest,
  });
  const built = {
    'dist/index.js': 'export const weight = () => 3;\n',
    'dist/index.cjs': 'exports.weight = () => 3;\n',
    'dist/index.d.ts': 'declare const weight: () => number;\nexport { weight };\n',
    'README.md': `# @pf/${short}\n\n\`\`\`ts\nimport { weight } from '@pf/${short}';\n\nweight(); // → 3\n\`\`\`\n`,
    ...files,
  };
  built['dist/index.d.cts'] ??= built['dist/index.d.ts'];
  for (const [path, content] of Object.entries(built)) write(`packages/${short}/${path}`, content);
}

const contents = (folder) =>
  readdirSync(folder).flatMap((entry) => {
    const path = join(folder, entry);
    return statSync(path).isDirectory() ? contents(path) : [[path, readFileSync(path, 'utf8')]];
  });

let results;
let before;

beforeAll(async () => {
  write('package.json', { name: 'root', private: true, packageManager: 'pnpm@10.34.9' });
  write('pnpm-workspace.yaml', 'packages:\n  - packages/*\nverifyDepsBeforeRun: install\n');
  write('.changeset/config.json', { changelog: '@changesets/cli/changelog', access: 'public', baseBranch: 'main' });
  write('.changeset/news.md', "---\n'@pf/sound': minor\n---\n\nSaid something new.\n");
  const onSound = { 'dist/index.js': "export { weight } from '@pf/sound';\n", 'dist/index.cjs': "exports.weight = require('@pf/sound').weight;\n", 'dist/index.d.ts': "export { weight } from '@pf/sound';\n" };
  const command = (text) => ({ bin: { 'pf-run-it': './dist/command.js' }, text: `#!/usr/bin/env node\n${text}\n` });
  const working = command("import { weight } from '@pf/sound';\nconsole.log(weight());");
  const broken = command("import './nowhere.js';");
  // Installation takes longest, so independent faults are planted in one package.
  plant('sound', { manifest: { bin: working.bin }, files: { 'dist/command.js': working.text } });
  plant('needy', { manifest: { dependencies: { '@pf/sound': 'workspace:^' } }, files: onSound });
  plant('wrong-exports', { manifest: { exports: { '.': { import: './dist/nowhere.js' } } } });
  plant('missing-file', { manifest: { files: ['dist/index.*'] }, files: { 'dist/index.js': "export { weight } from './part.js';\n", 'dist/part.js': 'export const weight = () => 3;\n' } });
  plant('forgotten-dependency', { files: onSound });
  plant('lying-types', { files: { 'CHANGELOG.md': '# @pf/lying-types\n\n## 0.0.0-old\n\nOld.\n', 'dist/index.d.ts': 'declare const weight: () => number;\ndeclare const height: number;\nexport { weight, height };\n' } });
  plant('silent-types', { manifest: { bin: broken.bin }, files: { 'dist/index.d.ts': 'export {};\n', 'dist/command.js': broken.text } });
  plant('broken-types', { files: { 'dist/index.d.ts': 'declare const weight: () => Kilogram;\nexport { weight };\n' } });
  plant('esm-for-cjs', { files: { 'dist/index.cjs': 'export const weight = () => 3;\n' } });
  plant('wrong-example', { files: { 'dist/index.cjs': 'exports.weight = () => 4;\n' } });
  before = contents(root);
  results = await rehearse(root);
}, 300_000);

const of = (short) => results.find(({ name }) => name === `@pf/${short}`);

test('valid packages pass, in the versions of the changesets, with exactly what they need', () => {
  expect(of('sound')).toMatchObject({ version: '0.1.0', brought: ['sound'], ran: 1, faults: [] });
  expect(of('needy')).toMatchObject({ version: '0.0.1', brought: ['needy', 'sound'], ran: 1, faults: [] });
});

test('makes tags and release notes like the workflow', () => {
  expect(of('sound')).toMatchObject({ tag: '@pf/sound@0.1.0', notes: expect.stringMatching(/^### Minor Changes\n\n- [0-9a-f]+: Said something new\.$/) });
  expect(of('needy')).toMatchObject({ tag: '@pf/needy@0.0.1', notes: expect.stringContaining('@pf/sound@0.1.0') });
  expect(of('forgotten-dependency').notes).toBeUndefined();
  expect(of('lying-types').faults).toContainEqual(expect.stringMatching(/^release: packages\/lying-types\/CHANGELOG\.md has no entry for 0\.0\.0/));
});

test('measures the cost of a package for its user, dependencies included', () => {
  expect(of('sound').sizes.installed).toBeGreaterThan(500);
  expect(of('needy').sizes.installed).toBeGreaterThan(of('sound').sizes.installed);
  expect(of('sound').sizes.gzipped).toBeGreaterThan(20);
  expect(of('needy').sizes.gzipped).toBeLessThan(of('sound').sizes.installed);
});

test('the checkout is unchanged', () => {
  expect(contents(root)).toEqual(before);
});

test.each([
  ['wrong-exports', /^ESM: @pf\/wrong-exports: Cannot find module .*nowhere\.js/],
  ['wrong-exports', /^publint: .*nowhere\.js/],
  ['missing-file', /^ESM: @pf\/missing-file: Cannot find module .*part\.js/],
  ['forgotten-dependency', /^ESM: @pf\/forgotten-dependency: Cannot find package '@pf\/sound'/],
  ['forgotten-dependency', /^types: .*Cannot find module '@pf\/sound'/],
  ['lying-types', /^CommonJS: @pf\/lying-types does not export height, which its types promise/],
  ['silent-types', /^ESM: @pf\/silent-types exports weight, which its types do not tell/],
  ['broken-types', /^types: node_modules\/@pf\/broken-types\/dist\/index\.d\.ts:1 Cannot find name 'Kilogram'/],
  ['esm-for-cjs', /^CommonJS: /],
  ['esm-for-cjs', /^publint: /],
  ['silent-types', /^pf-run-it --help fails: .*nowhere\.js/s],
  ['wrong-example', /^CommonJS: packages\/wrong-example\/README\.md:6 states 3, but the result is 4\./],
])('%s: %s', (short, fault) => {
  expect(of(short).faults).toEqual(expect.arrayContaining([expect.stringMatching(fault)]));
});

test('reports a fault of its own package only', () => {
  expect(of('wrong-example').faults).toHaveLength(1);
  expect(of('lying-types').faults.filter((fault) => fault.startsWith('types'))).toEqual([]);
});
