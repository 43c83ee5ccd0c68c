import type { Graph } from '@pf/graph';
import { avoiding, EdgeCosts, RoadMap, withCosts } from '@pf/graph';
import { Grid, TorusGrid } from '@pf/grid';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DistanceTables, LaCAM, PIBT, RealTimeLaCAM, Reservations, SafeIntervalSearch, validatePlan } from '../../src/index.ts';
import { crowds } from '../plans/crowds.ts';
import type { Crowd } from '../plans/crowds.ts';

interface Obstacle {
  readonly path: readonly number[];
  readonly time: number;
  readonly stays: boolean;
}

/** Random walks with waits. */
function obstacle(graph: Graph, start: number, random: () => number): Obstacle {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const path = [start];
  for (let left = Math.floor(random() * 8); left > 0; left--) {
    const v = path.at(-1)!;
    const n = graph.successors(v, to, cost);
    path.push(n === 0 || random() < 0.4 ? v : to[Math.floor(random() * n)]);
  }
  return { path, time: Math.floor(random() * 5), stays: random() < 0.3 };
}

/** The position of an obstacle at a step; −1 if none. */
function at({ path, time, stays }: Obstacle, step: number): number {
  if (step < time || (step >= time + path.length && !stays)) return -1;
  return path[Math.min(step - time, path.length - 1)];
}

/** The least arrival over the graph of vertices and steps, step by step. It shares no code with the packages. */
function oracle({ graph, middle }: Crowd, obstacles: readonly Obstacle[], start: number, goal: number, time: number, window: number): number {
  const horizon = 40;
  const counts = (step: number): boolean => step <= time + window;
  const free = (v: number, step: number): boolean => !counts(step) || obstacles.every((one) => at(one, step) !== v);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  let here = new Set(free(start, time) ? [start] : []);
  for (let step = time; step < time + horizon; step++) {
    if (here.has(goal) && Array.from({ length: 30 }, (_, k) => step + k).every((later) => free(goal, later))) return step - time;
    const next = new Set<number>();
    for (const v of here) {
      const n = graph.successors(v, to, cost);
      for (const u of [v, ...to.subarray(0, n)]) {
        if (!free(u, step + 1)) continue;
        const clash = counts(step + 1) && u !== v && obstacles.some((one) => {
          const [a, b] = [at(one, step), at(one, step + 1)];
          if (a < 0 || b < 0 || a === b) return false;
          return (a === u && b === v) || (middle !== undefined && middle(a, b) === middle(v, u));
        });
        if (!clash) next.add(u);
      }
    }
    here = next;
  }
  return Infinity;
}

test('the arrival is the earliest in the graph of vertices and steps', () => {
  fc.assert(
    fc.property(crowds(6, 5, 10), fc.nat(), fc.nat(4), fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }), (crowd, seed, time, window) => {
      const { graph, starts, goals } = crowd;
      if (starts.length === 0) return;
      let state = seed | 1;
      const random = (): number => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) / 2 ** 32;
      };
      const obstacles = starts.slice(1).map((start) => obstacle(graph, start, random));
      const reservations = new Reservations(graph);
      const extra = reservations.block(starts[0], 0);
      for (const { path, time, stays } of obstacles) reservations.add(path, time, { stays });
      reservations.release(extra);
      const search = new SafeIntervalSearch(graph, reservations, { window });
      const expected = oracle(crowd, obstacles, starts[0], goals[0], time, window ?? Infinity);
      expect(search.search(starts[0], goals[0], time)).toBe(expected);
      const out = new Uint32Array(100);
      const length = search.path(out);
      if (expected === Infinity) {
        expect(length).toBe(0);
        return;
      }
      expect([out[0], out[length - 1], length]).toEqual([starts[0], goals[0], expected + 1]);
      // In slices the same, and no result later than the limit.
      search.begin(starts[0], goals[0], time);
      while (!search.run(1));
      expect(search.cost).toBe(expected);
      expect(search.search(starts[0], goals[0], time, time + expected)).toBe(expected);
      if (expected > 0) expect(search.search(starts[0], goals[0], time, time + expected - 1)).toBe(Infinity);
    }),
    { numRuns: runs(400), seed: 1 },
  );
});

