import { Grid } from '@pf/grid';
import { expect, test } from 'vitest';
import { buildPartition } from '../src/index.ts';

test('more parts than a table of all pairs holds are refused, and nothing is done for those beyond', () => {
  // Islands of two cells.
  const row = '..#'.repeat(300);
  const grid = Grid.fromRows(Array.from({ length: 160 }, (_, y) => (y % 2 === 0 ? row : '#'.repeat(row.length))));
  let told = 0;
  const building = (): unknown => buildPartition(grid, { heuristic: grid.heuristic(), onProgress: () => told++ });
  expect(building).toThrow('23171 parts are too many for a table of all pairs, which takes 23171 × 23171 × 4 bytes: raise the cutoff of 250, or block what lies apart and nobody goes to.');
  expect(told).toBe(23171);
});
