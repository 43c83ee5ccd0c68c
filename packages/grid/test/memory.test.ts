import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bytesHeld } from '@pf/testkit';
import { expect, test } from 'vitest';
import { Grid } from '../src/index.ts';

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

test('a list of costs for all cells takes the memory that the README states', () => {
  const grid = new Grid(200, 200, {}, 2);
  const cells = Uint32Array.from(grid.cells.keys()).filter((v) => grid.hasVertex(v));
  const before = bytesHeld(grid);
  expect(grid.setCells(cells, new Uint8Array(cells.length).fill(3), cells.length, new Uint32Array(grid.vertexCount))).toBe(cells.length);
  expect((bytesHeld(grid) - before) / cells.length).toBeLessThan(10);
});