test('units planned one after the other are never in conflict', () => {
  let all = 0, found = 0;
  fc.assert(
    fc.property(crowds(8, 7, 12), ({ graph, starts, goals }) => {
      const reservations = new Reservations(graph);
      const search = new SafeIntervalSearch(graph, reservations);
      const waiting = starts.map((v) => reservations.block(v, 0, 1));
      const paths: number[][] = [];
      const planned: number[] = [];
      for (let i = 0; i < starts.length; i++) {
        reservations.release(waiting[i]);
        if (search.search(starts[i], goals[i]) === Infinity) continue;
        const out = new Uint32Array(search.cost + 1);
        search.path(out);
        reservations.add(out);
        paths.push([...out]);
        planned.push(i);
      }
      all += starts.length;
      found += paths.length;
      const rows = Math.max(1, ...paths.map((path) => path.length));
      const plan = Array.from({ length: rows }, (_, t) => paths.map((path) => path[Math.min(t, path.length - 1)])).flat();
      expect(validatePlan(graph, plan, planned.map((i) => starts[i]), planned.map((i) => goals[i]))).toBeUndefined();
    }),
    { numRuns: runs(60), seed: 1 },
  );
  expect(found).toBeGreaterThan(all / 2);
});

test('reservations can be released, and are forgotten when they are over', () => {
  const grid = new Grid(4, 1);
  const [a, b, c, d] = [0, 1, 2, 3].map((x) => grid.vertex(x, 0));
  const reservations = new Reservations(grid);
  const search = new SafeIntervalSearch(grid, reservations);
  const parked = reservations.block(c, 0);
  expect(search.search(a, d)).toBe(Infinity);
  reservations.release(parked);
  reservations.release(parked);
  const patrol = reservations.add([d, c, b], 0, { stays: false });
  expect([search.search(a, d, 0), search.search(a, d, 3)]).toEqual([5, 3]);
  reservations.forgetBefore(2);
  expect([reservations.isFree(c, 1), reservations.isFree(b, 2)]).toEqual([true, false]);
  reservations.release(patrol);
  expect([reservations.isFree(b, 2), reservations.lastChange]).toEqual([true, 0]);
  // A door that closes for ever right after the unit has passed.
  reservations.block(b, 2);
  expect([search.search(a, d), search.search(a, d, 1)]).toEqual([3, Infinity]);
  grid.setBlocked(2, 0, true);
  expect(search.search(a, d)).toBe(Infinity);
});

test('a change between two slices starts the search over', () => {
  const grid = new Grid(9, 1);
  const at = (x: number): number => grid.vertex(x, 0);
  const reservations = new Reservations(grid);
  const distances = new DistanceTables(grid, { memory: 0 });
  const search = new SafeIntervalSearch(grid, reservations, { distances });
  const half = (): void => {
    search.begin(at(0), at(8));
    expect(search.run(3)).toBe(false);
  };
  half();
  reservations.block(at(8), 0, 20);
  expect([search.run(), search.cost]).toEqual([true, 21]);
  // Behind the part that was searched.
  half();
  reservations.block(at(1), 0, 30);
  expect([search.run(), search.cost]).toEqual([true, 38]);
  half();
  new PIBT(grid, { distances }).begin([at(3)], [at(2)]);
  distances.claim([at(5)], 1, new Int32Array(1));
  expect([search.run(), search.cost]).toEqual([true, 38]);
  half();
  grid.setBlocked(1, 0, true);
  expect([search.run(), search.cost]).toEqual([true, Infinity]);
});

test('the start must be free, and a reserved step is crossed in neither direction', () => {
  const grid = new Grid(2, 2, { corners: 'always' });
  const [a, b, c, d] = [grid.vertex(0, 0), grid.vertex(1, 0), grid.vertex(0, 1), grid.vertex(1, 1)];
  for (const [from, to] of [[b, c], [c, b]]) {
    const reservations = new Reservations(grid);
    reservations.add([from, to], 0, { stays: false });
    const search = new SafeIntervalSearch(grid, reservations);
    expect([search.search(a, d), search.search(a, d, 1), search.search(from, d)]).toEqual([2, 1, Infinity]);
    expect(search.path(new Uint32Array(9))).toBe(0);
    expect(new SafeIntervalSearch(grid, reservations, { crossings: () => 0 }).search(a, d)).toBe(1);
  }
});

