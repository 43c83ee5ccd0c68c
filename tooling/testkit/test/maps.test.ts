import { afterEach, expect, test, vi } from 'vitest';
import { listProblemSets, mapsFolder, readMapFile } from '../src/index.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a missing folder of maps is an error if it was named, not a skipped test', () => {
  vi.stubEnv('PF_MAPS', '/nowhere/at/all');
  for (const act of [mapsFolder, listProblemSets, () => readMapFile('a.map')]) expect(act).toThrow('PF_MAPS names /nowhere/at/all');
});

test('problem sets are found in folders of the named one', () => {
  // This folder contains no maps.
  vi.stubEnv('PF_MAPS', import.meta.dirname);
  expect([mapsFolder(), listProblemSets()]).toEqual([import.meta.dirname, []]);
  expect(readMapFile('maps.test.ts')).toContain('problem sets are found');
});

test.skipIf(mapsFolder() === undefined)('each problem set has its map', () => {
  const sets = listProblemSets();
  expect(sets.map(({ name }) => name)).toEqual(sets.map(({ name }) => name).sort());
  for (const { name, map, scenario } of sets) expect([map, scenario]).toEqual([`${name}.map`, `${name}.map.scen`]);
  for (const { map } of sets) expect(readMapFile(map)).toMatch(/^type octile\r?\n/);
});
