import type { Graph } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { caves, Components, Grid, seededRandom } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import { AStar } from '@pf/search';
import { oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RoutePlanner } from '../../src/index.ts';
import { Dispatcher } from '../../src/index.ts';
import { restarting } from './scene.ts';

const planners: Readonly<Record<string, (grid: Grid) => () => RoutePlanner>> = {
  'one A* for all': (grid) => {
    const astar = new AStar(grid);
    return () => astar;
  },
  'a D* Lite each': (grid) => () => new DStarLite(grid, { heuristic: grid.heuristic({ least: 1 }), queue: 'larger-g' }),
};
/** The planner, the number of units from which they share a field, and whether units without a path make greedy moves. */
const settings = fc.record({ planner: fc.constantFrom(...Object.keys(planners)), shareFrom: fc.constantFrom(1, 3, Infinity), wanders: fc.boolean() });
type Setting = typeof settings extends fc.Arbitrary<infer T> ? T : never;

function dispatcherOf(grid: Grid, { planner, shareFrom, wanders }: Setting): Dispatcher {
  return new Dispatcher(grid, { planner: planners[planner](grid), shareFrom, fields: 2, ...(wanders && { heuristic: grid.heuristic() }) });
}

function freeOf(grid: Grid): number[] {
  return [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
}

function isMove(grid: Grid, from: number, to: number): boolean {
  return grid.offsets.some((offset, d) => from + offset === to && ((grid.moves[from] >> d) & 1) === 1);
}

/** A cave, and the cells of its largest part. */
function cave(size: number, seed: number): { grid: Grid; cells: number[] } {
  const grid = caves(size, size, seededRandom(seed), { ratio: 0.42 });
  const parts = new Components(grid);
  const largest = Math.max(...freeOf(grid).map((v) => parts.size(v)));
  return { grid, cells: freeOf(grid).filter((v) => parts.size(v) === largest) };
}

/** A planner that records the goals of its queries. */
function noting(graph: Graph): { planner: RoutePlanner; begun: number[] } {
  const astar = new AStar(graph);
  const begun: number[] = [];
  const begin = (start: number, goal: number): void => {
    begun.push(goal);
    astar.begin(start, goal);
  };
  return { begun, planner: { counters: astar.counters, begin, run: (budget) => astar.run(budget), path: (out) => astar.path(out) } };
}

describe('orders that come faster than paths can be planned', () => {
  test('an order to the same goal changes nothing, however often it is given', () => {
    fc.assert(
      fc.property(
        worlds({ maxSize: 8 }), fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }), settings, fc.integer({ min: 1, max: 30 }), fc.nat(),
        (world, pairs, setting, expansions, seed) => {
          const grid = Grid.fromRows(world.rows, rulesOf(world));
          const cells = freeOf(grid);
          if (cells.length === 0) return;
          const random = seededRandom(seed);
          const tails = new Uint32Array(grid.vertexCount);
          const goals = pairs.map(([, b]) => cells[b % Math.min(3, cells.length)]);
          const [once, often] = [0, 1].map(() => dispatcherOf(grid, setting));
          for (const dispatcher of [once, often]) pairs.forEach(([a], id) => dispatcher.order(dispatcher.add(cells[a % cells.length]), goals[id]));
          for (let frame = 0; frame < 120; frame++) {
            if (random() < 0.1) {
              const [x, y] = [Math.floor(random() * grid.width), Math.floor(random() * grid.height)];
              const n = grid.setBlocked(x, y, grid.isFree(x, y), tails);
              for (const dispatcher of [once, often]) dispatcher.arcsChanged(tails, n);
            }
            goals.forEach((goal, id) => often.order(id, goal));
            expect(often.frame({ expansions })).toEqual(once.frame({ expansions }));
            for (const id of goals.keys()) expect([often.position(id), often.status(id)]).toEqual([once.position(id), once.status(id)]);
          }
        },
      ),
      { numRuns: runs(80), seed: 41 },
    );
  });

  test.each(['each its own goal', 'all the same goal'])('every unit keeps moving, though every frame brings a new distant goal: %s', (kind) => {
    const { grid, cells } = cave(24, 5);
    const isFar = (a: number, b: number): boolean => Math.hypot(grid.x(a) - grid.x(b), grid.y(a) - grid.y(b)) > 10;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), settings, fc.integer({ min: 3, max: 20 }), fc.nat(), (count, setting, expansions, seed) => {
        const random = seededRandom(seed);
        const anywhere = (): number => cells[Math.floor(random() * cells.length)];
        const dispatcher = dispatcherOf(grid, setting);
        const ids = Array.from({ length: count }, () => dispatcher.add(anywhere()));
        // A request may take two plans, in which D* Lite expands each vertex twice at most; fields take at most as much again.
        const longest = count * 2 * Math.ceil((2 * cells.length) / expansions + 1) * 2;
        const last = ids.map(() => 0);
        for (let frame = 1; frame < 2 * longest; frame++) {
          const meeting = anywhere();
          for (const id of ids) {
            let goal = meeting;
            while (kind === 'each its own goal' && !isFar(goal, dispatcher.position(id))) goal = anywhere();
            if (isFar(goal, dispatcher.position(id))) dispatcher.order(id, goal);
          }
          const before = ids.map((id) => dispatcher.position(id));
          dispatcher.frame({ expansions });
          ids.forEach((id, i) => {
            if (dispatcher.position(id) !== before[i]) last[i] = frame;
            expect(frame - last[i], `frames since unit ${id} moved`).toBeLessThanOrEqual(longest);
          });
        }
      }),
      { numRuns: runs(12), seed: 42 },
    );
  });

  test('with any orders and edits, moves follow arcs, frames keep to their budget, and in the end every unit is at its latest goal', () => {
    fc.assert(
      fc.property(
        worlds({ maxSize: 8, sides: true }), fc.integer({ min: 1, max: 5 }), settings, fc.integer({ min: 1, max: 30 }), fc.nat(),
        (world, count, setting, expansions, seed) => {
          const grid = Grid.fromRows(world.rows, rulesOf(world));
          const cells = freeOf(grid);
          if (cells.length === 0) return;
          const random = seededRandom(seed);
          const anywhere = (): number => cells[Math.floor(random() * cells.length)];
          const tails = new Uint32Array(grid.vertexCount);
          const dispatcher = dispatcherOf(grid, setting);
          const ids = Array.from({ length: count }, () => dispatcher.add(anywhere()));
          const goals = ids.map((id) => dispatcher.position(id));
          const [hurry, unrest] = [random(), 0.2 * random()];
          for (let frame = 0; frame < 1200; frame++) {
            const busy = frame < 100;
            if (busy && random() < unrest) {
              const [x, y] = [Math.floor(random() * grid.width), Math.floor(random() * grid.height)];
              dispatcher.arcsChanged(tails, grid.setBlocked(x, y, grid.isFree(x, y), tails));
            }
            ids.forEach((id, i) => {
              if (busy && random() < hurry) dispatcher.order(id, (goals[i] = anywhere()));
            });
            const before = ids.map((id) => dispatcher.position(id));
            const { moved, expanded } = dispatcher.frame({ expansions });
            expect(expanded).toBeLessThanOrEqual(expansions);
            ids.forEach((id, i) => {
              const at = dispatcher.position(id);
              if (at !== before[i]) expect(isMove(grid, before[i], at), `an arc from ${before[i]} to ${at}`).toBe(true);
            });
            if (!busy && moved + expanded === 0) break;
          }
          ids.forEach((id, i) => {
            const at = dispatcher.position(id);
            const isThere = at === goals[i];
            expect([dispatcher.status(id), oracleDistances(grid, at)[goals[i]] < Infinity]).toEqual([isThere ? 'idle' : 'unreachable', isThere]);
          });
        },
      ),
      { numRuns: runs(100), seed: 43 },
    );
  });

  test.each([1, 3])('%d units that chase a target behind a wall get out of the bay in which greedy steps would keep them, and stay near the target', (count) => {
    const wall = (x: number, y: number): boolean => (x === 30 && y >= 8 && y <= 32) || (x >= 14 && x <= 30 && (y === 8 || y === 32));
    const grid = Grid.fromRows(Array.from({ length: 41 }, (_, y) => Array.from({ length: 61 }, (__, x) => (wall(x, y) ? '#' : '.')).join('')));
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar, heuristic: grid.heuristic() });
    const ids = Array.from({ length: count }, (_, i) => dispatcher.add(grid.vertex(27 - i, 20)));
    // The target goes up and down behind the wall, a cell a frame. A path there takes some 800 expansions, ten frames or more.
    const hare = (frame: number): number => 10 + Math.abs((frame % 40) - 20);
    const apart: number[] = [];
    for (let frame = 0; frame < 500; frame++) {
      for (const id of ids) dispatcher.order(id, grid.vertex(35, hare(frame)));
      dispatcher.frame({ expansions: 80 });
      apart[frame] = Math.max(...ids.map((id) => Math.hypot(grid.x(dispatcher.position(id)) - 35, grid.y(dispatcher.position(id)) - hare(frame))));
    }
    expect(Math.max(...apart.slice(250))).toBeLessThanOrEqual(20);
    expect(Math.min(...apart.slice(250))).toBeLessThanOrEqual(3);
  });

  /** A unit that chases a target along the top row, planned so slowly that its next path begins some 40 arcs ahead. */
  function chase(rows: readonly string[]): { grid: Grid; dispatcher: Dispatcher; hunter: number } {
    const grid = Grid.fromRows(rows, { movement: 'four' });
    const astar = restarting(new AStar(grid));
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const hunter = dispatcher.add(grid.vertex(0, 0));
    for (let frame = 0; grid.x(dispatcher.position(hunter)) < 3; frame++) {
      dispatcher.order(hunter, grid.vertex(79 - (frame >> 3), 0));
      dispatcher.frame({ expansions: 2 });
      expect(frame).toBeLessThan(100);
    }
    return { grid, dispatcher, hunter };
  }

  test('a wall built far ahead is noticed in time, though meanwhile the path was extended from behind it', () => {
    const { grid, dispatcher, hunter } = chase(['.'.repeat(80)]);
    const tails = new Uint32Array(grid.vertexCount);
    dispatcher.arcsChanged(tails, grid.setBlocked(30, 0, true, tails));
    expect(dispatcher.frame({ expansions: 10_000 }).planned).toBeGreaterThan(0);
    let moved = 0;
    for (let frame = 0; frame < 100; frame++) moved += dispatcher.frame({ expansions: 0 }).moved;
    expect([dispatcher.status(hunter), grid.x(dispatcher.position(hunter)), moved]).toEqual(['waiting', 14, 10]);
  });

  test('a unit whose earlier goal is unreachable still reaches its latest goal', () => {
    const grid = Grid.fromRows(['......#.', '......#.']);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(7, 0));
    dispatcher.frame({ expansions: 1 });
    dispatcher.order(scout, grid.vertex(7, 1));
    dispatcher.frame({ expansions: 1 });
    dispatcher.order(scout, grid.vertex(5, 0));
    for (let frame = 0; frame < 10; frame++) dispatcher.frame({ expansions: 100 });
    expect([dispatcher.status(scout), grid.x(dispatcher.position(scout))]).toEqual(['idle', 5]);
  });

  test('a unit with repeated orders walks each path to its end, and waits there for the next', () => {
    const grid = new Grid(12, 1);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(4, 0));
    dispatcher.frame({ expansions: 100 });
    dispatcher.order(scout, grid.vertex(11, 0));
    for (let frame = 0; frame < 9; frame++) dispatcher.frame({ expansions: 0 });
    expect([dispatcher.status(scout), grid.x(dispatcher.position(scout))]).toEqual(['waiting', 4]);
    for (let frame = 0; frame < 9; frame++) dispatcher.frame({ expansions: 100 });
    expect([dispatcher.status(scout), grid.x(dispatcher.position(scout))]).toEqual(['idle', 11]);
  });

  test('if no path leads on from ahead, one is planned from the position of the unit', () => {
    const { grid, dispatcher, hunter } = chase(['.'.repeat(80), `${'#'.repeat(10)}.${'#'.repeat(69)}`]);
    const tails = new Uint32Array(grid.vertexCount);
    const below = grid.vertex(10, 1);
    dispatcher.arcsChanged(tails, grid.setBlocked(30, 0, true, tails));
    dispatcher.order(hunter, below);
    for (let frame = 0; frame < 9; frame++) dispatcher.frame({ expansions: 10_000 });
    expect([dispatcher.status(hunter), dispatcher.position(hunter)]).toEqual(['idle', below]);
  });

  test('a unit whose goal changes while its path is being planned keeps its turn', () => {
    const grid = new Grid(30, 30);
    const { planner, begun } = noting(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const [first, second] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(0, 1))];
    const [there, elsewhere] = [grid.vertex(29, 20), grid.vertex(20, 29)];
    dispatcher.order(first, there);
    dispatcher.order(second, there);
    dispatcher.frame({ expansions: 1 });
    dispatcher.order(first, elsewhere);
    while (dispatcher.status(first) === 'waiting') dispatcher.frame({ expansions: 20 });
    expect(begun.slice(0, 2)).toEqual([there, elsewhere]);
    for (let frame = 0; frame < 100; frame++) dispatcher.frame({ expansions: 100 });
    expect([dispatcher.position(first), dispatcher.position(second)]).toEqual([elsewhere, there]);
  });

  test.each(['no moves', 'a hold'])('while its path is planned, a unit does not walk on by the slices of planning before, with %s between', (between) => {
    const grid = new Grid(200, 200);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(100, 100));
    const plan = (): void => void dispatcher[between === 'a hold' ? 'frame' : 'plan']({ expansions: 5 });
    dispatcher.hold(scout, 1000);
    dispatcher.order(scout, grid.vertex(199, 100));
    for (let calls = 0; dispatcher.status(scout) !== 'walking'; calls++) {
      plan();
      expect(calls).toBeLessThan(30);
    }
    dispatcher.order(scout, grid.vertex(0, 100));
    for (let calls = 0; calls < 60; calls++) plan();
    expect([dispatcher.status(scout), dispatcher.path(scout, new Uint32Array(200))]).toEqual(['walking', 101]);
  });

  test('a unit whose first path took long to plan does not walk far ahead on it before it turns to a new goal', () => {
    const grid = new Grid(300, 300);
    grid.setRectangle(150, 20, 1, 260, 0);
    grid.setRectangle(110, 20, 40, 1, 0);
    grid.setRectangle(110, 279, 40, 1, 0);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(130, 150));
    dispatcher.order(scout, grid.vertex(170, 150));
    let frames = 0;
    for (; dispatcher.status(scout) !== 'walking'; frames++) dispatcher.frame({ expansions: 200 });
    expect(frames).toBeGreaterThan(100);
    // Ten cells away. It took 355 more frames when the new path began as far ahead as the first one took to plan.
    dispatcher.order(scout, grid.vertex(130, 140));
    for (frames = 0; dispatcher.status(scout) !== 'idle' && frames < 400; frames++) dispatcher.frame({ expansions: 200 });
    expect(frames).toBeLessThan(50);
  });

  test('a walking unit with a new goal turns at once, long before its new path is planned', () => {
    const grid = new Grid(60, 40);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar, heuristic: grid.heuristic() });
    const scout = dispatcher.add(grid.vertex(20, 20));
    dispatcher.order(scout, grid.vertex(59, 20));
    for (let frame = 0; frame < 20; frame++) dispatcher.frame({ expansions: 1000 });
    expect([dispatcher.status(scout), grid.x(dispatcher.position(scout))]).toEqual(['walking', 40]);
    for (let y = 0; y < 20; y++) dispatcher.order(dispatcher.add(grid.vertex(0, y)), grid.vertex(59, 39 - y));
    dispatcher.order(scout, grid.vertex(0, 20));
    for (let frame = 0; frame < 5; frame++) dispatcher.frame({ expansions: 2 });
    expect([dispatcher.status(scout), grid.x(dispatcher.position(scout))]).toEqual(['waiting', 35]);
  });

  test.each([true, false])('a unit that is sent elsewhere and back keeps its path, though planning had begun (another waits: %s)', (others) => {
    const grid = new Grid(30, 30, { movement: 'four' });
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const [scout, other] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(0, 29))];
    const [goal, elsewhere] = [grid.vertex(29, 29), grid.vertex(29, 0)];
    const frame = (): number => dispatcher.frame({ expansions: 20 }).moved;
    dispatcher.order(scout, goal);
    while (dispatcher.status(scout) !== 'walking') frame();
    const left = dispatcher.path(scout, new Uint32Array(grid.vertexCount));
    dispatcher.order(scout, elsewhere);
    expect(frame()).toBe(1);
    dispatcher.order(scout, goal);
    if (others) dispatcher.order(other, grid.vertex(2, 29));
    for (let frames = left - 2; frames > 0; frames--) frame();
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', goal]);
  });

  test('a recheck because of a puddle ahead, postponed for others, leaves the unit on its path', () => {
    const grid = new Grid(90, 60, { movement: 'four' });
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar, shareFrom: Infinity });
    const tails = new Uint32Array(grid.vertexCount);
    const scout = dispatcher.add(grid.vertex(0, 30));
    dispatcher.order(scout, grid.vertex(89, 30));
    while (dispatcher.status(scout) !== 'walking') dispatcher.frame({ expansions: 20 });
    dispatcher.arcsChanged(tails, grid.setCost(grid.x(dispatcher.position(scout)) + 6, 30, 9, tails));
    for (let frames = 0; frames < 2; frames++) dispatcher.frame({ expansions: 20 });
    for (let i = 0; i < 40; i++) dispatcher.order(dispatcher.add(grid.vertex(0, i)), grid.vertex(89, 59 - i));
    for (let frames = 0; frames < 90; frames++) {
      dispatcher.frame({ expansions: 20 });
      expect(dispatcher.status(scout), `after ${frames} frames`).not.toBe('waiting');
    }
    expect(dispatcher.status(scout)).toBe('idle');
  });

  test.each([10, Infinity])('during a recheck the unit waits where its path is cut, and its path is not planned a third time (first with %d a frame)', (expansions) => {
    const grid = new Grid(90, 3, { movement: 'four' });
    const { planner, begun } = noting(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const tails = new Uint32Array(grid.vertexCount);
    const scout = dispatcher.add(grid.vertex(0, 1));
    dispatcher.order(scout, grid.vertex(89, 1));
    while (dispatcher.status(scout) !== 'walking') dispatcher.frame({ expansions });
    dispatcher.arcsChanged(tails, grid.setCost(15, 1, 9, tails));
    for (let frame = 0; frame < 20; frame++) dispatcher.frame({ expansions: 1 });
    expect(dispatcher.status(scout)).toBe('waiting');
    for (let frame = 0; frame < 120; frame++) dispatcher.frame({ expansions: 1000 });
    expect([dispatcher.status(scout), begun.length]).toEqual(['idle', 2]);
  });

  test('a unit whose recheck has to start over walks on while paths of others are planned', () => {
    const grid = new Grid(60, 30, { movement: 'four' });
    const astar = restarting(new AStar(grid));
    const dispatcher = new Dispatcher(grid, { planner: () => astar, shareFrom: Infinity });
    const tails = new Uint32Array(grid.vertexCount);
    const scout = dispatcher.add(grid.vertex(0, 15));
    dispatcher.order(scout, grid.vertex(59, 15));
    dispatcher.frame({ expansions: Infinity });
    dispatcher.arcsChanged(tails, grid.setCost(9, 15, 9, tails));
    for (let frame = 0; frame < 2; frame++) dispatcher.frame({ expansions: 1 });
    expect([dispatcher.status(scout), grid.x(dispatcher.position(scout))]).toEqual(['waiting', 2]);
    dispatcher.order(dispatcher.add(grid.vertex(0, 0)), grid.vertex(59, 29));
    dispatcher.arcsChanged(tails, grid.setBlocked(30, 29, true, tails));
    dispatcher.frame({ expansions: 1 });
    expect([dispatcher.status(scout), grid.x(dispatcher.position(scout))]).toEqual(['walking', 3]);
  });

  test('ground ahead that becomes cheaper causes no recheck, on a grid or not, and ground that becomes more expensive does', () => {
    const grid = Grid.fromRows(['.....9....', '..........'], { movement: 'four' });
    // From 2 there is a second path, more expensive at first.
    const graph = new CompressedGraph(7, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [3, 4, 5], [4, 5, 1], [2, 6, 4], [6, 4, 4]]);
    const visited: number[] = [];
    const walk = (world: Graph, start: number, goal: number, change: () => readonly [ArrayLike<number>, number]): number => {
      const { planner, begun } = noting(world);
      const dispatcher = new Dispatcher(world, { planner: () => planner });
      const scout = dispatcher.add(start);
      dispatcher.order(scout, goal);
      dispatcher.frame({ expansions: Infinity });
      dispatcher.arcsChanged(...change());
      for (let frame = 0; frame < 20; frame++) {
        dispatcher.frame({ expansions: Infinity });
        visited.push(dispatcher.position(scout));
      }
      expect(dispatcher.status(scout)).toBe('idle');
      return begun.length;
    };
    const becomes = (cost: number) => (): readonly [number[], number] => (graph.setCost(3, 4, cost), [[3], 1]);
    expect(walk(graph, 0, 5, becomes(3))).toBe(1);
    expect(walk(graph, 0, 5, becomes(30))).toBe(2);
    expect(visited).toContain(6);
    grid.setRectangle(0, 1, 10, 1, 0);
    const tails = new Uint32Array(grid.vertexCount);
    expect(walk(grid, grid.vertex(0, 0), grid.vertex(9, 0), () => [tails, grid.setCost(5, 0, 3, tails)])).toBe(1);
  });

  test('a unit that was sent elsewhere and back within one frame turns at once at a later order', () => {
    const grid = new Grid(200, 3, { movement: 'four' });
    const astar = new AStar(grid, { heuristic: grid.heuristic() });
    const dispatcher = new Dispatcher(grid, { planner: () => astar, shareFrom: Infinity });
    const scout = dispatcher.add(grid.vertex(0, 1));
    const [east, north] = [grid.vertex(199, 1), grid.vertex(0, 0)];
    dispatcher.order(scout, east);
    dispatcher.frame({ expansions: 1000 });
    for (const goal of [north, east]) dispatcher.order(scout, goal);
    for (let frame = 0; frame < 60; frame++) dispatcher.frame({ expansions: 1000 });
    dispatcher.order(scout, north);
    expect(dispatcher.status(scout)).toBe('waiting');
  });
});
