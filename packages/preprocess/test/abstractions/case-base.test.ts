import { CompressedGraph } from '@pf/graph';
import { HillClimber } from '@pf/graph/kit';
import { Grid, seededRandom } from '@pf/grid';
import { oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildCaseBase, loadCaseBase, saveCaseBase } from '../../src/index.ts';

const heuristic = (): number => 0;

test('a case may have more subgoals than a call has arguments', () => {
  // Without estimates no step is nearer than another, so every vertex of the path is a subgoal.
  const last = 200_000;
  const road = new CompressedGraph(last + 1, Array.from({ length: last }, (_, v) => [[v, v + 1, 1], [v + 1, v, 1]] as const).flat());
  const ends = [0, 1 - 1e-9];
  const { subgoals } = buildCaseBase(road, { heuristic, cases: 1, random: () => ends.shift()!, cutoff: 1 });
  expect(subgoals).toHaveLength(last);
});

test('cases lie in the largest component, whichever direction its arcs have', () => {
  const chain = Array.from({ length: 99 }, (_, v) => [v + 1, v, 1] as const);
  const graph = new CompressedGraph(110, [...chain, ...Array.from({ length: 9 }, (_, v) => [[v + 100, v + 101, 1], [v + 101, v + 100, 1]] as const).flat()]);
  const { starts, goals } = buildCaseBase(graph, { heuristic, cases: 200, random: seededRandom(1) });
  expect(Math.max(...starts)).toBeGreaterThan(90);
  expect(Math.max(...starts)).toBeLessThan(100);
  expect(Math.min(...goals)).toBeLessThan(10);
  expect(starts.every((start, i) => start >= goals[i])).toBe(true);
  expect(Math.min(new Set(starts).size, new Set(goals).size)).toBeGreaterThan(30);
});

test('arcs into a component, or back to its start, do not make it larger', () => {
  const ring = (from: number, size: number): [number, number, number][] => Array.from({ length: size }, (_, i) => [from + i, from + ((i + 1) % size), 1]);
  // Three vertices that each lead to ten others: 13 in all. And a ring of 20.
  const graph = new CompressedGraph(33, [...ring(0, 10), ...ring(10, 3), [10, 0, 1], [11, 3, 1], [12, 6, 1], ...ring(13, 20)]);
  const { starts } = buildCaseBase(graph, { heuristic, cases: 20, random: seededRandom(1) });
  expect(Math.min(...starts)).toBeGreaterThanOrEqual(13);
});

test('arcs are not read again for each vertex that leads to the rest', () => {
  const count = 2000;
  const chain = new CompressedGraph(count, Array.from({ length: count - 1 }, (_, v) => [v + 1, v, 1] as const));
  let calls = 0;
  const counting = new Proxy(chain, {
    get: (graph, name) => {
      const value: unknown = Reflect.get(graph, name);
      if (typeof value !== 'function') return value;
      return (...words: unknown[]): unknown => (calls++, (value as (...all: unknown[]) => unknown).apply(graph, words));
    },
  });
  buildCaseBase(counting, { heuristic, cases: 1, random: () => 0 });
  expect(calls).toBeLessThan(10 * count);
});

test.each([
  ['an empty graph', new CompressedGraph(0, [])],
  ['a graph without arcs', new CompressedGraph(3, [])],
  ['a grid that is all blocked', Grid.fromRows(['##', '##'])],
])('there are no cases for %s', (_name, graph) => {
  const none = buildCaseBase(graph, { heuristic, cases: 3, random: seededRandom(1) });
  for (const cases of [none, loadCaseBase(graph, saveCaseBase(graph, none))]) {
    expect([[...cases.starts], [...cases.goals], [...cases.first], [...cases.subgoals]]).toEqual([[], [], [0], []]);
  }
});

test('from each subgoal of a case climbing reaches the next on a cheapest path, and no subgoal can be left out', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 10, terrain: false, metrics: ['exact', '5/7'] }), fc.constantFrom(2, 5, 250), fc.nat(), (world, cutoff, seed) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const estimate = grid.heuristic();
      const climber = new HillClimber(grid, estimate);
      const { starts, goals, first, subgoals } = buildCaseBase(grid, { heuristic: estimate, cases: 5, random: seededRandom(seed), cutoff });
      for (const [i, start] of starts.entries()) {
        const own = subgoals.subarray(first[i], first[i + 1]);
        const truth = oracleDistances(grid, goals[i], { backward: true });
        expect(truth[start]).toBeLessThan(Infinity);
        let [at, paid] = [start, 0];
        for (const next of [...own, goals[i]]) {
          if (next !== goals[i]) expect(climber.steps(at, goals[i], cutoff), `from ${at} on the path from ${start} to ${goals[i]}`).toBe(-1);
          expect(climber.steps(at, next, cutoff), `from ${at} to ${next}`).toBeGreaterThanOrEqual(0);
          paid += oracleDistances(grid, at, { until: next })[next];
          at = next;
        }
        expect(paid).toBeCloseTo(truth[start], 6);
      }
    }),
    { numRuns: runs(60), seed: 15 },
  );
});

test('a climb is given up after 250 steps, or after the given number', () => {
  const grid = new Grid(260, 1);
  const subgoalsOf = (goal: number, cutoff?: number): number[] => {
    const ends = [0, goal / 260];
    const { starts, goals, subgoals } = buildCaseBase(grid, { heuristic: grid.heuristic(), cases: 1, random: () => ends.shift()!, cutoff });
    expect([grid.x(starts[0]), grid.x(goals[0])]).toEqual([0, goal]);
    return Array.from(subgoals, (v) => grid.x(v));
  };
  expect(subgoalsOf(250)).toEqual([]);
  expect(subgoalsOf(251)).toEqual([250]);
  expect(subgoalsOf(20, 6)).toEqual([6, 12, 18]);
});

test.each([0, -1, 1.5, NaN])('rejects %d cases', (cases) => {
  expect(() => buildCaseBase(new Grid(2, 2), { heuristic, cases, random: () => 0 })).toThrow(`cases must be a whole number of at least 1, got ${cases}.`);
});

test('rejects a missing source of random numbers', () => {
  expect(() => buildCaseBase(new Grid(2, 2), { heuristic, cases: 1, random: 1 as never })).toThrow('random must be a function, such as seededRandom(1) of @pf/graph or Math.random, got 1.');
});
