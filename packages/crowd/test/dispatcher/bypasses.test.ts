import { Grid, randomObstacles, seededRandom, UnitGrid } from '@pf/grid';
import { MultipathAdaptiveAStar } from '@pf/incremental';
import { AStar, JumpPointSearch } from '@pf/search';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { RoutePlanner } from '../../src/index.ts';
import { Bypasses } from '../../src/dispatcher/bypasses.ts';
import { ChangeLog } from '../../src/dispatcher/change-log.ts';
import { FreePathSearch } from '../../src/dispatcher/free-path-search.ts';
import { Unit } from '../../src/dispatcher/unit.ts';
import { UnitKind } from '../../src/dispatcher/unit-kind.ts';
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
  // Others get several attempts to make room first.
  run(soldiers, 120);
  expect(soldiers.position(soldier)).toBe(map.vertex(3, 3));
  run(soldiers, 60);
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
      if (frames !== changeAt) expect(arcs.read).toBeLessThan(4 * 550);
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

test('the path around is one of arcs to the same goal, however long it is', () => {
  for (const length of [63, 64, 65, 300]) {
    const grid = new Grid(length + 5, 3, { movement: 'four' });
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid' });
    dispatcher.hold(dispatcher.add(grid.vertex(3, 1)), Infinity);
    const unit = dispatcher.add(grid.vertex(2, 1));
    const goal = grid.vertex(2 + length, 1);
    dispatcher.order(unit, goal);
    const path = new Uint32Array(2 * length);
    let frames = 0;
    for (; dispatcher.status(unit) !== 'idle' && frames < 400; frames++) {
      run(dispatcher, 1);
      const rest = Array.from(path.subarray(0, dispatcher.path(unit, path)));
      rest.forEach((v, i) => i === 0 || expect(Math.abs(grid.x(v) - grid.x(rest[i - 1])) + Math.abs(grid.y(v) - grid.y(rest[i - 1])), `${length}: ${rest.join()}`).toBe(1));
      if (rest.length > 0) expect(rest.at(-1)).toBe(goal);
    }
    expect(frames).toBeLessThan(length + 12);
  }
});

test('a unit waits for the end of a hold exactly if that is quicker than the path around', () => {
  const framesToArrive = (held: number): number => {
    const grid = new Grid(9, 31, { movement: 'four' });
    grid.setRectangle(4, 0, 1, 30, 0);
    grid.setRectangle(4, 9, 1, 1, 1);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid' });
    const guard = dispatcher.add(grid.vertex(4, 9));
    dispatcher.hold(guard, held);
    const unit = dispatcher.add(grid.vertex(3, 9));
    dispatcher.order(unit, grid.vertex(8, 9));
    let frames = 0;
    for (; dispatcher.status(unit) !== 'idle' && frames < 200; frames++) {
      if (frames === held) dispatcher.remove(guard);
      run(dispatcher, 1);
    }
    return frames;
  };
  const around = framesToArrive(1000);
  expect(around).toBeGreaterThan(5 + 42);
  expect(around).toBeLessThan(5 + 42 + 8);
  for (let held = 0; held < 100; held++) expect(framesToArrive(held), `held for ${held}`).toBe(Math.min(held + 5, around));
});

test('a hold that is renewed again and again does not stop a unit for ever', () => {
  for (const frames of [1, 2, 3, Infinity]) {
    const grid = Grid.fromRows(['.........', '####.#.##', '.........']);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid' });
    const worker = dispatcher.add(grid.vertex(4, 1));
    const unit = dispatcher.add(grid.vertex(4, 0));
    dispatcher.order(unit, grid.vertex(4, 2));
    for (let frame = 0; frame < 150; frame++) {
      if (frames === Infinity || frame % frames === 0) dispatcher.hold(worker, frames);
      dispatcher.frame({ expansions: 1000 });
    }
    expect([frames, dispatcher.position(unit), dispatcher.position(worker)]).toEqual([frames, grid.vertex(4, 2), grid.vertex(4, 1)]);
  }
});

