import { NO_VERTEX } from '@pf/graph';
import { Grid, randomObstacles, seededRandom, UnitGrid } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { FreePathSearch } from '../../src/dispatcher/free-path-search.ts';
import { Returns } from '../../src/dispatcher/returns.ts';
import { Unit } from '../../src/dispatcher/unit.ts';
import { UnitKind } from '../../src/dispatcher/unit-kind.ts';
import { Dispatcher } from '../../src/index.ts';
import { counted } from './scene.ts';

const over = (grid: Grid): (() => AStar) => ((astar) => () => astar)(new AStar(grid));

/** The number of frames at rest after which no unit tries to return any more. */
const REST = 220;

interface Army {
  readonly dispatcher: Dispatcher;
  readonly grid: Grid;
  /** The cells that a unit covers, relative to its own. */
  readonly cells: readonly (readonly [dx: number, dy: number])[];
  readonly ids: number[];
  /** By unit: where it came to rest last. */
  readonly posts: Map<number, number>;
}

const coverOf = ({ grid, cells }: Army, v: number): string[] => cells.map(([dx, dy]) => `${grid.x(v) + dx} ${grid.y(v) + dy}`);

/** Whether a path leads from one cell to another, all of whose cells are free of other units. Works on coordinates. */
function isConnected(army: Army, from: number, to: number, taken: ReadonlySet<string>): boolean {
  const isFree = (v: number): boolean => coverOf(army, v).every((cell) => !taken.has(cell));
  const reached = new Set(isFree(to) ? [from] : []);
  const heads = new Uint32Array(army.grid.maxDegree);
  for (const v of reached) for (const u of heads.subarray(0, army.grid.successors(v, heads, new Float64Array(heads.length)))) if (isFree(u)) reached.add(u);
  return reached.has(to);
}

test('once all orders have ended, no unit is off its post if a free path leads there', () => {
  let stepsAside = 0;
  for (let seed = 1; seed <= runs(120); seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(n * random());
    const side = 6 + below(4);
    const grid = randomObstacles(side, side, 0.1 + 0.1 * below(3), random, { movement: (['four', 'eight', 'hex'] as const)[seed % 3] });
    const armies: Army[] = [{ dispatcher: new Dispatcher(grid, { planner: over(grid), collisions: 'avoid' }), grid, cells: [[0, 0]], ids: [], posts: new Map() }];
    if (seed % 5 === 0 && grid.movement !== 'hex') {
      const large = new UnitGrid(grid, 2);
      const dispatcher = armies[0].dispatcher.join(large.grid, { planner: over(large.grid), footprint: large });
      armies.unshift({ dispatcher, grid: large.grid, cells: [[0, 0], [1, 0], [0, 1], [1, 1]], ids: [], posts: new Map() });
    }
    const takenBut = (army?: Army, unit?: number): Set<string> =>
      new Set(armies.flatMap((other) => other.ids.flatMap((id) => (other === army && id === unit ? [] : coverOf(other, other.dispatcher.position(id))))));
    const isIdle = new Map<string, boolean>();
    const watch = (): void => {
      for (const [i, { dispatcher, ids, posts }] of armies.entries()) {
        for (const id of ids) {
          const idle = dispatcher.status(id) === 'idle';
          if (idle && isIdle.get(`${i} ${id}`) !== true) posts.set(id, dispatcher.position(id));
          isIdle.set(`${i} ${id}`, idle);
        }
      }
    };
    const frame = (): number => {
      const { moved } = armies.at(-1)!.dispatcher.frame({ expansions: 200 });
      watch();
      return moved;
    };
    for (const army of armies) {
      const free = [...army.grid.cells.keys()].filter((v) => army.grid.cells[v] !== 0);
      for (let i = 0; i < (army.cells.length > 1 ? 1 : 5) && free.length > 0; i++) {
        const v = free[below(free.length)];
        if (isConnected(army, v, v, takenBut())) army.ids.push(army.dispatcher.add(v));
      }
    }
    watch();
    for (let i = 0; i < 25; i++) {
      const { dispatcher, grid: map, ids } = armies[below(armies.length)];
      const free = [...map.cells.keys()].filter((v) => map.cells[v] !== 0);
      const unit = ids[below(ids.length)];
      if (unit === undefined) continue;
      if (i % 6 === 5) dispatcher.hold(unit, below(4));
      else {
        if (i % 9 === 8) dispatcher.cancel(unit);
        else dispatcher.order(unit, free[below(free.length)]);
        // A unit that is called back, or ordered to its own cell, rests there.
        isIdle.delete(`${armies.findIndex((army) => army.ids === ids)} ${unit}`);
      }
      watch();
      for (let k = below(4); k >= 0; k--) frame();
    }
    let quiet = 0;
    for (let k = 0; k < 3000 && quiet < REST; k++) quiet = frame() === 0 ? quiet + 1 : 0;
    // In dead ends, some units may wait for ever.
    if (quiet < REST || armies.some(({ dispatcher, ids }) => ids.some((id) => ['walking', 'waiting'].includes(dispatcher.status(id))))) continue;
    for (const army of armies) {
      for (const id of army.ids) {
        const [at, post] = [army.dispatcher.position(id), army.posts.get(id)!];
        if (army.dispatcher.status(id) !== 'idle' || at === post) continue;
        stepsAside++;
        expect(isConnected(army, at, post, takenBut(army, id)), `seed ${seed}: unit ${id} at ${at}, post ${post}`).toBe(false);
      }
    }
  }
  expect(stepsAside).toBeGreaterThanOrEqual(Math.floor(runs(120) / 10));
});