test('a door that opens late, in a corridor and in a large room', () => {
  const corridor = new Grid(3, 1);
  const doors = new Reservations(corridor);
  doors.block(corridor.vertex(1, 0), 0, 999);
  expect(new SafeIntervalSearch(corridor, doors).search(corridor.vertex(0, 0), corridor.vertex(2, 0))).toBe(1001);
  // The goal is shut in by reservations, so that all of the room is searched before the door opens.
  const room = new Grid(60, 60, { movement: 'four' });
  const reservations = new Reservations(room);
  const goal = room.vertex(58, 30);
  for (const [x, y] of [[59, 30], [58, 29], [58, 31]]) reservations.block(room.vertex(x, y), 0);
  const door = reservations.block(room.vertex(57, 30), 0, 1499);
  const search = new SafeIntervalSearch(room, reservations);
  const start = room.vertex(0, 0);
  expect(search.search(start, goal)).toBe(1501);
  const { expanded, generated } = search.counters;
  search.begin(start, goal);
  while (!search.run(100));
  expect([search.cost, search.counters.expanded, search.counters.generated]).toEqual([1501, expanded, generated]);
  const path = new Uint32Array(1502);
  search.path(path);
  reservations.add(path);
  expect(validatePlan(room, path, [start], [goal])).toBeUndefined();
  expect([expanded > 3500, expanded < 3600, generated >= expanded]).toEqual([true, true, true]);
  search.begin(start, goal, 1502);
  expect([search.run(Infinity, { aborted: true }), search.cost, search.run(), search.cost]).toEqual([false, Infinity, true, Infinity]);
  reservations.release(door);
  reservations.forgetBefore(2000);
  search.begin(start, goal);
  while (!search.run(100));
  expect([search.cost, search.counters.expanded]).toEqual([Infinity, 0]);
});

test('a window of more steps than there are counts all reservations', () => {
  const grid = new Grid(5, 5);
  const reservations = new Reservations(grid);
  const [start, goal, closed] = [grid.vertex(0, 0), grid.vertex(4, 4), grid.vertex(1, 1)];
  reservations.block(goal, 3, 9);
  reservations.block(closed, 3);
  for (const window of [undefined, 2 ** 29, 2 ** 30, 2 ** 31, 1e12, Number.MAX_SAFE_INTEGER]) {
    const search = new SafeIntervalSearch(grid, reservations, { window });
    expect([search.search(start, goal), search.search(start, closed), search.search(start, goal, 2 ** 29 - 1)]).toEqual([10, Infinity, 5]);
  }
});

test('a door that is closed until a step beyond all others is closed for ever', () => {
  const grid = new Grid(5, 1);
  const reservations = new Reservations(grid);
  const door = reservations.block(grid.vertex(2, 0), 0, 1e9);
  const search = new SafeIntervalSearch(grid, reservations);
  expect([search.search(grid.vertex(0, 0), grid.vertex(4, 0)), reservations.isFree(grid.vertex(2, 0), 2 ** 29 - 1)]).toEqual([Infinity, false]);
  reservations.release(door);
  expect(search.search(grid.vertex(0, 0), grid.vertex(4, 0))).toBe(4);
});

test('doors that open after very many steps take no more memory than others, and are passed in order', () => {
  const grid = Grid.fromRows(['.......', '.#####.', '.......'], { movement: 'four' });
  const [start, goal] = [grid.vertex(0, 1), grid.vertex(6, 1)];
  const before = process.memoryUsage().arrayBuffers;
  for (const scale of [1, 1e5, 1e7]) {
    const reservations = new Reservations(grid);
    const search = new SafeIntervalSearch(grid, reservations);
    // A second door behind the first of the upper corridor opens late; the lower one opens between the two.
    reservations.block(grid.vertex(2, 0), 0, 20 * scale);
    reservations.block(grid.vertex(4, 0), 0, 50 * scale);
    reservations.block(grid.vertex(3, 2), 0, 30 * scale);
    expect(search.search(start, goal)).toBe(30 * scale + 5);
    expect(search.search(start, goal, 5 * scale)).toBe(25 * scale + 5);
    reservations.block(goal, 7, 40 * scale);
    expect(search.search(start, goal)).toBe(40 * scale + 1);
    expect(search.search(start, goal, 0, 40 * scale)).toBe(Infinity);
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5e6);
});

