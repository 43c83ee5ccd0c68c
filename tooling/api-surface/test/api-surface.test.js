import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkSurfaces } from '../api-surface.js';

const root = mkdtempSync(join(tmpdir(), 'pf-surface-'));
const pebble = join(root, 'packages/pebble');
afterAll(() => rmSync(root, { recursive: true }));

const build = (types, deep) => {
  writeFileSync(join(pebble, 'dist/index.d.ts'), types);
  writeFileSync(join(pebble, 'dist/deep.d.ts'), deep);
};
mkdirSync(join(pebble, 'dist'), { recursive: true });
const entry = (name) => ({ import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` } });
writeFileSync(join(pebble, 'package.json'), JSON.stringify({ name: '@pf/pebble', version: '1.0.0', exports: { '.': entry('index'), './deep': entry('deep') } }));

const source = join(pebble, 'src/stone.ts');
/** Makes the build older than a source. */
const touchSource = () => {
  mkdirSync(join(pebble, 'src'), { recursive: true });
  writeFileSync(source, '');
  utimesSync(source, new Date(), new Date(Date.now() + 10_000));
};

const first = '/** Skips. */\ndeclare function skip(n: number): number;\ndeclare class Stone {\n  private weight;\n  roll(): void;\n}\nexport { skip, Stone };\n';
const deep = 'interface Hidden { a: 1 }\ndeclare const found: Hidden;\nexport { found };\n';

test('a package that is not built is reported', async () => {
  expect((await checkSurfaces(root)).faults[0]).toBe('packages/pebble/dist/index.d.ts does not exist: build first (pnpm build).');
});

test('a package without a snapshot fails, and passes once it is written', async () => {
  build(first, deep);
  expect((await checkSurfaces(root)).faults).toEqual(['packages/pebble/etc/pebble.api.md does not exist', 'packages/pebble/etc/pebble.deep.api.md does not exist']);
  expect(await checkSurfaces(root, { update: true })).toEqual({ faults: [], written: ['packages/pebble/etc/pebble.api.md', 'packages/pebble/etc/pebble.deep.api.md'], old: [] });
  expect((await checkSurfaces(root)).faults).toEqual([]);
  expect(await checkSurfaces(root, { update: true })).toEqual({ faults: [], written: [], old: [] });
  const snapshot = readFileSync(join(pebble, 'etc/pebble.api.md'), 'utf8');
  expect(snapshot).toContain('export function skip(n: number): number;');
  expect(snapshot).not.toContain('weight');
  expect(readFileSync(join(pebble, 'etc/pebble.deep.api.md'), 'utf8')).toContain('"Hidden" needs to be exported');
});

test('a changed type fails with the lines that differ, an old build is named; a changed comment or private field does not', async () => {
  build(first.replace('Skips', 'Leaps').replace('weight', 'mass'), deep);
  expect((await checkSurfaces(root)).faults).toEqual([]);
  build(first.replace('n: number', 'n: number, far?: boolean'), deep);
  touchSource();
  const { faults: [fault, ...others], old } = await checkSurfaces(root);
  rmSync(source);
  expect(others).toEqual([]);
  expect(old[0]).toBe('packages/pebble/dist/index.d.ts is older than packages/pebble/src/stone.ts: if it has changed, build first (pnpm build).');
  expect(fault).toContain('-export function skip(n: number): number;\n+export function skip(n: number, far?: boolean): number;');
});

test('an update writes nothing from a build that is older than the sources', async () => {
  build(first.replace('skip', 'hop'), deep);
  const before = readFileSync(join(pebble, 'etc/pebble.api.md'), 'utf8');
  touchSource();
  const { faults, written } = await checkSurfaces(root, { update: true });
  expect(written).toEqual([]);
  expect(faults[0]).toContain('packages/pebble/dist/index.d.ts is older than packages/pebble/src/stone.ts, so packages/pebble/etc/pebble.api.md was not written: build first');
  expect(readFileSync(join(pebble, 'etc/pebble.api.md'), 'utf8')).toBe(before);
  rmSync(source);
});

test('types that do not compile are an error', async () => {
  build(`export declare const a: Nowhere;\nexport * from './gone';`, deep);
  await expect(checkSurfaces(root)).rejects.toThrow('dist/index.d.ts cannot be read');
});

test('an interrupted check leaves no temporary file behind', async () => {
  build(first, deep);
  const temporary = join(root, 'temporary');
  mkdirSync(temporary);
  const script = `import { checkSurfaces } from ${JSON.stringify(new URL('../api-surface.js', import.meta.url).href)}; await checkSurfaces(${JSON.stringify(root)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env: { ...process.env, TMPDIR: temporary } });
  const closed = once(child, 'close');
  const left = () => readdirSync(temporary).filter((entry) => entry !== 'node-compile-cache');
  while (left().length === 0 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGINT');
  expect((await closed)[0]).toBe(130);
  expect(left()).toEqual([]);
}, 30_000);
