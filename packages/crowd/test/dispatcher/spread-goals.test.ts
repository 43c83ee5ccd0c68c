import type { Graph, Heuristic } from '@pf/graph';
import { CompressedGraph, EdgeCosts } from '@pf/graph';
import { Grid, LinkedGrid, randomObstacles, seededRandom, UnitGrid, zero } from '@pf/grid';
import { AStar } from '@pf/search';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test, vi } from 'vitest';
import { ClosedParts } from '../../src/dispatcher/closed-parts.ts';
import { SpreadGoals } from '../../src/dispatcher/spread-goals.ts';
import { UnitKind } from '../../src/dispatcher/unit-kind.ts';
import { Dispatcher } from '../../src/index.ts';
import { settle } from './scene.ts';

const over = (grid: Grid): { planner: () => AStar; collisions: 'avoid' } => ((astar) => ({ planner: () => astar, collisions: 'avoid' }) as const)(new AStar(grid));

const spreadsOn = (graph: Graph, heuristic: Heuristic, closed = new ClosedParts(graph)): SpreadGoals => new SpreadGoals(new UnitKind(graph, heuristic, undefined), closed);

test('gives a goal to each of many units at one vertex', () => {
  const grid = new Grid(2, 1);
  const [left, right] = [grid.vertex(0, 0), grid.vertex(1, 0)];
  const goals = spreadsOn(grid, zero).find(new Array<number>(150_000).fill(left), right, new Set());
  expect([goals.length, ...goals.slice(0, 3)]).toEqual([150_000, right, left, right]);
});

