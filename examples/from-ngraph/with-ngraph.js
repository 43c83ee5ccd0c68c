// Railways as they were with ngraph.path (npm i ngraph.graph ngraph.path).
import assert from 'node:assert/strict';
import createGraph from 'ngraph.graph';
import { aStar, nba } from 'ngraph.path';

const places = { Aachen: [61, 508], Bonn: [71, 507], Essen: [70, 515], Kassel: [95, 513], Mainz: [83, 500], Ulm: [100, 484], Worms: [84, 496] };
const lines = [
  ['Aachen', 'Bonn', 70], ['Aachen', 'Essen', 95], ['Bonn', 'Mainz', 120], ['Essen', 'Kassel', 150], ['Essen', 'Bonn', 80],
  ['Kassel', 'Mainz', 140], ['Mainz', 'Worms', 35], ['Worms', 'Ulm', 160], ['Kassel', 'Ulm', 260],
];
const graph = createGraph();
for (const [name, [x, y]] of Object.entries(places)) graph.addNode(name, { x, y });
for (const [from, to, minutes] of lines) graph.addLink(from, to, { minutes, electric: minutes < 200 });

const distance = (from, to, link) => link.data.minutes;
const heuristic = (from, to) => Math.hypot(from.data.x - to.data.x, from.data.y - to.data.y);
function print(finder, from, to) {
  const found = finder.find(from, to).reverse(); // paths come from the goal to the start
  const path = found[0]?.id === from ? found : []; // where closed links lead to the goal, it answers the goal alone
  const minutes = path.slice(1).reduce((sum, { id }, i) => sum + (graph.getLink(path[i].id, id) ?? graph.getLink(id, path[i].id)).data.minutes, 0);
  console.log(path.length === 0 ? `no path from ${from} to ${to}` : `${path.map(({ id }) => id).join(', ')}: ${minutes} minutes`);
  return path.length === 0 ? Infinity : minutes;
}

print(aStar(graph, { distance, heuristic }), 'Aachen', 'Ulm');
print(nba(graph, { distance, heuristic }), 'Ulm', 'Essen');
const isClosed = (name) => (from, to) => from.id === name || to.id === name;
print(aStar(graph, { distance, heuristic, blocked: isClosed('Mainz') }), 'Aachen', 'Ulm');
print(aStar(graph, { distance, heuristic, blocked: (from, to, link) => !link.data.electric || isClosed('Mainz')(from, to) }), 'Aachen', 'Ulm');
graph.addLink('Bonn', 'Kassel', { minutes: 60, electric: true }); // a new line
assert.equal(print(aStar(graph, { distance, heuristic }), 'Bonn', 'Kassel'), 60);
