import { expect, test } from 'vitest';
import type { Graph } from '@pf/graph';
import { expectLegal, illegalGraphs } from '@pf/testkit';
import { AlternativeRoutes, ARAStar, AStar, BidirectionalAStar, BidirectionalDijkstra, Dijkstra, DisjointPaths, DistanceField, findRoute, KShortestPaths, NBAStar } from '../src/index.ts';

/** Positions of vertices: reading that of what is no vertex would be an error of the engine. */
const places = Array.from({ length: 12 }, () => ({ x: 0 }));
const heuristic = (v: number, goal: number): number => places[v].x - places[goal].x;

const searches: Readonly<Record<string, (graph: Graph, start: number, goal: number) => number>> = {
  'A*': (graph, start, goal) => new AStar(graph, { heuristic }).search(start, goal),
  'A*, backward': (graph, start, goal) => new AStar(graph, { direction: 'backward' }).search(start, goal),
  'A*, weighted': (graph, start, goal) => new AStar(graph, { heuristic, weight: 2 }).search(start, goal),
  'A*, buckets': (graph, start, goal) => new AStar(graph, { queue: 'buckets' }).search(start, goal),
  Dijkstra: (graph, start, goal) => new Dijkstra(graph).search(start, goal),
  'Dijkstra, backward': (graph, start, goal) => new Dijkstra(graph, { direction: 'backward' }).search(goal, start),
  'a flood': (graph, start, goal) => {
    const dijkstra = new Dijkstra(graph);
    dijkstra.flood(start);
    return dijkstra.distance(goal);
  },
  'bidirectional A*': (graph, start, goal) => new BidirectionalAStar(graph, { heuristic }).search(start, goal),
  'bidirectional Dijkstra': (graph, start, goal) => new BidirectionalDijkstra(graph).search(start, goal),
  'NBA*': (graph, start, goal) => new NBAStar(graph, { heuristic }).search(start, goal),
  'ARA*': (graph, start, goal) => new ARAStar(graph, { heuristic }).search(start, goal),
  'k shortest paths': (graph, start, goal) => {
    const paths = new KShortestPaths(graph);
    paths.begin(start, goal);
    return paths.next();
  },
  'alternative routes': (graph, start, goal) => {
    const routes = new AlternativeRoutes(graph);
    routes.search(start, goal);
    return routes.cost(0);
  },
  'disjoint paths': (graph, start, goal) => new DisjointPaths(graph, { count: 1 }).search(start, goal),
  'a distance field': (graph, start, goal) => {
    const field = new DistanceField(graph);
    field.update(goal);
    return field.values[start];
  },
  'a distance field, forward': (graph, start, goal) => {
    const field = new DistanceField(graph, { direction: 'forward' });
    field.update(start);
    return field.values[goal];
  },
  'a relaxed field': (graph, start, goal) => {
    const field = new DistanceField(graph);
    field.relax(Array.from({ length: graph.vertexCount }, (_v, v) => (v === goal ? 0 : Infinity)));
    return field.values[start];
  },
  findRoute: (graph, from, to) => findRoute(graph, { from, to }).cost,
};

test.each(Object.entries(searches))('%s names an illegal arc of a graph of one\'s own', (_, costOf) => {
  for (const illegal of illegalGraphs()) expectLegal(illegal, costOf);
});

test('following a field, an arc that has become illegal is named', () => {
  for (const cost of [-1, NaN]) {
    const costs = [1, 1, 1];
    const row: Graph = {
      vertexCount: 4, maxDegree: 1,
      successors: (v, to, out) => (v < 3 ? ((to[0] = v + 1), (out[0] = costs[v]), 1) : 0),
      predecessors: (v, to, out) => (v > 0 ? ((to[0] = v - 1), (out[0] = costs[v - 1]), 1) : 0),
    };
    const field = new DistanceField(row);
    field.update(3);
    costs[1] = cost;
    expect([field.next(0), field.next(2)]).toEqual([1, 3]);
    expect(() => field.next(1)).toThrow(`The arc between the vertices 1 and 2 costs ${cost}`);
    expect(() => { field.relax([0, -Infinity, -Infinity, -Infinity]); }).toThrow(`costs ${cost}: an arc must cost a number, 0 or more.`);
  }
});
