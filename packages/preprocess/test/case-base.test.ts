import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { buildCaseBase, loadCaseBase, saveCaseBase } from '../src/index.ts';

const heuristic = (): number => 0;

test('a case may have more subgoals than a call has arguments', () => {
  // Without estimates no step is nearer than another, so that every vertex on the way is one.
  const last = 200_000;
  const road = new CompressedGraph(last + 1, Array.from({ length: last }, (_, v) => [[v, v + 1, 1], [v + 1, v, 1]] as const).flat());
  const ends = [0, 1 - 1e-9];
  const { subgoals } = buildCaseBase(road, { heuristic, cases: 1, random: () => ends.shift()!, cutoff: 1 });
  expect(subgoals).toHaveLength(last);
});

test('cases lie in the largest part, whichever way its arcs lead', () => {
  const chain = Array.from({ length: 99 }, (_, v) => [v + 1, v, 1] as const);
  const graph = new CompressedGraph(110, [...chain, ...Array.from({ length: 9 }, (_, v) => [[v + 100, v + 101, 1], [v + 101, v + 100, 1]] as const).flat()]);
  const { starts, goals } = buildCaseBase(graph, { heuristic, cases: 200, random: seededRandom(1) });
  expect(Math.max(...starts)).toBeGreaterThan(90);
  expect(Math.max(...starts)).toBeLessThan(100);
  expect(Math.min(...goals)).toBeLessThan(10);
  expect(starts.every((start, i) => start >= goals[i])).toBe(true);
});

test('no arc is asked for again for each vertex that leads to the rest', () => {
  const count = 2000;
  const chain = new CompressedGraph(count, Array.from({ length: count - 1 }, (_, v) => [v + 1, v, 1] as const));
  let asked = 0;
  const counting = new Proxy(chain, {
    get: (graph, name) => {
      const value: unknown = Reflect.get(graph, name);
      if (typeof value !== 'function') return value;
      return (...words: unknown[]): unknown => (asked++, (value as (...all: unknown[]) => unknown).apply(graph, words));
    },
  });
  buildCaseBase(counting, { heuristic, cases: 1, random: () => 0 });
  expect(asked).toBeLessThan(10 * count);
});

test.each([
  ['an empty graph', new CompressedGraph(0, [])],
  ['a graph without arcs', new CompressedGraph(3, [])],
  ['a grid that is all blocked', Grid.fromRows(['##', '##'])],
])('%s has no cases', (_name, graph) => {
  const none = buildCaseBase(graph, { heuristic, cases: 3, random: seededRandom(1) });
  for (const cases of [none, loadCaseBase(graph, saveCaseBase(graph, none))]) {
    expect([[...cases.starts], [...cases.goals], [...cases.first], [...cases.subgoals]]).toEqual([[], [], [0], []]);
  }
});
