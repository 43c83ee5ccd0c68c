import { pathCost } from '@pf/graph';
import { seededRandom } from '@pf/grid';
import { Dijkstra } from '@pf/search';
import { expect, test } from 'vitest';
import { makeCity } from '../../src/city/city-map.ts';
import { CityModel, inMinutes } from '../../src/city/city-model.ts';

const city = makeCity(1);
const model = new CityModel(city);
const { graph } = city;
const dijkstra = new Dijkstra(graph);
const random = seededRandom(7);
const somewhere = (): number => model.nearest(random() * city.width, random() * city.height);

/** Checks that routes and reach agree with Dijkstra's algorithm on the present roads. */
function checkAnswers(times: number): void {
  const seconds = new Float64Array(graph.vertexCount);
  for (let i = 0; i < times; i++) {
    const [from, to] = [somewhere(), somewhere()];
    const { seconds: found, vertices } = model.route(from, to);
    const truth = dijkstra.search(from, to);
    expect(found).toBeCloseTo(truth, 6);
    expect(pathCost(graph, vertices)).toBeCloseTo(truth, 6);
    expect([vertices[0], vertices[vertices.length - 1]]).toEqual([from, to]);
    model.secondsFrom(from, seconds);
    expect(seconds[to]).toBeCloseTo(truth, 6);
  }
}

test('a city has motorways and bridges, and is connected', () => {
  expect(new Set(city.kinds)).toEqual(new Set(['street', 'avenue', 'motorway']));
  const reached = dijkstra.flood(model.nearest(city.width / 2, city.height * 0.3));
  expect(reached).toBe(graph.vertexCount);
  expect(model.route(model.nearest(0, 0), model.nearest(city.width, city.height)).seconds).toBeLessThan(3600);
});

test('routes are the fastest before, during and after a jam', () => {
  checkAnswers(8);
  const [from, to] = [model.nearest(0.1 * city.width, 0.1 * city.height), model.nearest(0.9 * city.width, 0.9 * city.height)];
  const before = model.route(from, to);
  const middle = before.vertices[before.vertices.length >> 1];
  expect(model.setTraffic(graph.x(middle), graph.y(middle), 900, true)).toBeGreaterThan(20);
  expect(model.recomputed).toBeGreaterThan(20);
  expect(model.recomputed).toBeLessThan(model.edges / 2);
  const { recomputed, recomputedIn } = model;
  expect(model.setTraffic(graph.x(middle), graph.y(middle), 900, true)).toBe(0);
  // The figures are those of the last jam that changed a road.
  expect([model.recomputed, model.recomputedIn]).toEqual([recomputed, recomputedIn]);
  expect(model.route(from, to).seconds).toBeGreaterThan(before.seconds);
  checkAnswers(8);
  model.clearTraffic();
  expect(model.jammed.includes(1)).toBe(false);
  expect(model.route(from, to).seconds).toBeCloseTo(before.seconds, 6);
});

test('a time never has sixty seconds', () => {
  expect([0, 59.4, 59.6, 359.7, 360.4].map(inMinutes)).toEqual(['0 min 0 s', '0 min 59 s', '1 min 0 s', '6 min 0 s', '6 min 0 s']);
});

test('the hierarchy expands far fewer crossings than Dijkstra', () => {
  const { expanded, dijkstra: all } = model.route(model.nearest(0, 0), model.nearest(city.width, city.height));
  expect(20 * expanded).toBeLessThan(all);
});
