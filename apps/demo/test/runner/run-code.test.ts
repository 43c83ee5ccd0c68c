import { readdirSync, readFileSync } from 'node:fs';
import { seededRandom } from '@pf/grid';
import { describe, expect, test } from 'vitest';
import type { Packages } from '../../src/runner/run-code.ts';
import { runCode, shown } from '../../src/runner/run-code.ts';

const packages: Packages = {
  '@pf/crowd': () => import('@pf/crowd'),
  '@pf/grid': () => import('@pf/grid'),
  '@pf/incremental': () => import('@pf/incremental'),
  '@pf/preprocess': () => import('@pf/preprocess'),
  '@pf/realtime': () => import('@pf/realtime'),
  '@pf/search': () => import('@pf/search'),
};

async function run(code: string): Promise<readonly string[]> {
  const values: string[] = [];
  await runCode(code, packages, ({ value }) => values.push(value));
  return values;
}

describe('a sample that runs', () => {
  test('shows the values of its expressions, and of nothing else', async () => {
    expect(await run("const a = 1;\na + 1; // → 2\nfor (const x of [1]) { x; }\na;\nif (a) { a } else { a }\n'x;y'; `a\n;${a}`")).toEqual(['2', '1', "'x;y'", 'a\n;1']);
  });

  test('needs no semicolon at the end, and may end with a comment', async () => {
    expect(await run('[1, 2].map((x) => { return 2 * x }) // doubled')).toEqual(['[2, 4]']);
  });

  test('needs no semicolons at all', async () => {
    expect(await run('const a = 1\na\na + 1')).toEqual(['1', '2']);
    expect(await run("import { Grid } from '@pf/grid'\nconst grid = new Grid(2, 3)\n\ngrid.width // → 2\n// The height.\ngrid.height")).toEqual(['2', '3']);
    expect(await run("`x\ny`\nlet a = 1,\n  b = 2\nconst f = (x) => {\n  return x\n}\nf(a)\n++b\nif (a)\n  b\nelse\n  a\nfor (const x of [1])\n  x\nfunction g()\n{\n  return 5\n}\ng()")).toEqual(['x\ny', '1', '3', '5']);
  });

  test('goes on over lines that continue a statement', async () => {
    expect(await run('const a =\n  3\na\n  + 1\nArray.of(1, 2) // two\n  // and\n  .map((x) => x\n    * 2)\na\n  ? 5 :\n  6\n1 +\n2\na\n  in { 3: 1 }\nawait\nPromise.resolve(7)')).toEqual(['4', '[2, 4]', '5', '3', 'true', '7']);
  });

  test('gives the same values with and without semicolons at the ends of lines', async () => {
    const lines = ['let a = 2', 'a', 'a + 1', "'x'", 'a++', '--a', 'typeof a', '!a', '{ a }', 'if (a) { a }', 'for (let i = 0; i < 2; i++) a', 'const f = () => ({ a })', 'f()', 'new Map()', 'a // one', '/* two */ a', 'a ? 1 : 2'];
    const random = seededRandom(1);
    for (let round = 0; round < 300; round++) {
      const [first, , , , , , , , , , , arrow] = lines;
      const some = [first, arrow, ...Array.from({ length: 6 }, () => lines[Math.floor(random() * lines.length)]).filter((line) => line !== first && line !== arrow)];
      const closed = some.map((line) => line.replace(/( \/\/.*)?$/, ';$1'));
      expect(await run(some.join('\n')), some.join('\n')).toEqual(await run(closed.join('\n')));
    }
  });

  test('imports packages, by other names too, but nothing else', async () => {
    expect(await run("import { type GridOptions, Grid as Board } from '@pf/grid';\nimport type { A } from '@pf/search';\nimport * as search from '@pf/search';\nnew Board(2, 3).height; typeof search.findPath;")).toEqual(['3', "'function'"]);
    await expect(run("import x from 'y';")).rejects.toThrow('Imports must look like');
    await expect(run("import { a } from 'lodash';")).rejects.toThrow("There is no 'lodash' here. Samples can import @pf/crowd,");
  });

  test('reports that it begins once its packages are loaded', async () => {
    const events: string[] = [];
    const load = async (): Promise<object> => {
      await new Promise((resolve) => { setTimeout(resolve); });
      events.push('loaded');
      return {};
    };
    await runCode("import { a } from 'x';\n5;", { x: load }, ({ value }) => events.push(value), () => events.push('begun'));
    expect(events).toEqual(['loaded', 'begun', '5']);
  });

  test('logs, and supports await', async () => {
    expect(await run("console.log('a', { b: [1] });\nawait Promise.resolve(3);")).toEqual(['a { b: [1] }', '3']);
  });

  test('prints the first of many logs, so that a loop that logs leaves the page usable', async () => {
    const logged = await run('for (let i = 0; i < 1e5; i++) console.log(i);\n5;');
    expect([logged.length, ...logged.slice(199)]).toEqual([202, '199', '…', '5']);
  });

  test('names the line of an error', async () => {
    await expect(run("import { Grid } from '@pf/grid';\n\nconst grid = new Grid(2, 2);\ngrid.vertex(5, 5);\nnothing;")).rejects.toThrow(/^Line 4: .*5, 5/);
    await expect(run('\nnothing;')).rejects.toThrow('Line 2: nothing is not defined');
    await expect(run('const x: number = 1;')).rejects.toThrow(/^This is not JavaScript: .*Types cannot run here/);
  });
});

test('values are shown in the form of literals', () => {
  expect([null, undefined, -0.5, 'a', [1, { x: 'y' }], Uint32Array.of(1, 2), new Map([[1, 2]]), Infinity, 3n].map(shown)).toEqual(
    ['null', 'undefined', '-0.5', "'a'", "[1, { x: 'y' }]", 'Uint32Array [1, 2]', 'Map [[1, 2]]', 'Infinity', '3n']);
  expect(shown(Array.from({ length: 1000 }, () => 1)).length).toBeLessThan(700);
});

describe('the samples of the articles run, and show the results that they state', () => {
  const folder = new URL('../../../../docs/articles/', import.meta.url);
  const samples = readdirSync(folder).filter((name) => name.endsWith('.md')).flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => [name, code] as const));

  test('there are some', () => expect(samples.length).toBeGreaterThan(4));

  test.each(samples)('%s', async (_, code) => {
    const stated = [...code.matchAll(/\/\/ → (.*)/g)].map(([, value]) => value);
    expect(stated.length).toBeGreaterThan(0);
    const values = await run(code);
    expect(values.filter((value) => stated.includes(value))).toEqual(stated);
  });
});
