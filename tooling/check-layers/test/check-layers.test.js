import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { checkLayers, readTable } from '../check-layers.js';
import { cycles } from '../cycles.js';
import { importsOf } from '../imports.js';

const layers = {
  packages: { ground: [], floor: ['ground'], roof: ['floor'], island: [] },
  apps: { show: ['roof'] },
  tooling: { kit: [], preset: [], tool: ['kit'] },
  besidesSources: ['preset', 'kit'],
  outside: { 'roof/src/node': ['node:*'] },
  bundled: { 'roof/src/workers': ['pool'] },
};

const manifest = (name, dependencies = [], devDependencies = [], more = {}) => ({
  name,
  exports: { '.': { '@pf/source': './src/index.ts', import: './dist/index.js' }, './package.json': './package.json' },
  dependencies: Object.fromEntries(dependencies.map((each) => [each, 'workspace:^'])),
  devDependencies: Object.fromEntries(devDependencies.map((each) => [each, 'workspace:*'])),
  ...more,
});

/** A workspace without a fault, by path. */
const sound = {
  'package.json': manifest('root', [], ['preset', 'linter'], { scripts: { lint: 'linter packages' } }),
  'root.config.js': `import 'preset';`,
  'packages/ground/package.json': manifest('@pf/ground', [], ['@pf/kit', '@pf/island']),
  'packages/ground/src/index.ts': `export * from './ground.ts';`,
  'packages/ground/src/ground.ts': 'export const ground = 0;',
  'packages/ground/test/ground.test.ts': `import '@pf/kit'; import '@pf/island'; import '../src/index.ts'; import 'node:fs';`,
  'packages/floor/package.json': manifest('@pf/floor', ['@pf/ground']),
  'packages/floor/src/index.ts': `import type { Ground } from '@pf/ground'; export type Floor = Ground;`,
  'packages/roof/package.json': manifest('@pf/roof', ['@pf/floor', '@pf/ground'], ['pool']),
  'packages/roof/src/index.ts': `export const roof = (): import('@pf/ground').Ground => { void import('@pf/floor'); };`,
  'packages/roof/src/node/files.ts': `import 'node:fs';`,
  'packages/roof/src/workers/worker.ts': `import 'pool';`,
  'packages/island/package.json': manifest('@pf/island'),
  'packages/island/src/index.ts': 'export const island = 1;',
  'apps/show/package.json': manifest('show', ['@pf/roof', 'plots'], ['@pf/ground']),
  'apps/show/src/show.ts': `import 'plots'; import '@pf/roof'; import '@pf/ground';`,
  'tooling/kit/package.json': manifest('@pf/kit'),
  'tooling/kit/src/index.ts': 'export const kit = 2;',
  'tooling/preset/package.json': manifest('preset', [], [], { exports: './index.js' }),
  'tooling/preset/index.js': '',
  'tooling/tool/package.json': manifest('@pf/tool', ['@pf/kit', 'parser']),
  'tooling/tool/index.js': `import { createRequire } from 'node:module'; import '@pf/kit'; const require = createRequire(import.meta.url); require('parser');`,
};

