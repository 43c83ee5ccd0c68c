import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { randomObstacles, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { AStar } from '../../src/index.ts';

/**
 * Checks the assumption of the proof in move-order.ts after a weighted search stops: a pruned move leads to a vertex that is closed, or whose
 * label is as good, or that has an open neighbour from which it gets one.
 */
test('a weighted search prunes no move that its bound needs', () => {
  const counts = { moves: 0, open: 0 };
  const corners = fc.constantFrom('never', 'one', 'always');
  const property = fc.property(corners, fc.constantFrom(0.1, 0.2, 0.35), fc.constantFrom(1.03, 1.1, 1.5, 3), fc.constantFrom('buckets', 'heap'), fc.integer({ min: 1, max: 60 }), fc.nat(), (rule, share, weight, queue, budget, seed) => {
    const grid = randomObstacles(12, 12, share, seededRandom(seed), { corners: rule });
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] === 1);
    const [start, goal] = [free[seed % free.length], free[(7 * seed + 3) % free.length]];
    const astar = new AStar(grid, { weight, queue });
    const [to, cost] = [new Uint32Array(8), new Float64Array(8)];
    astar.begin(start, goal);
    astar.run(budget);
    for (const p of free) {
      if (!astar.isClosed(p) || p === goal) continue;
      for (let i = grid.successors(p, to, cost) - 1; i >= 0; i--) {
        const [u, most] = [to[i], astar.g(p) + cost[i] + 1e-9];
        if (astar.isClosed(u) || astar.g(u) <= most) continue;
        counts.open++;
        const beside = grid.offsets.slice(0, 4).some((step, d) => ((grid.moves[u] >> d) & 1) === 1 && astar.isOpen(u + step) && astar.g(u + step) + grid.lengths[d] <= most);
        expect(beside, `${p} to ${u}`).toBe(true);
      }
      counts.moves++;
    }
  });
  fc.assert(property, { numRuns: Math.max(1000, runs(1000)), seed: 1970 });
  expect(counts.moves).toBeGreaterThan(5000);
  expect(counts.open).toBeGreaterThan(20);
});
