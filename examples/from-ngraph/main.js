// The same railways by @pf: places keep their names.
import assert from 'node:assert/strict';
import { RoadMap } from '@pf/graph';
import { findRoute, NBAStar } from '@pf/search';

const places = { Aachen: [61, 508], Bonn: [71, 507], Essen: [70, 515], Kassel: [95, 513], Mainz: [83, 500], Ulm: [100, 484], Worms: [84, 496] };
/** @type {[from: string, to: string, minutes: number][]} */
const lines = [
  ['Aachen', 'Bonn', 70], ['Aachen', 'Essen', 95], ['Bonn', 'Mainz', 120], ['Essen', 'Kassel', 150], ['Essen', 'Bonn', 80],
  ['Kassel', 'Mainz', 140], ['Mainz', 'Worms', 35], ['Worms', 'Ulm', 160], ['Kassel', 'Ulm', 260],
];
const [railways, electric] = [new RoadMap({ directed: false }), new RoadMap({ directed: false })];
for (const [from, to, minutes] of lines) for (const map of minutes < 200 ? [railways, electric] : [railways]) map.addRoad(from, to, minutes);

const heuristic = (place, goal) => Math.hypot(places[place][0] - places[goal][0], places[place][1] - places[goal][1]);
const print = (from, to, minutes, route) =>
  console.log(route.length === 0 ? `no path from ${from} to ${to}` : `${route.join(', ')}: ${minutes} minutes`);
function find(map, from, to, avoid = []) {
  const { cost, places: route } = findRoute(map, { from, to, avoid, heuristic });
  print(from, to, cost, route);
  return cost;
}

find(railways, 'Aachen', 'Ulm');
const nba = new NBAStar(railways); // a search by itself knows places by numbers; a second query allocates no buffers
const minutes = nba.search(railways.vertex('Ulm'), railways.vertex('Essen'));
const out = new Uint32Array(railways.vertexCount);
print('Ulm', 'Essen', minutes, Array.from(out.subarray(0, nba.path(out)), (v) => railways.name(v)));
find(railways, 'Aachen', 'Ulm', ['Mainz']);
find(electric, 'Aachen', 'Ulm', ['Mainz']);
railways.addRoad('Bonn', 'Kassel', 60); // a new line
assert.equal(find(railways, 'Bonn', 'Kassel'), 60);
