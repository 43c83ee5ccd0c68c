import { Grid } from '@pf/grid';
import { AStar } from '@pf/search';
import { describe, expect, test } from 'vitest';
import { FlowFields } from '../../src/dispatcher/flow-fields.ts';
import { Dispatcher } from '../../src/index.ts';
import { restarting, settle } from './scene.ts';

describe('units that share a goal', () => {
  test('a goal is shared from exactly `shareFrom` units on', () => {
    const grid = new Grid(30, 30);
    const astar = new AStar(grid, { heuristic: () => 0 });
    const spent = [9, 10].map((count) => {
      const dispatcher = new Dispatcher(grid, { planner: () => astar, shareFrom: 10 });
      for (let x = 0; x < count; x++) dispatcher.order(dispatcher.add(grid.vertex(x, 0)), grid.vertex(29, 29));
      return dispatcher.frame({ expansions: Infinity }).expanded;
    });
    expect(spent[1] * 3).toBeLessThan(spent[0]);
  });

  test('no unit goes astray when its field is needed for another goal, or when others get new orders', () => {
    const grid = new Grid(40, 9);
    const astar = new AStar(grid, { heuristic: () => 0 });
    for (const leave of [0, 28]) {
      const dispatcher = new Dispatcher(grid, { planner: () => astar, fields: 1, shareFrom: 3 });
      const [first, second] = [0, 1].map(() => Array.from({ length: 30 }, (_, i) => dispatcher.add(grid.vertex(20, i % 9))));
      for (const c of first) dispatcher.order(c, grid.vertex(39, 4));
      for (let frame = 0; frame < 3; frame++) dispatcher.frame({ expansions: Infinity });
      for (const c of first.slice(0, leave)) dispatcher.cancel(c);
      for (const c of second) dispatcher.order(c, grid.vertex(0, 4));
      dispatcher.order(first[29], grid.vertex(39, 0));
      const following = first.slice(leave);
      for (let frame = 0; frame < 10; frame++) {
        const before = following.map((c) => grid.x(dispatcher.position(c)));
        dispatcher.frame({ expansions: Infinity });
        expect(following.map((c) => grid.x(dispatcher.position(c)))).toEqual(before.map((x) => x + 1));
      }
      settle(dispatcher, 10_000);
      expect(following.map((c) => grid.x(dispatcher.position(c)))).toEqual(following.map(() => 39));
      expect(second.map((c) => dispatcher.position(c))).toEqual(second.map(() => grid.vertex(0, 4)));
    }
  });

  test('while a field grows, orders for other goals do not wait for it, nor it for them', () => {
    const grid = new Grid(60, 60);
    const astar = new AStar(grid, { heuristic: () => 0 });
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const [first, lone, ...crowd] = Array.from({ length: 21 }, (_, x) => dispatcher.add(grid.vertex(x, 0)));
    const goal = grid.vertex(59, 59);
    dispatcher.order(first, goal);
    dispatcher.order(lone, grid.vertex(1, 2));
    for (const c of crowd) dispatcher.order(c, goal);
    while (dispatcher.status(first) === 'waiting') dispatcher.frame({ expansions: 100 });
    for (let frame = 0; frame < 2; frame++) dispatcher.frame({ expansions: 100 });
    expect(dispatcher.status(lone)).not.toBe('waiting');
    let frames = 0;
    while (dispatcher.frame({ expansions: 100 }).waiting > 0) frames++;
    // A quarter of each frame belongs to the field; alone the crowd would take 760.
    expect(frames).toBeLessThan(320);
  });

  test.each([300, 4])('%i units get a field although edits come before any search has ended', (count) => {
    const grid = new Grid(60, 60);
    for (let x = 5; x < 60; x += 5) grid.setRectangle(x, x % 2 === 0 ? 2 : 0, 1, 58, 0);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    for (let i = 0; i < count; i++) dispatcher.order(dispatcher.add(grid.vertex(i % 5, Math.floor(i / 5))), grid.vertex(59, 59));
    let frames = 0;
    // A search expands about 2,700 vertices, eight frames 1,600.
    for (let waiting = count; waiting > 0; frames++) {
      if (frames % 8 === 0) grid.setCost(48, 5 + (frames / 8) % 50, 2 + (frames / 8) % 3);
      ({ waiting } = dispatcher.plan({ expansions: 200 }));
      expect(frames).toBeLessThan(100);
    }
  });

  test('in frames with time for one slice, a field that grows and orders for other goals take turns', () => {
    const grid = new Grid(60, 60);
    const astar = new AStar(grid, { heuristic: () => 0 });
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const [lone, second, third, ...crowd] = Array.from({ length: 43 }, (_, x) => dispatcher.add(grid.vertex(x, 0)));
    for (const c of crowd) dispatcher.order(c, grid.vertex(59, 59));
    // The first search pays for the field.
    while (dispatcher.status(crowd[0]) === 'waiting') dispatcher.plan({ expansions: 100 });
    for (const c of crowd.slice(1)) dispatcher.cancel(c);
    dispatcher.order(lone, grid.vertex(4, 0));
    for (const c of [second, third]) dispatcher.order(c, grid.vertex(59, 59));
    for (let frame = 0; frame < 200; frame++) dispatcher.plan({ expansions: 1 });
    expect(dispatcher.status(lone)).toBe('walking');
  });

  test('a field whose goal no unit has serves the next goal', () => {
    const grid = new Grid(30, 30);
    const astar = new AStar(grid, { heuristic: () => 0 });
    const spent = [0, 1].map((fields) => {
      const dispatcher = new Dispatcher(grid, { planner: () => astar, fields });
      const crowd = Array.from({ length: 20 }, (_, x) => dispatcher.add(grid.vertex(x, 0)));
      let expanded = 0;
      for (const y of [29, 10, 20]) {
        for (const c of crowd) dispatcher.order(c, grid.vertex(29, y));
        expanded = dispatcher.frame({ expansions: Infinity }).expanded;
        for (const c of crowd) dispatcher.cancel(c);
      }
      return expanded;
    });
    expect(spent[1] * 5).toBeLessThan(spent[0]);
  });

  test('units that share a goal share the work', () => {
    const spent = [1, Infinity].map((shareFrom) => {
      const grid = new Grid(60, 60);
      const astar = new AStar(grid, { heuristic: () => 0 });
      const dispatcher = new Dispatcher(grid, { planner: () => astar, shareFrom });
      for (let i = 0; i < 40; i++) dispatcher.order(dispatcher.add(grid.vertex(i, 0)), grid.vertex(30, 59));
      return dispatcher.frame({ expansions: Infinity }).expanded;
    });
    expect(spent[0] * 10).toBeLessThan(spent[1]);
  });

  test('a crowd that shares a goal takes a path that opens, and so does a unit ordered there later', () => {
    const grid = new Grid(60, 40);
    grid.setRectangle(30, 0, 1, 39, 0);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const [spawn, goal] = [grid.vertex(0, 0), grid.vertex(59, 0)];
    const send = (): number => {
      const c = dispatcher.add(spawn);
      dispatcher.order(c, goal);
      return c;
    };
    const crowd = Array.from({ length: 100 }, send);
    for (let frame = 0; frame < 5; frame++) dispatcher.frame({ expansions: 100_000 });
    const tails = new Uint32Array(9);
    const out = new Uint32Array(grid.vertexCount);
    expect(dispatcher.path(crowd[50], out)).toBeGreaterThan(70);
    expect(dispatcher.path(crowd[50], out.subarray(0, 5))).toBe(5);
    dispatcher.arcsChanged(tails, grid.setBlocked(30, 0, false, tails));
    dispatcher.frame({ expansions: 100_000 });
    const late = send();
    dispatcher.frame({ expansions: 100_000 });
    expect(dispatcher.path(crowd[50], out)).toBe(60 - grid.x(dispatcher.position(crowd[50])));
    let frames = 1;
    while (dispatcher.status(late) !== 'idle') {
      dispatcher.frame({ expansions: 100_000 });
      frames++;
    }
    expect(frames).toBe(59);
  });

  test.each(['opens', 'closes'])('the last two units that follow a field get a new path when a gap in the wall %s', (change) => {
    const grid = new Grid(60, 40);
    grid.setRectangle(30, 0, 1, 39, 0);
    if (change === 'closes') grid.setBlocked(30, 20, false);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const crowd = Array.from({ length: 100 }, () => dispatcher.add(grid.vertex(0, 0)));
    for (const id of crowd) dispatcher.order(id, grid.vertex(59, 0));
    for (let frame = 0; frame < 5; frame++) dispatcher.frame({ expansions: 100_000 });
    // The first ones have paths of their own.
    const last = crowd[99];
    for (const id of crowd.slice(0, 98)) dispatcher.cancel(id);
    const rest = (): number => dispatcher.path(last, new Uint32Array(grid.vertexCount));
    if (change === 'opens') grid.setBlocked(30, 0, false);
    else grid.setBlocked(30, 20, true);
    dispatcher.frame({ expansions: 100_000 });
    const x = grid.x(dispatcher.position(last));
    if (change === 'opens') expect(rest()).toBe(60 - x);
    else expect(rest()).toBeGreaterThan(70 - x);
  });

  test('the field of a crowd grows before one that a last unit follows', () => {
    const grid = new Grid(20, 20);
    const fields = new FlowFields(grid, 3, 4);
    const [old, fresh] = [grid.vertex(0, 0), grid.vertex(19, 19)];
    for (const goal of [old, fresh]) {
      for (let unit = 0; unit < 3; unit++) fields.add(goal);
      fields.addSearch(goal, 100 * grid.vertexCount, true);
      // It grows a little, and a unit follows it.
      fields.fieldOf(goal)!.run(10);
      fields.fieldOf(goal)!.users = 1;
      if (goal === old) for (let unit = 0; unit < 2; unit++) fields.delete(goal);
    }
    const grown: number[] = [];
    for (let { pending } = fields; pending !== undefined; { pending } = fields) {
      grown.push(pending.goal);
      pending.run(Infinity);
    }
    expect(grown).toEqual([fresh, old]);
  });

  test('a crowd that shares a goal does not walk through an unreported wall', () => {
    const grid = new Grid(30, 9);
    const astar = new AStar(grid);
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const crowd = Array.from({ length: 40 }, (_, i) => dispatcher.add(grid.vertex(i % 5, i % 9)));
    for (const c of crowd) dispatcher.order(c, grid.vertex(29, 4));
    for (let frame = 0; frame < 5; frame++) dispatcher.frame({ expansions: 100_000 });
    grid.setRectangle(20, 0, 1, 9, 0);
    settle(dispatcher, 100_000);
    expect(crowd.filter((c) => grid.x(dispatcher.position(c)) < 20 && dispatcher.status(c) === 'unreachable')).toHaveLength(40);
    grid.setBlocked(20, 8, false);
    settle(dispatcher, 100_000);
    expect(crowd.filter((c) => dispatcher.position(c) === grid.vertex(29, 4))).toHaveLength(40);
  });

  test('the last unit without a path takes the field too, although edits end each search for it', () => {
    const grid = new Grid(400, 1);
    const astar = restarting(new AStar(grid));
    const dispatcher = new Dispatcher(grid, { planner: () => astar });
    const crowd = [100, 100, 100, 398].map((x) => dispatcher.add(grid.vertex(x, 0)));
    for (const id of crowd) dispatcher.order(id, grid.vertex(0, 0));
    for (let frame = 0; frame < 200; frame++) {
      if (frame % 2 === 0) grid.setCost(399, 0, 2 + ((frame / 2) % 2));
      dispatcher.frame({ expansions: 40 });
    }
    expect(crowd.map((id) => dispatcher.status(id))).not.toContain('waiting');
  });

  test('a field that is paid for is still paid for after an edit that may have changed any arc', () => {
    const grid = new Grid(40, 40);
    const fields = new FlowFields(grid, 3, 4);
    const goal = grid.vertex(0, 0);
    for (let unit = 0; unit < 3; unit++) fields.add(goal);
    fields.addSearch(goal, 100 * grid.vertexCount, true);
    fields.allChanged();
    const field = fields.fieldOf(goal)!;
    field.run(Infinity);
    expect(field.cost(grid.vertex(39, 0))).toBe(39);
  });
});
