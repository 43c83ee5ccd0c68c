import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Arc } from '../src/index.ts';
import { CompressedGraph, greatCircle, parseGeoJsonLines, RoadMap } from '../src/index.ts';

test('no estimate exceeds the cost of a road, anywhere on Earth, and it follows the surface', () => {
  const position = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }));
  fc.assert(
    fc.property(fc.array(position, { minLength: 2, maxLength: 9 }), (coordinates) => {
      const roads = parseGeoJsonLines(JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', geometry: { type: 'LineString', coordinates } }] }));
      const estimate = greatCircle(roads);
      const to = new Uint32Array(roads.maxDegree);
      const cost = new Float64Array(roads.maxDegree);
      for (let v = 0; v < roads.vertexCount; v++) {
        expect(estimate(v, v)).toBe(0);
        for (let n = roads.successors(v, to, cost), i = 0; i < n; i++) {
          expect(estimate(v, to[i])).toBe(cost[i]);
          // Consistent within the rounding of the arc sine, which is greatest on the other side of the Earth.
          for (let goal = 0; goal < roads.vertexCount; goal++) expect(estimate(v, goal)).toBeLessThanOrEqual(cost[i] + estimate(to[i], goal) + 0.5);
        }
      }
    }),
    { seed: 81, numRuns: 300 },
  );
  const places = new CompressedGraph(4, [], { coordinates: [179.9, 0, -179.9, 0, 10, 90, -70, 90] });
  const metres = greatCircle(places);
  expect(metres(0, 1)).toBeCloseTo(22239, 0);
  expect(metres(2, 3)).toBeCloseTo(0, 6);
  expect(metres(0, 2)).toBeCloseTo((Math.PI / 2) * 6371008.8, 4);
});

test('coordinates that are not degrees are rejected', () => {
  const noArcs: Arc[] = [];
  expect(() => greatCircle(new CompressedGraph(2, noArcs, { coordinates: [0, 0, 13380000, 52510000] }))).toThrow('vertex 1 is at (13380000, 52510000)');
  expect(() => greatCircle(new CompressedGraph(2, noArcs))).toThrow('greatCircle takes coordinates in degrees, x the longitude and y the latitude: vertex 0 is at (NaN, NaN).');
  const towns = new RoadMap();
  towns.addPlace('Ulm');
  expect(() => greatCircle(towns as never)).toThrow('vertex 0 is at (NaN, NaN)');
  expect(() => greatCircle(undefined as never)).toThrow('greatCircle takes a graph');
});
