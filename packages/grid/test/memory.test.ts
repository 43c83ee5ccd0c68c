import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const run = createRequire(import.meta.url).resolve('@pf/run');

function taken(by: string): readonly (readonly [string, number])[] {
  const output = execFileSync(process.execPath, [run, join(import.meta.dirname, 'memory-process.ts'), by], { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' });
  return JSON.parse(output) as readonly (readonly [string, number])[];
}

test('reading the arcs of a grid allocates no memory', () => {
  const all = taken('arcs');
  expect(all).toHaveLength(6);
  // A number on the heap is 12 bytes or more.
  for (const [which, bytes] of all) expect(bytes, which).toBeLessThan(2);
});

test('a line of sight allocates no memory', () => {
  const all = taken('lines');
  expect(all).toHaveLength(3);
  for (const [which, bytes] of all) expect(bytes, which).toBeLessThan(4);
});
