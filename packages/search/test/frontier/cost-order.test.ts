import { seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { CostOrder } from '../../src/frontier/cost-order.ts';
import type { Frontier } from '../../src/frontier/frontier.ts';

/** What `CostOrder` writes for vertices with these costs, the last first, into a buffer with room for three more. */
function sorted(costs: readonly number[]): number[] {
  const out = new Uint32Array(costs.length + 3).fill(99_999);
  const vertices = Uint32Array.from(costs, (_, i) => costs.length - 1 - i);
  new CostOrder(costs.length).write(vertices, costs.length, { cost: (v) => costs[v] } as Frontier, out);
  return [...out];
}

test('sorts by cost, stably, and writes nothing after the last', () => {
  const random = seededRandom(1998);
  for (const n of [0, 1, 2, 3, 10, 500]) {
    for (const most of [1, 3, 1000]) {
      const costs = Array.from({ length: n }, () => Math.floor(most * random()) / 2);
      const expected = Array.from(costs.keys()).sort((v, u) => costs[v] - costs[u] || u - v);
      expect(sorted(costs)).toEqual([...expected, 99_999, 99_999, 99_999]);
    }
  }
  // One cost far above the others: nearly all are in one range.
  expect(sorted([3, 1, 2, 1e9, 1, 0])).toEqual([5, 4, 1, 2, 0, 3, 99_999, 99_999, 99_999]);
});
