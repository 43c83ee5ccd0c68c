import type { Graph } from '@pf/graph';
import { CompressedGraph, withCosts } from '@pf/graph';
import { Grid, randomObstacles, seededRandom, UnitGrid } from '@pf/grid';
import { AStar, JumpPointSearch } from '@pf/search';
import { oracleDistances, runs } from '@pf/testkit';
import { describe, expect, test, vi } from 'vitest';
import { ClosedParts } from '../../src/dispatcher/closed-parts.ts';
import { Dispatcher } from '../../src/index.ts';

/** A town behind a wall of thickness 2, on a map of 60 × 60 cells. */
const TOWN = { x: 20, y: 20, size: 24 };

function town(): Grid {
  const grid = new Grid(60, 60);
  grid.setRectangle(TOWN.x, TOWN.y, TOWN.size, TOWN.size, 0);
  grid.setRectangle(TOWN.x + 2, TOWN.y + 2, TOWN.size - 4, TOWN.size - 4, 1);
  return grid;
}

function game(grid: Grid, units: number): { dispatcher: Dispatcher; ids: number[]; run: (frames: number) => number } {
  const astar = new AStar(grid);
  const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid', shareFrom: Infinity });
  const ids = Array.from({ length: units }, (_, i) => dispatcher.add(grid.vertex(i % 10, Math.floor(i / 10))));
  const run = (frames: number): number => {
    let expanded = 0;
    for (let frame = 0; frame < frames; frame++) expanded += dispatcher.frame({ expansions: 2000 }).expanded;
    return expanded;
  };
  return { dispatcher, ids, run };
}

const isShutOut = (dispatcher: Dispatcher, ids: readonly number[]): boolean => ids.every((id) => dispatcher.status(id) === 'unreachable');
const inTown = (grid: Grid, i: number): number => grid.vertex(TOWN.x + 4 + (i % 10), TOWN.y + 4 + Math.floor(i / 10));

