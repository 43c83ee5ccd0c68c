import { randomObstacles, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { GoalSight } from '../../src/jump-points/goal-sight.ts';
import { JumpMap } from '../../src/jump-points/jump-map.ts';

test.each([{}, { corners: 'always' }, { movement: 'four' }] as const)('a goal is seen along the rays that reach it, and its cells are counted once for each: %o', (options) => {
  const grid = randomObstacles(40, 36, 0.15, seededRandom(14), options);
  const map = new JumpMap(grid);
  const sight = new GoalSight(map, grid.stride);
  let counts = 0;
  const count = sight['count'].bind(sight);
  sight['count'] = (course) => {
    counts++;
    return count(course);
  };
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  let seen = 0;
  for (const goal of [free[0], free[333], free[777]]) {
    sight.aim(goal);
    counts = 0;
    for (const v of free.filter((cell) => cell !== goal)) {
      for (const { course, step } of map.rules.rays) {
        let u = v;
        while (u !== goal && ((grid.moves[u] >> course) & 1) === 1) u += step;
        if (u === goal) seen++;
        if (sight.from(1 << course, Math.floor(v / grid.stride), v % grid.stride) !== (u === goal ? course : -1)) throw new Error(`${v} sees ${goal} along ${course}?`);
      }
    }
    expect(counts).toBeLessThanOrEqual(map.rules.rays.length);
  }
  expect(seen).toBeGreaterThan(10);
});