test('once all orders have ended, all units come to rest', () => {
  for (let seed = 1; seed <= runs(300); seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(n * random());
    const grid = randomObstacles(5 + below(5), 5 + below(5), 0.1 * below(2), random, { movement: seed % 2 === 0 ? 'eight' : 'hex' });
    const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid' });
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    const starts = new Set(Array.from({ length: 6 + below(20) }, () => free[below(free.length)]));
    const ids = [...starts].map((v) => dispatcher.add(v));
    for (let i = 0; i < 120; i++) {
      const unit = ids[below(ids.length)];
      if (below(3) === 0) dispatcher.hold(unit, below(12));
      else dispatcher.order(unit, free[below(free.length)]);
      for (let k = below(6); k > 0; k--) dispatcher.frame({ expansions: 500 });
    }
    let quiet = 0;
    for (let k = 0; k < 1500 && quiet < 60; k++) quiet = dispatcher.frame({ expansions: 500 }).moved === 0 ? quiet + 1 : 0;
    // In dead ends, some units may wait for ever.
    if (ids.every((id) => dispatcher.status(id) === 'idle')) expect(quiet, `seed ${seed}`).toBe(60);
  }
});

test('a unit returns around a wall, and around a unit at rest', () => {
  for (const other of [false, true]) {
    const rows = other ? ['.......', '.#####.', '.......'] : ['.......', '######.', '.......', '...####'];
    const grid = Grid.fromRows(rows, { movement: 'four' });
    const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid' });
    const [guard, walker] = [3, 0].map((x) => dispatcher.add(grid.vertex(x, 0)));
    dispatcher.order(walker, other ? grid.vertex(6, 2) : grid.vertex(0, 3));
    for (let frame = 0; frame < 80; frame++) dispatcher.frame({ expansions: 1000 });
    expect([dispatcher.status(walker), dispatcher.position(guard)]).toEqual(['idle', grid.vertex(3, 0)]);
  }
});

test('a search across a large map reads a part of it in each frame; a new order ends it, and the return', () => {
  for (const sentAwayAt of [Infinity, 15, 40]) {
    const grid = new Grid(60, 40, { movement: 'four' });
    grid.setRectangle(0, 20, 59, 1, 0);
    grid.setRectangle(9, 16, 3, 5, 0);
    grid.setRectangle(10, 16, 1, 5, 1);
    const { dispatcher, arcs } = counted(grid);
    const [guard, walker] = [19, 15].map((y) => dispatcher.add(grid.vertex(10, y)));
    dispatcher.order(walker, grid.vertex(10, 30));
    for (let frame = 0; frame < 20 && grid.y(dispatcher.position(walker)) <= 20; frame++) dispatcher.frame({ expansions: 1000 });
    grid.setBlocked(10, 20, true);
    let most = 0;
    for (let frame = 0; frame < 300; frame++) {
      arcs.read = 0;
      dispatcher.frame({ expansions: 1000 });
      most = Math.max(most, arcs.read);
      if (frame !== sentAwayAt) continue;
      const [x, y] = [grid.x(dispatcher.position(guard)), grid.y(dispatcher.position(guard))];
      dispatcher.order(guard, grid.vertex(0, 39));
      for (let step = x + 39 - y + 2; step > 0; step--) dispatcher.frame({ expansions: 1000 });
      expect(dispatcher.position(guard)).toBe(grid.vertex(0, 39));
    }
    if (sentAwayAt === Infinity) expect(dispatcher.position(guard)).toBe(grid.vertex(10, 19));
    expect(most).toBeGreaterThan(1000);
    expect(most).toBeLessThan(4 * 520);
  }
});

