import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import * as asserts from '../asserts.js';
import { blocksOfMarkdown, blocksOfSource, emptyExamples } from '../blocks.js';
import { collect, collectEmpty, moduleOf, Surface } from '../index.js';
import { withResults } from '../results.js';

const made = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true })));

function workspace(sources) {
  const root = mkdtempSync(join(tmpdir(), 'pf-examples-'));
  made.push(root);
  for (const [path, text] of Object.entries({
    'packages/pebble/package.json': JSON.stringify({ name: '@pf/pebble', exports: { '.': { '@pf/source': './src/index.ts' } } }),
    ...sources,
  })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const fence = '```';

describe('blocks', () => {
  test('of Markdown, with their lines', () => {
    const text = ['# A', `${fence}ts`, 'a;', '', 'b;', fence, `${fence}sh`, 'npm i', fence, `- ${'in a list'}`, `  ${fence}ts no-run`, '  if (c) {', '    d;', '  }', `  ${fence}`].join('\n');
    expect(blocksOfMarkdown(text)).toEqual([
      { line: 3, code: 'a;\n\nb;', runs: true },
      { line: 12, code: 'if (c) {\n  d;\n}', runs: false },
    ]);
  });

  test('of doc comments, each @example, and nothing outside one', () => {
    const text = `
/**
 * Says.
 *
 * ${fence}ts
 * no();
 * ${fence}
 *
 * @param a what
 * @example Once
 * ${fence}ts
 * import { f } from '@pf/x';
 *   f(); // → 1
 * ${fence}
 * @example
 * ${fence}ts
 * f();
 * ${fence}
 */
export function f(a: number) {}

export class C {
  /** @example f() */
  m() {}
}`;
    expect(blocksOfSource('a.ts', text)).toEqual([
      { line: 12, code: "import { f } from '@pf/x';\n  f(); // → 1", runs: true },
      { line: 17, code: 'f();', runs: true },
    ]);
    expect(emptyExamples('a.ts', text)).toEqual([23]);
  });
});

describe('results', () => {
  /** Runs a block; returns its error message or undefined. */
  async function outcome(code) {
    const run = new (Object.getPrototypeOf(async () => {}).constructor)('$pf', withResults(code, 'file.md', 10));
    try {
      await run(asserts);
    } catch (error) {
      return error.message;
    }
  }

  test.each([
    '1 + 1; // → 2',
    '1 + 1\n// → 2',
    'const x = [1, 2];\nx.map((y) => y + 1); // → [2, 3]',
    'const half = 1 / 2; // → 0.5',
    'Uint32Array.of(1, 2); // → [1, 2]',
    '({ a: { b: -1 }, c: "d" }); // → { a: { b: -1 }, c: \'d\' }',
    '1 / 0; // → Infinity',
    'undefined; // → undefined',
    '[].find((x) => x === 1); // → undefined',
    'Math.SQRT2; // ≈ 1.414',
    'Math.SQRT2 * 1e6; // ≈ 1.4e6',
    '({ cost: Math.SQRT2, cells: [0.1 + 0.2] }); // → { cost: ≈ 1.41, cells: [≈ 0.3] }',
    '({ a: 1, b: [2, 3] });\n// → { a: 1,\n//     b: [2, 3] }',
    'console.log(1 + 2); // → 3',
    'await Promise.resolve(4); // → 4',
    'null.x; // → throws',
    'null.x; // → throws TypeError',
    "null.x; // → throws TypeError: Cannot read properties of null (reading 'x')",
    'null.x; // → throws TypeError: Cannot read…',
    'null.x; // → throws TypeError: Cannot read…\n// and more',
    'await Promise.reject(new RangeError("far")); // → throws RangeError',
    'for (const x of [5]) {\n  x; // → 5\n}',
    'const a = 1\nconst b = 2\na + b // → 3',
  ])('%j holds', async (code) => {
    expect(await outcome(code)).toBeUndefined();
  });

  test.each([
    ['\n1 + 1; // → 3', 'file.md:11 states 3, but the result is 2.'],
    ['1 + 1; // the sum\n// → 3', 'file.md:10 states 3, but the result is 2.'],
    ['const x = 2; // → 3', 'file.md:10 states 3, but the result is 2.'],
    ['[1, 2]; // → [1, 2, 3]', 'file.md:10 states [ 1, 2, 3 ], but the result is [ 1, 2 ].'],
    ['({ a: 1, b: 2 }); // → { a: 1 }', 'file.md:10 states { a: 1 }, but the result is { a: 1, b: 2 }.'],
    ['({ a: undefined }); // → { b: undefined }', 'file.md:10 states { b: undefined }, but the result is { a: undefined }.'],
    ['"2"; // → 2', "file.md:10 states 2, but the result is '2'."],
    ['Math.SQRT2; // ≈ 1.415', 'file.md:10 states ≈ 1.415, but the result is 1.4142135623730951.'],
    ['({ cost: 2 }); // → { cost: ≈ 1.41 }', 'file.md:10 states { cost: ≈ 1.41 }, but the result is { cost: 2 }.'],
    ['"1.41"; // ≈ 1.41', "file.md:10 states ≈ 1.41, but the result is '1.41'."],
    ['console.log(1); // → 2', 'file.md:10 states 2, but the result is 1.'],
    ['1 + 1; // → throws', 'file.md:10 states that it throws, but it does not.'],
    ['await 1; // → throws', 'file.md:10 states that it throws, but it does not.'],
    ['null.x; // → throws RangeError', "file.md:10 states that it throws RangeError, but it throws TypeError: Cannot read properties of null (reading 'x')"],
    ['null.x; // → throws TypeError: Cannot', `file.md:10 states that the message is "Cannot", but it is "Cannot read properties of null (reading 'x')".`],
    ['null.x; // → throws TypeError: Read…', `file.md:10 states that the message is "Read…", but it is "Cannot read properties of null (reading 'x')".`],
    ['await Promise.reject(new RangeError("far")); // → throws RangeError: near', 'file.md:10 states that the message is "near", but it is "far".'],
  ])('%j fails', async (code, sentence) => {
    expect(await outcome(code)).toBe(sentence);
  });

  test.each([
    ['function f() {} // → 2', 'file.md:10 states the result of nothing: the arrow belongs behind an expression or one constant.'],
    ['// → 2\n1 + 1;', 'file.md:10 states the result of nothing: the arrow belongs behind an expression or one constant.'],
    ['1 + 1;\n\n// → 3', 'file.md:12 states the result of nothing: the arrow belongs behind an expression or one constant.'],
    ['1 + 1; // → two', 'file.md:10 states a result that is not a literal: → two.'],
    ['1 + 1; // → 2, the sum', 'file.md:10 states a result that is not a literal: → 2, the sum.'],
  ])('%j is rejected', (code, sentence) => {
    expect(() => withResults(code, 'file.md', 10)).toThrow(sentence);
  });
});

describe('in a workspace', () => {
  const root = workspace({
    'README.md': `${fence}ts\nconst right = 1; // → 1\nexport { right };\n${fence}`,
    'docs/deep/page.md': `${fence}ts no-run\nawait new Promise<never>(() => {});\n${fence}`,
    'packages/pebble/README.md': `\n${fence}ts\nimport { skip } from '@pf/pebble';\n\nskip(2); // → 3\nskip('a');\n${fence}\n${fence}ts\n1 as number; // → 2\n${fence}`,
    'packages/pebble/src/index.ts': `export { skip, Bare, bare, BARE, type Named, type Unnamed, arrow } from './pebble.ts';`,
    'packages/pebble/src/pebble.ts': `
/** Skips. @example */
export function skip(n: number): number { return n + 1; }
/** A class without an example. */
export class Bare {}
export function bare(): void {}
export const BARE = 1;
/** Enough for a type. */
export type Named = 1;
export interface Unnamed {}
/** A function by another name. */
export const arrow = (): void => {};
export function hidden(): void {}
`,
  });
  const examples = collect(root);
  const surface = new Surface(root, examples);
  const at = (place) => examples.find(({ file, line }) => `${file}:${line}` === place);
  const run = (place) => import(/* @vite-ignore */ moduleOf(root, at(place)));

  test('finds every block, with its owner', () => {
    expect(examples.map(({ owner, file, line, runs }) => [owner, `${file}:${line}`, runs])).toEqual([
      ['pebble', 'packages/pebble/README.md:3', true],
      ['pebble', 'packages/pebble/README.md:9', true],
      ['the repository', 'README.md:2', true],
      ['the repository', 'docs/deep/page.md:2', false],
    ]);
  });

  test('reports a wrong type with its line', () => {
    expect(surface.errorsIn(at('packages/pebble/README.md:3'))).toEqual(["packages/pebble/README.md:6 Argument of type 'string' is not assignable to parameter of type 'number'."]);
    expect(surface.errorsIn(at('packages/pebble/README.md:9'))).toEqual([]);
    expect(surface.errorsIn(at('docs/deep/page.md:2'))).toEqual([]);
  });

  test('a right example runs, a wrong one fails', async () => {
    expect((await run('README.md:2')).right).toBe(1);
    await expect(run('packages/pebble/README.md:9')).rejects.toThrow('packages/pebble/README.md:9 states 2, but the result is 1.');
  });

  test('reports an export without a doc comment or an example', () => {
    expect(surface.undocumented('pebble')).toEqual([
      'packages/pebble/src/pebble.ts:5 exports Bare without an @example.',
      'packages/pebble/src/pebble.ts:6 exports bare without a doc comment.',
      'packages/pebble/src/pebble.ts:7 exports BARE without a doc comment.',
      'packages/pebble/src/pebble.ts:10 exports Unnamed without a doc comment.',
      'packages/pebble/src/pebble.ts:12 exports arrow without an @example.',
    ]);
  });

  test('reports an @example without a block', () => {
    expect(collectEmpty(workspace({ 'packages/pebble/src/a.ts': '\n/**\n * A.\n * @example\n * a();\n */\nexport const a = 1;' }))).toEqual(['packages/pebble/src/a.ts:4']);
  });
});
