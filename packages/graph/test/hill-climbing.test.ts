import { expect, test } from 'vitest';
import { CompressedGraph, NO_VERTEX } from '../src/index.ts';
import { greedyStep, HillClimber } from '../src/kit.ts';

test('takes the least arc plus estimate, the first among equals, and returns its cost', () => {
  const graph = new CompressedGraph(4, [[0, 1, 2], [0, 2, 1], [0, 3, 1]]);
  const to = new Uint32Array(3);
  const cost = new Float64Array(3);
  expect(greedyStep(graph, () => 0, 0, 3, to, cost)).toBe(2);
  expect(cost[0]).toBe(1);
  expect(greedyStep(graph, (v) => (v === 1 ? 0 : 5), 0, 3, to, cost)).toBe(1);
  expect(cost[0]).toBe(2);
  expect(greedyStep(graph, () => 0, 3, 0, to, cost)).toBe(NO_VERTEX);
  // Costs that differ only by rounding count as equal: 0.1 + 0.2 and 0.3, in either order.
  for (const [first, second] of [[0.1, 0.3], [0.3, 0.1]]) {
    const rounded = new CompressedGraph(4, [[0, 1, first], [0, 2, second]]);
    expect(greedyStep(rounded, (v) => 0.3 - (v === 1 ? first : second), 0, 3, to, cost)).toBe(1);
    expect(cost[0]).toBe(first);
  }
});

test('a climber counts the steps, and gives up at a plateau, at the cutoff and in a dead end', () => {
  const line = new CompressedGraph(5, [[0, 1, 1], [1, 2, 1], [2, 3, 1]]);
  const h = (v: number, goal: number): number => {
    expect(v).toBeGreaterThanOrEqual(0);
    return goal - v;
  };
  const climber = new HillClimber(line, h);
  expect(climber.steps(0, 3, 3)).toBe(3);
  expect(climber.steps(0, 3, 2)).toBe(-1);
  expect(climber.steps(2, 2, 0)).toBe(0);
  expect(climber.steps(0, 4, 9)).toBe(-1);
  expect(climber.steps(0, 3, Infinity)).toBe(3);
  expect(new HillClimber(line, () => 1).steps(0, 3, 9)).toBe(-1);
});

test('a climber without a query has not arrived, and accepts only vertices', () => {
  const line = new CompressedGraph(2, [[0, 1, 1]]);
  const climber = new HillClimber(line, (v, goal) => goal - v);
  expect([climber.arrived, climber.ended, climber.walk(5), climber.arrived]).toEqual([false, true, 5, false]);
  for (const none of [7, 2, 0.5, NaN, -2]) {
    expect(() => climber.steps(none, none, 5)).toThrow(`The start must be a whole number from 0 to 1 (a vertex of the graph), got ${none}`);
    expect(() => climber.begin(0, none, 5)).toThrow(`The goal must be a whole number from 0 to 1 (a vertex of the graph), got ${none}`);
  }
  expect(() => climber.begin(0, NO_VERTEX, 5)).toThrow('The goal');
  expect(() => climber.steps(0, 1, '9' as never)).toThrow("got '9'");
  for (const none of [-1, NaN]) expect(() => climber.steps(0, 1, none)).toThrow(`cutoff must be at least 0, got ${none}: it is the maximum number of steps of a climb.`);
  // Without a start the climb has failed before it began.
  climber.begin(NO_VERTEX, 1, 5);
  expect([climber.arrived, climber.ended, climber.steps(0, 1, 5)]).toEqual([false, true, 1]);
});
