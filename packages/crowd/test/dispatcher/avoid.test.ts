import { caves, Components, Grid, seededRandom } from '@pf/grid';
import type { Movement } from '@pf/grid';
import { CompressedGraph, NO_VERTEX } from '@pf/graph';
import { DStarLite } from '@pf/incremental';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';
import { faultOfMoves } from './check-moves.ts';

interface Scene {
  readonly grid: Grid;
  /** The cells of the first of its largest parts. */
  readonly cells: readonly number[];
}

function scene(random: () => number, kind: number): Scene {
  const size = 6 + Math.floor(8 * random());
  const movement: Movement = random() < 0.5 ? 'four' : 'eight';
  const grid = kind === 1 ? caves(size, size, random, { ratio: 0.4, movement }) : new Grid(size, size, { movement });
  const below = (n: number): number => Math.floor(n * random());
  if (kind === 2) for (let i = 0; i < size * size * 0.25; i++) grid.setBlocked(below(size), below(size), true);
  return grid.cells.includes(1) ? { grid, cells: largestPart(grid) } : scene(random, kind);
}

function largestPart(grid: Grid): number[] {
  const parts = new Components(grid);
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const best = free.reduce((a, b) => (parts.size(b) > parts.size(a) ? b : a));
  return free.filter((v) => parts.same(v, best));
}

