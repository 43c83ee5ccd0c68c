import { brokenAt, checkGraph, EdgeCosts, fingerprint, parseArcTable, parseDimacs, parseGeoJsonLines, pathCost, RoadMap, seededRandom, VertexIndex, withCosts, withTurns } from '@pf/graph';
import { roads } from './worlds.js';

/** Graphs from arcs, names and files: their arcs, fingerprints and indexes. */
export function run(ledger) {
  const graph = roads();
  arcs(ledger, 'arcs of a road network', graph);
  ledger.text('fingerprints', fingerprint(graph, graph));
  const random = seededRandom(3);
  const index = new VertexIndex(graph);
  for (let i = 0; i < 200; i++) ledger.add('nearest vertices', index.nearest(random() * 150 - 5, random() * 150 - 5));
  const [heads, costs] = [new Uint32Array(graph.maxDegree), new Float64Array(graph.maxDegree)];
  for (let v = 0; v < graph.vertexCount; v += 3) {
    if (graph.successors(v, heads, costs) > 0) ledger.add('costs that change', graph.setCost(v, heads[0], 1 + Math.floor(random() * 30)), graph.version);
  }
  ledger.text('fingerprints', fingerprint(graph));
  const turns = withTurns(graph, (from, via, to) => (from === to ? Infinity : (from + via + to) % 4));
  arcs(ledger, 'arcs with costs of turns', turns);
  const toll = new EdgeCosts(graph);
  for (let v = 0; v < 50; v++) toll.set(v, v + 1, random() < 0.5 ? undefined : 3);
  arcs(ledger, 'views', toll);
  arcs(ledger, 'views', withCosts(graph, (tail, head, cost) => cost + (tail ^ head)));
  const map = new RoadMap();
  const names = Array.from({ length: 40 }, (_, i) => `place ${i}`);
  for (const name of names) map.addPlace(name);
  for (let i = 0; i < 120; i++) map.addRoad(names[Math.floor(random() * 40)], names[Math.floor(random() * 40)], Math.floor(random() * 9));
  for (let i = 0; i < 30; i++) map.removeRoad(names[Math.floor(random() * 40)], names[Math.floor(random() * 40)]);
  arcs(ledger, 'roads between places', map);
  const table = Array.from({ length: 60 }, () => `t${Math.floor(random() * 20)},t${Math.floor(random() * 20)},${(random() * 9).toFixed(3)}`).join('\n');
  arcs(ledger, 'files', parseArcTable(`from,to,cost\n${table}\n`).graph);
  arcs(ledger, 'files', parseDimacs(`p sp 30 60\n${Array.from({ length: 60 }, () => `a ${1 + Math.floor(random() * 30)} ${1 + Math.floor(random() * 30)} ${Math.floor(random() * 99)}`).join('\n')}\n`));
  const features = Array.from({ length: 12 }, (_, i) => ({
    type: 'Feature',
    properties: { name: `road ${i}` },
    geometry: { type: 'LineString', coordinates: Array.from({ length: 4 }, (_, k) => [8 + 0.01 * ((i + k) % 7), 47 + 0.01 * ((i * k) % 5)]) },
  }));
  // Lengths on the sphere are sums of sines and cosines.
  arcs(ledger, 'roads on the sphere', parseGeoJsonLines(JSON.stringify({ type: 'FeatureCollection', features })));
  checkGraph(graph);
  ledger.add('paths', pathCost(graph, [0, 1]), brokenAt(graph, [0, 1, 5]));
}

function arcs(ledger, name, graph) {
  const [to, cost] = [new Uint32Array(graph.maxDegree), new Float64Array(graph.maxDegree)];
  for (let v = 0; v < graph.vertexCount; v++) {
    for (const direction of ['successors', 'predecessors']) {
      const n = graph[direction](v, to, cost);
      ledger.add(name, n, to.subarray(0, n), cost.subarray(0, n));
    }
  }
}
