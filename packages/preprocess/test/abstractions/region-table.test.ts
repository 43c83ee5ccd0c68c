import { CompressedGraph, NO_VERTEX } from '@pf/graph';
import type { Graph } from '@pf/graph';
import { Grid } from '@pf/grid';
import { digraphs, oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildRegionTable } from '../../src/index.ts';

/** A letter for the region of each cell. */
function drawn(grid: Grid, levels: number): string[] {
  const { region } = buildRegionTable(grid, levels);
  const letter = (v: number): string => (region[v] < 0 ? '#' : String.fromCharCode(97 + region[v]));
  return Array.from({ length: grid.height }, (_, y) => Array.from({ length: grid.width }, (_, x) => letter(grid.vertex(x, y))).join(''));
}

test('cliques of four, three and two are merged, and orphans join a neighbour; then the regions are merged again', () => {
  const grid = Grid.fromRows(['....#..', '.##.#..', '....#..', '.##....', '.......', '##...#.', '...#...'], { movement: 'eight' });
  expect([1, 2, 3, 9].map((levels) => drawn(grid, levels))).toEqual([
    ['aabb#cc', 'd##e#cc', 'dffe#gg', 'h##iigg', 'hjjiikk', '##llm#n', 'ool#mmn'],
    ['aabb#cc', 'a##b#cc', 'aaab#cc', 'd##eecc', 'dddeeee', '##fff#e', 'fff#ffe'],
    ['aaaa#bb', 'a##a#bb', 'aaaa#bb', 'c##bbbb', 'cccbbbb', '##ccc#b', 'ccc#ccb'],
    ['aaaa#aa', 'a##a#aa', 'aaaa#aa', 'a##aaaa', 'aaaaaaa', '##aaa#a', 'aaa#aaa'],
  ]);
  // A cell without arcs is in no region.
  expect(drawn(Grid.fromRows(['.#..', '##..']), 1)).toEqual(['##aa', '##aa']);
  expect(drawn(new Grid(9, 1), 1)).toEqual(['aabbccddd']);
  expect(drawn(new Grid(3, 3), 1)).toEqual(['aab', 'aab', 'cca']);
  expect(drawn(new Grid(4, 3, { movement: 'four' }), 1)).toEqual(['aabb', 'ccdd', 'eeff']);
  // All six are neighbours: four make one region, and two another.
  const six = new CompressedGraph(7, [0, 1, 2, 3, 4, 5].flatMap((v) => [0, 1, 2, 3, 4, 5].map((w): [number, number, number] => [v, w, 1])));
  expect([...buildRegionTable(six, 1).region]).toEqual([0, 0, 0, 0, 1, 1, -1]);
  expect(drawn(new Grid(8, 8), 2)).toEqual([...new Array<string>(4).fill('aaaabbbb'), ...new Array<string>(4).fill('ccccdddd')]);
});

/** Errors of a table: each subgoal must follow the vertex of the region nearest to the centre of the other region, on a cheapest path there. */
function faultsOf(graph: Graph, levels: number): string[] {
  const { region, regionCount, subgoal } = buildRegionTable(graph, levels);
  const faults: string[] = [];
  const vertices = Array.from({ length: graph.vertexCount }, (_, v) => v);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const arcs = vertices.flatMap((v) => Array.from({ length: graph.successors(v, to, cost) }, (_, i): [number, number, number] => [v, to[i], cost[i]]));
  const ends = new Set(arcs.filter(([from, end]) => from !== end).flatMap(([from, end]) => [from, end]));
  for (const v of vertices) if (region[v] >= 0 !== ends.has(v)) faults.push(`${v} is in region ${region[v]}`);
  // Numbered in the order of their first vertices.
  expect([...new Set(region.filter((r) => r >= 0))]).toEqual(Array.from({ length: regionCount }, (_, r) => r));
  expect(subgoal).toHaveLength(regionCount ** 2);
  const members = Array.from({ length: regionCount }, (_, r) => vertices.filter((v) => region[v] === r));
  members.forEach((list, target) => {
    const left = oracleDistances(graph, list[list.length >> 1], { backward: true });
    members.forEach((source, from) => {
      const aim = subgoal[from * regionCount + target];
      const least = Math.min(...source.map((v) => left[v]));
      if (from === target || least === Infinity) {
        if (aim !== NO_VERTEX) faults.push(`from region ${from} to ${target} leads ${aim}`);
        return;
      }
      const isLeast = (cost: number): boolean => Math.abs(cost - least) < 1e-9;
      const follows = arcs.some(([v, end, paid]) => region[v] === from && end === aim && isLeast(left[v]) && isLeast(paid + left[end]));
      if (!follows) faults.push(`from region ${from} to ${target} leads not ${aim}`);
    });
    // Within a region, each vertex is reachable from each other.
    const distances = list.map((v) => oracleDistances(graph, v));
    if (distances.some((row) => list.some((v) => row[v] === Infinity))) faults.push(`region ${target} falls apart`);
  });
  return faults;
}

test("between regions, the subgoal is the successor of the region's vertex nearest to the centre of the other", () => {
  const open = new Grid(9, 9);
  expect(faultsOf(open, 1)).toEqual([]);
  // No path leads back from 0 and from 3; 4 leads only to itself.
  const apart = new CompressedGraph(5, [[0, 1, 1], [1, 2, 1], [2, 1, 1], [2, 3, 1], [4, 4, 1]]);
  expect([...buildRegionTable(apart, 2).region]).toEqual([0, 1, 1, 2, -1]);
  expect(faultsOf(apart, 1)).toEqual([]);
  fc.assert(
    fc.property(worlds({ maxSize: 9, sides: true }), fc.integer({ min: 1, max: 3 }), (world, levels) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
      expect(faultsOf(grid, levels)).toEqual([]);
    }),
    { numRuns: runs(60), seed: 11 },
  );
  fc.assert(
    fc.property(digraphs({ free: false }), fc.integer({ min: 1, max: 3 }), ({ vertexCount, arcs }, levels) => {
      expect(faultsOf(new CompressedGraph(vertexCount, arcs), levels)).toEqual([]);
    }),
    { numRuns: runs(60), seed: 12 },
  );
});

test('levels must be a whole number from 1 on', () => {
  const grid = new Grid(2, 2);
  for (const levels of [0, 1.5, NaN]) expect(() => buildRegionTable(grid, levels)).toThrow(`levels must be a whole number of at least 1, got ${levels}.`);
});

test('more regions than a table of all pairs holds are rejected', () => {
  const pairs = 23_171;
  const islands = new CompressedGraph(2 * pairs, Array.from({ length: pairs }, (_, i) => [2 * i, 2 * i + 1, 1]), { directed: false });
  expect(() => buildRegionTable(islands, 1)).toThrow('23171 regions are too many for a table of all pairs, which takes 23171 × 23171 × 4 bytes: merge more often, with 2 levels or more.');
});

test('a hub takes linear time, also where its spokes have other neighbours before it', () => {
  // Vertex 2i has the leaf 2i + 1 and then the hub 2n as neighbours.
  const n = 60_000;
  const arcs = Array.from({ length: n }, (_, i): [number, number, number][] => [[2 * i, 2 * i + 1, 1], [2 * i, 2 * n, 1]]).flat();
  const hub = new CompressedGraph(2 * n + 1, arcs, { directed: false });
  const { user } = process.cpuUsage();
  expect(() => buildRegionTable(hub, 1)).toThrow('merge more often');
  expect(process.cpuUsage().user - user).toBeLessThan(3e6);
});