test('holds that are renewed make a unit wait about as long as the way around would take, no longer and no shorter', () => {
  const framesToArrive = (length: number, leavesAt: number): number => {
    const grid = new Grid(9, length, { movement: 'four' });
    grid.setRectangle(4, 1, 1, length - 2, 0);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid' });
    const worker = dispatcher.add(grid.vertex(4, 0));
    const unit = dispatcher.add(grid.vertex(3, 0));
    dispatcher.order(unit, grid.vertex(8, 0));
    let frame = 0;
    for (; frame < 2000 && dispatcher.status(unit) !== 'idle'; frame++) {
      if (frame < leavesAt) dispatcher.hold(worker, 1);
      if (frame === leavesAt) dispatcher.remove(worker);
      run(dispatcher, 1);
    }
    return frame;
  };
  // The way around is 396 arcs longer.
  expect(framesToArrive(199, 20)).toBeLessThan(30);
  expect(framesToArrive(199, 300)).toBeLessThan(310);
  const around = framesToArrive(199, Infinity);
  expect([around > 2 * 396, around < 2 * 396 + 220]).toEqual([true, true]);
});

test('a unit also waits for the end of a very long hold, if the way around is longer', () => {
  const grid = Grid.fromRows(['.........', ...Array.from({ length: 128 }, () => '........#'), '.........'].map((row, y) => (y === 0 || y === 129 ? row.slice(0, 4) + '.' + row.slice(5) : row.slice(0, 4) + '#' + row.slice(5))));
  const astar = new AStar(grid);
  const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid' });
  const guard = dispatcher.add(grid.vertex(4, 0));
  const unit = dispatcher.add(grid.vertex(2, 0));
  dispatcher.order(unit, grid.vertex(7, 0));
  dispatcher.hold(guard, 140);
  let frame = 0;
  for (; frame < 400 && dispatcher.status(unit) !== 'idle'; frame++) dispatcher.frame({ expansions: 1000 });
  expect(frame).toBeLessThan(150);
});

test('many units that are stopped at once get their paths one after another', () => {
  const units = 12;
  const grid = new Grid(60, 5 * units, { movement: 'four' });
  grid.setRectangle(30, 0, 1, 5 * units - 1, 0);
  const { dispatcher } = counted(grid);
  const ids = Array.from({ length: units }, (_, i) => {
    const y = 5 * i + 2;
    // A door of its own, and a guard in it.
    grid.setRectangle(30, y, 1, 1, 1);
    dispatcher.hold(dispatcher.add(grid.vertex(30, y)), Infinity);
    const unit = dispatcher.add(grid.vertex(29, y));
    dispatcher.order(unit, grid.vertex(31, y));
    return unit;
  });
  let frames = 0;
  for (; ids.some((unit) => dispatcher.status(unit) !== 'idle') && frames < 500; frames++) run(dispatcher, 1);
  // The longest path has 117 arcs.
  expect(frames).toBeLessThan(150);
});

test('a unit that is put elsewhere does not take the path that was searched for it; others get theirs', () => {
  const arrivesAt = (change: 'none' | 'place other' | 'remove other' | 'place'): number => {
    const grid = new Grid(100, 61, { movement: 'four' });
    grid.setRectangle(50, 1, 1, 60, 0);
    grid.setRectangle(50, 50, 1, 1, 1);
    const { dispatcher } = counted(grid);
    const guard = dispatcher.add(grid.vertex(50, 50));
    dispatcher.hold(guard, Infinity);
    const [unit, other] = [dispatcher.add(grid.vertex(49, 50)), dispatcher.add(grid.vertex(0, 0))];
    dispatcher.order(unit, grid.vertex(60, 50));
    let frame = 0;
    for (; frame < 400 && dispatcher.status(unit) !== 'idle'; frame++) {
      if (frame === 6 && change === 'place other') dispatcher.place(other, grid.vertex(1, 0));
      if (frame === 6 && change === 'remove other') dispatcher.remove(other);
      if (frame === 6 && change === 'place') {
        dispatcher.place(unit, grid.vertex(40, 50));
        dispatcher.remove(guard);
      }
      run(dispatcher, 1);
    }
    return frame;
  };
  for (const change of ['place other', 'remove other'] as const) expect(arrivesAt(change)).toBe(arrivesAt('none'));
  expect(arrivesAt('none')).toBeGreaterThan(115);
  expect(arrivesAt('place')).toBe(6 + 20);
});

