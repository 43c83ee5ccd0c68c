import type { Graph } from '@pf/graph';
import { avoiding, CompressedGraph, withCosts } from '@pf/graph';
import { FogOfWar, Grid, LinkedGrid, TorusGrid, UnitGrid } from '@pf/grid';
import { AdaptiveAStar, DStarLite, MultipathAdaptiveAStar } from '@pf/incremental';
import { LrtaStar } from '@pf/realtime';
import { AStar, BidirectionalAStar, Dijkstra, JumpPointSearch, LazyThetaStar } from '@pf/search';
import { describe, expect, test } from 'vitest';
import type { RoutePlanner } from '../../src/index.ts';
import { Dispatcher } from '../../src/index.ts';
import { restarting, settle } from './scene.ts';

describe('the planners of a dispatcher', () => {
  test('a planner of the wrong kind is rejected, with advice', () => {
    const grid = new Grid(3, 1);
    const dispatcher = new Dispatcher(grid, { planner: () => new LrtaStar(grid) as unknown as RoutePlanner });
    expect(() => dispatcher.add(grid.vertex(0, 0))).toThrow('begin, run, path and counters');
  });

  test('with a planner for the nearest vertex, a unit ends there, and is checked again when the world has changed', () => {
    for (const [opensEarly, collisions] of [[false, 'pass'], [true, 'pass'], [false, 'avoid'], [true, 'avoid']] as const) {
      const grid = Grid.fromRows(['....#.']);
      const search = new AStar(grid, { nearest: true });
      const dispatcher = new Dispatcher(grid, { planner: () => search, collisions });
      const tails = new Uint32Array(grid.vertexCount);
      const scout = dispatcher.add(grid.vertex(0, 0));
      const goal = grid.vertex(5, 0);
      // A change before the order is no reason to check again.
      dispatcher.arcsChanged([grid.vertex(0, 0)], 1);
      dispatcher.order(scout, goal);
      dispatcher.frame({ expansions: 100 });
      if (!opensEarly) {
        for (let frame = 0; frame < 2; frame++) dispatcher.frame({ expansions: 100 });
        expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['unreachable', grid.vertex(3, 0)]);
        dispatcher.arcsChanged(tails, 0);
        expect(dispatcher.frame({ expansions: 100 }).expanded).toBe(0);
        // Ordered there once more, it is as near as it can be.
        dispatcher.cancel(scout);
        dispatcher.order(scout, goal);
        dispatcher.frame({ expansions: 100 });
        expect([dispatcher.status(scout), dispatcher.frame({ expansions: 100 }).expanded]).toEqual(['unreachable', 0]);
      }
      dispatcher.arcsChanged(tails, grid.setBlocked(4, 0, false, tails));
      settle(dispatcher, 100);
      expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', goal]);
    }
  });

  test('with a planner for the nearest vertex, many units with one unreachable goal end there too', () => {
    for (const shareFrom of [1, 3, Infinity]) {
      const grid = Grid.fromRows(['..........', '.......###', '.......#.#', '.......###', '..........']);
      const search = new AStar(grid, { nearest: true });
      const dispatcher = new Dispatcher(grid, { planner: () => search, shareFrom });
      const units = [0, 1, 2, 3, 4].map((y) => dispatcher.add(grid.vertex(0, y)));
      for (const unit of units) dispatcher.order(unit, grid.vertex(8, 2));
      settle(dispatcher, 40);
      expect(units.map((unit) => [dispatcher.status(unit), dispatcher.position(unit)])).toEqual(units.map(() => ['unreachable', grid.vertex(6, 2)]));
    }
  });

  test('a planner may itself begin another query, and its path is found', () => {
    const grid = Grid.fromRows(['....................', '....................', '.................###', '.................#..', '.................###']);
    const beside = grid.vertex(16, 3);
    const astar = new AStar(grid);
    let from = 0;
    let isSecond = false;
    const begin = (start: number, goal: number): void => {
      from = start;
      isSecond = false;
      astar.begin(start, goal);
    };
    // Without a path, it goes as near as it can.
    const run = (budget: number): boolean => {
      if (!astar.run(budget)) return false;
      if (isSecond || astar.cost < Infinity) return true;
      isSecond = true;
      astar.begin(from, beside);
      return false;
    };
    const dispatcher = new Dispatcher(grid, { planner: () => ({ counters: astar.counters, begin, run, path: (out) => astar.path(out) }) });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(18, 3));
    for (let frame = 0; frame < 40; frame++) dispatcher.frame({ expansions: 20 });
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['unreachable', beside]);
  });

  test('a planner whose paths leave vertices out is rejected: no unit jumps', () => {
    const grid = new Grid(10, 3);
    const search = new LazyThetaStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => search });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(9, 2));
    expect(() => dispatcher.frame({ expansions: 1000 })).toThrow('between which there is no arc');
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['unreachable', grid.vertex(0, 0)]);
  });

  test.each([new Grid(3, 3), new Grid(4, 15), new Grid(40, 40)])('a planner of another grid that does not say so is named as the cause', (other) => {
    const grid = new Grid(10, 6);
    const dispatcher = new Dispatcher(grid, { planner: () => restarting(new AStar(other)) });
    dispatcher.order(dispatcher.add(grid.vertex(0, 0)), grid.vertex(9, 5));
    const cause = other.width === 4 ? 'A dispatcher needs planners for its own graph' : 'The planner of unit 0 searches another graph: make it for the graph of this dispatcher.';
    expect(() => dispatcher.frame({ expansions: 1000 })).toThrow(cause);
    expect(dispatcher.position(0)).toBe(grid.vertex(0, 0));
  });

  test('a planner of another graph of the same size is rejected: no unit takes the long path', () => {
    const grid = new Grid(10, 6);
    const [torus, world, large, fog] = [new TorusGrid(grid), new LinkedGrid(grid), new UnitGrid(grid, 2), new FogOfWar(grid)];
    const pairs: readonly [Graph, Graph][] = [
      [torus, grid], [grid, torus], [world, grid], [world, new LinkedGrid(grid)], [large.grid, grid], [fog.known, grid], [new Grid(10, 6), grid], [withCosts(torus, (_tail, _head, cost) => cost), grid],
    ];
    const makers: readonly ((graph: Graph) => RoutePlanner)[] = [
      (graph) => new AStar(graph), (graph) => new BidirectionalAStar(graph), (graph) => new DStarLite(graph), (graph) => new AdaptiveAStar(graph), (graph) => new MultipathAdaptiveAStar(graph),
    ];
    for (const [graph, other] of pairs) {
      for (const make of makers) {
        let isOther = false;
        const dispatcher = new Dispatcher(graph, { planner: () => make(isOther ? other : graph) });
        dispatcher.add(grid.vertex(0, 0));
        isOther = true;
        expect(() => dispatcher.add(grid.vertex(1, 0))).toThrow('The planner of unit 1 searches another graph: make it for the graph of this dispatcher, or for a view of that. Units on another map, even on');
        expect(dispatcher.unitsAt(grid.vertex(1, 0))).toEqual([]);
      }
    }
    expect(() => new Dispatcher(torus, { planner: () => new JumpPointSearch(grid) }).add(grid.vertex(0, 0))).toThrow('another graph');
  });

  test('a planner over a view of the caller is accepted once the view has viewOf, as the error says', () => {
    const grid = new Grid(10, 6);
    const { vertexCount, maxDegree } = grid;
    const own: Graph = { vertexCount, maxDegree, successors: (v, to, cost) => grid.successors(v, to, cost), predecessors: (v, to, cost) => grid.predecessors(v, to, cost) };
    const dispatcher = (graph: Graph): Dispatcher => new Dispatcher(grid, { planner: () => new AStar(graph) });
    expect(() => dispatcher(own).add(grid.vertex(0, 0))).toThrow('If it is a view of your own, give it the member viewOf: the graph below it.');
    expect(() => dispatcher({ ...own, viewOf: grid }).add(grid.vertex(0, 0))).not.toThrow();
  });

  test('a planner over a view of the graph, or of the graph below it, is accepted; so is one that names no graph', () => {
    const grid = new Grid(10, 6);
    const [fast, cautious] = [withCosts(grid, (_tail, _head, cost) => cost), avoiding(grid, (v) => v === grid.vertex(5, 0))];
    for (const graph of [grid, fast]) {
      const planners: readonly RoutePlanner[] = [
        ...[grid, fast, cautious, withCosts(cautious, (_tail, _head, cost) => 2 * cost)].map((one) => new AStar(one)), new DStarLite(cautious, { heuristic: grid.heuristic({ least: 1 }) }), new JumpPointSearch(grid),
        restarting(new AStar(grid)), Object.assign(restarting(new AStar(grid)), { graph: 'roads' }), Object.assign(restarting(new AStar(grid)), { graph: undefined }),
      ];
      const dispatcher = new Dispatcher(graph, { planner: (unit) => planners[unit], shareFrom: Infinity });
      for (const i of planners.keys()) dispatcher.order(dispatcher.add(grid.vertex(0, i % 6)), grid.vertex(9, i % 5));
      settle(dispatcher, 1000);
      expect(planners.map((_, i) => dispatcher.position(i))).toEqual(planners.map((_, i) => grid.vertex(9, i % 5)));
    }
    const soldiers = new Dispatcher(grid, { planner: () => new AStar(grid), collisions: 'avoid' });
    const large = new UnitGrid(grid, 2);
    const tanks = soldiers.join(large.grid, { planner: () => new AStar(large.grid), footprint: large });
    tanks.order(tanks.add(grid.vertex(0, 0)), grid.vertex(8, 0));
    settle(soldiers, 1000);
    expect(tanks.position(0)).toBe(grid.vertex(8, 0));
  });

  test('a class in place of a function that makes a planner is rejected', () => {
    expect(() => new Dispatcher(new Grid(3, 3), { planner: AStar } as never)).toThrow('such as () => search for one that all share, got the class AStar.');
  });

  test.each<[string, Graph, readonly number[]]>([
    ['through a wall', Grid.fromRows(['.#.', '...']), [6, 7, 8]],
    ['past vertices of a graph', new CompressedGraph(9, [[6, 7, 1], [7, 8, 1]]), [6, 8]],
  ])('a planner whose paths lead %s is rejected', (_name, graph, vertices) => {
    const planner: RoutePlanner = { begin: () => {}, run: () => true, path: (out) => (out.set(vertices), vertices.length), counters: { expanded: 0 } };
    const dispatcher = new Dispatcher(graph, { planner: () => planner });
    dispatcher.order(dispatcher.add(6), 8);
    expect(() => dispatcher.frame({ expansions: 10 })).toThrow('between which there is no arc');
    expect(dispatcher.position(0)).toBe(6);
  });

  test('when a planner throws, the frame does too, after all moves; the unit stays and its path is planned later', () => {
    const grid = new Grid(10, 3);
    const search = new JumpPointSearch(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => search, shareFrom: Infinity });
    const tails = new Uint32Array(grid.vertexCount);
    const [first, second, third] = [0, 1, 2].map((y) => dispatcher.add(grid.vertex(0, y)));
    dispatcher.order(first, grid.vertex(9, 0));
    dispatcher.frame({ expansions: 1000 });
    dispatcher.arcsChanged(tails, grid.setCost(5, 2, 3, tails));
    dispatcher.order(second, grid.vertex(9, 1));
    dispatcher.order(third, grid.vertex(9, 2));
    let failure: unknown;
    try {
      dispatcher.frame({ expansions: 1000 });
    } catch (error) {
      failure = error;
    }
    expect(String(failure)).toMatch(/^Error: No path could be planned for unit 1, which stays at vertex \d+: .*AStar/);
    expect((failure as Error).cause).toBeInstanceOf(Error);
    expect([first, second, third].map((c) => grid.x(dispatcher.position(c)))).toEqual([2, 0, 0]);
    expect([second, third].map((c) => dispatcher.status(c))).toEqual(['unreachable', 'unreachable']);
    dispatcher.frame({ expansions: 1000 });
    expect(grid.x(dispatcher.position(first))).toBe(3);
    dispatcher.arcsChanged(tails, grid.setCost(5, 2, 1, tails));
    settle(dispatcher, 1000);
    expect([first, second, third].map((c) => [grid.x(dispatcher.position(c)), dispatcher.status(c)])).toEqual([[9, 'idle'], [9, 'idle'], [9, 'idle']]);
  });

  test.each(['pass', 'avoid'] as const)('a unit whose planner threw is planned for when it is ordered to the same goal again: %s', (collisions) => {
    const grid = new Grid(10, 2);
    const astar = new AStar(grid);
    let isReady = false, begun = 0;
    const begin = (start: number, goal: number): void => {
      begun++;
      if (!isReady) throw new Error('build it anew');
      astar.begin(start, goal);
    };
    const planner: RoutePlanner = { begin, run: (budget) => astar.run(budget), path: (out) => astar.path(out), counters: astar.counters };
    const dispatcher = new Dispatcher(grid, { planner: () => planner, collisions });
    const units = [0, 1].map((y) => dispatcher.add(grid.vertex(0, y)));
    const order = (): void => { for (const y of [0, 1]) dispatcher.order(units[y], grid.vertex(9, y)); };
    order();
    expect(() => dispatcher.frame({ expansions: 100 })).toThrow('build it anew');
    order();
    expect(() => dispatcher.frame({ expansions: 100 })).toThrow('build it anew');
    for (let frame = 0; frame < 3; frame++) dispatcher.frame({ expansions: 100 });
    expect([begun, ...units.map((unit) => dispatcher.status(unit))]).toEqual([4, 'unreachable', 'unreachable']);
    isReady = true;
    for (let frame = 0; frame < 12; frame++) {
      order();
      dispatcher.frame({ expansions: 100 });
    }
    expect([begun, ...units.map((unit) => grid.x(dispatcher.position(unit)))]).toEqual([6, 9, 9]);
    // One for which there is no path is not planned for again.
    grid.setRectangle(4, 0, 1, 2, 0);
    for (const unit of units) dispatcher.order(unit, grid.vertex(0, 0));
    for (let frame = 0; frame < 5; frame++) {
      for (const unit of units) dispatcher.order(unit, grid.vertex(0, 0));
      dispatcher.frame({ expansions: 100 });
    }
    expect([begun, ...units.map((unit) => dispatcher.status(unit))]).toEqual([8, 'unreachable', 'unreachable']);
  });

  test.each([false, true])('a unit whose planner threw and that is ordered again is planned for while another gets a new goal every frame; edits: %s', (isEdited) => {
    const grid = new Grid(60, 3);
    const astar = new AStar(grid);
    let isReady = false;
    const begin = (start: number, goal: number): void => {
      if (!isReady) throw new Error('build it anew');
      astar.begin(start, goal);
    };
    const planner: RoutePlanner = { begin, run: (budget) => astar.run(budget), path: (out) => astar.path(out), counters: astar.counters };
    const other = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: (unit) => (unit === 0 ? planner : other) });
    const [failed, chaser] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(30, 2))];
    dispatcher.order(failed, grid.vertex(59, 0));
    expect(() => dispatcher.frame({ expansions: 40 })).toThrow('build it anew');
    isReady = true;
    for (let frame = 0; frame < 200; frame++) {
      // The edit makes the dispatcher ask the planner again by itself, when no other request waits.
      if (isEdited && frame === 0) grid.setBlocked(30, 1, true);
      if (!isEdited || frame > 10) dispatcher.order(failed, grid.vertex(59, 0));
      dispatcher.order(chaser, grid.vertex(20 + 20 * (frame % 2), 2));
      dispatcher.frame({ expansions: 40 });
    }
    expect(grid.x(dispatcher.position(failed))).toBe(59);
  });

  test('a unit whose planner throws midway does not take the path of another', () => {
    const grid = new Grid(12, 1);
    const astar = new AStar(grid);
    const begin = (start: number, goal: number): void => {
      if (grid.cells[goal] === 0) throw new RangeError('blocked');
      astar.begin(start, goal);
    };
    const planner: RoutePlanner = { begin, run: (budget) => astar.run(budget), path: (out) => astar.path(out), counters: astar.counters };
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    grid.setBlocked(8, 0, true);
    const [first, second] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(11, 0))];
    dispatcher.order(first, grid.vertex(3, 0));
    dispatcher.order(second, grid.vertex(8, 0));
    expect(() => dispatcher.frame({ expansions: 100 })).toThrow('unit 1');
    for (let frame = 0; frame < 5; frame++) dispatcher.frame({ expansions: 1 });
    expect([first, second].map((c) => grid.x(dispatcher.position(c)))).toEqual([3, 11]);
  });

  test('several units may share a planner that repairs its answer', () => {
    const grid = new Grid(21, 21, { metric: '5/7' });
    const planner = new DStarLite(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const tails = new Uint32Array(grid.vertexCount);
    const crowd = [0, 10, 20].map((y) => dispatcher.add(grid.vertex(0, y)));
    crowd.forEach((c, i) => dispatcher.order(c, grid.vertex(20, 20 - 10 * i)));
    dispatcher.frame({ expansions: Infinity });
    dispatcher.arcsChanged(tails, grid.setRectangle(10, 0, 1, 20, 0, tails));
    settle(dispatcher, 10_000);
    expect(crowd.map((c) => [dispatcher.status(c), grid.y(dispatcher.position(c))])).toEqual([['idle', 20], ['idle', 10], ['idle', 0]]);
  });

  test('planners that repair their answer keep it from one query to the next', () => {
    const grid = new Grid(21, 21, { metric: '5/7' });
    const planners: DStarLite[] = [];
    let begun = 0;
    const planner = (): RoutePlanner => {
      const repairing = (planners[planners.length] = new DStarLite(grid, { heuristic: grid.heuristic() }));
      const begin = repairing.begin.bind(repairing);
      return Object.assign(repairing, { begin: (start: number, goal: number) => (begun++, begin(start, goal)) });
    };
    const dispatcher = new Dispatcher(grid, { planner, shareFrom: Infinity });
    const tails = new Uint32Array(grid.vertexCount);
    const scout = dispatcher.add(grid.vertex(0, 10));
    dispatcher.order(scout, grid.vertex(20, 10));
    dispatcher.frame({ expansions: 10_000 });
    dispatcher.arcsChanged(tails, grid.setRectangle(5, 5, 1, 12, 0, tails));
    settle(dispatcher, 10_000);
    expect(dispatcher.position(scout)).toBe(grid.vertex(20, 10));
    expect([begun, planners[0].start === grid.vertex(0, 10)]).toEqual([1, false]);
  });

  test('a caller that uses the search between two frames makes no unit jump, and its answer is not taken', () => {
    const grid = new Grid(30, 30, { movement: 'four' });
    const walled = grid.vertex(27, 2);
    grid.setRectangle(26, 1, 3, 3, 0);
    grid.setBlocked(27, 2, false);
    for (let turn = 0; turn < 60; turn++) {
      const alone = turn >= 40;
      const astar = new AStar(grid);
      const dispatcher = new Dispatcher(grid, { planner: () => astar });
      const [scout, second] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(0, 9))];
      const [goal, beside] = [grid.vertex(29, 29), grid.vertex(9, 9)];
      dispatcher.order(scout, goal);
      if (alone) dispatcher.add(beside);
      else dispatcher.order(second, beside);
      for (let frame = 0; frame < 120; frame++) {
        const before = dispatcher.position(scout);
        dispatcher.frame({ expansions: 20 });
        const after = dispatcher.position(scout);
        expect(Math.abs(grid.x(after) - grid.x(before)) + Math.abs(grid.y(after) - grid.y(before))).toBeLessThanOrEqual(1);
        if (frame !== turn % 20) continue;
        if (turn < 20 || alone) astar.search(grid.vertex(20, 5), turn % 2 === 0 ? grid.vertex(25, 5) : walled);
        else {
          // From the position of the scout, and without finishing.
          astar.begin(after, grid.vertex(4, 1));
          astar.run(turn - 20);
        }
      }
      expect([scout, second].map((c) => [dispatcher.status(c), dispatcher.position(c)])).toEqual([['idle', goal], ['idle', alone ? grid.vertex(0, 9) : beside]]);
    }
  });

  test('the same holds after as many expansions for the caller as for the dispatcher', () => {
    const grid = new Grid(30, 30, { movement: 'four' });
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(29, 29));
    dispatcher.frame({ expansions: 20 });
    astar.begin(grid.vertex(20, 5), grid.vertex(0, 29));
    astar.run(20);
    expect(astar.counters.expanded).toBe(20);
    while (dispatcher.status(scout) === 'waiting') dispatcher.frame({ expansions: 20 });
    expect([grid.vertex(1, 0), grid.vertex(0, 1)]).toContain(dispatcher.position(scout));
    settle(dispatcher, 20);
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', grid.vertex(29, 29)]);
  });

  test('the same holds for a planner that does not count its queries, whose path then begins elsewhere', () => {
    const grid = new Grid(30, 30, { movement: 'four' });
    const astar = new AStar(grid);
    const planner: RoutePlanner = {
      counters: { get expanded() { return astar.counters.expanded; } },
      begin: (start, goal) => astar.begin(start, goal),
      run: (budget) => astar.run(budget),
      path: (out) => astar.path(out),
    };
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(29, 29));
    dispatcher.frame({ expansions: 20 });
    astar.begin(grid.vertex(20, 5), grid.vertex(0, 29));
    astar.run(20);
    for (let frame = 0; frame < 300 && dispatcher.status(scout) === 'waiting'; frame++) dispatcher.frame({ expansions: 20 });
    expect([grid.vertex(1, 0), grid.vertex(0, 1)]).toContain(dispatcher.position(scout));
    settle(dispatcher, 20);
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', grid.vertex(29, 29)]);
  });

  test('the same holds for a path to another goal from the same start, after as many expansions', () => {
    const grid = new Grid(60, 60);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(5, 5));
    const goal = grid.vertex(50, 5);
    dispatcher.order(scout, goal);
    dispatcher.frame({ expansions: 20 });
    astar.begin(grid.vertex(5, 5), grid.vertex(5, 50));
    astar.run(20);
    expect(astar.counters.expanded).toBe(20);
    settle(dispatcher, 20);
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', goal]);
  });

  test('the same holds for a planner that repairs its answer, used by the caller while no request waited', () => {
    const grid = new Grid(21, 21);
    const planner = new DStarLite(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const scout = dispatcher.add(grid.vertex(10, 10));
    const goal = grid.vertex(20, 10);
    dispatcher.order(scout, goal);
    dispatcher.frame({ expansions: 1000 });
    dispatcher.cancel(scout);
    const { expanded } = planner.counters;
    planner.begin(dispatcher.position(scout), grid.vertex(11, 20));
    planner.run();
    expect(planner.counters.expanded).toBe(expanded);
    dispatcher.order(scout, goal);
    settle(dispatcher, 1000);
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', goal]);
  });

  test("the same holds for a planner that repairs its answer, whose last query was the caller's", () => {
    const grid = new Grid(30, 30, { movement: 'four' });
    const planner = new DStarLite(grid, { heuristic: grid.heuristic({ least: 1 }) });
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const tails = new Uint32Array(grid.vertexCount);
    const scout = dispatcher.add(grid.vertex(0, 15));
    const goal = grid.vertex(29, 15);
    dispatcher.order(scout, goal);
    for (let frame = 0; frame < 5; frame++) dispatcher.frame({ expansions: 2000 });
    planner.begin(dispatcher.position(scout), grid.vertex(29, 0));
    planner.run();
    const ahead = new Uint32Array(5);
    dispatcher.path(scout, ahead);
    dispatcher.arcsChanged(tails, grid.setBlocked(grid.x(ahead[4]), grid.y(ahead[4]), true, tails));
    for (let frame = 0; frame < 60; frame++) dispatcher.frame({ expansions: 2000 });
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['idle', goal]);
  });

  test('a planner whose paths begin at another vertex than the start is rejected', () => {
    const grid = new Grid(9, 1);
    const astar = new AStar(grid);
    const begin = (start: number, goal: number): void => astar.begin(start + 2, goal);
    const planner: RoutePlanner = { begin, run: (budget) => astar.run(budget), path: (out) => astar.path(out), counters: astar.counters };
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(8, 0));
    expect(() => dispatcher.frame({ expansions: Infinity })).toThrow(`begins at vertex ${grid.vertex(2, 0)}`);
    expect([dispatcher.status(scout), dispatcher.position(scout)]).toEqual(['unreachable', grid.vertex(0, 0)]);
  });

  test('moveTo is only called for a repeated query whose answer was right: after a path of another query, begin is', () => {
    const grid = new Grid(9, 1);
    const calls: string[] = [];
    let runs = 0;
    const planner: RoutePlanner = {
      counters: { expanded: 0 },
      begin: () => void calls.push('begin'),
      moveTo: () => void calls.push('moveTo'),
      run: () => ++runs > 1,
      // The first path is of a query that the caller has made meanwhile.
      path: (out) => (out.set(runs === 2 ? [grid.vertex(4, 0), grid.vertex(5, 0)] : [grid.vertex(0, 0), grid.vertex(1, 0)]), 2),
    };
    const dispatcher = new Dispatcher(grid, { planner: () => planner });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(1, 0));
    for (let frame = 0; frame < 6; frame++) dispatcher.frame({ expansions: 1 });
    expect([calls, dispatcher.status(scout)]).toEqual([['begin', 'begin'], 'idle']);
  });

  test('a planner that threw, or has served another unit since, begins its query again: moveTo is not called', () => {
    for (const change of ['throws', 'serves another'] as const) {
      const grid = new Grid(9, 1);
      const calls: string[] = [];
      let start = 0;
      const counters = { expanded: 0, queries: 0 };
      const planner: RoutePlanner = {
        counters,
        begin: (from) => {
          calls.push('begin');
          start = from;
          counters.queries++;
        },
        moveTo: () => void calls.push('moveTo'),
        run: () => {
          if (change === 'throws' && calls.length === 1 && counters.queries === 1) {
            calls.push('throws');
            throw new Error('not loaded yet');
          }
          return true;
        },
        // Paths end before the goal.
        path: (out) => (out.set([start, start + 1]), 2),
      };
      const dispatcher = new Dispatcher(grid, { planner: () => planner, shareFrom: 9 });
      const [scout, other] = [0, 3].map((x) => dispatcher.add(grid.vertex(x, 0)));
      const order = (unit: number): void => {
        dispatcher.order(unit, grid.vertex(8, 0));
        try {
          dispatcher.frame({ expansions: 10 });
        } catch (error) {
          expect(String(error)).toContain('not loaded yet');
        }
      };
      order(scout);
      if (change === 'serves another') order(other);
      dispatcher.cancel(scout);
      order(scout);
      expect(calls).toEqual(change === 'throws' ? ['begin', 'throws', 'begin'] : ['begin', 'begin', 'begin']);
    }
  });

  test('an edit while a goal is rechecked restarts that search, and no other follows', () => {
    const grid = new Grid(40, 20, { movement: 'four' });
    grid.setRectangle(18, 0, 1, 20, 0);
    // What is closed in a view is not remembered.
    const view = withCosts(grid, (_tail, _head, cost) => cost);
    const astar = new AStar(view);
    const dispatcher = new Dispatcher(view, { planner: () => astar });
    const scout = dispatcher.add(grid.vertex(0, 0));
    dispatcher.order(scout, grid.vertex(19, 0));
    dispatcher.frame({ expansions: Infinity });
    expect(dispatcher.status(scout)).toBe('unreachable');
    grid.setCost(9, 9, 2);
    expect(dispatcher.frame({ expansions: 100 }).expanded).toBe(100);
    grid.setCost(9, 9, 3);
    let expanded = 0;
    for (let frame = 0; frame < 20; frame++) expanded += dispatcher.frame({ expansions: 100 }).expanded;
    // The 18 columns on this side, once, and some vertices around the goal.
    expect([dispatcher.status(scout), expanded >= 360, expanded < 390]).toEqual(['unreachable', true, true]);
  });

  // A search that always starts over loses its place at once; a planner that repairs its answer, once it has expanded as much as the whole map.

  test.each<[string, number, (grid: Grid) => RoutePlanner]>([
    ['A*', 10, (grid) => restarting(new AStar(grid))],
    ['D* Lite', 60, (grid) => new DStarLite(grid, { heuristic: grid.heuristic({ least: 1 }) })],
    ['MPAA*', 60, (grid) => new MultipathAdaptiveAStar(grid, { heuristic: grid.heuristic({ least: 1 }) })],
  ])('%s that always starts over because of edits keeps others waiting for at most %d frames', (_name, frames, planner) => {
    const grid = new Grid(60, 60, { movement: 'four' });
    grid.setRectangle(30, 0, 1, 59, 0);
    const dispatcher = new Dispatcher(grid, { planner: () => planner(grid) });
    const [far, near] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(5, 59))];
    dispatcher.order(far, grid.vertex(59, 0));
    dispatcher.order(near, grid.vertex(6, 59));
    const tails = new Uint32Array(grid.vertexCount);
    for (let frame = 0; frame < frames; frame++) {
      dispatcher.arcsChanged(tails, grid.setRectangle(40, 20, 8, 5, frame % 2, tails));
      dispatcher.frame({ expansions: 80 });
    }
    expect([dispatcher.status(near), grid.x(dispatcher.position(near))]).toEqual(['idle', 6]);
  });

  test('planners that repair their answers finish one path after another, though the world changes in between', () => {
    const walkingAt = (changes: boolean): number[] => {
      const grid = new Grid(60, 60, { movement: 'four' });
      grid.setRectangle(20, 0, 1, 59, 0);
      const dispatcher = new Dispatcher(grid, { planner: () => new DStarLite(grid, { heuristic: grid.heuristic({ least: 1 }) }) });
      const scouts = Array.from({ length: 6 }, (_, i) => dispatcher.add(grid.vertex(0, i)));
      for (const [i, scout] of scouts.entries()) dispatcher.order(scout, grid.vertex(25, 25 + i));
      const tails = new Uint32Array(grid.vertexCount);
      const first = scouts.map(() => 0);
      for (let frame = 1; first.includes(0); frame++) {
        if (changes) dispatcher.arcsChanged(tails, grid.setBlocked(50, 50, frame % 2 === 0, tails));
        dispatcher.frame({ expansions: 80 });
        for (const [i, scout] of scouts.entries()) if (first[i] === 0 && dispatcher.status(scout) === 'walking') first[i] = frame;
      }
      return first;
    };
    const [calm, restless] = [walkingAt(false), walkingAt(true)];
    expect(calm[0]).toBeGreaterThan(4);
    for (const [i, frame] of restless.entries()) expect(frame).toBeLessThanOrEqual(calm[i] + 2 * (i + 1));
  });
});

test('the planner option must be a function', () => {
  const grid = new Grid(3, 3);
  expect(() => new Dispatcher(grid, { planner: new AStar(grid) as never })).toThrow('such as () => search');
});

test('rejects a missing planner, Dijkstra, whose begin takes no goal, and a path without a buffer', () => {
  const grid = new Grid(3, 1);
  expect(() => new Dispatcher(grid, { planner: () => undefined as never }).add(grid.vertex(0, 0))).toThrow('The planner of a unit must have begin, run, path');
  const dispatcher = new Dispatcher(grid, { planner: () => new Dijkstra(grid) as never });
  const unit = dispatcher.add(grid.vertex(0, 0));
  dispatcher.order(unit, grid.vertex(2, 0));
  expect(() => dispatcher.frame({ expansions: 100 })).toThrow('for one goal, { targets: goal }');
  expect(() => dispatcher.path(unit, undefined as never)).toThrow('got undefined for a buffer');
});
