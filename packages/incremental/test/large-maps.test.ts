import { FogOfWar, Grid, radius, randomObstacles, seededRandom } from '@pf/grid';
import type { GridOptions } from '@pf/grid';
import { expect, test } from 'vitest';
import { DStarLite, navigate } from '../src/index.ts';

test.each([200, 300, 420])('sums of 1 and √2 decide no ties, on a map of %i cells a side too', (side) => {
  const rows = randomObstacles(side, side, 0.2, seededRandom(1)).toRows();
  const expansions = (rules: GridOptions): number => {
    const grid = Grid.fromRows(rows, rules);
    grid.setRectangle(0, 0, 3, 3, 1);
    grid.setRectangle(side - 3, side - 3, 3, 3, 1);
    const fog = new FogOfWar(grid);
    let sum = 0;
    for (const { expanded } of navigate(new DStarLite(fog.known), fog, { start: grid.vertex(1, 1), goal: grid.vertex(side - 2, side - 2), sensor: radius(5) })) sum += expanded;
    return sum;
  };
  const [exact, whole] = [expansions({}), expansions({ metric: { straight: 1000, diagonal: 1415 } })];
  expect(exact).toBeGreaterThan(side);
  expect(exact / whole).toBeLessThan(1.01);
});