test('a unit whose path was planned again for an edit does not go back to the path from before', () => {
  // A wall with a gap in the middle, where a guard stands, and one at the top; then a room with a door on either side.
  const grid = new Grid(60, 41, { movement: 'four' });
  grid.setRectangle(20, 1, 1, 40, 0);
  for (const [x, y, width, height] of [[30, 15, 1, 11], [55, 15, 1, 11], [30, 15, 26, 1], [30, 25, 26, 1]]) grid.setRectangle(x, y, width, height, 0);
  for (const x of [20, 30, 55]) grid.setBlocked(x, 20, false);
  const astar = new AStar(grid);
  const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid' });
  const [unit, guard] = [15, 20].map((x) => dispatcher.add(grid.vertex(x, 20)));
  dispatcher.hold(guard, Infinity);
  dispatcher.order(unit, grid.vertex(50, 20));
  // The unit stands before the guard, and looks for a path around it.
  run(dispatcher, 9);
  grid.setBlocked(30, 20, true);
  const path = new Uint32Array(grid.vertexCount);
  for (let frame = 0; frame < 130; frame++) {
    run(dispatcher, 1);
    expect(path.subarray(0, dispatcher.path(unit, path)).includes(grid.vertex(30, 20)), `in frame ${frame}`).toBe(false);
  }
  expect(dispatcher.status(unit)).toBe('idle');
});

/** A unit on the left of two rows, and others beside it with a path along the upper row through them. */
function inTwoRows(...heldUntil: number[]): { grid: Grid; unit: Unit; others: Unit[]; bypasses: Bypasses; search: FreePathSearch; follow: (y: number) => void; path: () => [x: number, y: number][] } {
  const grid = Grid.fromRows(['.......', '.......'], { movement: 'four' });
  const changes = new ChangeLog(grid);
  const kind = new UnitKind(grid, grid.heuristic(), undefined);
  const [unit, ...others] = [0, ...heldUntil].map((until, x) => Object.assign(new Unit(grid.vertex(x, 0), new AStar(grid), kind), { heldUntil: until }));
  const follow = (y: number): void => {
    unit.path.clear();
    unit.path.extend(Uint32Array.from({ length: 7 }, (_, x) => grid.vertex(x, y)), 7, grid.vertex(6, y), changes);
    unit.status = 'walking';
  };
  follow(0);
  const path = (): [number, number][] => {
    const out = new Uint32Array(20);
    return Array.from(out.subarray(0, unit.path.write(unit.at, out)), (v) => [grid.x(v), grid.y(v)]);
  };
  const search = new FreePathSearch(grid.vertexCount);
  return { grid, unit, others, search, bypasses: new Bypasses(search, () => false), follow, path };
}

test('a unit keeps the path whose next part is being planned, and one to another goal', () => {
  for (const change of ['none', 'cut before', 'cut', 'goal'] as const) {
    const { unit, others, bypasses, search, follow, path } = inTwoRows(Infinity);
    if (change === 'cut before') unit.path.cut(4);
    expect(bypasses.begin(unit, others, [unit, ...others], 1)).toBe(undefined);
    expect(search.isBusy).toBe(change !== 'cut before');
    if (change === 'cut') unit.path.cut(4);
    if (change === 'goal') follow(1);
    const before = path();
    search.run(2);
    if (change !== 'none') expect(path()).toEqual(before);
    else {
      expect(path()).toEqual([[0, 0], [0, 1], [1, 1], [2, 1], [2, 0], [3, 0], [4, 0], [5, 0], [6, 0]]);
      // Progress is measured along the new path.
      expect([unit.restSinceDetour, unit.progressedAt]).toEqual([8, 2]);
    }
  }
});