describe('a closed part costs one search', () => {
  test('40 orders into a town, a cell each', () => {
    const grid = town();
    const { dispatcher, ids, run } = game(grid, 40);
    ids.forEach((id, i) => dispatcher.order(id, inTown(grid, i)));
    // A search of the 3024 cells around the town, two floods of its 400, and as much for the next request meanwhile.
    expect(run(20)).toBeLessThan(3024 + 4 * 400 + 100);
    expect(isShutOut(dispatcher, ids)).toBe(true);
  });

  test('40 orders into a town, in one frame without a limit', () => {
    const grid = town();
    const { dispatcher, ids } = game(grid, 40);
    ids.forEach((id, i) => dispatcher.order(id, inTown(grid, i)));
    expect(dispatcher.frame({ expansions: Infinity }).expanded).toBeLessThan(3024 + 2 * 400 + 100);
    expect(isShutOut(dispatcher, ids)).toBe(true);
  });

  test('edits that open nothing, where each search is, do not make a unit wait for ever', () => {
    const grid = town();
    const { dispatcher, ids } = game(grid, 3);
    ids.forEach((id, i) => dispatcher.order(id, inTown(grid, i)));
    let frames = 0;
    for (; frames < 200 && !isShutOut(dispatcher, ids); frames++) {
      grid.setCost(2, 2, 1 + (frames % 2));
      dispatcher.frame({ expansions: 500 });
    }
    expect(frames).toBeLessThan(100);
  });

  test('orders onto cells of walls', () => {
    const grid = town();
    const { dispatcher, ids, run } = game(grid, 20);
    ids.forEach((id, i) => dispatcher.order(id, grid.vertex(TOWN.x + i, TOWN.y)));
    expect(run(20)).toBeLessThan(3024 + 100);
    expect(isShutOut(dispatcher, ids)).toBe(true);
  });

  test.each(['into', 'out of'])('edits that open nothing cost no expansion, for orders %s a town: costs, trees, houses', (way) => {
    const grid = town();
    const trees = [grid.vertex(5, 50), inTown(grid, 83), grid.vertex(TOWN.x + 2, TOWN.y + 9)];
    for (const v of trees) grid.setBlocked(grid.x(v), grid.y(v), true);
    const { dispatcher, ids, run } = game(grid, 20);
    ids.forEach((id, i) => {
      if (way === 'out of') dispatcher.place(id, inTown(grid, i));
      dispatcher.order(id, way === 'into' ? inTown(grid, i) : grid.vertex(i, 0));
    });
    run(20);
    let expanded = 0;
    for (let edit = 0; edit < 30; edit++) {
      if (edit % 3 === 0) grid.setCost(50 + (edit % 5), 50, 3 + (edit % 2));
      else if (edit % 3 === 1) for (const v of trees) grid.setBlocked(grid.x(v), grid.y(v), edit % 2 === 0);
      else grid.setRectangle(TOWN.x + 10, TOWN.y + 10, 4, 4, edit % 2);
      expanded += run(1);
    }
    expect(expanded).toBe(0);
    expect(isShutOut(dispatcher, ids)).toBe(true);
  });

  test('once the gate is open, all go at once, also if it opens before the part is found', () => {
    for (const early of [0, 1, 2, 3]) {
      const grid = town();
      const { dispatcher, ids, run } = game(grid, 5);
      ids.forEach((id, i) => dispatcher.order(id, inTown(grid, i)));
      if (early === 0) run(20);
      else for (let frame = 0; frame < early; frame++) dispatcher.frame({ expansions: 1200 });
      grid.setRectangle(TOWN.x + 8, TOWN.y, 2, 2, 1);
      run(8);
      expect(ids.map((id) => dispatcher.status(id))).toEqual(ids.map(() => 'walking'));
      run(120);
      expect(ids.map((id, i) => dispatcher.position(id) === inTown(grid, i))).toEqual(ids.map(() => true));
    }
  });

  test('large units, and jump points', () => {
    const grid = town();
    // A gate for one, not for two.
    grid.setRectangle(TOWN.x + 8, TOWN.y, 1, 2, 1);
    const { dispatcher, ids, run } = game(grid, 1);
    const large = new UnitGrid(grid, 2);
    const jumps = new JumpPointSearch(large.grid);
    const astar = new AStar(large.grid);
    for (const planner of [jumps, astar]) {
      const tanks = dispatcher.join(large.grid, { planner: () => planner, footprint: large, shareFrom: Infinity });
      const group = Array.from({ length: 10 }, (_, i) => tanks.add(grid.vertex(planner === jumps ? 50 : 55, 3 * i)));
      group.forEach((id, i) => tanks.order(id, inTown(grid, i)));
      run(20);
      expect(isShutOut(tanks, group)).toBe(true);
      for (let edit = 0; edit < 10; edit++) {
        grid.setBlocked(5, 55, edit % 2 === 0);
        const expanded = run(20);
        // The first edit lets the floods run. Searches by jump points are short.
        if (edit > 0) expect(expanded).toBeLessThan(planner === jumps ? 2000 : 1);
      }
      for (const id of group) tanks.remove(id);
    }
    dispatcher.order(ids[0], inTown(grid, 0));
    run(80);
    expect(dispatcher.position(ids[0])).toBe(inTown(grid, 0));
  });

  test('one-way sides: in, but not out', () => {
    const grid = town();
    const gate = grid.vertex(TOWN.x + 8, TOWN.y + 1);
    grid.setRectangle(TOWN.x + 8, TOWN.y, 1, 2, 1);
    grid.setSides(TOWN.x + 8, TOWN.y + 1, { leave: grid.mask('south') });
    grid.setSides(TOWN.x + 8, TOWN.y, { leave: grid.mask('south') });
    const { dispatcher, ids, run } = game(grid, 20);
    ids.forEach((id, i) => {
      if (i > 0) dispatcher.place(id, inTown(grid, i));
      dispatcher.order(id, i > 0 ? grid.vertex(i, 0) : gate);
    });
    expect(run(60)).toBeLessThan(4 * 420 + 1000);
    expect(isShutOut(dispatcher, ids.slice(1))).toBe(true);
    expect(dispatcher.position(ids[0])).toBe(gate);
  });

  test('a view whose function opens the gate without a report: a new order finds it', () => {
    const grid = town();
    let isOpen = false;
    grid.setRectangle(TOWN.x + 8, TOWN.y, 2, 2, 1);
    grid.setRectangle(0, TOWN.y, TOWN.x, 1, 0);
    grid.setRectangle(TOWN.x + TOWN.size, TOWN.y, 60 - TOWN.x - TOWN.size, 1, 0);
    const view = withCosts(grid, (_tail, head, cost) => (!isOpen && grid.y(head) === TOWN.y ? Infinity : cost));
    const astar = new AStar(view);
    const dispatcher = new Dispatcher(view, { planner: () => astar, collisions: 'avoid' });
    const ids = [0, 1].map((x) => dispatcher.add(grid.vertex(x, 0)));
    ids.forEach((id, i) => dispatcher.order(id, inTown(grid, i)));
    for (let frame = 0; frame < 20; frame++) dispatcher.frame({ expansions: 2000 });
    expect(isShutOut(dispatcher, ids)).toBe(true);
    isOpen = true;
    dispatcher.order(ids[1], inTown(grid, 2));
    for (let frame = 0; frame < 20; frame++) dispatcher.frame({ expansions: 2000 });
    expect(dispatcher.status(ids[1])).toBe('walking');
  });
});

