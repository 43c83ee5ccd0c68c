import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runs } from '@pf/testkit';
import { firstConflict } from '../src/conflicts.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const run = (file: string, ...words: string[]): { readonly status: number | null; readonly output: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`${here}../../run/cli.js`, `${here}../src/${file}`, ...words], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

test('replanning causes no drift and no growth', () => {
  const { status, output } = run('soak-planners.ts', '--replans', String(runs(60_000)), '--minutes', '1');
  expect(status, output).toBe(0);
  expect(output).toMatch(/^\d+ replans in \d+ frames, .* every cost the oracle's/m);
});

test('plays, observes and judges a game', () => {
  const { output } = run('soak.ts', '--minutes', '0.08', '--looks', '4');
  // A few seconds are too short to show whether memory stays flat.
  expect(output.match(/, 0 conflicts$/gm)?.length, output).toBe(4);
  expect(output).toMatch(/^Last quarter against second: memory [+−]\d+ kB, median frame [\d.]+×, 99th percentile [\d.]+×\.$/m);
});

test.each([
  ['soak.ts', '--looks', '1', '--looks takes a whole number from 4 on, got 1.'],
  ['soak.ts', '--looks', 'some', '--looks takes a whole number from 4 on, got some.'],
  ['soak.ts', '--fps', '0', '--fps takes a number above 0, got 0.'],
  ['soak.ts', '--seed', 'abc', '--seed takes a number, got abc.'],
  ['soak-planners.ts', '--seed', 'abc', '--seed takes a number, got abc.'],
  ['soak-planners.ts', '--replans', 'many', '--replans takes a number above 0, got many.'],
])('%s %s %s is no soak', (file, option, value, sentence) => {
  expect(run(file, '--minutes', '0.01', option, value)).toEqual({ status: 1, output: `${sentence}\n` });
});

test('finds every kind of conflict', () => {
  const free = (): boolean => true;
  const still = [[0, 0], [1, 0], [5, 5]] as const;
  expect(firstConflict(still, still, free)).toBeUndefined();
  expect(firstConflict(still, [[0, 1], [0, 0], [6, 6]], free)).toBeUndefined();
  expect(firstConflict(still, [[1, 0], [1, 0], [5, 5]], free)).toBe('units 0 and 1 are both at (1, 0)');
  expect(firstConflict(still, [[1, 0], [0, 0], [5, 5]], free)).toBe('units 0 and 1 met between (1, 0) and (0, 0)');
  expect(firstConflict(still, [[1, 1], [0, 1], [5, 5]], free)).toBe('units 0 and 1 met between (1, 0) and (0, 1)');
  expect(firstConflict(still, [[0, 0], [1, 0], [5, 3]], free)).toBe('unit 2 went from (5, 5) to (5, 3) in one step');
  expect(firstConflict(still, [[0, 0], [1, 1], [5, 5]], (x, y) => x !== 1 || y !== 1)).toBe('unit 1 stepped into the blocked cell (1, 1)');
});
