import type { Graph } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid } from '@pf/grid';
import { expect, test } from 'vitest';
import { LaCAM, PIBT, RealTimeLaCAM, Reservations, SafeIntervalSearch, sumOfCosts, validatePlan } from '../../src/index.ts';
import type { CrossingRule } from '../../src/index.ts';
import { crossingsOf } from '../../src/plans/crossings.ts';

const grid = new Grid(3, 2);
const v = (x: number, y: number): number => grid.vertex(x, y);
const [a, b, c, d, e, f] = [v(0, 0), v(1, 0), v(2, 0), v(0, 1), v(1, 1), v(2, 1)];

test('finds each fault, with its message', () => {
  const kind = (plan: number[], starts: number[], goals: number[]): unknown => {
    const fault = validatePlan(grid, plan, starts, goals);
    return fault === undefined ? undefined : [fault.kind, fault.step, fault.unit, fault.other, fault.vertex];
  };
  expect(kind([a, b, d, e, d, f], [a, b], [d, f])).toBeUndefined();
  expect(kind([a, b, d, e], [d, b], [d, e])).toEqual(['start', 0, 0, undefined, a]);
  expect(kind([a, b, d, e], [a, b], [d, f])).toEqual(['goal', 1, 1, undefined, e]);
  expect(kind([a, b, a, f, c, f], [a, b], [c, f])).toEqual(['step', 2, 0, undefined, c]);
  expect(kind([a, b, e, e], [a, b], [e, e])).toEqual(['vertex', 1, 0, 1, e]);
  expect(kind([a, b, b, a], [a, b], [b, a])).toEqual(['swap', 1, 0, 1, a]);
  expect(kind([a, b, e, d], [a, b], [e, d])).toEqual(['crossing', 1, 0, 1, e]);
  for (const [from, to] of [[a, e], [e, a]]) for (const [before, after] of [[b, d], [d, b]]) expect(kind([from, before, to, after], [from, before], [to, after])).toEqual(['crossing', 1, 0, 1, to]);
  expect(kind([a, a], [a, a], [a, a])).toEqual(['vertex', 0, 0, 1, a]);
  expect(validatePlan(grid, [a, b, b, a], [a, b], [b, a])?.message).toBe(`Units 0 and 1 swap places on vertices ${b} and ${a} in step 1.`);
});

test('hexagons have no crossings, and a graph may define its own', () => {
  const hex = new Grid(3, 3, { movement: 'hex' });
  const h = (x: number, y: number): number => hex.vertex(x, y);
  expect(validatePlan(hex, [h(1, 0), h(0, 0), h(1, 1), h(0, 1)], [h(1, 0), h(0, 0)], [h(1, 1), h(0, 1)])).toBeUndefined();
  expect([hex, new Grid(3, 3, { movement: 'four' }), new CompressedGraph(2, [[0, 1, 1]])].map((graph) => crossingsOf(graph))).toEqual([undefined, undefined, undefined]);
  const square = new CompressedGraph(4, [[0, 3, 1], [1, 2, 1]]);
  const diagonals = (from: number, _to: number, out: Int32Array): number => {
    out.set(from === 0 ? [1, 2] : [0, 3]);
    return 2;
  };
  expect(validatePlan(square, [0, 1, 3, 2], [0, 1], [3, 2])).toBeUndefined();
  expect(validatePlan(square, [0, 1, 3, 2], [0, 1], [3, 2], { crossings: diagonals })?.kind).toBe('crossing');
  const own: Graph = { vertexCount: 4, maxDegree: 2, successors: square.successors.bind(square), predecessors: square.predecessors.bind(square), crossings: diagonals };
  expect(validatePlan(own, [0, 1, 3, 2], [0, 1], [3, 2])?.kind).toBe('crossing');
});

test('a rule of crossings may write 16 pairs, and must return how many numbers it wrote', () => {
  const square = new CompressedGraph(4, [[0, 3, 1], [3, 0, 1], [1, 2, 1], [2, 1, 1]]);
  // The pair that counts comes last.
  const rule = (pairs: number) => (from: number, _to: number, out: Int32Array): number => {
    out.set([...Array<number>(2 * pairs - 2).fill(from), ...(from % 3 === 0 ? [1, 2] : [0, 3])].slice(0, out.length));
    return 2 * pairs;
  };
  const calls = (crossings: CrossingRule): (() => unknown)[] => {
    const planners = [new PIBT(square, { crossings }), new RealTimeLaCAM(square, { crossings })];
    for (const planner of planners) planner.begin([0, 1], [3, 2]);
    const reservations = new Reservations(square);
    reservations.add([1, 2]);
    return [
      () => validatePlan(square, [0, 1, 3, 2], [0, 1], [3, 2], { crossings })?.kind,
      ...planners.map((planner) => () => planner.step(9)),
      () => new LaCAM(square, { crossings }).search([0, 1], [3, 2]),
      () => new SafeIntervalSearch(square, reservations, { crossings }).search(0, 3),
    ];
  };
  const [validate, , , whole, single] = calls(rule(16));
  expect([validate(), whole(), single()]).toEqual(['crossing', 3, 2]);
  for (const call of calls(rule(17))) expect(call).toThrow(/^A rule of crossings must return how many numbers it wrote, 32 at most, got 34 for the step from vertex \d to \d\.$/);
  for (const call of calls((() => undefined) as never)) expect(call).toThrow('32 at most, got undefined for the step');
});

test('rejects invalid plans', () => {
  expect(() => validatePlan(grid, [a, b, c], [a, b], [a, b])).toThrow('A plan for 2 units has rows of 2 vertices, got 3 vertices in all.');
  expect(() => validatePlan(grid, [], [a], [a])).toThrow('got 0 vertices');
  expect(() => validatePlan(grid, [a], [], [])).toThrow('A plan for 0 units');
  expect(() => validatePlan(grid, [a], [a], [a, b])).toThrow('1 starts and 2 goals');
  for (const none of [-1, NaN, 1e9]) expect(() => validatePlan(grid, [none, none], [none], [none])).toThrow('The start of unit 0 must be a whole number');
  expect(validatePlan(grid, [], [], [])).toBeUndefined();
  expect(validatePlan(grid, [a, b], [a], [c], { partial: true })).toBeUndefined();
});

test('a unit that leaves its goal again pays for the time spent there', () => {
  expect(sumOfCosts([a, d, b, d, a, e, b, d], [b, d])).toBe(6);
  expect(sumOfCosts([a], [b])).toBe(Infinity);
  expect(sumOfCosts([], [])).toBe(0);
  expect(sumOfCosts([b], [b])).toBe(0);
});
