import { CompressedGraph, NO_VERTEX } from '@pf/graph';
import type { Graph } from '@pf/graph';
import { Grid, seededRandom, TorusGrid } from '@pf/grid';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LaCAM, PIBT, PlanFollower } from '../../src/index.ts';
import type { CrossingRule } from '../../src/index.ts';
import { crossingsOf } from '../../src/plans/crossings.ts';
import { crowdOn, crowds } from './crowds.ts';

interface Instance {
  readonly graph: Graph;
  readonly starts: readonly number[];
  readonly goals: readonly number[];
  readonly crossings?: CrossingRule | undefined;
}

/** The rows of a plan, by `LaCAM`, or by some steps of `PIBT`. */
function planOf({ graph, starts, goals, crossings }: Instance, whole: boolean, seed: number): number[][] {
  const rows: number[][] = [[...starts]];
  if (whole) {
    const lacam = new LaCAM(graph, { crossings, seed });
    lacam.begin(starts, goals);
    if (!lacam.run(5000) || lacam.makespan === Infinity) return rows;
    const plan = new Uint32Array(starts.length * (lacam.makespan + 1));
    lacam.plan(plan);
    for (let t = 1; t <= lacam.makespan; t++) rows.push([...plan.subarray(t * starts.length, (t + 1) * starts.length)]);
    return rows;
  }
  const pibt = new PIBT(graph, { crossings, seed });
  pibt.begin(starts, goals);
  for (let t = 0; t < 25; t++) {
    pibt.step();
    rows.push(starts.map((_, i) => pibt.position(i)));
  }
  return rows;
}

/** The units in the order in which they enter each vertex. */
function visitsOf(rows: readonly (readonly number[])[]): Map<number, number[]> {
  const visits = new Map<number, number[]>();
  for (const [t, row] of rows.entries()) {
    for (const [unit, v] of row.entries()) {
      if (t > 0 && rows[t - 1][unit] === v) continue;
      if (!visits.has(v)) visits.set(v, []);
      visits.get(v)!.push(unit);
    }
  }
  return visits;
}

/** Fails if a step is no arc, two units are on one vertex, swap, or cross. */
function checkRow(graph: Graph, crossings: CrossingRule | undefined, before: readonly number[], after: readonly number[]): void {
  const [to, cost, pairs] = [new Uint32Array(graph.maxDegree), new Float64Array(graph.maxDegree), new Int32Array(32)];
  expect(new Set(after).size).toBe(after.length);
  for (const [i, v] of after.entries()) {
    const u = before[i];
    if (u === v) continue;
    expect([...to.subarray(0, graph.successors(u, to, cost))]).toContain(v);
    const n = crossings?.(u, v, pairs) ?? 0;
    for (const [j, w] of after.entries()) {
      if (j === i || before[j] === w) continue;
      expect(w === u && before[j] === v, 'swap').toBe(false);
      for (let k = 0; k < n; k += 2) expect([[pairs[k], pairs[k + 1]], [pairs[k + 1], pairs[k]]], `${u} to ${v}`).not.toContainEqual([before[j], w]);
    }
  }
}

/** Follows a plan with random delays to its end, with all checks. */
function follow({ graph, crossings }: Instance, rows: readonly (readonly number[])[], random: () => number): void {
  const n = rows[0].length;
  const rule = crossings ?? crossingsOf(graph);
  const ends = rows.at(-1)!;
  const prompt = new PlanFollower(graph, rows.flat(), n, { crossings });
  for (let t = 1; t < rows.length; t++) {
    const arrived = prompt.step();
    if (t === rows.length - 1) expect(arrived).toBe(n);
  }
  expect(ends.map((_, i) => prompt.position(i))).toEqual(ends);

  const follower = new PlanFollower(graph, rows.flat(), n, { crossings });
  const heldUntil = ends.map(() => 0);
  const ran: number[][] = [[...rows[0]]];
  for (let t = 1, arrived = 0; arrived < n; t++) {
    // Without more delays, what is left takes no longer than the plan.
    expect(t).toBeLessThan(140 + rows.length);
    const late = heldUntil.map((until, i) => {
      if (random() < 0.02) heldUntil[i] = t + 20;
      return t < 140 && (t < until || random() < 0.3);
    });
    const wanted = ends.map((_, i) => follower.nextVertex(i));
    arrived = follower.step((unit) => late[unit]);
    const before = ran.at(-1)!;
    const after = before.map((_, i) => follower.position(i));
    checkRow(graph, rule, before, after);
    for (const [i, v] of after.entries()) if (v !== before[i]) expect([late[i], v]).toEqual([false, wanted[i]]);
    ran.push(after);
  }
  expect(ran.at(-1)).toEqual(ends);
  expect(ends.map((_, i) => follower.nextVertex(i))).toEqual(ends.map(() => NO_VERTEX));
  expect(visitsOf(ran)).toEqual(visitsOf(rows));
}

const seeds = fc.nat();

test('late units keep the order of the plan, without conflicts or deadlocks: grids and graphs', () => {
  fc.assert(
    fc.property(crowds(9, 6, 12), fc.boolean(), seeds, (crowd, whole, seed) => {
      if (crowd.starts.length > 0) follow(crowd, planOf(crowd, whole, seed), seededRandom(seed));
    }),
    { numRuns: runs(1500), seed: 1 },
  );
});