const made = [];
afterEach(() => made.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

/** The faults of the sound workspace after some of its files were replaced; a manifest is changed by a function. */
function faultsWith(changes, table = layers) {
  const root = mkdtempSync(join(tmpdir(), 'pf-layers-'));
  made.push(root);
  for (const path of new Set([...Object.keys(sound), ...Object.keys(changes)])) {
    const change = changes[path] ?? sound[path];
    const content = typeof change === 'function' ? change(structuredClone(sound[path])) : change;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return checkLayers(root, table);
}

test('a sound workspace has no fault', () => {
  expect(faultsWith({})).toEqual([]);
});

describe('one planted fault gives one sentence:', () => {
  const planted = {
    'an import that points up': [
      { 'packages/ground/package.json': manifest('@pf/ground', ['@pf/island'], ['@pf/kit']), 'packages/ground/src/ground.ts': `import '@pf/island';` },
      ["packages/ground/src/ground.ts:1 imports '@pf/island', but island is not below ground in layers.json.", 'packages/ground/package.json depends on @pf/island, which is not below it in layers.json.'],
    ],
    'the same by a type': [
      { 'packages/floor/src/index.ts': `import '@pf/ground';\nexport type Island = import('@pf/island').Island;` },
      ["packages/floor/src/index.ts:2 imports '@pf/island', but island is not below floor in layers.json."],
    ],
    'the test kit among the sources': [
      { 'packages/floor/src/index.ts': `import '@pf/ground'; export { kit } from '@pf/kit';` },
      ["packages/floor/src/index.ts:1 imports '@pf/kit', but kit is not below floor in layers.json."],
    ],
    'a package in the test kit': [
      { 'tooling/kit/package.json': manifest('@pf/kit', ['@pf/floor']), 'tooling/kit/src/index.ts': `import '@pf/floor';` },
      [
        "tooling/kit/src/index.ts:1 imports '@pf/floor', but floor is not below kit in layers.json.",
        'tooling/kit/package.json depends on @pf/floor, which is not below it in layers.json.',
        '@pf/floor → @pf/ground → @pf/kit → @pf/floor is a cycle of packages: remove one of these dependencies.',
      ],
    ],
    'a tool that knows a package': [
      { 'tooling/tool/package.json': manifest('@pf/tool', ['@pf/kit', 'parser', '@pf/island']), 'tooling/tool/other.js': `import '@pf/island';` },
      ["tooling/tool/other.js:1 imports '@pf/island', but island is not below tool in layers.json.", 'tooling/tool/package.json depends on @pf/island, which is not below it in layers.json.'],
    ],
    'a declared dependency that points up and is not used yet': [
      { 'packages/ground/package.json': (each) => ({ ...each, dependencies: { '@pf/roof': 'workspace:^' } }) },
      [
        'packages/ground/package.json depends on @pf/roof, which is not below it in layers.json.',
        'packages/ground/package.json depends on @pf/roof and does not use it in src.',
        '@pf/floor → @pf/ground → @pf/roof → @pf/floor is a cycle of packages: remove one of these dependencies.',
        '@pf/ground → @pf/roof → @pf/ground is a cycle of packages: remove one of these dependencies.',
      ],
    ],
    'a test that imports a package that depends on its own': [
      { 'packages/ground/test/more.test.ts': `import '@pf/roof';`, 'packages/ground/package.json': (each) => ({ ...each, devDependencies: { ...each.devDependencies, '@pf/roof': 'workspace:*' } }) },
      [
        "packages/ground/test/more.test.ts:1 imports '@pf/roof', but roof is not below ground in layers.json.",
        'packages/ground/package.json depends on @pf/roof, which is not below it in layers.json.',
        '@pf/floor → @pf/ground → @pf/roof → @pf/floor is a cycle of packages: remove one of these dependencies.',
        '@pf/ground → @pf/roof → @pf/ground is a cycle of packages: remove one of these dependencies.',
      ],
    ],
    'an undeclared dependency': [
      { 'packages/floor/package.json': manifest('@pf/floor') },
      ["packages/floor/src/index.ts:1 imports '@pf/ground', which packages/floor/package.json does not declare."],
    ],
    'a dependency of users declared for development only': [
      { 'packages/floor/package.json': manifest('@pf/floor', [], ['@pf/ground']) },
      ["packages/floor/src/index.ts:1 imports '@pf/ground', which packages/floor/package.json does not declare as a dependency of users."],
    ],
    'an undeclared dependency of a test': [
      { 'packages/island/test/a.test.ts': `\nimport 'fast-check';` },
      ["packages/island/test/a.test.ts:2 imports 'fast-check', which packages/island/package.json does not declare."],
    ],
    'an undeclared dependency of a tool, by require': [
      { 'tooling/tool/package.json': manifest('@pf/tool', ['@pf/kit']) },
      ["tooling/tool/index.js:1 imports 'parser', which tooling/tool/package.json does not declare."],
    ],
    'an unused dependency': [
      { 'packages/floor/src/index.ts': '' },
      ['packages/floor/package.json depends on @pf/ground and does not use it in src.'],
    ],
    'a dependency of users that only tests use': [
      { 'packages/floor/src/index.ts': '', 'packages/floor/test/a.test.ts': `import '@pf/ground';` },
      ['packages/floor/package.json depends on @pf/ground and does not use it in src.'],
    ],
    'an unused dependency of development': [
      { 'packages/island/package.json': manifest('@pf/island', [], ['bundler']) },
      ['packages/island/package.json depends on bundler and does not use it.'],
    ],
    'a dependency declared twice': [
      { 'packages/floor/package.json': manifest('@pf/floor', ['@pf/ground'], ['@pf/ground']) },
      ['packages/floor/package.json declares @pf/ground twice.'],
    ],
    'a dependency from outside in an algorithm': [
      { 'packages/island/package.json': manifest('@pf/island', ['lodash']), 'packages/island/src/index.ts': `import 'lodash';` },
      ["packages/island/src/index.ts:1 imports 'lodash', but layers.json allows its sources no packages from outside."],
    ],
    'a module of Node in an algorithm': [
      { 'packages/roof/src/more.ts': `import { readFileSync } from 'fs';` },
      ["packages/roof/src/more.ts:1 imports 'fs', which browsers do not have, and @pf/roof must run there too."],
    ],
    'a deep import by name': [
      { 'packages/floor/src/index.ts': `import '@pf/ground/src/ground.ts';` },
      ["packages/floor/src/index.ts:1 imports '@pf/ground/src/ground.ts', a path inside @pf/ground: import what it exports."],
    ],
    'a deep import by path': [
      { 'packages/floor/test/a.test.ts': `export * from '../../ground/src/ground.ts';` },
      ["packages/floor/test/a.test.ts:1 imports '../../ground/src/ground.ts', a path out of packages/floor: import the package by its name."],
    ],
    'sources that import a test': [
      { 'packages/island/src/index.ts': `import '../test/a.ts';` },
      ["packages/island/src/index.ts:1 imports '../test/a.ts', which lies outside src and is not published."],
    ],
    'a package that imports itself by name': [
      { 'packages/island/src/index.ts': `import '@pf/island';` },
      ["packages/island/src/index.ts:1 imports '@pf/island', its own name: import the file."],
    ],
    'a cycle by tests alone': [
      {
        'packages/island/package.json': manifest('@pf/island', [], ['@pf/ground']),
        'packages/island/test/a.test.ts': `import '@pf/ground';`,
      },
      ['@pf/ground → @pf/island → @pf/ground is a cycle of packages: remove one of these dependencies.'],
    ],
    'two files that import each other, one of them only types': [
      { 'packages/island/src/index.ts': `import './shore.ts';`, 'packages/island/src/shore.ts': `import type { Island } from './index.ts';` },
      ['packages/island/src/index.ts → packages/island/src/shore.ts → packages/island/src/index.ts: files import each other. Move what they share to a file of its own.'],
    ],
    'three files that import each other in a circle': [
      { 'packages/island/src/index.ts': `import './a.ts';`, 'packages/island/src/a.ts': `import './b.ts';`, 'packages/island/src/b.ts': `export * from './a.ts';` },
      ['packages/island/src/a.ts → packages/island/src/b.ts → packages/island/src/a.ts: files import each other. Move what they share to a file of its own.'],
    ],
    'a package that does not exist': [
      { 'packages/island/src/index.ts': `import '@pf/nowhere';` },
      ["packages/island/src/index.ts:1 imports '@pf/nowhere', but no package here has that name."],
    ],
    'a package that is not in the table': [
      { 'packages/tower/package.json': manifest('@pf/tower') },
      ['packages/tower is not in tooling/check-layers/layers.json: add what it may import.'],
    ],
  };
  for (const [name, [changes, sentences]] of Object.entries(planted)) {
    test(name, () => {
      expect(faultsWith(changes)).toEqual(sentences);
    });
  }
});

describe('one fault of the table gives one sentence:', () => {
  const changed = {
    'an unknown name in a row': [{ packages: { ...layers.packages, island: ['gird'] } }, 'island lists gird, which is not there: correct or delete it.'],
    'a row without a package': [{ packages: { ...layers.packages, ghost: [] } }, 'packages has a row for ghost, which is not there: delete it.'],
    'a row of another kind': [{ apps: { ...layers.apps, floor: ['ground'] } }, 'apps has a row for floor, which is not there: delete it.'],
    'a cycle': [{ packages: { ...layers.packages, ground: ['roof'] } }, 'ground → roof → floor → ground is a cycle: each is below itself.'],
    'an unknown tool': [{ besidesSources: ['preset', 'kit', 'kot'] }, 'besidesSources lists kot, which is not there: correct or delete it.'],
    'a folder of no package': [{ outside: { ...layers.outside, 'rof/src': ['node:*'] } }, 'rof/src is in no package: correct or delete it.'],
  };
  for (const [name, [change, sentence]] of Object.entries(changed)) {
    test(name, () => {
      expect(faultsWith({}, { ...layers, ...change })).toEqual([`tooling/check-layers/layers.json: ${sentence}`]);
    });
  }

  test('a file that is not JSON', () => {
    const root = mkdtempSync(join(tmpdir(), 'pf-layers-'));
    made.push(root);
    writeFileSync(join(root, 'layers.json'), '{ "packages": ');
    expect(() => readTable(join(root, 'layers.json'))).toThrow('tooling/check-layers/layers.json cannot be read: ');
  });
});

test('finds every kind of import, and ignores strings and comments', () => {
  const text = [
    `import a from 'a';`,
    `import type { B } from 'b';`,
    `export * from 'c';`,
    `export type { D } from 'd';`,
    `const e = await import('e');`,
    `type F = typeof import('f');`,
    `import g = require('g');`,
    `const h = require('h'), i = require.resolve('i'), j = import.meta.resolve('j');`,
    `// import 'no';`,
    `const text = "import 'no'"; other.resolve('no'); path.require('no');`,
  ].join('\n');
  expect(importsOf('a.ts', text).map(({ specifier, line }) => `${line}${specifier}`)).toEqual(['1a', '2b', '3c', '4d', '5e', '6f', '7g', '8h', '8i', '8j']);
});

test('finds each cycle once, wherever it begins', () => {
  const edges = (text) => new Map(text.split(' ').map((row) => [row[0], [...row.slice(1)]]));
  expect(cycles(edges('abc bd cd d'))).toEqual([]);
  expect(cycles(edges('ab bc cb d'))).toEqual([['b', 'c', 'b']]);
  expect(cycles(edges('ab bc ca da'))).toEqual([['a', 'b', 'c', 'a']]);
});
