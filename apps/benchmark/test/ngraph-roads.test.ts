import { expect, test, vi } from 'vitest';

test('of parallel arcs ngraph gets the cheapest, whichever comes first', async () => {
  // Set by the bundle.
  vi.stubGlobal('INSTALLED', {});
  const { ngraphRoads } = await import('../src/peers/ngraph-roads.ts');
  const roads = ngraphRoads.load({
    vertexCount: 3, tails: Uint32Array.of(0, 0, 0, 2, 2), heads: Uint32Array.of(1, 1, 2, 1, 1), costs: Float64Array.of(2, 9, 3, 9, 3),
    coordinates: new Float64Array(6), leastRate: 0,
  });
  expect(roads.vertices(roads.search(0, 1))).toEqual([0, 1]);
});