test('a fractional latest step is that of its whole part', () => {
  const grid = new Grid(20, 20, { movement: 'four' });
  const reservations = new Reservations(grid);
  for (const v of [grid.vertex(18, 19), grid.vertex(19, 18)]) reservations.block(v, 0);
  const search = new SafeIntervalSearch(grid, reservations);
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(19, 19)];
  const results = [60, 60.5].map((latest) => {
    search.begin(start, goal, 0, latest);
    return [search.run(10_000), search.cost, search.counters.expanded];
  });
  expect(results[1]).toEqual(results[0]);
  expect(results[0].slice(0, 2)).toEqual([true, Infinity]);
  expect([12.5, 13.5].map((latest) => search.search(start, grid.vertex(13, 0), 0, latest))).toEqual([Infinity, 13]);
});

test('rejects invalid arguments', () => {
  const grid = new Grid(2, 1);
  const [a, b] = [grid.vertex(0, 0), grid.vertex(1, 0)];
  const reservations = new Reservations(grid);
  const search = new SafeIntervalSearch(grid, reservations);
  expect(() => search.run()).toThrow('call begin(start, goal) first');
  expect(() => new SafeIntervalSearch(grid, undefined as never)).toThrow('keeps off reservations, new Reservations(graph), got undefined');
  expect(() => search.search(a, 99)).toThrow('The goal must be a whole number');
  expect(() => search.search(a, b, -1)).toThrow('The time at the start must be a whole number of steps');
  expect(() => search.search(a, b, 5, 4)).toThrow('The latest step must be 5 or later, got 4.');
  expect(() => reservations.add([a, NaN])).toThrow('The vertex 1 of the path must be');
  expect(() => reservations.block(a, 3, 2)).toThrow('The last step must be 3 or later, got 2.');
  expect(() => reservations.release(7)).toThrow('There is no reservation 7');
  expect(() => new SafeIntervalSearch(grid, reservations, { window: 0 })).toThrow('window');
  search.search(a, b);
  expect(() => search.path(new Uint32Array(1))).toThrow('The path has 2 vertices, but the buffer holds 1.');
});

test('a plan of LaCAM can be reserved, for one more unit', () => {
  const grid = new Grid(6, 6);
  const starts = [grid.vertex(0, 0), grid.vertex(5, 5)];
  const goals = [grid.vertex(5, 5), grid.vertex(0, 0)];
  const lacam = new LaCAM(grid);
  lacam.search(starts, goals);
  const reservations = new Reservations(grid);
  const out = new Uint32Array(lacam.makespan + 1);
  for (const unit of [0, 1]) reservations.add(out, 0, { length: lacam.path(unit, out) });
  const search = new SafeIntervalSearch(grid, reservations);
  expect(search.search(grid.vertex(0, 5), grid.vertex(5, 0))).toBeLessThan(9);
});

test('objects made before a graph grew reject it', () => {
  const roads = new RoadMap();
  roads.addRoad('a', 'b', 1);
  const reservations = new Reservations(roads);
  const search = new SafeIntervalSearch(roads, reservations);
  expect(search.search(0, 1)).toBe(1);
  roads.addRoad('b', 'c', 1);
  expect(() => reservations.add([1, 2])).toThrow('make a new list of reservations');
  expect(() => reservations.block(2, 0)).toThrow('make a new list of reservations');
  expect(() => search.search(0, 2)).toThrow('create a new one');
});

test('tables and reservations made before a graph grew, or for a smaller one, are rejected', () => {
  const roads = new RoadMap({ directed: false });
  roads.addRoad('A', 'B', 1);
  const reservations = new Reservations(roads);
  const distances = new DistanceTables(roads);
  roads.addRoad('B', 'C', 1);
  const grown = 'The graph has 3 vertices, but had 2 when this';
  expect(() => new SafeIntervalSearch(roads, reservations)).toThrow(`${grown} list of reservations was made: make a new list of reservations.`);
  expect(() => new LaCAM(roads, { distances })).toThrow(`${grown} set of distance tables was made`);
  expect(() => distances.refresh()).toThrow('when these DistanceTables were made: make new ones');
  expect(new SafeIntervalSearch(roads, new Reservations(roads), { distances: new DistanceTables(roads) }).search(0, 2)).toBe(2);
  const grid = new Grid(9, 9);
  expect(() => new SafeIntervalSearch(grid, new Reservations(new Grid(9, 8)))).toThrow('make a new list of reservations');
  expect(() => new PIBT(grid, { distances: new DistanceTables(new Grid(8, 9)) })).toThrow('make a new set of distance tables');
});

