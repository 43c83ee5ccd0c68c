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

/** The files of an entry point as tsup writes them, below `dist`. */
const built = (types = 'declare const weight: () => number;\nexport { weight };\n') => ({
  'index.js': 'export const weight = () => 3;\n',
  'index.cjs': 'exports.weight = () => 3;\n',
  'index.d.ts': types,
  'index.d.cts': types,
});

/** An entry point in the exports of a package, whose files are in `dist` or a folder below it. */
const entry = (folder = '') => {
  const conditions = (types, path) => ({ types: `./dist/${folder}${types}`, default: `./dist/${folder}${path}` });
  return { import: conditions('index.d.ts', 'index.js'), require: conditions('index.d.cts', 'index.cjs') };
};

/** A built package; `manifest` and `files` replace parts with faults. */
function plant(short, { manifest = {}, files = {} } = {}) {
  write(`packages/${short}/package.json`, {
    name: `@pf/${short}`,
    version: '0.0.0',
    license: 'MIT',
    type: 'module',
    files: ['dist'],
    main: './dist/index.cjs',
    types: './dist/index.d.cts',
    ...manifest,
    exports: { '.': { '@pf/source': './src/index.ts', ...entry() }, './package.json': './package.json', ...manifest.exports },
  });
  const all = {
    ...Object.fromEntries(Object.entries(built()).map(([path, content]) => [`dist/${path}`, content])),
    'README.md': `# @pf/${short}\n\n\`\`\`ts\nimport { weight } from '@pf/${short}';\n\nweight(); // → 3\n\`\`\`\n`,
    ...files,
  };
  for (const [path, content] of Object.entries(all)) write(`packages/${short}/${path}`, content);
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
  const onSound = { ...built("export { weight } from '@pf/sound';\n"), 'index.js': "export { weight } from '@pf/sound';\n", 'index.cjs': "exports.weight = require('@pf/sound').weight;\n" };
  const under = (folder, files) => Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));
  const command = (text) => ({ bin: { 'pf-run-it': './dist/command.js' }, text: `#!/usr/bin/env node\n${text}\n` });
  const working = command("import { weight } from '@pf/sound';\nconsole.log(weight());");
  const broken = command("import './nowhere.js';");
  // To publish and install a package takes seconds, so each fault that concerns an entry point is planted in one of its own.
  plant('sound', { manifest: { bin: working.bin }, files: { 'dist/command.js': working.text } });
  plant('needy', { manifest: { dependencies: { '@pf/sound': 'workspace:^' } }, files: under('dist', onSound) });
  const entries = {
    'missing-file': { ...built(), 'index.js': "export { weight } from './part.js';\n" },
    'forgotten-dependency': onSound,
    'silent-types': built('export {};\n'),
    'broken-types': built('declare const weight: () => Kilogram;\nexport { weight };\n'),
    'esm-for-cjs': { ...built(), 'index.cjs': 'export const weight = () => 3;\n' },
  };
  const folders = Object.entries(entries);
  plant('broken', {
    manifest: {
      bin: broken.bin,
      files: ['dist', '!dist/missing-file/part.js'],
      exports: { './wrong-exports': { import: './dist/nowhere.js' }, ...Object.fromEntries(folders.map(([name]) => [`./${name}`, entry(`${name}/`)])) },
    },
    files: { 'dist/command.js': broken.text, 'dist/missing-file/part.js': 'export const weight = () => 3;\n', ...Object.assign({}, ...folders.map(([name, files]) => under(`dist/${name}`, files))) },
  });
  const lie = built('declare const weight: () => number;\ndeclare const height: number;\nexport { weight, height };\n');
  plant('lying-types', { files: { 'CHANGELOG.md': '# @pf/lying-types\n\n## 0.0.0-old\n\nOld.\n', ...under('dist', lie) } });
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
  expect(of('broken').notes).toBeUndefined();
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
  ['broken', /^ESM: @pf\/broken\/wrong-exports: Cannot find module .*nowhere\.js/],
  ['broken', /^publint: .*nowhere\.js/],
  ['broken', /^ESM: @pf\/broken\/missing-file: Cannot find module .*part\.js/],
  ['broken', /^ESM: @pf\/broken\/forgotten-dependency: Cannot find package '@pf\/sound'/],
  ['broken', /^types: .*forgotten-dependency.*Cannot find module '@pf\/sound'/],
  ['lying-types', /^CommonJS: @pf\/lying-types does not export height, which its types promise/],
  ['broken', /^ESM: @pf\/broken\/silent-types exports weight, which its types do not tell/],
  ['broken', /^types: node_modules\/@pf\/broken\/dist\/broken-types\/index\.d\.ts:1 Cannot find name 'Kilogram'/],
  ['broken', /^CommonJS: @pf\/broken\/esm-for-cjs: /],
  ['broken', /^publint: .*esm-for-cjs.*ESM/],
  ['broken', /^pf-run-it --help fails: .*nowhere\.js/s],
  ['wrong-example', /^CommonJS: packages\/wrong-example\/README\.md:6 states 3, but the result is 4\./],
])('%s: %s', (short, fault) => {
  expect(of(short).faults).toEqual(expect.arrayContaining([expect.stringMatching(fault)]));
});

test('reports a fault of its own package only', () => {
  expect(of('wrong-example').faults).toHaveLength(1);
  expect(of('lying-types').faults.filter((fault) => fault.startsWith('types'))).toEqual([]);
});
