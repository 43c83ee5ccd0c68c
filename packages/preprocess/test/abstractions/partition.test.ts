import { CompressedGraph } from '@pf/graph';
import { HillClimber } from '@pf/graph/kit';
import type { Graph, Heuristic } from '@pf/graph';
import { Grid } from '@pf/grid';
import { digraphs, oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPartition } from '../../src/index.ts';

test('more parts than a table of all pairs holds are rejected, and none is computed beyond that limit', () => {
  // Islands of two cells.
  const row = '..#'.repeat(300);
  const grid = Grid.fromRows(Array.from({ length: 160 }, (_, y) => (y % 2 === 0 ? row : '#'.repeat(row.length))));
  let reports = 0;
  const building = (): unknown => buildPartition(grid, { heuristic: grid.heuristic(), onProgress: () => reports++ });
  expect(building).toThrow('23171 parts are too many for a table of all pairs, which takes 23171 × 23171 × 4 bytes: raise the cutoff of 250, or block unreachable areas.');
  expect(reports).toBe(23171);
});

test('legs lead from a part to all in reach', () => {
  const corridor = new Grid(20, 1);
  const cut = (reach?: number): string[] => {
    const { seeds, first, subgoals } = buildPartition(corridor, { heuristic: corridor.heuristic(), cutoff: 2, reach });
    expect(Array.from(seeds, (v) => corridor.x(v))).toEqual([1, 5, 9, 13, 17]);
    // On a straight line whose legs are longer than a climb, each leg has subgoals.
    const legs = Array.from({ length: first.length - 1 }, (_, i) => subgoals.subarray(first[i], first[i + 1]));
    return legs.map((leg) => Array.from(leg, (v) => corridor.x(v)).join(' '));
  };
  expect(cut(1)).toEqual(['3 5', '3 1', '7 9', '7 5', '11 13', '11 9', '15 17', '15 13']);
  expect(cut()).toEqual(cut(2));
  expect(cut(2)).toHaveLength(8 + 6);
  expect(cut(2)).toContain('3 5 7 9');
  expect(cut(4)).toHaveLength(20);
  expect(cut(9)).toEqual(cut(4));
  expect(() => cut(0)).toThrow('The reach of legs must be a whole number of borders, 1 or more, got 0.');
  expect(() => cut(1.5)).toThrow('got 1.5');
});

test('the seed of a part is its middle if the middle masters the first vertex of the part, otherwise that vertex', () => {
  const corridor = new Grid(9, 1);
  const { partCount, seeds } = buildPartition(corridor, { heuristic: corridor.heuristic() });
  expect([partCount, corridor.x(seeds[0])]).toEqual([1, 4]);
  // Climbs of at most four steps: from the middle, a part reaches beyond what its first vertex masters.
  const narrow = buildPartition(corridor, { heuristic: corridor.heuristic(), cutoff: 4 });
  expect(Array.from(narrow.seeds, (v) => corridor.x(v))).toEqual([2, 7]);
  // Vertex 0 climbs to the middle and back, but the vertices between do not: grown from the middle, the part would end before 0.
  const coordinates = [[4, 4], [3, 0], [1, 2], [2, 0]];
  const roads = new CompressedGraph(4, [[0, 2, 1], [1, 2, 1], [1, 3, 1]], { directed: false });
  const bent = buildPartition(roads, { heuristic: (v, goal) => Math.hypot(coordinates[v][0] - coordinates[goal][0], coordinates[v][1] - coordinates[goal][1]) });
  expect([[...bent.part], [...bent.seeds]]).toEqual([[0, 0, 0, 0], [0]]);
});

test('legs may cost more than an arc of a graph may', () => {
  const along = (cost: number): number[][] => {
    const line = new CompressedGraph(6, [0, 1, 2, 3, 4].map((v) => [v, v + 1, cost]), { directed: false });
    const { leg, first, subgoals } = buildPartition(line, { heuristic: (v, goal) => cost * Math.abs(v - goal), cutoff: 1, reach: 1 });
    return [[...leg], [...first], [...subgoals]];
  };
  expect(along(6e11)).toEqual(along(1));
});