describe('looking for the closed part', () => {
  /** Two halves, and a unit that has found that the other one cannot be reached. */
  function halves(jumps: boolean): { grid: Grid; dispatcher: Dispatcher; searched: number } {
    // With some rocks, or a search by jump points makes one expansion.
    const grid = new Grid(201, 200);
    for (let x = 1; x < 200; x += 6) for (let y = 3; y < 200; y += 6) grid.setBlocked(x, y, true);
    grid.setRectangle(100, 0, 1, 200, 0);
    const planner = jumps ? new JumpPointSearch(grid) : new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => planner, collisions: 'avoid' });
    const unit = dispatcher.add(grid.vertex(10, 10));
    dispatcher.order(unit, grid.vertex(190, 10));
    let searched = 0;
    while (dispatcher.status(unit) !== 'unreachable') searched += dispatcher.frame({ expansions: 500 }).expanded;
    return { grid, dispatcher, searched };
  }

  test('does not block other requests', () => {
    const { grid, dispatcher } = halves(false);
    const near = dispatcher.add(grid.vertex(20, 20));
    dispatcher.order(near, grid.vertex(30, 20));
    dispatcher.frame({ expansions: 500 });
    expect(dispatcher.status(near)).toBe('walking');
  });

  test('takes at most twice as long as the search, and goes on after the next search', () => {
    const { grid, dispatcher, searched } = halves(true);
    const costs: number[] = [];
    for (let order = 0; order < 200; order++) {
      const unit = dispatcher.add(grid.vertex(order % 100, 100 + Math.floor(order / 100)));
      dispatcher.order(unit, grid.vertex(101 + (order % 100), 150));
      let expanded = 0;
      while (dispatcher.status(unit) === 'waiting') expanded += dispatcher.frame({ expansions: 500 }).expanded;
      expect(dispatcher.status(unit)).toBe('unreachable');
      costs.push(expanded);
    }
    expect(Math.max(...costs)).toBeLessThan(4 * searched);
    // Only the arcs into the goal.
    expect(costs.at(-1)).toBeLessThan(2);
  });
});