function shuffled(cells: readonly number[], random: () => number): number[] {
  const out = [...cells];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

const over = (grid: Grid): (() => AStar) => {
  const astar = new AStar(grid);
  return () => astar;
};

describe('units that avoid each other', () => {
  test('all arrive without collisions: on open ground up to half full, in caves and rubble with dead ends up to a tenth', () => {
    let units = 0;
    for (let world = 0; world < runs(150); world++) {
      const random = seededRandom(world + 1);
      const { grid, cells } = scene(random, world % 3);
      const share = world % 3 === 0 ? [0.1, 0.3, 0.5][Math.floor(3 * random())] : 0.1;
      const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid', shareFrom: random() < 0.5 ? 2 : Infinity });
      const ids = shuffled(cells, random).slice(0, Math.ceil(share * cells.length)).map((v) => dispatcher.add(v));
      units += ids.length;
      for (const id of ids) dispatcher.order(id, cells[Math.floor(random() * cells.length)]);
      let before = ids.map((id) => dispatcher.position(id));
      const arrived = (): boolean => ids.every((id) => dispatcher.status(id) === 'idle');
      for (let frame = 0; frame < 3000 && !arrived(); frame++) {
        dispatcher.frame({ expansions: 200 });
        const after = ids.map((id) => dispatcher.position(id));
        expect(faultOfMoves(grid, before, after), `world ${world}, frame ${frame}`).toBeUndefined();
        before = after;
      }
      expect(ids.map((id) => dispatcher.status(id)), `world ${world}`).toEqual(ids.map(() => 'idle'));
    }
    expect(units).toBeGreaterThan(runs(150) * 5);
  });

  test('units that share a flow field arrive without collisions, once a wall across it has a gap', () => {
    for (let world = 0; world < 2; world++) {
      const random = seededRandom(world + 70);
      const grid = new Grid(14, 10, { movement: world % 2 === 0 ? 'four' : 'eight' });
      const spent = [2, Infinity].map((shareFrom) => {
        grid.setRectangle(0, 0, 14, 10, 1);
        // Without estimates, searches cost so much that a field pays.
        const astar = new AStar(grid, { heuristic: () => 0 });
        const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid', shareFrom, fields: 1 });
        const ids = Array.from({ length: 20 }, (_, i) => dispatcher.add(grid.vertex(Math.floor(i / 10), i % 10)));
        for (const id of ids) dispatcher.order(id, grid.vertex(13, 4));
        let expanded = 0;
        let before = ids.map((id) => dispatcher.position(id));
        for (let frame = 0; frame < 140; frame++) {
          if (frame === 6) grid.setRectangle(9, 0, 1, 10, 0);
          if (frame === 25) {
            for (const id of ids) expect([dispatcher.status(id), grid.x(dispatcher.position(id)) < 9]).toEqual(['unreachable', true]);
            grid.setBlocked(9, Math.floor(10 * random()), false);
          }
          expanded += dispatcher.frame({ expansions: 400 }).expanded;
          const after = ids.map((id) => dispatcher.position(id));
          expect(faultOfMoves(grid, before, after), `world ${world}, frame ${frame}`).toBeUndefined();
          before = after;
        }
        expect(ids.map((id) => dispatcher.status(id)), `world ${world}`).toEqual(ids.map(() => 'idle'));
        return expanded;
      });
      expect(spent[0] * 3).toBeLessThan(spent[1]);
    }
  });

  test('random edits, orders, additions, removals, holds and portals cause no conflict, repeat exactly, and every reachable goal is reached', () => {
    for (let world = 0; world < runs(100); world++) {
      const random = seededRandom(1000 + world);
      const below = (n: number): number => Math.floor(n * random());
      const { grid } = scene(random, world % 3);
      const own = world % 4 === 0;
      const make = (): Dispatcher =>
        new Dispatcher(grid, { planner: own ? () => new DStarLite(grid, { heuristic: grid.heuristic({ least: 1 }), queue: 'larger-g' }) : over(grid), collisions: 'avoid', shareFrom: 2, fields: 1 });
      const [one, two] = [make(), make()];
      const ids: number[] = [];
      const goals = new Map<number, number>();
      const cell = (): number => grid.vertex(below(grid.width), below(grid.height));
      const both = <T>(act: (d: Dispatcher) => T): T => {
        const result = act(one);
        expect(act(two)).toEqual(result);
        return result;
      };
      const stands = (): Set<number> => new Set(ids.map((id) => one.position(id)));
      for (let frame = 0; frame < 60; frame++) {
        const v = cell();
        const isOpen = grid.cells[v] !== 0 && !stands().has(v);
        if (isOpen && ids.length < 8 && below(3) === 0) ids.push(both((d) => d.add(v)));
        if (below(4) === 0 && !stands().has(v)) grid.setBlocked(grid.x(v), grid.y(v), below(2) === 0);
        const id = ids[below(ids.length)];
        if (id !== undefined) {
          const goal = cell();
          if (below(2) === 0) {
            both((d) => d.order(id, goal));
            goals.set(id, goal);
          }
          if (below(30) === 0) both((d) => d.hold(id, 5));
          if (below(20) === 0 && isOpen && grid.cells[v] !== 0 && !stands().has(v)) both((d) => d.place(id, v));
          if (below(40) === 0) {
            both((d) => d.remove(id));
            ids.splice(ids.indexOf(id), 1);
            goals.delete(id);
          }
        }
        step(world, frame);
      }
      // Goals that the last edits opened are rechecked within some frames.
      for (let frame = 0; frame < 4000 && (frame < 50 || ids.some((id) => ['walking', 'waiting'].includes(one.status(id)))); frame++) step(world, frame);
      const parts = new Components(grid);
      for (const id of ids) {
        if (one.status(id) === 'unreachable') expect(parts.same(one.position(id), goals.get(id)!), `world ${world}, unit ${id}`).toBe(false);
        else if (grid.movement === 'eight' || ids.length < 3) expect(one.status(id), `world ${world}, unit ${id}`).toBe('idle');
      }
      function step(world: number, frame: number): void {
        const before = ids.map((id) => one.position(id));
        both((d) => d.frame({ expansions: 60 }));
        const after = ids.map((id) => both((d) => d.position(id)));
        expect(faultOfMoves(grid, before, after), `world ${world}, frame ${frame}`).toBeUndefined();
      }
    }
  });

  test('in open rooms a unit waits at most as long as all units ordered before it walk', () => {
    for (let world = 0; world < 3; world++) {
      const random = seededRandom(world + 5);
      const grid = new Grid(8, 8, { movement: 'four' });
      const cells = largestPart(grid);
      const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid', shareFrom: Infinity });
      const ids = shuffled(cells, random).slice(0, 60).map((v) => dispatcher.add(v));
      const since = new Map<number, number>();
      let longest = 0;
      for (let frame = 0; frame < 1500; frame++) {
        for (const id of ids) {
          if (dispatcher.status(id) !== 'idle') continue;
          longest = Math.max(longest, frame - (since.get(id) ?? frame));
          since.set(id, frame);
          dispatcher.order(id, cells[Math.floor(random() * cells.length)]);
        }
        dispatcher.frame({ expansions: 100_000 });
      }
      for (const id of ids) longest = Math.max(longest, 1500 - since.get(id)!);
      // The oldest order is walked without a stop, in 14 steps at most; then the next.
      expect(longest).toBeLessThanOrEqual(14 * 60);
    }
  });

  test('a path that passes a vertex twice is walked to its end', () => {
    const grid = new Grid(4, 4);
    const route = [[1, 0], [2, 0], [1, 0], [1, 1], [1, 2]].map(([x, y]) => grid.vertex(x, y));
    const planner = {
      begin: () => {}, run: () => true, counters: { expanded: 1 },
      path: (out: Uint32Array) => {
        out.set(route);
        return route.length;
      },
    };
    const dispatcher = new Dispatcher(grid, { planner: () => planner, collisions: 'avoid' });
    const unit = dispatcher.add(route[0]);
    dispatcher.order(unit, route[4]);
    for (let frame = 0; frame < 6; frame++) dispatcher.frame({ expansions: 10 });
    expect(dispatcher.status(unit)).toBe('idle');
    expect(dispatcher.position(unit)).toBe(route[4]);
  });

  test('a group spreads over the nearest cells around its goal', () => {
    const grid = new Grid(20, 20);
    const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid' });
    const resting = dispatcher.add(grid.vertex(17, 17));
    const group = Array.from({ length: 24 }, (_, i) => dispatcher.add(grid.vertex(i % 5, Math.floor(i / 5))));
    dispatcher.spread(group, grid.vertex(15, 15));
    for (let frame = 0; frame < 100; frame++) dispatcher.frame({ expansions: 1000 });
    for (const id of group) {
      const v = dispatcher.position(id);
      expect(Math.max(Math.abs(grid.x(v) - 15), Math.abs(grid.y(v) - 15))).toBeLessThanOrEqual(2);
      expect(dispatcher.status(id)).toBe('idle');
    }
    expect(dispatcher.position(resting)).toBe(grid.vertex(17, 17));
  });

  test('a unit pushed off its post goes back to it once it is free, whichever unit of its group rests on the path meanwhile', () => {
    const grid = Grid.fromRows(['.........', '####.####'], { movement: 'four' });
    const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid' });
    const at = (x: number, y = 0): number => grid.vertex(x, y);
    const [first, second, other] = [3, 0, 6].map((x) => dispatcher.add(at(x)));
    const positions = (frames: number): number[] => {
      for (let frame = 0; frame < frames; frame++) dispatcher.frame({ expansions: 1000 });
      return [first, second, other].map((id) => dispatcher.position(id));
    };
    // The nearer one gets the goal itself.
    dispatcher.spread([second, first], at(5));
    dispatcher.hold(second, 8);
    expect(positions(4)).toEqual([at(5), at(0), at(6)]);
    dispatcher.order(other, at(5));
    expect(positions(4)).toEqual([at(4), at(0), at(5)]);
    // The second one arrives beside the post, and pushes the first into the niche. The post is taken, so the two do not exchange theirs.
    expect(positions(8)).toEqual([at(4, 1), at(4), at(5)]);
    dispatcher.order(second, at(0));
    expect(positions(8)).toEqual([at(4, 1), at(0), at(5)]);
    dispatcher.order(other, at(8));
    expect(positions(6)).toEqual([at(5), at(0), at(8)]);
  });

  test.each(['place', 'cancel'] as const)('a unit of a group whose place is given by %s keeps it, whoever pushes the others', (how) => {
    for (let seed = 1; seed <= runs(30); seed++) {
      const random = seededRandom(seed);
      const grid = new Grid(7, 7);
      const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid' });
      const frames = (count: number): void => {
        for (let frame = 0; frame < count; frame++) dispatcher.frame({ expansions: 1000 });
      };
      const group = [0, 1, 2, 3, 4, 5, 6].map((y) => dispatcher.add(grid.vertex(0, y)));
      const other = dispatcher.add(grid.vertex(6, 6));
      dispatcher.spread(group, grid.vertex(3, 3));
      const [unit] = group;
      if (how === 'cancel') frames(2);
      else {
        frames(20);
        dispatcher.place(unit, grid.vertex(5, 3));
      }
      if (how === 'cancel') dispatcher.cancel(unit);
      const gate = dispatcher.position(unit);
      dispatcher.order(unit, gate);
      for (let k = 0; k < 12; k++) {
        dispatcher.order(other, grid.vertex(Math.floor(7 * random()), Math.floor(7 * random())));
        frames(7);
      }
      dispatcher.order(other, grid.vertex(6, 6));
      frames(40);
      expect(dispatcher.position(unit), `seed ${seed}`).toBe(gate);
    }
  });

  test('an order to the goal that a unit has already, or on which it has come to rest, leaves it in its group', () => {
    const play = (isOrderedAgain: boolean): number[][] => {
      const grid = new Grid(9, 9);
      const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid' });
      const group = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((y) => dispatcher.add(grid.vertex(0, y)));
      const other = dispatcher.add(grid.vertex(4, 8));
      dispatcher.spread(group, grid.vertex(4, 4));
      const goals = group.map((id) => dispatcher.goal(id));
      const history: number[][] = [];
      for (let frame = 0; frame < 90; frame++) {
        if (isOrderedAgain) {
          group.forEach((id, i) => {
            if (dispatcher.goal(id) !== NO_VERTEX || (frame < 25 && dispatcher.position(id) === goals[i])) dispatcher.order(id, goals[i]);
          });
        }
        // From frame 25 on, it goes to one of their goals, and away.
        if (frame > 20 && frame % 10 === 5) dispatcher.order(other, frame % 20 < 10 ? grid.vertex(8, 4) : goals[frame % 9]);
        dispatcher.frame({ expansions: 1000 });
        history.push(group.map((id) => dispatcher.position(id)));
      }
      return history;
    };
    expect(play(true)).toEqual(play(false));
  });

  test('a held unit sends no other on a detour, and pushes it as soon as it may go on', () => {
    const grid = Grid.fromRows(['...', '#.#'], { movement: 'four' });
    const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid' });
    const [held, idle] = [0, 1].map((x) => dispatcher.add(grid.vertex(x, 0)));
    dispatcher.order(held, grid.vertex(2, 0));
    dispatcher.hold(held, 40);
    for (let frame = 0; frame < 40; frame++) {
      dispatcher.frame({ expansions: 100 });
      expect([held, idle].map((id) => dispatcher.position(id))).toEqual([grid.vertex(0, 0), grid.vertex(1, 0)]);
    }
    for (let frame = 0; frame < 40; frame++) dispatcher.frame({ expansions: 100 });
    expect(dispatcher.position(held)).toBe(grid.vertex(2, 0));
  });

  test('a walking unit keeps its priority when its goal changes', () => {
    const grid = Grid.fromRows(['...', '#.#', '#.#', '#.#'], { movement: 'four' });
    const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid' });
    const [first, second] = [0, 2].map((x) => dispatcher.add(grid.vertex(x, 0)));
    dispatcher.order(first, grid.vertex(1, 2));
    dispatcher.order(second, grid.vertex(1, 2));
    dispatcher.plan({ expansions: 100 });
    dispatcher.order(first, grid.vertex(1, 3));
    dispatcher.frame({ expansions: 100 });
    expect([first, second].map((id) => dispatcher.position(id))).toEqual([grid.vertex(1, 0), grid.vertex(2, 0)]);
  });

  test('a unit without a path yet has the priority of its order', () => {
    const grid = Grid.fromRows(['.......', '##.####', '##.####'], { movement: 'four' });
    const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid' });
    const [first, second] = [6, 3].map((x) => dispatcher.add(grid.vertex(x, 0)));
    for (const id of [first, second]) dispatcher.order(id, grid.vertex(2, 2));
    dispatcher.plan({ expansions: 100 });
    dispatcher.place(first, grid.vertex(1, 0));
    dispatcher.frame({ expansions: 0 });
    expect([first, second].map((id) => [dispatcher.position(id), dispatcher.status(id)])).toEqual([[grid.vertex(2, 0), 'waiting'], [grid.vertex(3, 0), 'walking']]);
  });

  test('an idle unit in a corridor steps aside, and one deep in a dead end lets the other in', () => {
    const grid = Grid.fromRows(['.......', '.#####.', '.......', '###.###', '###.###'], { movement: 'four' });
    const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid' });
    const end = grid.vertex(3, 4);
    const idle = dispatcher.add(end);
    const scout = dispatcher.add(grid.vertex(3, 0));
    dispatcher.order(scout, end);
    for (let frame = 0; frame < 300 && dispatcher.status(scout) !== 'idle'; frame++) dispatcher.frame({ expansions: 100 });
    expect(dispatcher.position(scout)).toBe(end);
    expect(dispatcher.position(idle)).not.toBe(end);
  });

  test('plan moves no unit, and move does; held units are not pushed', () => {
    const grid = new Grid(5, 1);
    const dispatcher = new Dispatcher(grid, { planner: over(grid), collisions: 'avoid' });
    const [a, b] = [dispatcher.add(grid.vertex(0, 0)), dispatcher.add(grid.vertex(2, 0))];
    dispatcher.order(a, grid.vertex(3, 0));
    dispatcher.hold(b, 3);
    expect(dispatcher.plan({ expansions: 100 })).toEqual({ expanded: expect.any(Number) as number, planned: 1, moved: 0, waiting: 0 });
    expect(dispatcher.position(a)).toBe(grid.vertex(0, 0));
    expect(dispatcher.move()).toBe(1);
    expect(dispatcher.frame({ expansions: 100 }).moved).toBe(0);
    for (let frame = 0; frame < 9; frame++) dispatcher.frame({ expansions: 100 });
    expect([a, b].map((id) => dispatcher.position(id))).toEqual([grid.vertex(3, 0), grid.vertex(4, 0)]);
  });

  test('on a graph without a heuristic, units stay where they are if they wait for a path, or if none leads back to where they were', () => {
    const roads = new CompressedGraph(9, Array.from({ length: 8 }, (_, v) => [v, v + 1, 1] as const), { directed: false });
    const astar = new AStar(roads);
    const dispatcher = new Dispatcher(roads, { planner: () => astar, collisions: 'avoid' });
    const [comes, stands, waits] = [0, 1, 7].map((v) => dispatcher.add(v));
    dispatcher.order(waits, 5);
    for (let frame = 0; frame < 20; frame++) expect(dispatcher.frame({ expansions: 0 })).toMatchObject({ moved: 0, waiting: 1 });
    dispatcher.remove(waits);
    dispatcher.order(comes, 2);
    for (let frame = 0; dispatcher.status(comes) !== 'idle'; frame++) expect(dispatcher.frame({ expansions: 50 }).moved, `frame ${frame}`).toBeGreaterThan(0);
    expect([comes, stands].map((id) => dispatcher.position(id))).toEqual([2, 3]);
    for (let frame = 0; frame < 100; frame++) expect(dispatcher.frame({ expansions: 50 }).moved).toBe(0);
  });

  test('throws for two units on one vertex, and works on a graph without a heuristic', () => {
    const roads = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [1, 3, 1]], { directed: false });
    const astar = new AStar(roads);
    const dispatcher = new Dispatcher(roads, { planner: () => astar, collisions: 'avoid' });
    const [a, b] = [dispatcher.add(0), dispatcher.add(3)];
    expect(() => dispatcher.add(3)).toThrow('Vertex 3 is taken by unit 1');
    expect(() => dispatcher.place(a, 3)).toThrow('is taken');
    expect(() => new Dispatcher(roads, { planner: () => astar, collisions: 'evade' as 'avoid' })).toThrow("must be 'pass' or 'avoid', got 'evade'");
    dispatcher.order(a, 3);
    dispatcher.order(b, 0);
    for (let frame = 0; frame < 200; frame++) dispatcher.frame({ expansions: 100 });
    expect([a, b].map((id) => dispatcher.status(id))).toEqual(['idle', 'idle']);
  });
});