test('the holds of the units beside it count: all of them, to their last frames', () => {
  for (const [frame, isBusy] of [[9, true], [10, false]] as const) {
    const { unit, others, bypasses, search } = inTwoRows(9);
    bypasses.begin(unit, others, [unit, ...others], frame);
    expect(search.isBusy).toBe(isBusy);
  }
  for (const [until, n] of [[2, 7], [3, 9], [100, 9]]) {
    const { unit, others, bypasses, search, path } = inTwoRows(1, until);
    unit.stoppedAt = 1;
    bypasses.begin(unit, others, [unit, ...others], 1);
    search.run(1);
    expect(path().length).toBe(n);
  }
});

test('a unit that nobody stops any more, off its path, gets one that begins where it is', () => {
  const { grid, unit, bypasses, search, path } = inTwoRows();
  unit.at = grid.vertex(3, 1);
  unit.attempts = 4;
  bypasses.begin(unit, [], [unit], 1);
  search.run(1);
  path().forEach(([x, y], i, all) => i === 0 || expect(Math.abs(x - all[i - 1][0]) + Math.abs(y - all[i - 1][1])).toBe(1));
  expect(path().at(-1)).toEqual([6, 0]);
});

test('a unit whose goal is taken walks around the others to a vertex beside it', () => {
  const { unit, others, bypasses, search, path } = inTwoRows(9, 9, 9, 9, 9, 9);
  bypasses.begin(unit, others, [unit, ...others], 1);
  search.run(1);
  expect(path()).toEqual([[0, 0], [0, 1], [1, 1], [2, 1], [3, 1], [4, 1], [5, 1], [6, 1], [6, 0]]);
});

test('units of another side are passed while they rest or walk, not while they wait for a path', () => {
  for (const [status, isPassed] of [['idle', true], ['unreachable', true], ['waiting', false], ['walking', true]] as const) {
    const { grid, unit, bypasses, search } = inTwoRows();
    const enemy = Object.assign(new Unit(grid.vertex(1, 0), new AStar(grid), new UnitKind(grid, grid.heuristic(), undefined, 'blue')), { status });
    bypasses.begin(unit, [enemy], [unit, enemy], 1);
    expect([status, search.isBusy]).toEqual([status, isPassed]);
  }
});

test.each(['four', 'eight'] as const)('two units of different sides that meet in a ring part, on %s neighbours', (movement) => {
  const grid = Grid.fromRows(['.......', '.#####.', '.......'], { movement });
  const [a, b] = [new AStar(grid), new AStar(grid)];
  const reds = new Dispatcher(grid, { planner: () => a, collisions: 'avoid' });
  const blues = reds.join(grid, { planner: () => b, side: 'blue' });
  const [red, blue] = [reds.add(grid.vertex(0, 0)), blues.add(grid.vertex(6, 0))];
  reds.order(red, grid.vertex(6, 0));
  blues.order(blue, grid.vertex(0, 0));
  let frame = 0;
  for (; frame < 1000 && (reds.status(red) !== 'idle' || blues.status(blue) !== 'idle'); frame++) reds.frame({ expansions: 1000 });
  expect(frame).toBeLessThan(60);
});

test('units of different sides that walk towards each other on open ground lose hardly a frame', () => {
  const framesOf = (side: string | undefined): number => {
    const grid = new Grid(40, 40, { movement: 'four' });
    const [a, b] = [new AStar(grid), new AStar(grid)];
    const reds = new Dispatcher(grid, { planner: () => a, collisions: 'avoid' });
    const blues = reds.join(grid, { planner: () => b, side });
    const units = Array.from({ length: 10 }, (_, y) => [reds.add(grid.vertex(0, y)), blues.add(grid.vertex(39, y))] as const);
    units.forEach(([red, blue], y) => {
      reds.order(red, grid.vertex(39, y));
      blues.order(blue, grid.vertex(0, y));
    });
    let frame = 0;
    for (; frame < 1000 && units.some(([red, blue]) => reds.status(red) !== 'idle' || blues.status(blue) !== 'idle'); frame++) reds.frame({ expansions: 5000 });
    return frame;
  };
  expect(framesOf('blue')).toBeLessThan(1.5 * framesOf(undefined));
});