/** Errors of a partition: parts that climbing does not reach, legs that miss a seed, and chains of legs that are not the cheapest. */
function faultsOf(graph: Graph, heuristic: Heuristic, cutoff: number, reach: number): string[] {
  const faults: string[] = [];
  let [before, last] = [-1, 0];
  const onProgress = (done: number, total: number): void => {
    if (!(done > before && done <= total)) faults.push(`after ${before} comes ${done} of ${total}`);
    [before, last] = [done, total];
  };
  const { partCount, part, seeds, leg, first, subgoals } = buildPartition(graph, { heuristic, cutoff, reach, onProgress });
  if (before !== last) faults.push(`the last is ${before} of ${last}`);
  const vertices = Array.from({ length: graph.vertexCount }, (_, v) => v);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const climber = new HillClimber(graph, heuristic);
  const near = Array.from(seeds, () => new Set<number>());
  for (const v of vertices) {
    const leaving = graph.successors(v, to, cost);
    for (const w of to.subarray(0, leaving)) if (part[w] !== part[v]) near[part[v]].add(part[w]);
    const entering = graph.predecessors(v, to, cost);
    if ((part[v] < 0) !== (leaving + entering === 0)) faults.push(`${v} is in part ${part[v]}`);
    if (part[v] < 0) continue;
    const seed = seeds[part[v]];
    if (!(climber.steps(v, seed, cutoff) >= 0 && climber.steps(seed, v, cutoff) >= 0)) faults.push(`climbing loses ${v}`);
  }
  const truth = Array.from(seeds, (seed) => oracleDistances(graph, seed));
  // Legs lead to parts at most this many borders away, if there is a path.
  const within = near.map((direct, from) => {
    const all = new Set(direct);
    for (let passed = 1; passed < reach; passed++) for (const one of [...all]) for (const next of near[one]) all.add(next);
    return [...all].filter((one) => one !== from && truth[from][seeds[one]] < Infinity);
  });
  expect(first).toHaveLength(1 + within.reduce((sum, { length }) => sum + length, 0));
  const chained = new CompressedGraph(partCount, within.flatMap((ends, from) => ends.map((end): [number, number, number] => [from, end, truth[from][seeds[end]]])));
  const left = Array.from(seeds, (_, target) => oracleDistances(chained, target, { backward: true }));
  for (let from = 0; from < partCount; from++) {
    for (let target = 0; target < partCount; target++) {
      const number = leg[from * partCount + target];
      if (number < 0 !== (from === target || truth[from][seeds[target]] === Infinity)) faults.push(`from ${from} to ${target} leads ${number}`);
      if (number < 0) continue;
      const stops = [seeds[from], ...subgoals.subarray(first[number], first[number + 1])];
      const next = seeds.indexOf(stops.at(-1)!);
      if (!(Math.abs(truth[from][seeds[next]] + left[target][next] - left[target][from]) < 1e-6)) faults.push(`from ${from} to ${target} not by ${next}`);
      // Its subgoals lie on a cheapest path.
      const paid = stops.slice(1).reduce((sum, v, i) => sum + oracleDistances(graph, stops[i], { until: v })[v], 0);
      if (!(Math.abs(paid - truth[from][seeds[next]]) < 1e-6)) faults.push(`leg ${number} costs ${paid}`);
    }
  }
  return faults;
}

test('climbing masters each part, and the legs lead from each part to all others on the cheapest chain', () => {
  const open = new Grid(7, 7);
  for (const reach of [1, 2, 3]) expect(faultsOf(open, open.heuristic(), 2, reach)).toEqual([]);
  // 2 can be entered and not left.
  expect(faultsOf(new CompressedGraph(4, [[0, 1, 1], [1, 0, 1], [1, 2, 1], [0, 2, 1], [3, 0, 1]]), () => 0, 2, 2)).toEqual([]);
  const some = fc.record({ cutoff: fc.constantFrom(2, 4, 250), reach: fc.integer({ min: 1, max: 3 }) });
  fc.assert(
    fc.property(worlds({ maxSize: 9, sides: true }), some, (world, { cutoff, reach }) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
      expect(faultsOf(grid, grid.heuristic(), cutoff, reach)).toEqual([]);
    }),
    { numRuns: runs(40), seed: 13 },
  );
  fc.assert(
    fc.property(digraphs({ maxVertices: 12, free: false }), some, ({ vertexCount, arcs }, { cutoff, reach }) => {
      expect(faultsOf(new CompressedGraph(vertexCount, arcs), () => 0, cutoff, reach)).toEqual([]);
    }),
    { numRuns: runs(60), seed: 14 },
  );
});
