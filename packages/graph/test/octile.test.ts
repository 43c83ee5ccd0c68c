import { expect, test } from 'vitest';
import type { Lattice } from '../src/index.ts';
import { CompressedGraph, NO_VERTEX } from '../src/index.ts';
import { greedyStep, HillClimber, OctileClimb } from '../src/kit.ts';

/** A map of 5 × 5 with a border, whose cells have the legal moves `moves`, and the costs `weights`. */
function lattice(moves: Uint8Array, straight: number, diagonal: number, weights?: Uint8Array): Lattice {
  const offsets = Int32Array.of(1, 7, -1, -7, 8, 6, -8, -6);
  const lengths = Float64Array.of(straight, straight, straight, straight, diagonal, diagonal, diagonal, diagonal);
  const successors = (v: number, to: Uint32Array, cost: Float64Array): number => {
    let n = 0;
    for (let d = 0; d < 8; d++) {
      if (((moves[v] >> d) & 1) === 0) continue;
      to[n] = v + offsets[d];
      cost[n++] = lengths[d] * (weights?.[v + offsets[d]] ?? 1);
    }
    return n;
  };
  return { vertexCount: 49, maxDegree: 8, moves, offsets, lengths, weights: weights ?? new Uint8Array(49).fill(1), weighted: weights !== undefined, successors, predecessors: successors };
}

const estimateOf = (straight: number, diagonal: number): ((v: number, goal: number) => number) & { octile: { stride: number; straight: number; diagonal: number; terrain: { least: number } } } =>
  Object.assign(
    (v: number, goal: number) => {
      const dx = Math.abs((v % 7) - (goal % 7));
      const dy = Math.abs(Math.floor(v / 7) - Math.floor(goal / 7));
      return straight * Math.abs(dx - dy) + diagonal * Math.min(dx, dy);
    },
    { octile: { stride: 7, straight, diagonal, terrain: { least: 1 } } },
  );

const inside = (v: number): boolean => v % 7 > 0 && v % 7 < 6 && v > 6 && v < 42;

test.each([[1, Math.SQRT2], [5, 7], [2, 3]])('takes the steps of greedyStep whose cost equals the fall of the estimate, with steps of %d and %d', (straight, diagonal) => {
  const moves = new Uint8Array(49);
  const graph = lattice(moves, straight, diagonal);
  const estimate = estimateOf(straight, diagonal);
  const climb = OctileClimb.of(graph, estimate)!;
  const to = new Uint32Array(8);
  const cost = new Float64Array(8);
  for (let legal = 0; legal < 256; legal++) {
    for (let v = 0; v < 49; v++) moves[v] = inside(v) ? legal : 0;
    expect(climb.degree(24)).toBe(graph.successors(24, to, cost));
    // As lists by goal, because one `expect` for each number is slow.
    const [got, expected]: number[][][] = [[], []];
    for (let goal = 0; goal < 49; goal++) {
      if (!inside(goal) || goal === 24) continue;
      const h = estimate(24, goal);
      const next = greedyStep(graph, estimate, 24, goal, to, cost);
      const exact = next !== NO_VERTEX && cost[0] + estimate(next, goal) <= h + 1e-9;
      const [dx, dy] = [climb.dx(24, goal), climb.dy(24, goal)];
      const d = climb.direction(24, dx, dy);
      // For loops that use its parts: straight along the longer side, otherwise diagonally.
      const parts = [Math.abs(dx) === Math.abs(dy) ? -1 : climb.along(dx, dy), dx === 0 || dy === 0 ? -1 : climb.across(dx, dy)];
      const part = parts.find((part) => part >= 0 && climb.allows(24, part)) ?? -1;
      const after = d < 0 ? [dx, dy] : [dx - climb.xOf(d), dy - climb.yOf(d)];
      const [there, back] = [climb.distance(24, goal), climb.distance(goal, 24)].map((distance) => Math.round(distance * 1e9));
      got.push([there, back, dx, dy, d < 0 ? NO_VERTEX : 24 + climb.offsets[d], part, ...after]);
      const at = exact ? next : 24;
      const hRounded = Math.round(h * 1e9);
      expected.push([hRounded, hRounded, (goal % 7) - 3, Math.floor(goal / 7) - 3, exact ? next : NO_VERTEX, d, (goal % 7) - (at % 7), Math.floor(goal / 7) - Math.floor(at / 7)]);
    }
    expect(got).toEqual(expected);
  }
});