test('where the other side closes the road, a unit breaks through a wall in the end', () => {
  const grid = Grid.fromRows(['WWWWW', '.....', '#####'], { movement: 'four', legend: { W: 40, '.': 1, '#': 0 } });
  const [a, b] = [new AStar(grid), new AStar(grid)];
  const reds = new Dispatcher(grid, { planner: () => a, collisions: 'avoid' });
  const blues = reds.join(grid, { planner: () => b, side: 'blue' });
  const red = reds.add(grid.vertex(0, 1));
  blues.add(grid.vertex(2, 1));
  reds.order(red, grid.vertex(4, 1));
  const rows = Array.from({ length: 400 }, () => {
    reds.frame({ expansions: 1000 });
    return grid.y(reds.position(red));
  });
  expect(reds.status(red)).toBe('idle');
  // Not at once: the other could go.
  expect(rows.indexOf(0)).toBeGreaterThan(60);
});

test('a path around a walking unit of another side is taken by a unit that has waited as long, also if it makes a step in between', () => {
  for (const [now, isTaken] of [[1001, false], [1002, true]] as const) {
    const { grid, unit, bypasses, search, path } = inTwoRows();
    const enemy = Object.assign(new Unit(grid.vertex(1, 0), new AStar(grid), new UnitKind(grid, grid.heuristic(), undefined, 'blue')), { status: 'walking' });
    unit.stoppedAt = 1000;
    bypasses.begin(unit, [enemy], [unit, enemy], 1000);
    unit.stoppedAt = 0;
    search.run(now);
    expect(path().some(([, y]) => y === 1)).toBe(isTaken);
  }
});

test('a unit that faces another side finds the path around it, though a mate walks in a narrow part ahead', () => {
  const grid = Grid.fromRows(['.'.repeat(60), `##...${'#'.repeat(55)}`], { movement: 'four' });
  const [a, b] = [new AStar(grid), new AStar(grid)];
  const reds = new Dispatcher(grid, { planner: () => a, collisions: 'avoid' });
  const blues = reds.join(grid, { planner: () => b, side: 'blue' });
  const [red, mate] = [reds.add(grid.vertex(2, 0)), reds.add(grid.vertex(9, 0))];
  const blue = blues.add(grid.vertex(3, 0));
  reds.order(mate, grid.vertex(59, 0));
  reds.order(red, grid.vertex(58, 0));
  blues.order(blue, grid.vertex(0, 0));
  let frame = 0;
  for (; frame < 200 && blues.status(blue) !== 'idle'; frame++) reds.frame({ expansions: 1000 });
  expect(frame).toBeLessThan(30);
});

test('of units that look for another path in the same frames, each gets a search', () => {
  // Twice the same: the northern unit is held, the one south of it waits to pass, and one in the west waits for that. In the east, another path leads around.
  const rows = ['##.####.##', '##.####.##', '...##.....', '##.##.##.#', '#####....#'];
  const grid = Grid.fromRows(rows, { movement: 'four' });
  const astar = new AStar(grid);
  const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid' });
  const [held, first, last] = [1, 2, 2].map((y, i) => [2, 7].map((x) => dispatcher.add(grid.vertex(i === 2 ? x - 1 : x, y))));
  for (const unit of held) dispatcher.hold(unit, Infinity);
  first.forEach((unit, i) => dispatcher.order(unit, grid.vertex([2, 7][i], 0)));
  last.forEach((unit, i) => dispatcher.order(unit, grid.vertex([2, 8][i], [3, 2][i])));
  let frame = 0;
  for (; frame < 2000 && dispatcher.status(last[1]) !== 'idle'; frame++) dispatcher.frame({ expansions: 5000 });
  expect(frame).toBeLessThan(1000);
});
