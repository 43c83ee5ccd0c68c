import { Grid, maze, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { DistanceTables, PIBT } from '../../src/index.ts';
import { nextOrder, rankByDistance } from '../../src/plans/priority-order.ts';
import { StepTable } from '../../src/plans/step-table.ts';
import { SwapRule } from '../../src/plans/swap-rule.ts';
import { crowdOn } from './crowds.ts';

const seeds = Array.from({ length: 12 }, (_, i) => i + 1);
const grid = new Grid(3, 3, { movement: 'four' });
const at = (x: number, y: number): number => grid.vertex(x, y);

function begun(starts: readonly number[], goals: readonly number[], seed: number): PIBT {
  const pibt = new PIBT(grid, { seed });
  pibt.begin(starts, goals);
  return pibt;
}

test('the unit that has been away from its goal the longest decides first', () => {
  expect([...rankByDistance([4, 9, 4, 0])]).toEqual([1, 0, 2, 3]);
  const random = seededRandom(1);
  const n = 9;
  const ranking = Int32Array.from([4, 1, 8, 0, 3, 7, 2, 6, 5]);
  const goals = Array.from({ length: n }, (_, i) => i);
  const away = new Array<number>(n).fill(0);
  let order = ranking.slice();
  for (let step = 0; step < 200; step++) {
    const positions = goals.map((goal) => (random() < (step % 50 === 0 ? 0 : 0.3) ? goal : -1));
    positions.forEach((v, i) => (away[i] = v === goals[i] ? 0 : away[i] + 1));
    const expected = [...ranking].sort((a, b) => away[b] - away[a]);
    // Buffers of several orders, one after another.
    const [from, out] = [new Int32Array(2 * n).fill(-1), new Int32Array(3 * n).fill(-1)];
    from.set(order, 3);
    nextOrder(from, 3, ranking, positions, goals, out, n);
    expect([...out]).toEqual([...new Array<number>(n).fill(-1), ...expected, ...new Array<number>(n).fill(-1)]);
    order = out.slice(n, 2 * n);
  }
});

test('most units go around one that rests, and leave a vertex to one that needs it', () => {
  // Chance would be half of the cases.
  const many = Array.from({ length: 40 }, (_, i) => i);
  const share = (from: number, to: number): number => many.filter((seed) => {
    const pibt = begun([at(0, 0), from], [at(1, 1), to], seed);
    pibt.step();
    return pibt.position(1) === to;
  }).length / many.length;
  for (const to of [at(1, 0), at(0, 1)]) expect(share(to, to)).toBeGreaterThan(0.75);
  expect(share(at(2, 0), at(1, 0))).toBeGreaterThan(0.75);
  expect(share(at(0, 2), at(0, 1))).toBeGreaterThan(0.75);
});

test('a unit alone takes a shortest path; the seed decides among equal steps', () => {
  const first = seeds.map((seed) => {
    const pibt = begun([at(0, 0)], [at(2, 2)], seed);
    pibt.step();
    const v = pibt.position(0);
    expect([pibt.distance(0), pibt.step(), pibt.step(), pibt.step(), pibt.step()]).toEqual([3, 0, 0, 1, 1]);
    return v;
  });
  expect(new Set(first)).toEqual(new Set([at(1, 0), at(0, 1)]));
});

test('a unit pushes others out of its way, as far as needed', () => {
  const corridor = new Grid(6, 1);
  const cell = (x: number): number => corridor.vertex(x, 0);
  const pibt = new PIBT(corridor);
  // The first has the longest path; the others stand at their goals.
  pibt.begin([0, 1, 2, 3].map(cell), [cell(2), cell(1), cell(2), cell(3)]);
  pibt.setGoal(0, cell(5));
  expect(pibt.goal(0)).toBe(cell(5));
  pibt.step();
  expect([0, 1, 2, 3].map((i) => pibt.position(i))).toEqual([1, 2, 3, 4].map(cell));
  // One with nowhere to go stays, and so does the one that pushes it.
  const blocked = new PIBT(corridor);
  blocked.begin([cell(4), cell(5)], [cell(5), cell(5)]);
  expect([blocked.step(), blocked.position(0), blocked.position(1)]).toEqual([1, cell(4), cell(5)]);
});

test.each([
  ['a bay in the middle', ['.......', '###.###'], 0],
  ['a bay behind one of them', ['.......', '#.#####'], 3],
  ['a ring at one end', ['...####', '.#.####', '.......'], 3],
])('two units swap places by %s', (_, rows, x) => {
  const rooms = Grid.fromRows(rows, { movement: 'four' });
  const y = rows.length === 3 ? 2 : 0;
  const [a, b] = [rooms.vertex(x, y), rooms.vertex(6, y)];
  const pibt = new PIBT(rooms);
  pibt.begin([a, b], [b, a]);
  let steps = 1;
  while (pibt.step() < 2) expect(++steps).toBeLessThan(30);
});

test.each([[2, 9, 57, 1050], [3, 9, 56, 1450], [4, 11, 57, 2750]])('%i units in mazes nearly always arrive, and soon', (units, side, arrivals, limit) => {
  let [arrived, steps] = [0, 0];
  for (let seed = 1; seed <= 60; seed++) {
    const paths = maze(side, side, seededRandom(seed), { movement: 'four' });
    const { starts, goals } = crowdOn(paths, [...paths.cells.keys()].filter((v) => paths.cells[v] !== 0), units, seed * 7919);
    const pibt = new PIBT(paths, { seed });
    pibt.begin(starts, goals);
    let step = 1;
    while (pibt.step() < units && step < 200) step++;
    if (step === 200) continue;
    arrived++;
    steps += step;
  }
  expect(arrived).toBeGreaterThanOrEqual(arrivals);
  expect(steps).toBeLessThanOrEqual(limit);
});

/** The unit that unit 1 at (x, 0) pulls along to swap places with unit 2 at (x + 1, 0). Unit 1 has to get to the right end, unit 2 to (0, 0). Unit 0 is at (1, 1). */
function partnerOf(rows: readonly string[], x: number, third?: { readonly goal: readonly [number, number] }): number {
  const grid = Grid.fromRows(rows, { movement: 'four' });
  const [v, best] = [grid.vertex(x, 0), grid.vertex(x + 1, 0)];
  const goals = Int32Array.of(grid.vertex(...(third?.goal ?? [0, 0])), grid.vertex(grid.width - 1, 0), grid.vertex(0, 0));
  const [distances, slots] = [new DistanceTables(grid), new Int32Array(3)];
  distances.claim(goals, 3, slots);
  const now = new Int32Array(grid.vertexCount).fill(-1);
  now[v] = 1;
  now[best] = 2;
  if (third !== undefined) now[grid.vertex(1, 1)] = 0;
  return new SwapRule(new StepTable(grid), distances, now, slots, goals).partner(1, v, best, Int32Array.of(-1, -1, -1));
}

test('units swap places at a fork that is at most 1000 steps away, in a corridor that is no longer', () => {
  const corridor = (length: number): string[] => [`..${'.'.repeat(length)}`, `..${'#'.repeat(length)}`];
  expect([partnerOf(corridor(900), 2), partnerOf(corridor(1100), 2), partnerOf(corridor(900), 898), partnerOf(corridor(1100), 1098)]).toEqual([2, -1, 2, -1]);
  const [ahead, behind] = [2, undefined].map((x) => {
    let length = 990;
    while (partnerOf(corridor(length), x ?? length - 2) === 2) length++;
    return length;
  });
  expect([ahead, behind]).toEqual([1002, 1003]);
});

test('a bay is no fork while a unit rests in it', () => {
  const rows = ['.......', '#.#####'];
  expect([partnerOf(rows, 3), partnerOf(rows, 3, { goal: [1, 1] }), partnerOf(rows, 3, { goal: [6, 0] })]).toEqual([2, -1, 2]);
});