/** The number of steps from `from` to `to`, two at a time. */
function inPieces(climber: HillClimber, from: number, to: number, cutoff: number): number {
  let steps = 0;
  climber.begin(from, to, cutoff);
  while (!climber.ended) steps += 2 - climber.walk(2);
  return climber.arrived ? steps : -1;
}

test.each([['without terrain', undefined], ['over terrain', new Uint8Array(49)]] as const)('a climber takes the same path with and without it, in one run and in several: %s', (_, weights) => {
  const moves = new Uint8Array(49);
  const graph = lattice(moves, 1, Math.SQRT2, weights);
  const estimate = estimateOf(1, Math.SQRT2);
  const fast = new HillClimber(graph, estimate);
  const slow = new HillClimber(graph, (v, goal) => estimate(v, goal));
  let state = 7;
  const random = (): number => (state = (Math.imul(state, 48271) >>> 0) % 2147483647) / 2147483647;
  for (let world = 0; world < 20; world++) {
    weights?.forEach((_, v) => (weights[v] = 1 + 3 * random()));
    const free = (v: number): boolean => inside(v) && moves[v] !== 0;
    for (let v = 0; v < 49; v++) moves[v] = inside(v) && random() < 0.8 ? 255 : 0;
    for (let v = 0; v < 49; v++) for (let d = 0; d < 8; d++) if (!free(v) || !free(v + graph.offsets[d])) moves[v] &= ~(1 << d);
    // Compared as lists, because one `expect` for each number is slower than all climbs.
    const [expected, inOne, fastPieces, slowPieces]: number[][] = [[], [], [], []];
    for (let from = 0; from < 49; from++) {
      for (let to = 0; to < 49; to++) {
        if (!inside(from) || !inside(to)) continue;
        for (const cutoff of [2, 99]) {
          expected.push(slow.steps(from, to, cutoff));
          inOne.push(fast.steps(from, to, cutoff));
          fastPieces.push(inPieces(fast, from, to, cutoff));
          slowPieces.push(inPieces(slow, from, to, cutoff));
        }
      }
    }
    expect(inOne).toEqual(expected);
    expect(fastPieces).toEqual(expected);
    expect(slowPieces).toEqual(expected);
  }
});

test('does not exist for other graphs and other heuristics, and does not apply with terrain', () => {
  const graph = lattice(new Uint8Array(49), 1, Math.SQRT2);
  const estimate = estimateOf(1, Math.SQRT2);
  expect(OctileClimb.of(new CompressedGraph(2, []), estimate)).toBeUndefined();
  expect(OctileClimb.of(graph, () => 0)).toBeUndefined();
  expect(OctileClimb.of(graph, estimateOf(5, 7))).toBeUndefined();
  for (const [straight, diagonal] of [[1, 1], [1, 2]]) expect(OctileClimb.of(lattice(new Uint8Array(49), straight, diagonal), estimateOf(straight, diagonal))).toBeUndefined();
  expect(OctileClimb.of(graph, estimate)?.holds).toBe(true);
  estimate.octile.terrain.least = 2;
  expect(OctileClimb.of(graph, estimate)?.holds).toBe(false);
  const rough: Lattice = { ...graph, weighted: true };
  expect(OctileClimb.of(rough, estimateOf(1, Math.SQRT2))?.holds).toBe(false);
});
