import { oracleDistances } from '@pf/testkit';
import { expect, test } from 'vitest';
import { checkVertex } from '../src/kit.ts';
import { checkGraph, RoadMap } from '../src/index.ts';

test('a road map with reserved room grows within it, with the same number of vertices and degree', () => {
  const roads = new RoadMap({ directed: false, places: 3, degree: 2 });
  expect([roads.vertexCount, roads.maxDegree]).toEqual([3, 2]);
  checkGraph(roads);
  expect(() => roads.name(0)).toThrow('No place has vertex 0 yet: addPlace or addRoad gives it to one.');
  const { version } = roads;
  expect(roads.addPlace('a')).toBe(0);
  expect(roads.version).toBeGreaterThan(version);
  roads.addRoad('a', 'b', 1);
  roads.addRoad('b', 'c', 2);
  expect(['a', 'b', 'c'].map((name) => roads.vertex(name))).toEqual([0, 1, 2]);
  expect([roads.name(2), roads.vertexCount, roads.maxDegree]).toEqual(['c', 3, 2]);
  expect([...oracleDistances(roads, 0)]).toEqual([0, 1, 3]);
  roads.addRoad('b', 'd', 4);
  expect([roads.vertex('d'), roads.vertexCount, roads.maxDegree]).toEqual([3, 4, 3]);
  expect([...oracleDistances(roads, 3)]).toEqual([5, 4, 6, 0]);
  checkGraph(roads);
});

test('a road map lists its roads', () => {
  for (const directed of [true, false]) {
    const roads = new RoadMap({ directed, places: 9 });
    roads.addRoad('a', 'b', 1);
    roads.addRoad('b', 'c', 2);
    roads.addRoad('a', 'b', 3);
    roads.addRoad('c', 'a', 4);
    roads.removeRoad('b', 'c');
    const listed = [['a', 'b', 3], ['c', 'a', 4], ...(directed ? [] : [['b', 'a', 3], ['a', 'c', 4]])];
    expect([...roads.roads()].sort()).toEqual(listed.sort());
  }
});

test('a road map rejects wrong room', () => {
  for (const wrong of [-1, 1.5, NaN, Infinity, '3', 2 ** 24 + 1]) {
    for (const name of ['places', 'degree']) {
      expect(() => new RoadMap({ [name]: wrong })).toThrow(`The option ${name} of RoadMap must be a whole number from 0 to 16777216, got ${typeof wrong === 'string' ? "'3'" : wrong}.`);
    }
  }
});

test('an unknown name is answered with the nearest one, and a name in place of a vertex with what to take', () => {
  const roads = new RoadMap<string>();
  roads.addRoad('Oslo', 'Bergen', 7);
  expect(() => roads.vertex('oslo')).toThrow("There is no place 'oslo' on the map: the nearest name is 'Oslo'.");
  expect(() => roads.vertex('Paris')).toThrow("There is no place 'Paris' on the map: addPlace or addRoad makes it.");
  expect(() => checkVertex(roads, 'Oslo' as never, 'start')).toThrow("(a vertex of the graph), got 'Oslo'; take the vertex(name) of the map.");
});