test('late units keep the order of the plan on a torus with diagonals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 2, max: 5 }), fc.integer({ min: 2, max: 12 }), fc.boolean(), seeds, (width, height, units, whole, seed) => {
      const grid = new Grid(width, height);
      const cells = Array.from({ length: width * height }, (_, i) => grid.vertex(i % width, Math.floor(i / width)));
      const crowd = crowdOn(new TorusGrid(grid), cells, units, seed);
      follow(crowd, planOf(crowd, whole, seed), seededRandom(seed));
    }),
    { numRuns: runs(400), seed: 1 },
  );
});

test('late units keep to the crossings of a graph and of an option, up to 16 pairs a step', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 14 }), fc.integer({ min: 2, max: 7 }), fc.boolean(), fc.boolean(), seeds, (vertexCount, units, whole, isMember, seed) => {
      const random = seededRandom(seed);
      const edges = Array.from({ length: 3 * vertexCount }, () => [Math.floor(random() * vertexCount), Math.floor(random() * vertexCount)] as const).filter(([u, v]) => u !== v);
      const graph = new CompressedGraph(vertexCount, edges.flatMap(([u, v]) => [[u, v, 1], [v, u, 1]] as const));
      const keyOf = (u: number, v: number): number => Math.min(u, v) * vertexCount + Math.max(u, v);
      const crossing = new Map<number, [number, number][]>();
      for (const [a, b] of edges) {
        const [c, d] = edges[Math.floor(random() * edges.length)];
        if (keyOf(a, b) === keyOf(c, d)) continue;
        for (const [edge, pair] of [[keyOf(a, b), [c, d]], [keyOf(c, d), [a, b]]] as [number, [number, number]][]) crossing.set(edge, [...(crossing.get(edge) ?? []), pair]);
      }
      fc.pre([...crossing.values()].every((pairs) => pairs.length <= 16));
      const rule: CrossingRule = (from, to, out) => {
        const pairs = (crossing.get(keyOf(from, to)) ?? []).flat();
        out.set(pairs);
        return pairs.length;
      };
      const world = isMember ? Object.assign(graph, { crossings: rule }) : graph;
      const instance = { ...crowdOn(world, Array.from({ length: vertexCount }, (_, v) => v), units, seed), crossings: isMember ? undefined : rule };
      follow(instance, planOf(instance, whole, seed), random);
    }),
    { numRuns: runs(600), seed: 1 },
  );
});

const square = new Grid(2, 2);
const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([x, y]) => square.vertex(x, y));
const turned = [...corners.slice(1), corners[0]];

test('a rotation moves as one, or not at all', () => {
  const follower = new PlanFollower(square, [...corners, ...turned], 4);
  const asked: number[] = [];
  expect(follower.step((unit) => asked.push(unit) > 0 && unit === 2)).toBe(0);
  expect([0, 1, 2, 3].map((unit) => follower.position(unit))).toEqual(corners);
  expect(new Set(asked).size).toBe(asked.length);
  // What counts as true in JavaScript means late.
  expect(follower.step(() => 1 as never)).toBe(0);
  expect(follower.step()).toBe(4);
  expect([0, 1, 2, 3].map((unit) => follower.position(unit))).toEqual(turned);
  expect(follower.step()).toBe(4);
});

test('a step waits for an earlier one that it crosses, and waits of the plan are left out', () => {
  const [a, b, c, d] = corners;
  const follower = new PlanFollower(square, [a, b, c, b, c, d], 2);
  expect(follower.step((unit) => unit === 0)).toBe(0);
  expect(follower.position(1)).toBe(b);
  follower.step();
  expect([follower.position(0), follower.position(1)]).toEqual([c, b]);
  expect(follower.step()).toBe(2);
  const grid = new Grid(2, 1);
  const patient = new PlanFollower(grid, [0, 0, 0, 1].map((x) => grid.vertex(x, 0)), 1);
  expect(patient.step()).toBe(1);
});

test('nothing moves in a step in which isLate throws', () => {
  const follower = new PlanFollower(square, [...corners, ...turned], 4);
  expect(() => follower.step((unit) => {
    if (unit === 3) throw new Error('no answer');
    return false;
  })).toThrow('no answer');
  expect([0, 1, 2, 3].map((unit) => follower.position(unit))).toEqual(corners);
  expect(follower.step()).toBe(4);
});

test('rejects plans with faults, and wrong arguments', () => {
  const [a, b, c, d] = corners;
  const made = (plan: readonly number[], units: number) => () => new PlanFollower(square, plan, units);
  expect(made([a, b, b, a], 2)).toThrow(`The plan cannot be followed. Units 0 and 1 swap places on vertices ${b} and ${a} in step 1.`);
  expect(made([a, b, c, c], 2)).toThrow(`Units 0 and 1 are both on vertex ${c} after 1 steps.`);
  expect(made([a, b, c, d], 2)).toThrow('The steps of units 0 and 1 cross in step 1');
  expect(() => new PlanFollower(new Grid(3, 1), [new Grid(3, 1).vertex(0, 0), new Grid(3, 1).vertex(2, 0)], 1)).toThrow('No arc leads from vertex');
  expect(made([a, b, c], 2)).toThrow('A plan for 2 units has rows of 2 vertices, got 3 vertices in all.');
  for (const none of [-1, 0.5, NaN, undefined as never]) expect(made([a], none)).toThrow('The number of units must be a whole number');
  expect(made([a], 1e9)).toThrow('A plan for 1000000000 units has rows of 1000000000 vertices, got 1 vertices in all.');
  expect(() => made([a], 1)().step(true as never)).toThrow('isLate must be a function, got true.');
  expect(() => made([a], 1)().position(1)).toThrow('The unit must be a whole number from 0 to 0, got 1.');
  expect(made([], 0)().step()).toBe(0);
  expect(() => made([], 0)().nextVertex(0)).toThrow('There is no unit 0: the plan has none.');
});
