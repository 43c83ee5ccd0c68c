import { Grid, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { buildCaseBase, buildPartition, buildRegionTable, loadCaseBase, loadPartition, loadRegionTable, saveCaseBase, savePartition, saveRegionTable } from '../../src/index.ts';

const rows = ['...#...', '...#...', '.......'];

test.each([
  ['a partition', buildPartition, savePartition, loadPartition],
  ['a case base', (grid: Grid) => buildCaseBase(grid, { cases: 5, random: seededRandom(1) }), saveCaseBase, loadCaseBase],
  ['a region table', (grid: Grid) => buildRegionTable(grid, 1), saveRegionTable, loadRegionTable],
] as const)('%s copied from a worker is saved for the world that it was built for', (_, build, save, load) => {
  const grid = Grid.fromRows(rows);
  const built = structuredClone(build(grid));
  // A door opens in the meantime.
  grid.setBlocked(3, 0, false);
  const bytes = save(grid, built as never);
  expect(() => load(grid, bytes)).toThrow();
  expect(load(Grid.fromRows(rows), bytes)).toEqual(built);
  // JSON text loses the typed arrays, so it is rejected, not saved wrong.
  expect(() => save(grid, JSON.parse(JSON.stringify(built)) as never)).toThrow('takes what was built, with typed arrays');
});
