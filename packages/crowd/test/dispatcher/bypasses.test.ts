import { Grid, randomObstacles, seededRandom, UnitGrid } from '@pf/grid';
import { MultipathAdaptiveAStar } from '@pf/incremental';
import { AStar, JumpPointSearch } from '@pf/search';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { RoutePlanner } from '../../src/index.ts';
import { Dispatcher } from '../../src/index.ts';
import { counted } from './scene.ts';

/** A wall with two doors. The shortest path leads through the upper one. */
const twoDoors = (): Grid => Grid.fromRows(['....#....', '....#....', '.........', '....#....', '....#....', '....#....', '....#....', '.........']);
const run = (dispatcher: Dispatcher, frames: number): void => {
  for (let frame = 0; frame < frames; frame++) dispatcher.frame({ expansions: 1000 });
};

test('a unit takes another door if a held unit stands in the first, along its own path or a flow field', () => {
  const planners: ((grid: Grid) => RoutePlanner)[] = [(grid) => new AStar(grid), (grid) => new JumpPointSearch(grid), (grid) => new MultipathAdaptiveAStar(grid)];
  for (const [planner, shareFrom] of [...planners.map((one) => [one, 3] as const), [planners[0], 1] as const]) {
    const grid = twoDoors();
    const dispatcher = new Dispatcher(grid, { planner: () => planner(grid), collisions: 'avoid', shareFrom });
    const guard = dispatcher.add(grid.vertex(4, 2));
    dispatcher.hold(guard, Infinity);
    const units = [0, 4].map((y) => dispatcher.add(grid.vertex(0, y)));
    units.forEach((unit, i) => dispatcher.order(unit, grid.vertex(8, 2 + i)));
    run(dispatcher, 120);
    expect(units.map((unit) => dispatcher.status(unit))).toEqual(['idle', 'idle']);
    expect(dispatcher.position(guard)).toBe(grid.vertex(4, 2));
  }
});

test('a unit passes another that no arc lets leave', () => {
  const ground = Grid.fromRows(['1111111', '1#####1', '1113111'], { movement: 'four' });
  const boats = new UnitGrid(ground, 1, { costOf: (terrain) => (terrain === 3 ? 1 : 0) });
  const astar = new AStar(ground);
  const crafts = new Dispatcher(ground, { planner: () => astar, collisions: 'avoid' });
  const sailing = new AStar(boats.grid);
  const fleet = crafts.join(boats.grid, { planner: () => sailing, footprint: boats });
  fleet.add(ground.vertex(3, 2));
  const craft = crafts.add(ground.vertex(0, 2));
  crafts.order(craft, ground.vertex(6, 2));
  run(crafts, 60);
  expect(crafts.status(craft)).toBe('idle');
});

test('a unit passes others that can move, but not out of its way', () => {
  // The large unit has two positions, and stands in the passage in both.
  const map = Grid.fromRows(['...........', '.#########.', '.##....##..', '...........', '.##....##.#'], { movement: 'four' });
  const large = new UnitGrid(map, 3);
  const [astar, driving] = [new AStar(map), new AStar(large.grid)];
  const soldiers = new Dispatcher(map, { planner: () => astar, collisions: 'avoid' });
  const tanks = soldiers.join(large.grid, { planner: () => driving, footprint: large });
  tanks.add(map.vertex(3, 2));
  const soldier = soldiers.add(map.vertex(0, 3));
  soldiers.order(soldier, map.vertex(8, 3));
  run(soldiers, 500);
  expect(soldiers.status(soldier)).toBe('idle');
});

test('among held units, a unit arrives exactly if a path avoids them, by the same moves each time', () => {
  let passed = 0;
  let stopped = 0;
  for (let seed = 1; seed <= runs(60); seed++) {
    const movesOf = (): number[] => {
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(n * random());
      const grid = randomObstacles(5 + below(8), 5 + below(8), 0.3 * random(), random, { movement: (['four', 'eight', 'hex'] as const)[seed % 3] });
      const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
      const [start, goal, ...posts] = Array.from({ length: 2 + below(14) }, () => free[below(free.length)]).filter((v, i, all) => all.indexOf(v) === i);
      if (goal === undefined || oracleDistances(grid, start)[goal] === Infinity) return [];
      const astar = new AStar(grid);
      const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid', shareFrom: 1 + below(2) });
      const unit = dispatcher.add(start);
      dispatcher.order(unit, goal);
      for (const post of posts) dispatcher.hold(dispatcher.add(post), Infinity);
      const reached = new Set([start]);
      for (const v of reached) for (const [d, offset] of grid.offsets.entries()) if ((grid.moves[v] >> d) % 2 === 1 && !posts.includes(v + offset)) reached.add(v + offset);
      const moves: number[] = [];
      for (let frame = 0; frame < 400 && dispatcher.status(unit) !== 'idle'; frame++) {
        run(dispatcher, 1);
        moves.push(dispatcher.position(unit));
      }
      expect(dispatcher.status(unit) === 'idle', `seed ${seed}`).toBe(reached.has(goal));
      if (!reached.has(goal)) stopped++;
      else if (moves.length > 13) passed++;
      return moves;
    };
    expect(movesOf()).toEqual(movesOf());
  }
  expect(Math.min(passed, stopped)).toBeGreaterThan(runs(60) / 20);
});

