import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { files, members, readJson, repository } from '@pf/workspace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPackage } from '../create-package.js';

// In a copy of the tooling, so that other processes never see the temporary package.
const root = realpathSync(mkdtempSync(join(tmpdir(), 'pf-new-package-')));
const made = join(root, 'packages/pebble');

/** Links what pnpm would install in the copy: tools to the copy's, everything else to what a package here has installed. */
function linkDependencies(folder) {
  const { dependencies, devDependencies } = readJson(join(folder, 'package.json'));
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const own = members(root).find((member) => member.name === name);
    const elsewhere = ['.', ...members().map((member) => member.folder)].map((each) => join(repository, each, 'node_modules', name));
    const path = join(folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(own === undefined ? realpathSync(elsewhere.find(existsSync)) : join(root, own.folder), path);
  }
}

/** Removes from the table of layers what the copy does not have. */
function pruneLayers() {
  const file = join(root, 'tooling/check-layers/layers.json');
  const here = new Set(members(root).map(({ short }) => short));
  const kept = (table) => Object.fromEntries(Object.entries(table).filter(([name]) => here.has(name.split('/')[0])).map(([name, row]) => [name, row.filter((each) => here.has(each))]));
  const { besidesSources, ...tables } = readJson(file);
  writeFileSync(file, JSON.stringify({ besidesSources, ...Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, kept(table)])) }));
}

const run = (command, ...words) => {
  try {
    return execFileSync(command, words, { cwd: made, env: { ...process.env, NO_COLOR: '1', PF_COUNTS: '' }, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`${command} ${words.join(' ')} fails in a new package:\n${error.stdout}${error.stderr}`, { cause: error });
  }
};
/** Like the package's own script. */
const script = (name) => run(...readJson(join(made, 'package.json')).scripts[name].split(' ').map((word, i) => (i === 0 ? join(made, 'node_modules/.bin', word) : word)));

// Tools that depend on the packages are skipped.
const leftBehind = ['node_modules', 'dist', 'fuzz', 'peers-suites', 'platforms'];

beforeAll(() => {
  for (const entry of ['package.json', 'pnpm-workspace.yaml', 'tsconfig.base.json', 'tooling']) {
    cpSync(join(repository, entry), join(root, entry), { recursive: true, filter: (path) => !leftBehind.includes(basename(path)) });
  }
  createPackage(root, 'pebble', 'Stones, of a "round" kind.');
  pruneLayers();
  for (const folder of ['.', ...members(root).map((member) => member.folder)]) linkDependencies(join(root, folder));
  mkdirSync(join(made, 'node_modules/.bin'));
  for (const [name, path] of Object.entries({ eslint: 'eslint/bin/eslint.js', tsc: 'typescript/bin/tsc', tsup: 'tsup/dist/cli-default.js', vitest: 'vitest/vitest.mjs', 'pf-run': '@pf/run/cli.js' })) {
    symlinkSync(join(made, 'node_modules', path), join(made, 'node_modules/.bin', name));
  }
}, 60_000);

afterAll(() => rmSync(root, { recursive: true }));

describe('a new package', () => {
  test('has its name and its sentence everywhere', () => {
    expect(readJson(join(made, 'package.json'))).toMatchObject({ name: '@pf/pebble', description: 'Stones, of a "round" kind.' });
    expect(readFileSync(join(made, 'README.md'), 'utf8')).toMatch(/^# @pf\/pebble\n\nStones, of a "round" kind\.\n/);
    for (const file of files(root, 'packages/pebble', /./)) expect(readFileSync(join(root, file), 'utf8')).not.toContain('__');
  });

  test('passes lint', () => expect(script('lint')).toBe(''));
  test('passes the type check', () => expect(script('typecheck')).toBe(''));
  test('passes its tests', () => expect(script('test')).toMatch(/1 passed/));
  test('runs its benchmark', () => expect(script('bench')).toMatch(/ns an answer/));

  test('builds', () => {
    script('build');
    for (const file of ['index.js', 'index.cjs', 'index.d.ts', 'index.d.cts']) expect(existsSync(join(made, 'dist', file))).toBe(true);
    expect(run(process.execPath, '-p', "require('@pf/pebble').answer()")).toBe('42\n');
    expect(run(process.execPath, '--input-type=module', '-e', "console.log((await import('@pf/pebble')).answer())")).toBe('42\n');
  });

  test('keeps the layers', () => {
    expect(run(process.execPath, join(root, 'tooling/check-layers/cli.js'))).toMatch(/^Every import points down/);
  });

  test('has working examples, and documents its exports', () => {
    const output = run(process.execPath, join(made, 'node_modules/vitest/vitest.mjs'), 'run', '--root', join(root, 'tooling/examples'), '-t', 'pebble');
    expect(output).toMatch(/4 passed/);
  });
});

test('a sentence with signs of patterns stays as it is', () => {
  const sentence = "Costs in $$: $& and $' are no patterns.";
  createPackage(root, 'purse', sentence);
  expect(readJson(join(root, 'packages/purse/package.json')).description).toBe(sentence);
  expect(readFileSync(join(root, 'packages/purse/README.md'), 'utf8')).toContain(`# @pf/purse\n\n${sentence}\n`);
  rmSync(join(root, 'packages/purse'), { recursive: true });
});

test('rejects a name that is in use or invalid', () => {
  expect(() => createPackage(root, 'pebble')).toThrow('packages/pebble is there already: choose another name or delete it first.');
  expect(() => createPackage(root, 'testkit')).toThrow('tooling/testkit is there already');
  expect(() => createPackage(root, 'Pebble')).toThrow('A package needs a name of small letters, digits and hyphens, got "Pebble": pnpm new-package NAME [what it is].');
  expect(() => createPackage(root, undefined)).toThrow('got undefined');
});
