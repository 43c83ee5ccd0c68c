import { applyPatch, Grid, seededRandom } from '@pf/grid';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { JumpPointSearch } from '../../src/index.ts';
import { JumpMap } from '../../src/jump-points/jump-map.ts';

const rules = [{}, { corners: 'one' }, { corners: 'always' }, { movement: 'four' }] as const;

test('after random histories of patches the map equals one built anew, and costs are those of the oracle', () => {
  const random = seededRandom(61);
  const below = (n: number): number => Math.floor(random() * n);
  let checked = 0;
  for (let history = 0; history < Math.max(6, runs(16)); history++) {
    const grid = new Grid(20 + below(60), 20 + below(60), rules[history % rules.length]);
    const map = new JumpMap(grid);
    const search = new JumpPointSearch(grid);
    for (let round = 0; round < 6; round++) {
      for (let patches = 1 + below(3); patches > 0; patches--) {
        const [width, height] = [1 + below(8), 1 + below(8)];
        const crowding = random();
        const costs = Uint8Array.from({ length: width * height }, () => +(random() < crowding));
        applyPatch(grid, { width, height, costs }, below(grid.width - width), below(grid.height - height));
        // Sometimes the next patch comes while this one is being applied.
        if (random() < 0.5) map.follow(below(30));
      }
      while (!map.follow(1 + below(50)));
      const anew = new JumpMap(grid);
      for (const [is, should] of [[map.free, anew.free], [map.stops, anew.stops], [map.sight, anew.sight], [map.moves, anew.moves]]) {
        const at = is.findIndex((value, i) => value !== should[i]);
        if (at >= 0) expect(is[at], `history ${history}, round ${round}, entry ${at}`).toBe(should[at]);
      }
      const start = grid.vertex(below(grid.width), below(grid.height));
      if (grid.cells[start] === 0) continue;
      const truth = oracleDistances(grid, start);
      for (let i = 0; i < 8; i++) {
        const goal = grid.vertex(below(grid.width), below(grid.height));
        if (grid.cells[goal] === 0) continue;
        checked++;
        expect(search.search(start, goal)).toBeCloseTo(truth[goal], 8);
      }
    }
  }
  expect(checked).toBeGreaterThan(200);
});
