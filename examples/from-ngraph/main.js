// The same railways by @pf: names are numbered once, and a search is made once.
import assert from 'node:assert/strict';
import { avoiding, CompressedGraph, withCosts } from '@pf/graph';
import { AStar, NBAStar } from '@pf/search';

const places = { Aachen: [61, 508], Bonn: [71, 507], Essen: [70, 515], Kassel: [95, 513], Mainz: [83, 500], Ulm: [100, 484], Worms: [84, 496] };
const lines = [
  ['Aachen', 'Bonn', 70], ['Aachen', 'Essen', 95], ['Bonn', 'Mainz', 120], ['Essen', 'Kassel', 150], ['Essen', 'Bonn', 80],
  ['Kassel', 'Mainz', 140], ['Mainz', 'Worms', 35], ['Worms', 'Ulm', 160], ['Kassel', 'Ulm', 260],
];
const names = Object.keys(places);
const number = (name) => names.indexOf(name);
const railways = (list) =>
  new CompressedGraph(names.length, list.map(([from, to, minutes]) => [number(from), number(to), minutes]), { directed: false, coordinates: Object.values(places).flat() });
const graph = railways(lines);

const heuristic = (v, goal) => Math.hypot(graph.x(v) - graph.x(goal), graph.y(v) - graph.y(goal));
const out = new Uint32Array(graph.vertexCount);
function tell(search, from, to) {
  const minutes = search.search(number(from), number(to));
  const path = Array.from(out.subarray(0, search.path(out)), (v) => names[v]);
  console.log(path.length === 0 ? `no way from ${from} to ${to}` : `${path.join(', ')}: ${minutes} minutes`);
  return minutes;
}

tell(new AStar(graph, { heuristic }), 'Aachen', 'Ulm');
tell(new NBAStar(graph, { heuristic }), 'Ulm', 'Essen');
const withoutMainz = avoiding(graph, (v) => names[v] === 'Mainz');
tell(new AStar(withoutMainz, { heuristic }), 'Aachen', 'Ulm');
tell(new AStar(withCosts(withoutMainz, (from, to, minutes) => (minutes < 200 ? minutes : Infinity)), { heuristic }), 'Aachen', 'Ulm');
const extended = railways([...lines, ['Bonn', 'Kassel', 60]]); // a new line
assert.equal(tell(new AStar(extended, { heuristic }), 'Bonn', 'Kassel'), 60);
