import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'pf-run-'));
const pebble = join(folder, 'node_modules/@pf/pebble');
mkdirSync(pebble, { recursive: true });
writeFileSync(join(pebble, 'package.json'), JSON.stringify({ name: '@pf/pebble', exports: { '.': { '@pf/source': './index.ts', default: './dist/index.js' } } }));
writeFileSync(join(pebble, 'index.ts'), 'export const weight = (stones: number): number => 3 * stones;\n');
afterAll(() => rmSync(folder, { recursive: true }));

function run(text, ...words) {
  writeFileSync(join(folder, 'bench.ts'), text);
  return spawnSync(process.execPath, [join(import.meta.dirname, '../cli.js'), 'bench.ts', ...words], { cwd: folder, encoding: 'utf8' });
}

test('runs TypeScript from the sources of a package that is not built, with its arguments, and leaves nothing', () => {
  const { stdout, status } = run(`import { weight } from '@pf/pebble';\nconsole.log(weight(Number(process.argv[2])));`, '5');
  expect({ stdout, status }).toEqual({ stdout: '15\n', status: 0 });
  expect(readdirSync(join(folder, 'node_modules/.cache/pf-run'))).toEqual([]);
});

test('reports an error with its position in the source', () => {
  const { stderr, status } = run(`const a: number = 1;\nif (a > 0) throw new Error('no');`);
  expect(status).toBe(1);
  expect(stderr).toMatch(/bench\.ts:2/);
});

test('a file that cannot be bundled fails', () => {
  expect(run(`import '@pf/nowhere';`).status).toBe(1);
});