test.each([new Grid(9, 9), new Grid(4, 8), new TorusGrid(new Grid(4, 8)), avoiding(new Grid(4, 8), () => false)])('rejects reservations and distance tables of another map', (other) => {
  const grid = new Grid(8, 4);
  expect(() => new SafeIntervalSearch(grid, new Reservations(other))).toThrow('pass one of this graph');
  const distances = new DistanceTables(other);
  for (const make of [() => new PIBT(grid, { distances }), () => new LaCAM(grid, { distances }), () => new RealTimeLaCAM(grid, { distances })]) expect(make).toThrow('pass one of this graph');
});

test('distance tables of a graph serve searches on its views, but tables of a view neither the graph nor another graph', () => {
  const grid = new Grid(4, 3);
  const [start, goal, gap] = [grid.vertex(0, 0), grid.vertex(3, 2), grid.vertex(1, 0)];
  const walls = avoiding(grid, (v) => grid.x(v) === 1 && v !== gap);
  const stairs = withCosts(walls, (_v, _u, cost) => 2 * cost);
  for (const graph of [walls, stairs]) for (const tables of [grid, walls, graph]) expect(new SafeIntervalSearch(graph, new Reservations(grid), { distances: new DistanceTables(tables) }).search(start, goal)).toBe(3);
  const other = avoiding(grid, (v) => grid.x(v) === 1);
  expect(new SafeIntervalSearch(other, new Reservations(grid), { distances: new DistanceTables(grid) }).search(start, goal)).toBe(Infinity);
  for (const [graph, tables] of [[grid, other], [walls, other], [grid, new Grid(4, 3)]] as const) {
    const distances = new DistanceTables(tables);
    expect(() => new SafeIntervalSearch(graph, new Reservations(grid), { distances })).toThrow('The distance tables are of another graph: pass tables of this one, or of the one that it is a view of.');
    for (const make of [() => new PIBT(graph, { distances }), () => new LaCAM(graph, { distances }), () => new RealTimeLaCAM(graph, { distances })]) expect(make).toThrow('The distance tables are of another graph: pass tables of this one.');
  }
});

test('units of other moves share reservations, but not distance tables; those on views of a map share both', () => {
  const grid = new Grid(8, 4);
  const four = new Grid(8, 4, { movement: 'four' });
  const reservations = new Reservations(four);
  expect(new SafeIntervalSearch(grid, reservations).search(grid.vertex(0, 0), grid.vertex(3, 3))).toBe(3);
  expect(() => new PIBT(grid, { distances: new DistanceTables(four) })).toThrow('The distance tables are of another graph');
  const edges = new EdgeCosts(avoiding(grid, () => false));
  expect(new SafeIntervalSearch(edges, reservations, { distances: new DistanceTables(grid) }).search(grid.vertex(0, 0), grid.vertex(3, 3))).toBe(3);
});

test('searches that share too few tables all finish, in turns, with the costs that each finds alone', () => {
  const grid = new Grid(12, 12, { movement: 'four' });
  const v = (x: number, y: number): number => grid.vertex(x, y);
  const distances = new DistanceTables(grid, { memory: 2 * 2 * grid.vertexCount });
  const reservations = new Reservations(grid);
  reservations.block(v(5, 5), 0, 30);
  const searches = Array.from({ length: 5 }, () => new SafeIntervalSearch(grid, reservations, { distances }));
  const alone = new SafeIntervalSearch(grid, reservations);
  for (const [i, search] of searches.entries()) search.begin(v(0, i), v(11, 11 - i));
  let rounds = 0;
  while (searches.map((search) => search.run(2)).includes(false)) rounds++;
  expect(rounds).toBeLessThan(200);
  expect(searches.map((search) => [search.cost, search.counters.expanded])).toEqual(searches.map((_, i) => [alone.search(v(0, i), v(11, 11 - i)), alone.counters.expanded]));
  expect(distances.tables.length).toBe(2);
});
