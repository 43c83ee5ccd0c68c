import { randomObstacles, seededRandom } from '@pf/grid';
import { oracleCost } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { AdaptiveAStar, MultipathAdaptiveAStar } from '../src/index.ts';

describe.each([['Adaptive A*', AdaptiveAStar], ['MPAA*', MultipathAdaptiveAStar]] as const)('%s that is cut short while it learns', (_name, Planner) => {
  test.each(['jump', 'goal', 'change'] as const)('takes in a %s all the same', (event) => {
    const random = seededRandom(3);
    const grid = randomObstacles(24, 24, 0.25, random, { metric: '70/99' });
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    const anywhere = (): number => free[Math.floor(random() * free.length)];
    const planner = new Planner(grid, { heuristic: grid.heuristic() });
    const tails = new Uint32Array(grid.vertexCount);
    let caught = 0;
    for (let round = 0; round < 400; round++) {
      planner.begin(anywhere(), anywhere());
      let done = false;
      while (!done && planner['unlearned'] === 0) done = planner.plan(1);
      for (let i = 0; i < 4; i++) {
        if (planner['unlearned'] > 0) caught++;
        const [start, goal] = [planner.start, planner.goal];
        if (event === 'jump') planner.moveTo(anywhere());
        else if (event === 'goal') planner.goalMovedTo(anywhere());
        else {
          // On the way that was found, as a rule.
          const v = done ? planner.next() : planner['ahead'][start];
          const [x, y] = i % 2 === 0 && v >= 0 ? [grid.x(v), grid.y(v)] : [Math.floor(24 * random()), Math.floor(24 * random())];
          if (grid.vertex(x, y) !== start && grid.vertex(x, y) !== goal) planner.arcsChanged(tails, grid.setBlocked(x, y, grid.isFree(x, y), tails));
        }
        done = false;
        while (!done && (i === 3 || planner['unlearned'] === 0)) done = planner.plan(i === 3 ? Infinity : 1);
      }
      expect(planner.cost).toBe(oracleCost(grid, planner.start, planner.goal));
    }
    expect(caught).toBeGreaterThan(50);
  });
});
