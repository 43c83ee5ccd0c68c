import { OctileClimb } from '@pf/graph/kit';
import { randomObstacles, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { LookaheadLimit } from '../../src/agents/lookahead-limit.ts';

test('stops no walk that arrives, and many of those that do not', () => {
  const random = seededRandom(5);
  const limit = new LookaheadLimit();
  let [turnedAway, failed, wrong] = [0, 0, 0];
  for (const [side, share] of [[12, 0.1], [12, 0.3], [90, 0.0005]]) {
    const grid = randomObstacles(side, side, share, random);
    const climb = OctileClimb.of(grid, grid.heuristic())!;
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    for (let i = 0; i < 12; i++) {
      const from = free[Math.floor(random() * free.length)];
      limit.begin(from);
      for (const to of free) {
        let [v, dx, dy] = [from, climb.dx(from, to), climb.dy(from, to)];
        const allowed = limit.allows(climb, dx, dy);
        for (let d = climb.direction(v, dx, dy); d >= 0; d = climb.direction(v, dx, dy)) [v, dx, dy] = [v + climb.offsets[d], dx - climb.xOf(d), dy - climb.yOf(d)];
        if (v === to && !allowed) wrong++;
        if (v === to) continue;
        failed++;
        if (!allowed) turnedAway++;
      }
    }
  }
  expect(wrong).toBe(0);
  expect(turnedAway / failed).toBeGreaterThan(0.2);
});
