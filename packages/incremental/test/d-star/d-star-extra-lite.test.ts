import { CompressedGraph } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import { oracleCost } from '@pf/testkit';
import { expect, test } from 'vitest';
import { DStarExtraLite } from '../../src/index.ts';

test('a sweep removes exactly the outdated entries from the buckets, and keeps the order of the others', () => {
  const random = seededRandom(7);
  const grid = randomObstacles(40, 40, 0.3, random, { metric: '70/99' });
  grid.setBlocked(0, 0, false);
  grid.setBlocked(39, 39, false);
  const planner = new DStarExtraLite(grid, { heuristic: grid.heuristic() });
  const open = planner['open'];
  /** All entries, in the order of leaving. They stay in the buckets. */
  const entries = (): [vertex: number, key: number][] => {
    const all: [number, number][] = [];
    for (let key = open.peekPriority(); key < Infinity; key = open.peekPriority()) {
      all.push([open.peek(), key]);
      open.pop();
    }
    for (let i = all.length - 1; i >= 0; i--) open.push(...all[i], 0);
    return all;
  };
  const sweep = planner['sweep'].bind(planner);
  let sweeps = 0;
  planner['sweep'] = () => {
    sweeps++;
    // A vertex may have several valid entries: the first one counts.
    const valid = new Map(entries().filter(([v, key]) => planner.isOpen(v) && key === planner['keys'][v]));
    sweep();
    expect(entries()).toEqual([...valid]);
    expect(open.size).toBe(planner['openCount']);
  };
  const tails = new Uint32Array(grid.vertexCount);
  planner.begin(grid.vertex(0, 0), grid.vertex(39, 39));
  let swept = 0;
  for (let change = 0; change < 20_000; change++) {
    const [x, y] = [Math.floor(40 * random()), Math.floor(40 * random())];
    if (x + y === 0 || x + y === 78) continue;
    planner.arcsChanged(tails, grid.setBlocked(x, y, grid.isFree(x, y) && random() < 0.4, tails));
    planner.run();
    // After each sweep, and sometimes in between.
    if (sweeps > swept || change % 500 === 0) expect(planner.cost).toBe(oracleCost(grid, planner.start, planner.goal));
    swept = sweeps;
  }
  expect(sweeps).toBeGreaterThan(1);
  expect(sweeps).toBeLessThan(20);
});

test('buckets accept costs above 32 bits', () => {
  const highCost = 2 ** 31 + 7;
  const planner = new DStarExtraLite(new CompressedGraph(3, [[0, 1, highCost], [1, 2, highCost]]), { queue: 'buckets' });
  planner.begin(0, 2);
  planner.run();
  expect(planner.cost).toBe(2 * highCost);
});

test('a start that jumps without end does not raise keys beyond 32 bits', () => {
  const grid = new Grid(3, 3, { metric: { straight: 80_000, diagonal: 84_000 } });
  const planner = new DStarExtraLite(grid, { heuristic: grid.heuristic(), queue: 'buckets' });
  expect(planner['keys']).toBeInstanceOf(Int32Array);
  const tails = new Uint32Array(grid.vertexCount);
  planner.begin(grid.vertex(0, 0), grid.vertex(2, 2));
  let greatest = 0;
  let done = true;
  for (let i = 1; i <= 10_000; i++) {
    planner.moveTo(grid.vertex(i % 2 === 0 ? 0 : 2, 0));
    // Reports only its position, or a wall beside the path, or one on it.
    if (i % 3 > 0) planner.arcsChanged(tails, grid.setBlocked(i % 3 - 1, 1, i % 2 === 0, tails));
    done &&= planner.run(100);
    if (i % 101 === 0) expect(planner.cost).toBe(oracleCost(grid, planner.start, planner.goal));
    greatest = Math.max(greatest, planner['km']);
  }
  expect(done).toBe(true);
  expect(greatest).toBeGreaterThan(2 ** 29 - 2 ** 22);
  expect(greatest).toBeLessThan(2 ** 29 + 2 ** 20);
});

test('if sums of costs may exceed 32 bits, no value is stored in 32 bits', () => {
  const kept = (diagonal: number): unknown => new DStarExtraLite(new Grid(3, 3, { metric: { straight: 1, diagonal } }), { queue: 'buckets' })['keys'];
  // 25 vertices with the border, at 255 times the diagonal: four such sums must stay below 2³¹.
  expect(kept(84_215)).toBeInstanceOf(Int32Array);
  expect(kept(84_216)).toBeInstanceOf(Float64Array);
});

test('finds the shorter way back around a ring if the heuristic is not that of the grid', () => {
  const wall = '#'.repeat(30);
  const grid = Grid.fromRows(['.'.repeat(35), `${wall}.###.`, `${wall}.###.`, `${wall}.###.`, `${wall}.....`]);
  const planner = new DStarExtraLite(grid, { heuristic: (v, w) => Math.hypot(grid.x(v) - grid.x(w), grid.y(v) - grid.y(w)) });
  planner.begin(grid.vertex(0, 0), grid.vertex(34, 4));
  planner.run();
  expect(planner.cost).toBe(38);
  // Near the goal, on a side of the ring that the first search did not need.
  planner.moveTo(grid.vertex(31, 0));
  planner.run();
  expect(planner.cost).toBe(7);
});
