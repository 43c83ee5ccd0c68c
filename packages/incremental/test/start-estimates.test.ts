import type { Heuristic } from '@pf/graph';
import { wholeLengths } from '@pf/graph/kit';
import { Grid, octile } from '@pf/grid';
import { expect, test } from 'vitest';
import { StartHeuristic } from '../src/start-heuristic.ts';

/** Records the calls of a heuristic, in order; keeps its octile parameters, if any. */
function listening(heuristic: Heuristic): { queries: string[]; heuristic: Heuristic } {
  const queries: string[] = [];
  const recorded: Heuristic = (v, goal) => {
    queries.push(`${v} ${goal}`);
    return heuristic(v, goal);
  };
  return { queries, heuristic: Object.assign(recorded, heuristic) };
}

const metrics = [
  { straight: 5, diagonal: 7 },
  { straight: 2, diagonal: 4 },
  { straight: 1, diagonal: 1 },
];

test.each(metrics)('octile distances of whole numbers are computed without a call, %o', (metric) => {
  for (const [width, height] of [[9, 4], [1, 7], [6, 1]]) {
    const grid = new Grid(width, height, { metric });
    grid.setRectangle(0, 0, width, height, 3);
    const own = octile(grid);
    const { queries, heuristic } = listening(own);
    const estimates = new StartHeuristic(grid.vertexCount, heuristic, { unit: 1, whole: true, greatest: 2 ** 30 });
    const vertices = Array.from({ length: grid.vertexCount }, (_, v) => v);
    const check = (start: number): void => {
      estimates.startAt(start);
      expect(vertices.map((v) => estimates.to(v))).toEqual(vertices.map((v) => own(start, v)));
    };
    vertices.forEach(check);
    // The terrain may change between two starts.
    grid.setCost(0, 0, 2);
    check(grid.vertex(width - 1, height - 1));
    expect([queries.length, estimates['h'].length, estimates['epochs'].length]).toEqual([0, 0, 0]);
  }
});

test('steps of 1 and √2 are kept in the whole numbers of the arcs', () => {
  const grid = new Grid(40, 9);
  const { lengths, unit } = wholeLengths(grid.lengths, grid.maxDegree);
  const own = octile(grid);
  const { queries, heuristic } = listening(own);
  const inPlace = new StartHeuristic(grid.vertexCount, heuristic, { unit, whole: true, greatest: Infinity });
  const called = new StartHeuristic(grid.vertexCount, (v, goal) => own(v, goal), { unit, whole: true, greatest: Infinity });
  const start = grid.vertex(3, 4);
  inPlace.startAt(start);
  called.startAt(start);
  for (let v = 0; v < grid.vertexCount; v++) {
    const [long, short] = [Math.abs(grid.x(v) - 3), Math.abs(grid.y(v) - 4)].sort((a, b) => b - a);
    if (!Number.isFinite(long)) continue;
    const units = (long - short) * lengths[0] + short * lengths[4];
    expect([inPlace.to(v), called.to(v)]).toEqual([units, units]);
  }
  expect(queries).toEqual([]);
  expect(called.moveTo(grid.vertex(30, 8))).toBe(23 * lengths[0] + 4 * lengths[4]);
});

test('estimates that may be rounded come from the heuristic, called once for each start and vertex', () => {
  const grid = new Grid(4, 3, { metric: '5/7' });
  const whole = { stride: 6, straight: 2, diagonal: 3, terrain: { least: 1 } };
  const parts = [undefined, { ...whole, straight: 2.5 }, { ...whole, diagonal: 3.5 }, { ...whole, terrain: { least: 0.5 } }];
  for (const octile of parts) {
    const { queries, heuristic } = listening(Object.assign((v: number, goal: number) => 100 * v + goal, octile && { octile }));
    const estimates = new StartHeuristic(grid.vertexCount, heuristic, { unit: 1, whole: false, greatest: Infinity });
    const starts = [grid.vertex(1, 1), grid.vertex(3, 2)];
    for (const start of starts) {
      estimates.startAt(start);
      for (const v of [8, 9, 8, 9, 8]) expect(estimates.to(v)).toBe(100 * start + v);
    }
    estimates.startAt(starts[1]);
    estimates.to(9);
    expect(queries).toEqual([`${starts[0]} 8`, `${starts[0]} 9`, `${starts[1]} 8`, `${starts[1]} 9`, `${starts[1]} 9`]);
  }
});

test('with whole costs, estimates are rounded down, but not by a whole unit for a rounding error', () => {
  const said = [2.5, 2.99, 3 - 1e-12, 3];
  const estimatesBy = (whole: boolean, greatest: number): number[] => {
    const estimates = new StartHeuristic(said.length, (_, v) => said[v], { unit: 1, whole, greatest });
    estimates.startAt(0);
    // Read twice: the first result is kept.
    for (let v = 0; v < said.length; v++) expect(estimates.to(v)).toBe(estimates.to(v));
    return said.map((_, v) => estimates.to(v));
  };
  expect(estimatesBy(true, 3)).toEqual([2, 2, 3, 3]);
  expect(estimatesBy(true, Infinity)).toEqual([2, 2, 3, 3]);
  expect(estimatesBy(false, Infinity)).toEqual(said);
});

test('takes 32 bits a vertex if they hold every sum of costs, otherwise 64', () => {
  const bytes = (greatest: number): number => new StartHeuristic(10, () => 0, { unit: 1, whole: true, greatest })['h'].byteLength;
  expect([bytes(2 ** 30), bytes(2 ** 31 - 1), bytes(2 ** 31), bytes(Infinity)]).toEqual([40, 40, 80, 80]);
  for (const greatest of [2 ** 51, Infinity]) {
    const estimates = new StartHeuristic(1, () => 2 ** 40, { unit: 1, whole: true, greatest });
    estimates.startAt(0);
    expect([estimates.to(0), estimates.to(0)]).toEqual([2 ** 40, 2 ** 40]);
  }
});
