import { CompressedGraph, pathCost } from '@pf/graph';
import { Grid } from '@pf/grid';
import type { World } from '@pf/testkit';
import { drawWorld, optimalSearchContract, oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backwardDijkstra, plain, searches } from './searches.ts';

function gridOf(world: World): Grid {
  const grid = Grid.fromRows(world.rows, rulesOf(world));
  for (const { x, y, enter, leave } of world.sides) grid.setSides(x, y, { enter, leave });
  return grid;
}

const graph = ({ vertexCount, arcs }: { vertexCount: number; arcs: readonly (readonly [number, number, number])[] }): CompressedGraph => new CompressedGraph(vertexCount, arcs);
const subjects = { grid: gridOf, graph, worlds: { sides: true }, runs: 60 };

for (const [name, make] of Object.entries({ ...searches, 'backward Dijkstra': backwardDijkstra })) optimalSearchContract(name, make, subjects);
optimalSearchContract('A* over a grid passed as a plain graph', (grid, heuristic) => searches['A* with a heuristic given'](plain(grid), heuristic), subjects);
optimalSearchContract('bidirectional A* over a grid passed as a plain graph', (grid, heuristic) => searches['bidirectional A* with a heuristic given'](plain(grid), heuristic), subjects);

describe('every search on every world', () => {
  const count = runs(20_000);
  test(`gives the oracle's cost and a path of that cost, ${count} worlds`, { timeout: 60_000 + count * 10 }, () => {
    let queries = 0;
    const property = fc.property(worlds({ sides: true }), (world) => {
      const grid = gridOf(world);
      const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
      if (free.length === 0) return;
      const start = free[world.seed % free.length];
      const goal = free[(world.seed >>> 8) % free.length];
      const expected = oracleDistances(grid, start, { until: goal })[goal];
      const out = new Uint32Array(grid.vertexCount);
      const heuristic = grid.heuristic();
      for (const [name, make] of Object.entries(searches)) {
        const search = make(grid, heuristic);
        const cost = search.search(start, goal);
        const length = search.path(out);
        const walked = pathCost(grid, out, length);
        queries++;
        const right = agree(cost, expected) && agree(walked, expected) && (expected === Infinity ? length === 0 : out[0] === start && out[length - 1] === goal);
        if (!right) {
          const marks = [start, goal].map((v, i) => ({ x: grid.x(v), y: grid.y(v), mark: i === 0 ? 'S' : 'T' }));
          throw new Error(`${name}: ${cost}, and ${walked} walked, where the oracle has ${expected}\n${drawWorld(world, marks)}`);
        }
      }
    });
    fc.assert(property, { numRuns: count, seed: 19680707 });
    expect(queries).toBeGreaterThan(15 * count);
  });
});

function agree(cost: number, expected: number): boolean {
  return cost === expected || Math.abs(cost - expected) <= 1e-9 * expected;
}
