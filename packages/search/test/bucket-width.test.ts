import { CompressedGraph } from '@pf/graph';
import { seededRandom } from '@pf/grid';
import { oracleCost } from '@pf/testkit';
import { expect, test } from 'vitest';
import { AStar } from '../src/index.ts';

test('the bucket width follows costs far below 1, so that no vertex is expanded without end', () => {
  // If they all lie in one bucket, each diamond doubles how often the next one is expanded.
  const arcs: [number, number, number][] = [];
  const n = 36;
  for (let v = 0; v + 2 < n; v += 2) arcs.push([v, v + 1, 1e-9], [v, v + 2, 1e-9 * 2 ** (n / 2 - v / 2)], [v + 1, v + 2, 1e-9]);
  const graph = new CompressedGraph(n, arcs);
  const astar = new AStar(graph, { queue: 'buckets' });
  expect(astar.search(0, n - 2)).toBeCloseTo(oracleCost(graph, 0, n - 2), 15);
  expect(astar.counters.expanded).toBeLessThan(4 * n);
});

test('random costs of any magnitude give right answers with few expansions', () => {
  const random = seededRandom(3);
  for (let world = 0; world < 60; world++) {
    const n = 30;
    const scale = 10 ** (Math.floor(random() * 24) - 12);
    const arcs = Array.from({ length: 90 }, () => [Math.floor(random() * n), Math.floor(random() * n), scale * (0.01 + random())] as [number, number, number]);
    const graph = new CompressedGraph(n, arcs);
    const astar = new AStar(graph, { queue: 'buckets' });
    const least = oracleCost(graph, 0, n - 1);
    const cost = astar.search(0, n - 1);
    if (least === Infinity) expect(cost).toBe(Infinity);
    else expect(cost / scale).toBeCloseTo(least / scale, 9);
    expect(astar.counters.expanded).toBeLessThan(3 * n);
  }
});

test('costs too far apart for buckets are rejected, unless a width is given', () => {
  const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1e-9], [0, 2, 0]]);
  expect(() => new AStar(graph, { queue: 'buckets' })).toThrow('The costs of arcs, from 1e-9 to 1, lie too far apart for buckets');
  expect(new AStar(graph, { queue: 'buckets', bucketWidth: 0.1 }).search(0, 2)).toBe(0);
  expect(new AStar(new CompressedGraph(3, [[0, 1, 0]]), { queue: 'buckets' }).search(0, 1)).toBe(0);
});