test('the goals are the free vertices nearest to the goal by steps, or to the reachable cell nearest to it; the nearest units get the innermost', () => {
  let blocked = 0;
  for (let seed = 1; seed <= runs(300); seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(n * random());
    const grid = randomObstacles(4 + below(9), 4 + below(9), 0.5 * random(), random, { movement: (['four', 'eight', 'hex'] as const)[seed % 3] });
    const heuristic = grid.heuristic();
    const cells = [...grid.cells.keys()].filter((v) => grid.contains(grid.x(v), grid.y(v)));
    const free = cells.filter((v) => grid.cells[v] !== 0);
    if (free.length === 0) continue;
    const closed = new ClosedParts(grid);
    const spreads = spreadsOn(grid, heuristic, closed);
    const steps = Grid.fromRows(grid.toRows().map((row) => row.replace(/[^#]/g, '.')), { movement: grid.movement });
    const stepsFrom = (v: number): Map<number, number> => {
      const found = new Map([[v, 0]]);
      for (const [at, n] of found) for (const [d, offset] of steps.offsets.entries()) if ((steps.moves[at] >> d) % 2 === 1 && !found.has(at + offset)) found.set(at + offset, n + 1);
      return found;
    };
    for (let k = 0; k < 4; k++) {
      const group = Array.from({ length: 1 + below(6) }, () => free[below(free.length)]);
      const taken = new Set(Array.from({ length: below(6) }, () => free[below(free.length)]));
      const goal = cells[below(cells.length)];
      const takenAfter = new Set(taken);
      // Searches in vain find parts too: what a start reaches, or all but what reaches a goal.
      const [from, to] = [free[below(free.length)], cells[below(cells.length)]];
      if (seed % 2 === 0 && oracleDistances(grid, from)[to] === Infinity) {
        closed.begin(from, to, 1000);
        closed.grow(1000);
      }
      const goals = spreads.find(group, goal, takenAfter);
      expect([...takenAfter].sort((a, b) => a - b)).toEqual([...new Set([...taken, ...goals])].sort((a, b) => a - b));
      const part = stepsFrom(goal);
      if (!group.some((v) => part.has(v)) || (part.size === 1 && grid.cells[goal] === 0) || (part.size === 1 && group.some((v) => v !== goal))) {
        // The parts with most units; of these, the largest.
        const parts = free.filter((v) => !part.has(v)).map((v) => ((steps) => ({ v, cells: free.filter((u) => steps[u] < Infinity) }))(oracleDistances(grid, v)));
        const scores = parts.map(({ cells: part }) => group.filter((v) => part.includes(v)).length * grid.vertexCount + part.length);
        const best = parts.filter((_, i) => scores[i] === Math.max(...scores));
        // Several cells may be equally near.
        expect(best.some(({ v, cells: part }) => heuristic(v, goal) === Math.min(...part.map((u) => heuristic(u, goal))) && fits(v)), `seed ${seed}`).toBe(true);
        blocked++;
      } else expect(fits(goal), `seed ${seed}`).toBe(true);

      function fits(middle: number): boolean {
        const rings = stepsFrom(middle);
        const open = [...rings].filter(([v]) => !taken.has(v)).map(([, n]) => n).sort((a, b) => a - b).slice(0, group.length);
        const own = goals.filter((v, i) => goals.indexOf(v) === i && rings.has(v) && !taken.has(v)).map((v) => rings.get(v)!).sort((a, b) => a - b);
        const nearestFirst = [...group.keys()].filter((i) => rings.has(group[i]) && !taken.has(goals[i])).sort((a, b) => rings.get(group[a])! - rings.get(group[b])!);
        const isOrdered = nearestFirst.every((i, k) => k === 0 || rings.get(group[i])! === rings.get(group[nearestFirst[k - 1]])! || rings.get(goals[i])! >= rings.get(goals[nearestFirst[k - 1]])! || goals[i] === middle);
        return own.join() === open.join() && isOrdered;
      }
    }
  }
  expect(blocked).toBeGreaterThan(runs(300) / 10);
});

test('a search ends at the group, and beside a blocked goal: it does not read the whole map', () => {
  for (const movement of ['four', 'eight', 'hex'] as const) {
    for (const blocked of [false, true]) {
      const grid = new Grid(80, 80, { movement });
      const spreads = spreadsOn(grid, grid.heuristic());
      const group = [[40, 40], [41, 40], [40, 41]].map(([x, y]) => grid.vertex(x, y));
      const goal = grid.vertex(45, 40);
      if (blocked) grid.setBlocked(45, 40, true);
      const reads = vi.spyOn(grid, 'successors');
      const goals = spreads.find(group, goal, new Set());
      expect(new Set(goals).size).toBe(3);
      expect(goals.includes(goal)).toBe(!blocked);
      expect(reads.mock.calls.length, `${movement} ${blocked}`).toBeLessThan(blocked ? 400 : 200);
    }
  }
});

test('beside a blocked goal, the search ends at the nearest cell that is not blocked itself', () => {
  for (const movement of ['four', 'eight', 'hex'] as const) {
    const grid = new Grid(80, 80, { movement });
    const heuristic = grid.heuristic();
    const spreads = spreadsOn(grid, heuristic);
    const goal = grid.vertex(45, 40);
    // All that are nearest are blocked, except one; on squares with diagonals, only corners are left.
    const beside = Array.from(grid.offsets, (offset) => goal + offset).sort((a, b) => heuristic(a, goal) - heuristic(b, goal));
    for (const v of [goal, ...beside.slice(0, movement === 'eight' ? 4 : -1)]) grid.setBlocked(grid.x(v), grid.y(v), true);
    const reads = vi.spyOn(grid, 'successors');
    const [at] = spreads.find([grid.vertex(40, 40)], goal, new Set());
    expect(heuristic(at, goal)).toBe(heuristic(beside.at(-1)!, goal));
    expect(reads.mock.calls.length, movement).toBeLessThan(600);
  }
});

test('in the middle of a building, the search ends at the nearest free cell', () => {
  for (const movement of ['four', 'eight', 'hex'] as const) {
    const grid = new Grid(120, 120, { movement });
    grid.setRectangle(50, 40, 10, 10, 0);
    const spreads = spreadsOn(grid, grid.heuristic());
    const reads = vi.spyOn(grid, 'successors');
    const [at] = spreads.find([grid.vertex(40, 44)], grid.vertex(53, 44), new Set());
    expect(grid.heuristic()(at, grid.vertex(53, 44)), movement).toBe(grid.heuristic()(grid.vertex(49, 44), grid.vertex(53, 44)));
    expect(reads.mock.calls.length, movement).toBeLessThan(1000);
  }
});

test.each(['a grid', 'a grid with links'])('on %s, a goal on the other bank takes floods once; edits of the map are followed', (kind) => {
  const grid = new Grid(200, 200);
  grid.setRectangle(110, 0, 2, 200, 0);
  const graph = kind === 'a grid' ? grid : new LinkedGrid(grid);
  const goal = grid.vertex(120, 100);
  const astar = new AStar(graph);
  const dispatcher = new Dispatcher(graph, { planner: () => astar, heuristic: graph.heuristic() });
  const group = [0, 1, 2].map((y) => dispatcher.add(grid.vertex(90, 100 + y)));
  const reads = [vi.spyOn(graph, 'successors'), vi.spyOn(graph, 'predecessors')];
  const ask = (): [columns: number[], reads: number] => {
    for (const { mock } of reads) mock.calls.length = 0;
    dispatcher.spread(group, goal);
    const columns = group.map((unit) => grid.x(dispatcher.goal(unit))).sort();
    return [columns, reads.reduce((sum, { mock: { calls } }) => sum + calls.length, 0)];
  };
  const [first, all] = ask();
  expect(first).toEqual([108, 109, 109]);
  expect(all).toBeGreaterThan(20_000);
  for (const edited of [false, true]) {
    if (edited) grid.setBlocked(30, 30, true);
    const [columns, few] = ask();
    expect([columns, few < 2500]).toEqual([first, true]);
  }
  grid.setRectangle(105, 0, 1, 200, 0); // the bank is cut off
  expect(ask()[0]).toEqual([103, 104, 104]);
  grid.setRectangle(105, 0, 1, 200, 1);
  grid.setRectangle(110, 100, 2, 1, 1); // a bridge
  expect(ask()[0]).toContain(120);
  grid.setRectangle(110, 100, 2, 1, 0);
  expect(ask()[0]).toEqual(first);
  grid.setRectangle(0, 0, 200, 200, 1);
  expect(ask()[0]).toContain(120);
});

test('what `spread` has flooded spares units a search, until the map changes there', () => {
  const grid = new Grid(80, 80);
  grid.setRectangle(40, 0, 1, 80, 0);
  const dispatcher = new Dispatcher(grid, over(grid));
  const [first, second] = [0, 1].map((y) => dispatcher.add(grid.vertex(2, y)));
  const goal = grid.vertex(60, 40);
  dispatcher.spread([first], goal);
  dispatcher.order(second, goal);
  expect(dispatcher.frame({ expansions: 10_000 }).expanded).toBeLessThan(100);
  expect(dispatcher.status(second)).toBe('unreachable');
  grid.setBlocked(40, 70, false);
  settle(dispatcher, 300);
  expect([dispatcher.position(second), dispatcher.status(second)]).toEqual([goal, 'idle']);
});

test('a group goes where most of it can, also if its first unit is on another island', () => {
  const grid = new Grid(60, 60);
  for (const x of [20, 40]) grid.setRectangle(x, 0, 1, 60, 0);
  const group = [[50, 5], [2, 3], [3, 3], [4, 3]].map(([x, y]) => grid.vertex(x, y));
  const spreads = spreadsOn(grid, grid.heuristic());
  for (let time = 0; time < 3; time++) expect(spreads.find(group, grid.vertex(35, 10), new Set())).toContain(grid.vertex(19, 10));
  expect(spreads.find([], grid.vertex(35, 10), new Set())).toEqual([]);
});

test('parts behind one-way steps are known, but the first unit draws none down to it', () => {
  const grid = new Grid(60, 40);
  grid.setRectangle(30, 0, 1, 40, 0);
  // Rows up to 19 are high ground; steps lead only down.
  for (let x = 0; x < 30; x++) grid.setSides(x, 20, { leave: grid.mask('east', 'southeast', 'south', 'southwest', 'west') });
  const [low, high, higher, goal] = [[29, 30], [5, 10], [6, 10], [31, 5]].map(([x, y]) => grid.vertex(x, y));
  const spreads = spreadsOn(grid, grid.heuristic());
  expect(spreads.find([low], goal, new Set())).toEqual([grid.vertex(29, 20)]);
  for (let time = 0; time < 3; time++) expect(spreads.find([low, high, higher], goal, new Set())).toContain(grid.vertex(29, 5));
});

test.each([['a small island', 15, 0], ['a sea with an island', 15, 4], ['the other bank', 70, 0]])('%s takes one flood, and buildings at home take none', (_, width, blocked) => {
  const grid = new Grid(200, 100);
  grid.setRectangle(110, 0, 90, 100, 0);
  grid.setRectangle(125, 20, width, 60, 1);
  grid.setRectangle(125, 50, blocked, blocked, 0);
  const group = [0, 1, 2].map((y) => grid.vertex(90, 45 + y));
  const spreads = spreadsOn(grid, grid.heuristic());
  const reads = vi.spyOn(grid, 'successors');
  const estimates = vi.fn(grid.heuristic());
  const counted = spreadsOn(grid, estimates);
  for (const one of [spreads, counted]) {
    const answers = [0, 1, 2].map(() => {
      reads.mockClear();
      const found = one.find(group, grid.vertex(126, 51), new Set());
      return [found, reads.mock.calls.length] as const;
    });
    // The group can reach 11,000 cells.
    expect([answers[0][1] > 9000, answers[0][1] < 15_000]).toEqual([true, true]);
    for (const [found, calls] of answers.slice(1)) expect([found, calls < 4000]).toEqual([answers[0][0], true]);
  }
  grid.setRectangle(70, 30, 5, 5, 0);
  estimates.mockClear();
  expect(grid.heuristic()(counted.find(group, grid.vertex(72, 32), new Set())[0], grid.vertex(72, 32))).toBeLessThan(5);
  expect(estimates.mock.calls.length).toBeLessThan(6000);
});

test('a heuristic that knows only cells of the map is asked for no others', () => {
  const grid = new Grid(40, 40);
  grid.setRectangle(0, 10, 5, 5, 0);
  const walked = grid.heuristic();
  const heuristic = (v: number, goal: number): number => (grid.hasVertex(v) ? walked(v, goal) : NaN);
  const spreads = spreadsOn(grid, heuristic);
  expect(grid.x(spreads.find([grid.vertex(20, 12)], grid.vertex(0, 12), new Set())[0])).toBeLessThan(6);
});

test('on a large map, a search ends long before it has read all cells', () => {
  const grid = new Grid(300, 300);
  const group = Array.from({ length: 12 }, (_, i) => grid.vertex(10 + i, 10));
  const goal = grid.vertex(280, 280);
  const spreads = spreadsOn(grid, grid.heuristic());
  const reads = [vi.spyOn(grid, 'successors'), vi.spyOn(grid, 'predecessors')];
  const goals = spreads.find(group, goal, new Set());
  expect([new Set(goals).size, goals[11]]).toEqual([12, goal]);
  expect(reads.reduce((sum, { mock: { calls } }) => sum + calls.length, 0)).toBeLessThan(9000);
});

test.each([[1, 350], [6, 700]])('the places of %i units that can reach the goal cost reads by their number and the distance, not by the size of the map', (units, most) => {
  const grid = new Grid(300, 300);
  const group = Array.from({ length: units }, (_, i) => grid.vertex(100 + i, 150));
  const spreads = spreadsOn(grid, grid.heuristic());
  const reads = [vi.spyOn(grid, 'successors'), vi.spyOn(grid, 'predecessors')];
  expect(new Set(spreads.find(group, grid.vertex(250, 150), new Set())).size).toBe(units);
  expect(reads.reduce((sum, { mock: { calls } }) => sum + calls.length, 0)).toBeLessThan(most);
});

test('a dispatcher over floors reads little more than the way over the stairs', () => {
  const grid = new Grid(100, 302);
  for (const y of [100, 201]) grid.setRectangle(0, y, 100, 1, 0);
  const world = new LinkedGrid(grid);
  for (const y of [0, 101]) world.addLink({ from: grid.vertex(3, y + 90), to: grid.vertex(95, y + 111), cost: 5 });
  const dispatcher = new Dispatcher(world, { planner: () => new AStar(world), collisions: 'avoid' });
  const ids = Array.from({ length: 6 }, (_, i) => dispatcher.add(grid.vertex(40 + i, 40)));
  const reads = [vi.spyOn(world, 'successors'), vi.spyOn(world, 'predecessors')];
  dispatcher.spread(ids, grid.vertex(50, 250));
  // 6 in a row, 250 steps, and as many reads around the goal.
  expect(reads.reduce((sum, { mock: { calls } }) => sum + calls.length, 0)).toBeLessThan(1500);
});

test('on floors with stairs, for units of any size: places of their own that units walk to, none of the free ones nearer to the goal', () => {
  let far = 0;
  for (let seed = 1; seed <= runs(80); seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(n * random());
    const ground = randomObstacles(14, 44, 0.25 * random(), random, { movement: seed % 2 === 0 ? 'eight' : 'four' });
    for (const y of [14, 29]) ground.setRectangle(0, y, 14, 1, 0);
    const size = 1 + (seed % 3);
    const units = new UnitGrid(ground, size);
    const free = [...units.grid.cells.keys()].filter((v) => units.grid.cells[v] !== 0);
    if (free.length < 4) continue;
    const any = (): number => free[below(free.length)];
    const world = new LinkedGrid(units.grid);
    const links = Array.from({ length: 4 }, () => [any(), any()]).filter(([from, to], i, all) => from !== to && new Set(all.slice(0, i + 1).flat()).size === 2 * i + 2);
    for (const [from, to] of links) world.addLink({ from, to, cost: 2 });
    // Steps of its own: cells beside each other, as far as none is blocked, and the links.
    const steps = new Grid(14, 44, { movement: ground.movement });
    for (const v of steps.cells.keys()) if (steps.hasVertex(v) && units.grid.cells[v] === 0) steps.setBlocked(steps.x(v), steps.y(v), true);
    const stepsFrom = (v: number): Map<number, number> => {
      const found = new Map([[v, 0]]);
      for (const [at, n] of found) {
        const next = [...steps.offsets.keys()].filter((d) => (steps.moves[at] >> d) % 2 === 1).map((d) => at + steps.offsets[d]);
        for (const [from, to] of links) if (from === at || to === at) next.push(from === at ? to : from);
        for (const u of next) if (!found.has(u)) found.set(u, n + 1);
      }
      return found;
    };
    const covered = (v: number): number[] => Array.from({ length: size * size }, (_, i) => v + (i % size) + Math.floor(i / size) * ground.stride);
    const spreads = new SpreadGoals(new UnitKind(world, world.heuristic(), size === 1 ? undefined : units), new ClosedParts(world));
    for (let k = 0; k < 4; k++) {
      const group = Array.from({ length: 2 + below(5) }, any);
      const goal = any();
      const rings = stepsFrom(goal);
      if (!group.some((v) => rings.has(v))) continue;
      if (group.every((v) => (rings.get(v) ?? 99) > 20)) far++;
      const others = new Set(Array.from({ length: below(6) }, any));
      const goals = spreads.find(group, goal, new Set(others));
      const places = goals.filter((v, i) => goals.indexOf(v) === i && !covered(v).some((cell) => others.has(cell)));
      const cells = places.flatMap(covered);
      expect(new Set(cells).size, `seed ${seed}`).toBe(cells.length);
      for (const v of places) expect(rings.has(v), `seed ${seed}`).toBe(true);
      // What is nearer to the goal than the last place, or free at all if places are missing, touches a place or another unit.
      const last = places.length < group.length ? Infinity : Math.max(...places.map((v) => rings.get(v)!));
      for (const [v, n] of rings) if (n < last) expect(covered(v).some((cell) => others.has(cell) || cells.includes(cell)), `seed ${seed}, ${v}`).toBe(true);
    }
  }
  expect(far).toBeGreaterThan(runs(80) / 20);
});

test('a unit that cannot reach the goal, first in its group, does not make the search read all that it can reach', () => {
  const grid = new Grid(300, 300);
  grid.setRectangle(150, 0, 1, 300, 0);
  const group = Array.from({ length: 12 }, (_, i) => (i === 0 ? grid.vertex(10, 10) : grid.vertex(220 + i, 200)));
  const spreads = spreadsOn(grid, grid.heuristic());
  const reads = [vi.spyOn(grid, 'successors'), vi.spyOn(grid, 'predecessors')];
  spreads.find(group, grid.vertex(290, 290), new Set());
  expect(reads.reduce((sum, { mock: { calls } }) => sum + calls.length, 0)).toBeLessThan(9000);
});

test('a group that is sent into a closed keep gathers outside of it, as near to the goal as it can', () => {
  for (const inside of [0, 2]) {
    const grid = Grid.fromRows(Array.from({ length: 30 }, (_, y) => Array.from({ length: 60 }, (_, x) => (Math.max(Math.abs(x - 45), Math.abs(y - 15)) === 5 ? '#' : '.')).join('')));
    const dispatcher = new Dispatcher(grid, over(grid));
    const guards = Array.from({ length: inside }, (_, i) => dispatcher.add(grid.vertex(44 + i, 12)));
    const squad = Array.from({ length: 9 }, (_, i) => dispatcher.add(grid.vertex(2 + (i % 3), 14 + Math.floor(i / 3))));
    dispatcher.spread(squad, grid.vertex(45, 15));
    settle(dispatcher, 300);
    for (const unit of squad) expect([dispatcher.status(unit), grid.distance(dispatcher.position(unit), grid.vertex(45, 15)) < 12]).toEqual(['idle', true]);
    dispatcher.spread([...guards, ...squad], grid.vertex(45, 15));
    settle(dispatcher, 300);
    if (inside > 0) expect(guards.some((unit) => dispatcher.position(unit) === grid.vertex(45, 15))).toBe(true);
  }
});

test('the nearest unit gets the goal, even if it is more than a thousand vertices away', () => {
  const grid = new Grid(60, 60);
  const goal = grid.vertex(59, 59);
  const goals = spreadsOn(grid, grid.heuristic()).find([grid.vertex(0, 0), grid.vertex(10, 10)], goal, new Set());
  expect([goals[1], grid.distance(goals[0], goal) < 2, goals[0] === goal]).toEqual([goal, true, false]);
});

test('without an arc to the goal, a group is sent to the vertex nearest to it, on any graph; an arc from it is not needed', () => {
  // From 4 and to 5, arcs lead in one direction only.
  const graph = new CompressedGraph(6, [[0, 1, 1], [1, 0, 1], [1, 2, 1], [2, 1, 1], [2, 3, 1], [3, 2, 1], [4, 3, 1], [3, 5, 1]]);
  const spreads = spreadsOn(graph, (a, b) => Math.abs(a - b));
  expect(spreads.find([0], 4, new Set())).toEqual([3]);
  expect(spreads.find([0], 5, new Set())).toEqual([5]);
  expect(spreads.find([4], 4, new Set())).toEqual([4]);
});

test('a goal to which no arcs lead back from a ledge is replaced, and far units are ranked by arcs where there is no estimate', () => {
  const ledge = new CompressedGraph(5, [[0, 1, 1], [1, 0, 1], [1, 2, 1], [2, 3, 1], [3, 2, 1], [3, 4, 1], [4, 3, 1]]);
  expect(spreadsOn(ledge, (a, b) => Math.abs(a - b)).find([3, 4], 0, new Set()).sort()).toEqual([2, 3]);
  const row = new CompressedGraph(10_000, Array.from({ length: 9999 }, (_, v) => [v, v + 1, 1] as const), { directed: false });
  expect(spreadsOn(row, zero).find([9000, 5000], 0, new Set())).toEqual([1, 0]);
});

test('with estimates of 0, a group is sent to the goal itself, also if it is out of reach', () => {
  const grid = Grid.fromRows(['...', '.#.', '...']);
  const goal = grid.vertex(1, 1);
  expect(spreadsOn(grid, zero).find([grid.vertex(0, 0), grid.vertex(2, 2)], goal, new Set())).toEqual([goal, goal]);
  const banks = new Grid(80, 40);
  banks.setRectangle(40, 0, 1, 40, 0);
  const spreads = spreadsOn(banks, zero);
  for (let time = 0; time < 2; time++) expect(spreads.find([banks.vertex(0, 0)], banks.vertex(60, 9), new Set())).toEqual([banks.vertex(60, 9)]);
});

test('a search across the map keeps no set of vertices', () => {
  const grid = new Grid(60, 60);
  const dispatcher = new Dispatcher(grid, over(grid));
  const group = [0, 1].map((x) => dispatcher.add(grid.vertex(x, 0)));
  const add = vi.spyOn(Set.prototype, 'add');
  dispatcher.spread(group, grid.vertex(59, 59));
  expect(add.mock.calls.length).toBeLessThan(20);
  add.mockRestore();
});

test('takes any iterable or list of units, and names one that is listed twice', () => {
  const grid = new Grid(8, 4);
  for (const listOf of [(ids: number[]) => ids, (ids: number[]) => Uint32Array.from(ids), (ids: number[]) => new Set(ids), (ids: number[]) => ({ ...ids, length: 2 }), (ids: number[]) => ids.values()]) {
    const dispatcher = new Dispatcher(grid, over(grid));
    const ids = [0, 1].map((x) => dispatcher.add(grid.vertex(x, 0)));
    expect(() => dispatcher.spread([ids[0], ids[1], ids[0]], grid.vertex(4, 2))).toThrow('Unit 0 is twice among the units of a group: list each once.');
    for (const wrong of [ids[0], 'text', null, ['text'], undefined, {}]) expect(() => dispatcher.spread(wrong as never, grid.vertex(4, 2))).toThrow('The units must be a list of numbers');
    dispatcher.spread(listOf(ids), grid.vertex(4, 2));
    settle(dispatcher, 100);
    expect(dispatcher.position(ids[1])).toBe(grid.vertex(4, 2));
    expect(dispatcher.status(ids[0])).toBe('idle');
    expect(grid.x(dispatcher.position(ids[0]))).toBeGreaterThan(2);
  }
});

test('a group that is sent to a blocked cell gathers around it', () => {
  const grid = Grid.fromRows(['......', '..##..', '......']);
  const dispatcher = new Dispatcher(grid, over(grid));
  const group = [0, 1, 5].map((x) => dispatcher.add(grid.vertex(x, 0)));
  dispatcher.spread(group, grid.vertex(2, 1));
  settle(dispatcher, 100);
  expect(group.map((id) => dispatcher.status(id))).toEqual(['idle', 'idle', 'idle']);
  for (const id of group) expect(grid.distance(dispatcher.position(id), grid.vertex(2, 1))).toBeLessThanOrEqual(2);
});

test('a cell on which another unit stays for good is left out: where it ends its path beside a goal that it cannot reach, or is held for ever', () => {
  const grid = Grid.fromRows(['..........', '.....#....', '..........']);
  const astar = new AStar(grid, { nearest: true });
  const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid' });
  const [beside, held, passing, unit] = [[0, 1], [9, 0], [9, 2], [0, 0]].map(([x, y]) => dispatcher.add(grid.vertex(x, y)));
  dispatcher.order(beside, grid.vertex(5, 1));
  settle(dispatcher, 100);
  expect(dispatcher.status(beside)).toBe('unreachable');
  for (const id of [held, passing]) dispatcher.order(id, grid.vertex(0, 2));
  dispatcher.hold(held, Infinity);
  dispatcher.hold(passing, 3);
  const goalAt = (at: number): number => {
    dispatcher.spread([unit], at);
    return dispatcher.goal(unit);
  };
  for (const id of [beside, held]) expect(goalAt(dispatcher.position(id))).not.toBe(dispatcher.position(id));
  // This one will leave.
  expect(goalAt(dispatcher.position(passing))).toBe(dispatcher.position(passing));
});

test.each([8, 9])('a group whose goal is a blocked cell gathers around it, also if one of its units is walled in there or beside (%i, 3)', (x) => {
  const grid = new Grid(12, 6);
  const dispatcher = new Dispatcher(grid, over(grid));
  const house = grid.vertex(8, 3);
  const inside = dispatcher.add(grid.vertex(x, 3));
  const group = [0, 1, 2, 3].map((y) => dispatcher.add(grid.vertex(0, y)));
  for (const blocked of [8, x]) grid.setBlocked(blocked, 3, true);
  dispatcher.spread([inside, ...group], house);
  settle(dispatcher, 100);
  expect(group.map((id) => dispatcher.status(id))).toEqual(group.map(() => 'idle'));
  for (const id of group) expect(grid.distance(dispatcher.position(id), house)).toBeLessThanOrEqual(3);
  expect(dispatcher.position(inside)).toBe(grid.vertex(x, 3));
});

test('a unit that is walled in with some free cells beside a blocked goal does not draw its group there', () => {
  const grid = Grid.fromRows(['............', '............', '........####', '........#..#', '........####', '............']);
  const dispatcher = new Dispatcher(grid, over(grid));
  const inside = dispatcher.add(grid.vertex(9, 3));
  const group = [0, 1, 2, 3].map((y) => dispatcher.add(grid.vertex(0, y)));
  const house = grid.vertex(8, 3);
  for (const all of [[inside, ...group], [inside, group[0]]]) {
    dispatcher.spread(all, house);
    settle(dispatcher, 100);
    expect(all.map((id) => dispatcher.status(id))).toEqual(['unreachable', ...all.slice(1).map(() => 'idle')]);
    for (const id of all) expect(grid.distance(dispatcher.position(id), house)).toBeLessThanOrEqual(3);
    for (const [y, id] of group.entries()) if (dispatcher.position(id) !== grid.vertex(0, y)) dispatcher.place(id, grid.vertex(0, y));
  }
});

test('a group gathers around a blocked goal although a far edge costs nothing', () => {
  const grid = Grid.fromRows(['.....', '...#.', '.....']);
  const land = new EdgeCosts(grid);
  land.set(grid.vertex(0, 2), grid.vertex(1, 2), 0);
  const astar = new AStar(land);
  const army = new Dispatcher(land, { planner: () => astar, collisions: 'avoid' });
  const squad = [0, 1].map((y) => army.add(grid.vertex(0, y)));
  army.spread(squad, grid.vertex(3, 1));
  settle(army, 100);
  expect(squad.map((unit) => [army.status(unit), grid.distance(army.position(unit), grid.vertex(3, 1)) <= 2])).toEqual([['idle', true], ['idle', true]]);
});

test.each(['...#.', '#####'])('a unit at rest beside a free edge stays there, below %s', (wall) => {
  const grid = Grid.fromRows(['.....', wall, '..#..']);
  const land = new EdgeCosts(grid);
  const ends = [0, 1].map((x) => grid.vertex(x, 2));
  for (const [from, to] of [ends, ends.toReversed()]) land.set(from, to, 0);
  const army = new Dispatcher(land, { planner: () => new AStar(land), collisions: 'avoid' });
  const unit = army.add(ends[0]);
  for (let frame = 0; frame < 20; frame++) {
    army.frame({ expansions: 100 });
    expect(army.position(unit)).toBe(ends[0]);
  }
});