test('among held units of several sizes, a large unit arrives exactly if a path avoids all their cells', () => {
  let passed = 0;
  let stopped = 0;
  for (let seed = 1; seed <= runs(60); seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(n * random());
    const ground = randomObstacles(8 + below(8), 8 + below(8), 0.08 * random(), random, { movement: (['four', 'eight'] as const)[seed % 2] });
    const kinds = [1, 2, 3].map((size) => new UnitGrid(ground, size));
    const cellsAt = ({ dx, dy }: UnitGrid, v: number): string[] => dx.map((x, i) => `${ground.x(v) + x},${ground.y(v) + dy[i]}`);
    const first = new Dispatcher(kinds[0].grid, { planner: () => new AStar(kinds[0].grid), footprint: kinds[0], collisions: 'avoid' });
    const dispatchers = kinds.map((kind, i) => (i === 0 ? first : first.join(kind.grid, { planner: () => new AStar(kind.grid), footprint: kind })));
    const size = 1 + below(2);
    const kind = kinds[size];
    const free = (of: UnitGrid): number[] => [...of.grid.cells.keys()].filter((v) => of.grid.cells[v] !== 0);
    const places = free(kind);
    if (places.length === 0) continue;
    const [start, goal] = [places[below(places.length)], places[below(places.length)]];
    const unit = dispatchers[size].add(start);
    const taken = new Set(cellsAt(kind, start));
    const guarded = new Set<string>();
    for (let i = below(6); i > 0; i--) {
      const g = below(3);
      const posts = free(kinds[g]);
      const post = posts[below(posts.length)];
      const cells = cellsAt(kinds[g], post);
      if (cells.some((cell) => taken.has(cell))) continue;
      for (const cell of cells) {
        guarded.add(cell);
        taken.add(cell);
      }
      dispatchers[g].hold(dispatchers[g].add(post), Infinity);
    }
    if (oracleDistances(kind.grid, start)[goal] === Infinity) continue;
    dispatchers[size].order(unit, goal);
    const reached = new Set([start]);
    for (const v of reached) {
      for (const [d, offset] of kind.grid.offsets.entries()) {
        if ((kind.grid.moves[v] >> d) % 2 === 1 && cellsAt(kind, v + offset).every((cell) => !guarded.has(cell))) reached.add(v + offset);
      }
    }
    for (let frame = 0; frame < 400 && dispatchers[size].status(unit) !== 'idle'; frame++) run(first, 1);
    expect(dispatchers[size].status(unit) === 'idle', `seed ${seed}`).toBe(reached.has(goal));
    if (!reached.has(goal)) stopped++;
    else if (guarded.size > 0) passed++;
  }
  expect(Math.min(passed, stopped)).toBeGreaterThan(runs(60) / 20);
});

test('a search across a large map reads a part of it in each frame; a new order or progress ends it', () => {
  const framesToArrive = (change: 'none' | 'order' | 'release', changeAt: number, held = Infinity): number => {
    const grid = new Grid(60, 60, { movement: 'four' });
    grid.setRectangle(30, 0, 1, 59, 0);
    grid.setRectangle(30, 5, 1, 1, 1);
    const { dispatcher, arcs } = counted(grid);
    const guard = dispatcher.add(grid.vertex(30, 5));
    dispatcher.hold(guard, held);
    const unit = dispatcher.add(grid.vertex(20, 5));
    const [goal, other] = [grid.vertex(59, 5), grid.vertex(0, 30)];
    dispatcher.order(unit, goal);
    let frames = 0;
    for (; dispatcher.status(unit) !== 'idle' && frames < 260; frames++) {
      if (frames === changeAt && change === 'order') dispatcher.order(unit, other);
      if (frames === changeAt && change === 'release') dispatcher.remove(guard);
      arcs.read = 0;
      run(dispatcher, 1);
      if (frames !== changeAt) expect(arcs.read).toBeLessThan(4 * 520);
    }
    expect([dispatcher.status(unit), dispatcher.position(unit)]).toEqual(['idle', change === 'order' ? other : goal]);
    return frames;
  };
  expect(framesToArrive('none', 0)).toBeGreaterThan(120);
  // The path around the wall is 108 steps longer than the one through the door.
  expect(framesToArrive('none', 0, 200)).toBeLessThan(170);
  expect(framesToArrive('none', 0, 100)).toBeLessThan(140);
  for (let frame = 12; frame < 19; frame++) {
    framesToArrive('order', frame);
    // In frame 18 it already is on its new path.
    if (frame < 18) expect(framesToArrive('release', frame)).toBe(frame + 30);
  }
});

test('a unit beside its path gets a path around, however long the search for it and its own planning take', () => {
  for (let width = 20; width < 760; width += 40) {
    for (const expansions of [2, 10, 1000]) {
      const grid = new Grid(width, 13);
      grid.setRectangle(0, 8, width - 1, 1, 0);
      grid.setRectangle(3, 8, 1, 1, 1);
      grid.setRectangle(4, 9, width - 5, 1, 0);
      const { dispatcher } = counted(grid);
      // Below the door. The nearest other cell is beside the guard: no arc leads from there to the door, and a greedy step to the goal leads back.
      dispatcher.hold(dispatcher.add(grid.vertex(3, 9)), Infinity);
      const unit = dispatcher.add(grid.vertex(3, 10));
      dispatcher.order(unit, grid.vertex(10, 4));
      for (let frame = 0; frame < 2 * width + 200 && dispatcher.status(unit) !== 'idle'; frame++) dispatcher.frame({ expansions });
      expect(dispatcher.status(unit), `${width} cells wide, ${expansions} expansions`).toBe('idle');
    }
  }
});