test('a unit without a free path tries again after twice the time, up to a limit, and returns once there is one', () => {
  const grid = Grid.fromRows(['.......', '######.', '.......', '...####'], { movement: 'four' });
  let frame = 0;
  const searches = new Set<number>();
  const view = Object.assign(Object.create(grid) as Grid, {
    predecessors: (...args: Parameters<Grid['predecessors']>): number => {
      searches.add(frame);
      return grid.predecessors(...args);
    },
  });
  const dispatcher = new Dispatcher(view, { planner: over(view), collisions: 'avoid' });
  const [guard, walker] = [3, 0].map((x) => dispatcher.add(grid.vertex(x, 0)));
  dispatcher.order(walker, grid.vertex(0, 3));
  for (; dispatcher.status(walker) !== 'idle'; frame++) dispatcher.frame({ expansions: 1000 });
  // At rest in the only passage.
  const cork = dispatcher.add(grid.vertex(6, 1));
  searches.clear();
  for (const end = frame + 800; frame < end; frame++) dispatcher.frame({ expansions: 1000 });
  const at = [...searches];
  expect(grid.y(dispatcher.position(guard))).toBeGreaterThan(1);
  expect(at.slice(1).map((one, i) => one - at[i])).toEqual([24, 48, 96, 192, 192, 192]);
  dispatcher.remove(cork);
  for (let k = 0; k < 230; k++) dispatcher.frame({ expansions: 1000 });
  expect(dispatcher.position(guard)).toBe(grid.vertex(3, 0));
});

/** A unit at rest in a row of cells, five east of its post, and what is searched for it. The cells in `taken` are those of others. */
function inRow(heuristic = (grid: Grid) => grid.heuristic()): { unit: Unit; taken: Set<number>; x: (v: number) => number; search: FreePathSearch; update: (frame: number) => void; searchesAt: (frames: number, each?: (frame: number) => void) => number } {
  const grid = new Grid(9, 1, { movement: 'four' });
  const unit = new Unit(grid.vertex(0, 0), new AStar(grid), new UnitKind(grid, heuristic(grid), undefined));
  unit.at = grid.vertex(5, 0);
  const taken = new Set([grid.vertex(4, 0)]);
  const search = new FreePathSearch(grid.vertexCount);
  const returns = new Returns(search);
  const update = (frame: number): void => returns.update([unit], frame, (_unit, v) => taken.has(v));
  const searchesAt = (frames: number, each: (frame: number) => void = () => undefined): number => {
    for (let frame = 1; frame <= frames; frame++) {
      each(frame);
      update(frame);
      if (search.isBusy) return frame;
    }
    return Infinity;
  };
  return { unit, taken, x: (v) => grid.x(v), search, update, searchesAt };
}

test('a unit gets a search after 12 frames without progress, if it is idle, free to move, and no free cell is nearer to its free post', () => {
  const framesWith = (prepare: (scene: ReturnType<typeof inRow>) => void, each: (frame: number, scene: ReturnType<typeof inRow>) => void = () => undefined): number => {
    const scene = inRow();
    prepare(scene);
    return scene.searchesAt(200, (frame) => each(frame, scene));
  };
  expect(framesWith(() => undefined)).toBe(13);
  expect(inRow(() => () => 5).searchesAt(200)).toBe(13);
  expect(framesWith(({ unit }) => (unit.heldUntil = 20))).toBe(32);
  expect(framesWith(() => undefined, (frame, { unit, taken }) => {
    if (frame !== 10) return;
    unit.at--;
    taken.clear();
    taken.add(unit.at - 1);
  })).toBe(22);
  expect(framesWith(({ unit }) => (unit.at = unit.post))).toBe(Infinity);
  expect(framesWith(({ unit }) => (unit.status = 'walking'))).toBe(Infinity);
  expect(framesWith(({ unit }) => unit.beginDetour([unit.at + 1], 0, unit))).toBe(Infinity);
  expect(framesWith(({ unit, taken }) => taken.add(unit.post))).toBe(Infinity);
  expect(framesWith(({ taken }) => taken.clear())).toBe(Infinity);
});

