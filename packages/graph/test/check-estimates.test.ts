import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { checkEstimates, CompressedGraph, seededRandom } from '../src/index.ts';

/** All costs to a goal, by Bellman and Ford. */
function costsTo(n: number, arcs: readonly (readonly [number, number, number])[], goal: number): number[] {
  const costs = Array.from({ length: n }, (_, v) => (v === goal ? 0 : Infinity));
  for (let round = 0; round < n; round++) for (const [from, to, cost] of arcs) costs[from] = Math.min(costs[from], cost + costs[to]);
  return costs;
}

test('true costs and parts of them pass; what is above one of them, or falls too fast, does not', () => {
  const random = seededRandom(41);
  let raised = 0;
  for (let round = 0; round < runs(300); round++) {
    const n = 2 + Math.floor(9 * random());
    const arcs = Array.from({ length: 3 * n }, () => [Math.floor(n * random()), Math.floor(n * random()), Math.floor(9 * random())] as const);
    const graph = new CompressedGraph(n, arcs.map(([from, to, cost]) => [from, to, cost] as const));
    const goal = Math.floor(n * random()), costs = costsTo(n, arcs, goal), share = 0.1 + 0.9 * random();
    expect(() => checkEstimates(graph, (v) => costs[v], [goal])).not.toThrow();
    expect(() => checkEstimates(graph, (v) => share * costs[v], [goal])).not.toThrow();
    const high = Math.floor(n * random());
    if (high === goal || costs[high] === Infinity) continue;
    expect(() => checkEstimates(graph, (v) => costs[v] + (v === high ? 0.001 : 0), [goal])).toThrow(`too high for the goal ${goal} at one of them`);
    raised++;
  }
  expect(raised).toBeGreaterThan(runs(100));
});

test('says which estimate is no number, and that of the goal', () => {
  const graph = new CompressedGraph(2, [[0, 1, 5]]);
  expect(() => checkEstimates(graph, (v) => (v === 0 ? NaN : 0), [1])).toThrow('The estimate from vertex 0 to the goal 1 is NaN: it must be a number, 0 or more.');
  expect(() => checkEstimates(graph, () => -1, [0])).toThrow('is -1: it must be 0.');
  expect(() => checkEstimates(graph, () => 3, [1])).toThrow('The estimate from vertex 1 to the goal 1 is 3: it must be 0.');
  expect(() => checkEstimates(graph, 'none' as never, [1])).toThrow('A heuristic is a function');
  expect(() => checkEstimates(graph, () => 0, [2])).toThrow('The goal must be a whole number from 0 to 1');
  expect(() => checkEstimates(graph, () => 0, [])).toThrow('checkEstimates needs goals');
  // Infinity where the goal cannot be reached, but not where it can.
  expect(() => checkEstimates(graph, (v) => (v === 0 ? Infinity : 0), [1])).toThrow('The estimate falls from Infinity at vertex 0 to 0 at 1, but the arc costs 5');
  expect(() => checkEstimates(new CompressedGraph(3, [[0, 1, 5]]), (v) => (v === 2 ? Infinity : 0), [1])).not.toThrow();
});
