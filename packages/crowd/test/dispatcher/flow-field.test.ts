import { NO_VERTEX, withCosts } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FlowField } from '../../src/dispatcher/flow-field.ts';
import { FlowFields } from '../../src/dispatcher/flow-fields.ts';

/** The cost of following the field; Infinity if it has no path. Fails if it leads in a circle. */
function walkDown(grid: Grid, field: FlowField, from: number): number {
  const to = new Uint32Array(grid.maxDegree);
  const cost = new Float64Array(grid.maxDegree);
  let sum = 0;
  for (let v = from, steps = 0; v !== field.goal; steps++) {
    expect(steps).toBeLessThan(grid.vertexCount);
    const next = field.next(v);
    if (next === NO_VERTEX) return Infinity;
    const n = grid.successors(v, to, cost);
    const arc = to.subarray(0, n).indexOf(next);
    expect(arc, 'a legal arc').toBeGreaterThanOrEqual(0);
    sum += cost[arc];
    v = next;
  }
  return sum;
}

test.each([
  [4, 'a grid', (grid: Grid) => grid],
  [2, 'another graph', (grid: Grid) => withCosts(grid, (_tail, _head, cost) => cost)],
] as const)('may use a 64th of the expansions of searches, and all of them once the searches would cost %d a vertex of %s', (price, _name, graphOf) => {
  const grid = new Grid(12, 12);
  const field = new FlowField(graphOf(grid));
  field.begin(grid.vertex(0, 0));
  // Vertices of the border count too.
  const whole = price * grid.vertexCount;
  field.addSearch(64, 1, false);
  field.addSearch(256, 1, true);
  expect(field.run(3)).toBe(3);
  // Only what was expanded can be followed: the goal and two others.
  const known = [...grid.cells.keys()].filter((v) => field.cost(v) < Infinity);
  expect([known.length, [...grid.cells.keys()].filter((v) => field.next(v) !== NO_VERTEX)]).toEqual([3, known.filter((v) => v !== field.goal)]);
  expect([field.run(100), field.hasWork]).toEqual([2, false]);
  field.addSearch(320, Math.floor(whole / 320), true);
  expect(field.run(100)).toBe(5);
  field.addSearch(320, Math.ceil(whole / 320), true);
  expect([field.run(1000), field.hasWork]).toEqual([144 - 10, false]);
});

test('may use all while the first search lasts, or once edits have ended several', () => {
  const grid = new Grid(9, 9);
  const field = new FlowField(grid);
  for (const spent of [[1000], [300, 300, 400]]) {
    field.begin(grid.vertex(0, 0));
    const least = (4 * grid.vertexCount) / 1000;
    for (const expansions of spent) {
      expect(field.run(1000)).toBeLessThan(10);
      field.addSearch(expansions, least, false);
    }
    expect(field.run(1000)).toBeGreaterThan(60);
  }
});

test('a field that starts over forgets the last goal', () => {
  const grid = new Grid(9, 3);
  const field = new FlowField(grid);
  const cells = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const grow = (): void => {
    field.addSearch(grid.vertexCount, 1e6, true);
    while (field.hasWork) field.run(3);
  };
  field.begin(grid.vertex(0, 0));
  grow();
  grid.setRectangle(4, 0, 1, 3, 0);
  field.begin(grid.vertex(8, 0));
  expect(cells.map((v) => [field.next(v), field.isUnreachable(v)])).toEqual(cells.map(() => [NO_VERTEX, false]));
  grow();
  expect(cells.filter((v) => field.isUnreachable(v))).toEqual(cells.filter((v) => grid.x(v) <= 4));
});

test('after any changes, a repaired field gives cheapest paths, and a partly repaired one no circles', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 9 }), fc.nat(), (world, seed) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const random = seededRandom(seed);
      const cells = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
      if (cells.length === 0) return;
      const field = new FlowField(grid);
      const tails = new Uint32Array(grid.vertexCount);
      const goal = cells[Math.floor(random() * cells.length)];
      field.begin(goal);
      field.addSearch(grid.vertexCount, 1e6, true);
      for (let round = 0; round < 5; round++) {
        field.run(Math.floor(random() * grid.vertexCount));
        for (const v of cells) walkDown(grid, field, v);
        while (field.hasWork) field.run(3);
        for (const v of cells) {
          // The cost from `v` to the goal, by the oracle and by the field.
          const least = oracleDistances(grid, v)[goal];
          expect(walkDown(grid, field, v)).toBeCloseTo(least, 9);
          expect(field.isUnreachable(v)).toBe(least === Infinity);
        }
        for (let edits = 1 + Math.floor(random() * 3); edits > 0; edits--) {
          const [x, y] = [Math.floor(random() * grid.width), Math.floor(random() * grid.height)];
          field.arcsChanged(tails, grid.setBlocked(x, y, grid.cost(x, y) > 0, tails));
        }
        field.addSearch(1e9, 1, true);
      }
    }),
    { numRuns: runs(150), seed: 3 },
  );
});

test('a goal is shared by as many units as have it, whatever was removed before', () => {
  const grid = new Grid(4, 4);
  const [goal, other] = [grid.vertex(1, 1), grid.vertex(2, 2)];
  const fields = new FlowFields(grid, 2, 1);
  fields.delete(goal);
  fields.add(goal);
  expect(fields.fieldOf(goal)).toBeUndefined();
  fields.add(goal);
  expect(fields.fieldOf(goal)?.goal).toBe(goal);
  fields.delete(goal);
  expect(fields.fieldOf(goal)).toBeUndefined();
  // The only field there may be is free for another goal.
  fields.add(other);
  fields.add(other);
  expect(fields.fieldOf(other)?.goal).toBe(other);
});