test('a unit that begins a detour for another keeps to it, and the search for a path to its post ends', () => {
  const { unit, taken, x, search, update, searchesAt } = inRow();
  const frame = searchesAt(20);
  taken.clear();
  unit.beginDetour([unit.at + 1], frame, unit);
  update(frame + 1);
  search.run(frame + 1);
  expect([unit.detour?.route.map(x), search.isBusy]).toEqual([[6], false]);
});

test('after a search in vain, a step towards the post counts as progress again', () => {
  const { unit, taken, search, update } = inRow();
  unit.restSinceDetour = 2;
  for (let frame = 1; frame <= 12; frame++) update(frame);
  expect(search.isBusy).toBe(true);
  search.run(12);
  expect([search.isBusy, unit.detour]).toEqual([false, undefined]);
  const last = 12 + 23;
  for (let frame = 13; frame < last; frame++) update(frame);
  unit.at--;
  taken.add(unit.at - 1);
  for (let frame = last; frame < last + 24; frame++) {
    update(frame);
    expect(search.isBusy, `frame ${frame}`).toBe(false);
  }
  update(last + 24);
  expect(search.isBusy).toBe(true);
});

test('a path to the post is walked vertex by vertex, and dropped after two frames a vertex and six', () => {
  const { unit, taken, search, update, searchesAt, x } = inRow();
  const begun = searchesAt(20);
  taken.clear();
  search.run(begun);
  expect(unit.detour?.route.map(x)).toEqual([0, 1, 2, 3, 4]);
  unit.at--;
  update(begun + 1);
  expect(unit.detour?.route.map(x)).toEqual([0, 1, 2, 3]);
  for (let frame = begun + 2; frame < begun + 16; frame++) update(frame);
  expect(unit.detour?.route.length).toBe(4);
  update(begun + 16);
  expect(unit.detour).toBe(undefined);
});

test('a unit with a free path to its post gets a search, however many others search in vain', () => {
  const grid = new Grid(60, 64, { movement: 'four' });
  grid.setRectangle(0, 60, 60, 1, 0);
  grid.setBlocked(2, 62, true);
  const kind = new UnitKind(grid, grid.heuristic(), undefined);
  const away = (x: number, post: number): Unit => Object.assign(new Unit(grid.vertex(x, post), new AStar(grid), kind), { at: grid.vertex(x, 61) });
  const last = away(2, 63);
  const units = [...Array.from({ length: 30 }, (_, i) => away(20 + i, 50)), last];
  const search = new FreePathSearch(grid.vertexCount);
  const returns = new Returns(search);
  let frame = 1;
  for (; frame < 1000 && last.detour === undefined; frame++) {
    returns.update(units, frame, (unit, v) => units.some((other) => other !== unit && other.at === v));
    search.run(frame);
  }
  expect(frame).toBeLessThan(300);
});

test('an order ends the path to the post, and the search for it', () => {
  for (const isFound of [false, true]) {
    const { unit, taken, search, update, searchesAt } = inRow();
    const begun = searchesAt(20);
    taken.clear();
    if (isFound) search.run(begun);
    expect([search.isBusy, unit.detour?.route.length]).toEqual([!isFound, isFound ? 5 : undefined]);
    unit.status = 'walking';
    update(begun + 1);
    expect([search.isBusy, unit.detour]).toEqual([false, undefined]);
  }
});

test('the post of a unit is where it came to rest, also while others push it along, and none with an order', () => {
  const grid = new Grid(12, 1);
  const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid' });
  const at = (x: number): number => grid.vertex(x, 0);
  const idle = dispatcher.add(at(3));
  const walker = dispatcher.add(at(2));
  dispatcher.order(walker, at(8));
  expect([dispatcher.post(idle), dispatcher.post(walker)]).toEqual([at(3), NO_VERTEX]);
  for (let frame = 0; frame < 4; frame++) dispatcher.frame({ expansions: 100 });
  expect([dispatcher.position(idle) > at(3), dispatcher.post(idle), dispatcher.post(walker)]).toEqual([true, at(3), NO_VERTEX]);
  for (let frame = 0; frame < 9; frame++) dispatcher.frame({ expansions: 100 });
  expect([dispatcher.post(idle), dispatcher.post(walker)]).toEqual([at(3), at(8)]);
  dispatcher.place(idle, at(10));
  expect(dispatcher.post(idle)).toBe(at(10));
});