describe('what is known to be closed is closed', () => {
  test('grids with one-way sides, edited at random while floods grow', () => {
    let known = 0;
    let reachable = 0;
    for (let world = 0; world < runs(60); world++) {
      const random = seededRandom(world + 1);
      const below = (n: number): number => Math.floor(random() * n);
      const grid = randomObstacles(12, 12, 0.4, random, { movement: world % 2 === 0 ? 'four' : 'eight' });
      const parts = new ClosedParts(grid, world % 4 < 2 ? 4 : undefined);
      const draw = (): number => grid.vertex(below(12), below(12));
      const tails = new Uint32Array(grid.vertexCount);
      for (let edit = 0; edit < 60; edit++) {
        // One edit a report, or several.
        const report: number[] = [];
        for (let i = edit % 3 === 0 ? 3 : 1; i > 0; i--) {
          const [x, y] = [below(12), below(12)];
          const n = edit % 4 === 0 && world % 3 > 0 ? grid.setSides(x, y, { enter: below(16), leave: below(16) }, tails) : grid.setBlocked(x, y, random() < 0.4, tails);
          report.push(...tails.subarray(0, n));
        }
        parts.arcsChanged(report, report.length);
        const start = draw();
        parts.begin(start, draw(), 400);
        parts.grow(1 + below(world % 4 === 3 ? 20 : 4));
        const from = draw();
        const distances = oracleDistances(grid, from);
        for (let i = 0; i < 20; i++) {
          const goal = draw();
          if (distances[goal] < Infinity) {
            reachable++;
            expect(parts.separates(from, goal)).toBe(false);
          } else if (parts.separates(from, goal)) known++;
        }
      }
    }
    expect(Math.min(known, reachable)).toBeGreaterThan(runs(60) * 50);
  });

  test('a new arc from what the start reaches to what reaches the goal', () => {
    const grid = new Grid(4, 1, { movement: 'four' });
    grid.setSides(1, 0, { leave: grid.mask('west') });
    const parts = new ClosedParts(grid);
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(3, 0)];
    parts.begin(start, goal, 10);
    expect([parts.grow(4), parts.canGrow]).toEqual([4, true]);
    const tails = new Uint32Array(4);
    parts.arcsChanged(tails, grid.setSides(1, 0, { leave: grid.mask('west', 'east') }, tails));
    expect([parts.grow(4), parts.separates(start, goal)]).toEqual([0, false]);
  });

  test('six parts; a new one takes the place of one that was opened', () => {
    const grid = Grid.fromRows(['.#'.repeat(18) + '......']);
    const parts = new ClosedParts(grid, 0);
    const find = (x: number): void => {
      parts.begin(grid.vertex(x, 0), grid.vertex(38, 0), 10);
      parts.grow(10);
    };
    const known = (): number[] => Array.from({ length: 8 }, (_, i) => 2 * i).filter((x) => parts.separates(grid.vertex(x, 0), grid.vertex(38, 0)));
    for (let x = 0; x < 12; x += 2) find(x);
    const tails = new Uint32Array(3);
    parts.arcsChanged(tails, grid.setBlocked(9, 0, false, tails));
    expect(known()).toEqual([0, 2, 4, 6]);
    find(12);
    find(14);
    expect(known()).toEqual([0, 2, 4, 6, 12, 14]);
    // The seventh takes the place of the first.
    find(8);
    expect(known()).toEqual([2, 4, 6, 8, 10, 12, 14]);
  });

  test('a tree that is felled within a closed part, or next to one, costs few reads', () => {
    for (const way of ['into', 'out of']) {
      const grid = town();
      const trees = [grid.vertex(5, 50), inTown(grid, 83)];
      for (const v of trees) grid.setBlocked(grid.x(v), grid.y(v), true);
      const parts = new ClosedParts(grid);
      const ends = [grid.vertex(0, 0), inTown(grid, 0)];
      if (way === 'out of') ends.reverse();
      parts.begin(ends[0], ends[1], 2000);
      parts.grow(2000);
      const tails = new Uint32Array(9);
      for (const v of trees) {
        const n = grid.setBlocked(grid.x(v), grid.y(v), false, tails);
        const reads = [vi.spyOn(grid, 'successors'), vi.spyOn(grid, 'predecessors')];
        parts.arcsChanged(tails, n);
        expect(reads.reduce((sum, read) => sum + read.mock.calls.length, 0)).toBeLessThan(n + 5);
        expect(parts.separates(ends[0], ends[1])).toBe(true);
        for (const read of reads) read.mockRestore();
      }
    }
  });

  test('a graph that throws, and a planner that knows more than the graph', () => {
    let isBroken = true;
    const broken: Graph = {
      vertexCount: 4,
      maxDegree: 1,
      successors() {
        if (isBroken) throw new Error('broken');
        return 0;
      },
      predecessors: () => 0,
    };
    const parts = new ClosedParts(broken);
    parts.begin(0, 3, 10);
    expect([parts.grow(10), parts.canGrow, parts.separates(0, 3)]).toEqual([2, false, false]);

    isBroken = false;
    const repaired = new ClosedParts(broken);
    repaired.begin(0, 3, 10);
    expect([repaired.grow(10), repaired.canGrow, repaired.separates(0, 3)]).toEqual([3, false, true]);
    isBroken = true;
    repaired.arcsChanged([0], 1);
    expect(repaired.separates(0, 3)).toBe(false);

    const line = new ClosedParts(new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]));
    for (let time = 0; time < 2; time++) {
      line.begin(0, 2, 10);
      expect([line.canGrow, line.grow(10), line.canGrow]).toEqual(time === 0 ? [true, 2, false] : [false, 0, false]);
    }
  });
});
