import { CompressedGraph } from '@pf/graph';
import { Grid } from '@pf/grid';
import { expect, test } from 'vitest';
import { buildPartition } from '../src/index.ts';

test('more parts than a table of all pairs holds are refused, and nothing is done for those beyond', () => {
  // Islands of two cells.
  const row = '..#'.repeat(300);
  const grid = Grid.fromRows(Array.from({ length: 160 }, (_, y) => (y % 2 === 0 ? row : '#'.repeat(row.length))));
  let told = 0;
  const building = (): unknown => buildPartition(grid, { heuristic: grid.heuristic(), onProgress: () => told++ });
  expect(building).toThrow('23171 parts are too many for a table of all pairs, which takes 23171 × 23171 × 4 bytes: raise the cutoff of 250, or block what lies apart and nobody goes to.');
  expect(told).toBe(23171);
});

test('legs lead from a part to all within reach', () => {
  const corridor = new Grid(20, 1);
  const cut = (reach?: number): string[] => {
    const { seeds, first, subgoals } = buildPartition(corridor, { heuristic: corridor.heuristic(), cutoff: 2, reach });
    expect(Array.from(seeds, (v) => corridor.x(v))).toEqual([1, 5, 9, 13, 17]);
    // On a straight line whose legs are longer than a climb, each has subgoals on its way.
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

test('the seed of a part lies in its middle, where that masters the vertex from which the part was begun, and else is that vertex', () => {
  const corridor = new Grid(9, 1);
  const { partCount, seeds } = buildPartition(corridor, { heuristic: corridor.heuristic() });
  expect([partCount, corridor.x(seeds[0])]).toEqual([1, 4]);
  // Climbs of four steps at most: from the middle, a part reaches beyond what its first vertex masters.
  const narrow = buildPartition(corridor, { heuristic: corridor.heuristic(), cutoff: 4 });
  expect(Array.from(narrow.seeds, (v) => corridor.x(v))).toEqual([2, 7]);
  // Vertex 0 climbs to the middle and back, but what lies between does not: grown around the middle, the part would end before 0.
  const places = [[4, 4], [3, 0], [1, 2], [2, 0]];
  const roads = new CompressedGraph(4, [[0, 2, 1], [1, 2, 1], [1, 3, 1]], { directed: false });
  const bent = buildPartition(roads, { heuristic: (v, goal) => Math.hypot(places[v][0] - places[goal][0], places[v][1] - places[goal][1]) });
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
