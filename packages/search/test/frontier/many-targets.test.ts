import type { Graph } from '@pf/graph';
import { avoiding, seededRandom } from '@pf/graph';
import { Grid, randomObstacles } from '@pf/grid';
import { oracleDistances } from '@pf/testkit';
import { expect, test } from 'vitest';
import { AStar } from '../../src/index.ts';

test('with more than 64 goals a search does not estimate the cost to each, and finds the cheapest', () => {
  const random = seededRandom(11);
  for (let world = 0; world < 60; world++) {
    const grid = randomObstacles(20, 20, 0.3, random);
    const view = avoiding(grid, (v) => v % 11 === world % 11);
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    const any = (): number => free[Math.floor(random() * free.length)];
    for (const graph of [view, grid]) for (const count of [64, 65, 150]) {
      let calls = 0;
      const estimate = grid.heuristic();
      const astar = new AStar(graph, { heuristic: (v, goal) => { calls++; return estimate(v, goal); } });
      const [start, goals] = [any(), Array.from({ length: count }, any)];
      const cost = oracleDistances(graph, start);
      expect(astar.searchNearest(start, goals)).toBeCloseTo(Math.min(...goals.map((v) => cost[v])), 9);
      // One call for each goal checks that it estimates 0 there.
      if (count > 64) expect(calls).toBe(count);
    }
  }
});

test('a vertex behind many goals keeps the estimates', () => {
  const grid = new Grid(40, 40, { movement: 'four' });
  const [start, behind, estimate] = [grid.vertex(5, 20), grid.vertexCount, grid.heuristic()];
  const goals = Array.from({ length: 100 }, (_, i) => grid.vertex(30 + (i % 10), 15 + Math.floor(i / 10)));
  const least = (v: number): number => Math.min(...goals.map((goal) => estimate(v, goal)));
  const joined: Graph = {
    vertexCount: behind + 1,
    maxDegree: grid.maxDegree + 1,
    successors(v, to, cost) {
      if (v === behind) return 0;
      const n = grid.successors(v, to, cost);
      if (!goals.includes(v)) return n;
      [to[n], cost[n]] = [behind, 0];
      return n + 1;
    },
    predecessors: () => 0,
  };
  const [one, many] = [new AStar(joined, { heuristic: (v) => (v === behind ? 0 : least(v)) }), new AStar(joined, { heuristic: estimate })];
  expect([one.search(start, behind), many.searchNearest(start, goals)]).toEqual([25, 25]);
  expect([one.counters.expanded, many.counters.expanded]).toEqual([26, 833]);
});

test('and nearest still ends as near as possible to one of them', () => {
  const random = seededRandom(12);
  for (let world = 0; world < 60; world++) {
    const grid = randomObstacles(20, 20, 0.35, random);
    const graph = world % 2 === 0 ? grid : avoiding(grid, (v) => v % 7 === world % 7);
    const cells = [...grid.cells.keys()].filter((v) => grid.hasVertex(v));
    const free = cells.filter((v) => grid.cells[v] !== 0);
    const blocked = cells.filter((v) => grid.cells[v] === 0);
    const [estimate, start] = [grid.heuristic(), free[Math.floor(random() * free.length)]];
    const goals = Array.from({ length: 80 }, () => blocked[Math.floor(random() * blocked.length)]);
    const astar = new AStar(graph, { nearest: true, heuristic: (v, goal) => estimate(v, goal) });
    astar.searchNearest(start, goals);
    const path = new Uint32Array(grid.vertexCount);
    const end = path[astar.path(path) - 1];
    const away = (v: number): number => Math.min(...goals.map((goal) => estimate(v, goal)));
    const cost = oracleDistances(graph, start);
    const least = Math.min(...free.filter((v) => cost[v] < Infinity).map(away));
    expect(away(end)).toBeCloseTo(least, 9);
  }
});
