import type { Graph } from '@pf/graph';
import { avoiding, CompressedGraph, EdgeCosts, withCosts } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dispatcher, DistanceTables, LaCAM, PIBT, RealTimeLaCAM, Reservations, SafeIntervalSearch, validatePlan } from '../../src/index.ts';
import { crowdOn, crowds } from './crowds.ts';

/** Steps of PIBT as a plan. */
function walk(pibt: PIBT, steps: number): number[] {
  const at = new Uint32Array(pibt.units);
  pibt.positions(at);
  const rows = [...at];
  for (let step = 0; step < steps; step++) {
    pibt.step();
    pibt.positions(at);
    rows.push(...at);
  }
  return rows;
}

test('plans of both have no fault, in crowds of every density', () => {
  fc.assert(
    fc.property(crowds(60, 9, 20), fc.nat(1000), ({ graph, starts, goals }, seed) => {
      const pibt = new PIBT(graph, { seed });
      pibt.begin(starts, goals);
      expect(validatePlan(graph, walk(pibt, 12), starts, goals, { partial: true })).toBeUndefined();
      const lacam = new LaCAM(graph, { seed });
      lacam.begin(starts, goals);
      // Some are too full to be sorted in time.
      if (!lacam.run(300) || lacam.cost === Infinity) return;
      lacam.improve(40);
      const plan = new Uint32Array(starts.length * (lacam.makespan + 1));
      lacam.plan(plan);
      expect(validatePlan(graph, plan, starts, goals)).toBeUndefined();
      const n = starts.length;
      for (let i = 0; i < n; i++) {
        const column = Array.from({ length: lacam.makespan + 1 }, (_, t) => plan[t * n + i]);
        while (column.length > 1 && column.at(-1) === column.at(-2)) column.pop();
        const path = new Uint32Array(column.length);
        expect([lacam.path(i, path), ...path]).toEqual([column.length, ...column]);
      }
    }),
    { numRuns: runs(200), seed: 1 },
  );
});

test('slices give the same plan', () => {
  fc.assert(
    fc.property(crowds(12, 6, 12), fc.integer({ min: 1, max: 9 }), ({ graph, starts, goals }, slice) => {
      const whole = new LaCAM(graph);
      whole.begin(starts, goals);
      if (!whole.run(500)) return;
      const sliced = new LaCAM(graph);
      sliced.begin(starts, goals);
      while (!sliced.run(slice));
      expect([sliced.cost, sliced.makespan]).toEqual([whole.cost, whole.makespan]);
      if (whole.cost === Infinity) return;
      const [plan, same] = [whole, sliced].map((lacam) => {
        const out = new Uint32Array(starts.length * (lacam.makespan + 1));
        lacam.plan(out);
        return out;
      });
      expect(same).toEqual(plan);
    }),
    { numRuns: runs(50), seed: 1 },
  );
});

/** An open square of `size` × `size` cells, where no unit follows another round a corner. */
function corners(size: number): Graph & { crossings(from: number, to: number, out: Int32Array): number } {
  const sides = (v: number): number[] => {
    const x = v % size;
    return [...(x > 0 ? [v - 1] : []), ...(x < size - 1 ? [v + 1] : []), v - size, v + size].filter((u) => u >= 0 && u < size * size);
  };
  const arcs = (v: number, to: Uint32Array, cost: Float64Array): number => {
    to.set(sides(v));
    cost.fill(1);
    return sides(v).length;
  };
  const crossings = (from: number, to: number, out: Int32Array): number => {
    const turns = [from, to].flatMap((v) => sides(v).filter((u) => Math.abs(u - v) !== Math.abs(to - from)).flatMap((u) => [v, u]));
    out.set(turns);
    return turns.length;
  };
  return { vertexCount: size * size, maxDegree: 4, successors: arcs, predecessors: arcs, crossings };
}

test('with a rule of crossings that leaves few steps, PIBT still brings each of two units to its goal', () => {
  const graph = corners(4);
  const random = seededRandom(3);
  const any = (): number => Math.floor(random() * 16);
  const pairs: number[][] = [[0, 1, 1, 0], ...Array.from({ length: 400 }, () => [any(), any(), any(), any()]).filter(([a, b, x, y]) => a !== b && x !== y)];
  for (const [a, b, x, y] of pairs) {
    const pibt = new PIBT(graph);
    pibt.begin([a, b], [x, y]);
    const plan = walk(pibt, 250);
    expect(validatePlan(graph, plan, [a, b], [x, y], { partial: true })).toBeUndefined();
    const isFirst = (_: number, k: number): boolean => k % 2 === 0;
    expect([plan.filter(isFirst).includes(x), plan.filter((v, k) => !isFirst(v, k)).includes(y)], `${a}, ${b} to ${x}, ${y}`).toEqual([true, true]);
  }
});

test('with such a rule, units that have all arrived stay', () => {
  const graph = corners(4);
  let arrivals = 0;
  for (let start = 0; start < 240; start++) {
    const [a, rest] = [start % 16, Math.floor(start / 16)];
    const b = rest < a ? rest : rest + 1;
    for (let x = 0; x < 16; x++) {
      for (let y = x % 3; y < 16; y += 3) {
        if (x === y) continue;
        const pibt = new PIBT(graph);
        pibt.begin([a, b], [x, y]);
        let steps = 0;
        while (pibt.step() < 2 && steps < 100) steps++;
        if (steps === 100) continue;
        arrivals++;
        for (let more = 0; more < 4; more++) expect(pibt.step(), `${a}, ${b} to ${x}, ${y}`).toBe(2);
      }
    }
  }
  expect(arrivals).toBeGreaterThan(15_000);
});

test('with such a rule, a unit that is held now and then gets to its goal too', () => {
  for (const [x, y] of [[3, 0], [7, 6], [11, 9], [15, 12]]) {
    const pibt = new PIBT(corners(4));
    pibt.begin([0, 1], [x, y]);
    const seen = [new Set<number>(), new Set<number>()];
    for (let step = 0; step < 300; step++) {
      pibt.step();
      for (const unit of [0, 1]) seen[unit].add(pibt.position(unit));
      if (step % 5 === 4) pibt.hold(0, 1);
    }
    expect([seen[0].has(x), seen[1].has(y)], `${x}, ${y}`).toEqual([true, true]);
  }
});

test('with such a rule, a crowd goes on arriving', () => {
  const graph = corners(8);
  const random = seededRandom(1);
  const pibt = new PIBT(graph);
  const goals = Array.from({ length: 8 }, (_, i) => 63 - i);
  pibt.begin(goals.map((_, i) => i), goals);
  const arrivals = [0, 0, 0, 0];
  for (let step = 0; step < 2000; step++) {
    pibt.step();
    for (let unit = 0; unit < 8; unit++) {
      if (pibt.position(unit) !== pibt.goal(unit)) continue;
      arrivals[Math.floor(step / 500)]++;
      pibt.setGoal(unit, Math.floor(random() * 64));
    }
  }
  for (const count of arrivals) expect(count).toBeGreaterThan(100);
});

test('units in an open room all arrive, and again after new goals', () => {
  const grid = new Grid(12, 12);
  const free = Array.from({ length: 144 }, (_, i) => grid.vertex(i % 12, Math.floor(i / 12)));
  const { starts, goals } = crowdOn(grid, free, 100, 7);
  const pibt = new PIBT(grid);
  pibt.begin(starts, goals);
  let steps = 0;
  while (pibt.step() < 100) expect(++steps).toBeLessThan(500);
  const random = seededRandom(3);
  for (let i = 0; i < 50; i++) {
    const [a, b] = [Math.floor(random() * 100), Math.floor(random() * 100)];
    const kept = pibt.goal(a);
    pibt.setGoal(a, pibt.goal(b));
    pibt.setGoal(b, kept);
  }
  while (pibt.step() < 100) expect(++steps).toBeLessThan(1000);
  expect(Array.from({ length: 100 }, (_, i) => pibt.position(i))).toEqual(Array.from({ length: 100 }, (_, i) => pibt.goal(i)));
  expect(pibt.distance(0)).toBe(0);
});

test('two units swap positions if a corridor has a bay', () => {
  const grid = Grid.fromRows(['.......', '###.###'], { movement: 'four' });
  const ends = [grid.vertex(0, 0), grid.vertex(6, 0)];
  const pibt = new PIBT(grid);
  pibt.begin(ends, [...ends].reverse());
  let steps = 0;
  while (pibt.step() < 2) expect(++steps).toBeLessThan(30);
});

test('a chain of 20,000 units moves on at once', () => {
  // A one-way ring, full except for one vertex, which is the goal of all. Fewer where each test runs for thousands of mutants.
  const n = Math.min(20_000, runs(20_000));
  const ring = new CompressedGraph(n, Array.from({ length: n }, (_, v) => [v, (v + 1) % n, 1] as const));
  const starts = Array.from({ length: n - 1 }, (_, i) => i + 1);
  const pibt = new PIBT(ring);
  pibt.begin(starts, starts.map(() => 0));
  expect(pibt.step()).toBe(1);
  expect(starts.every((v, i) => pibt.position(i) === (v + 1) % n)).toBe(true);
});

test('edits of a grid are followed', () => {
  const grid = new Grid(5, 3, { movement: 'four' });
  const pibt = new PIBT(grid);
  pibt.begin([grid.vertex(0, 1)], [grid.vertex(4, 1)]);
  pibt.step();
  expect(pibt.position(0)).toBe(grid.vertex(1, 1));
  grid.setRectangle(2, 0, 1, 2, 0);
  expect(pibt.distance(0)).toBe(5);
  for (let i = 0; i < 5; i++) pibt.step();
  expect(pibt.position(0)).toBe(grid.vertex(4, 1));
  const lacam = new LaCAM(grid);
  lacam.begin([grid.vertex(0, 1), grid.vertex(4, 1)], [grid.vertex(4, 1), grid.vertex(0, 1)]);
  lacam.run(3);
  grid.setBlocked(2, 2, true);
  expect([lacam.run(), lacam.cost, lacam.unreachable]).toEqual([true, Infinity, 0]);
  grid.setBlocked(2, 2, false);
  expect([lacam.run(), lacam.cost < Infinity]).toEqual([true, true]);
});

test('a unit whose goal is blocked stays where it is, unless it is pushed; a blocked cell keeps a broken unit', () => {
  const grid = new Grid(20, 20, { movement: 'four' });
  const pibt = new PIBT(grid);
  pibt.begin([grid.vertex(10, 10), grid.vertex(4, 10)], [grid.vertex(0, 0), grid.vertex(4, 10)]);
  grid.setBlocked(0, 0, true);
  for (let step = 0; step < 40; step++) pibt.step();
  expect(pibt.position(0)).toBe(grid.vertex(10, 10));
  pibt.setGoal(1, grid.vertex(16, 10));
  for (let step = 0; step < 40; step++) pibt.step();
  expect(pibt.position(1)).toBe(grid.vertex(16, 10));
  grid.setBlocked(16, 10, true);
  pibt.setGoal(0, grid.vertex(19, 10));
  for (let step = 0; step < 40; step++) pibt.step();
  expect([pibt.position(0), pibt.position(1)]).toEqual([grid.vertex(19, 10), grid.vertex(16, 10)]);
});

test('in real time, units reach all goals that a whole plan reaches, without conflicts', () => {
  let ended = 0;
  fc.assert(
    fc.property(crowds(5, 5, 1), fc.integer({ min: 1, max: 20 }), ({ graph, starts, goals }, budget) => {
      let units: RealTimeLaCAM;
      try {
        units = new RealTimeLaCAM(graph);
      } catch (error) {
        // One-way cells.
        expect((error as Error).message).toContain('and none back');
        return;
      }
      const lacam = new LaCAM(graph);
      lacam.begin(starts, goals);
      if (!lacam.run(2000)) return;
      units.begin(starts, goals);
      const rows = [...starts];
      const at = new Uint32Array(starts.length);
      let arrived = -1;
      for (let step = 0; step < 3000 && arrived < starts.length && !units.isUnsolvable; step++) {
        arrived = units.step(budget);
        units.positions(at);
        rows.push(...at);
      }
      expect(arrived === starts.length).toBe(lacam.cost < Infinity);
      expect(validatePlan(graph, rows, starts, goals, { partial: true })).toBeUndefined();
      ended++;
    }),
    { numRuns: runs(100), seed: 1 },
  );
  expect(ended).toBeGreaterThan(runs(100) / 4);
});

test('in real time, goals may change while units move', () => {
  const grid = new Grid(6, 6);
  const units = new RealTimeLaCAM(grid);
  expect(() => units.step(5)).toThrow('call begin(starts, goals) first');
  units.begin([grid.vertex(0, 0), grid.vertex(5, 5)], [grid.vertex(5, 5), grid.vertex(0, 0)]);
  units.step(3);
  units.setGoals([grid.vertex(0, 5), grid.vertex(5, 0)]);
  let steps = 0;
  while (units.step(3) < 2) expect(++steps).toBeLessThan(40);
  expect([units.position(0), units.position(1)]).toEqual([grid.vertex(0, 5), grid.vertex(5, 0)]);
  // Also while the world is edited, and other planners use the tables.
  const distances = new DistanceTables(grid, { memory: 0 });
  const shared = new RealTimeLaCAM(grid, { distances });
  shared.begin([grid.vertex(0, 0), grid.vertex(5, 5)], [grid.vertex(5, 5), grid.vertex(0, 0)]);
  shared.step(3);
  grid.setRectangle(3, 0, 1, 5, 0);
  distances.claim([grid.vertex(2, 2), grid.vertex(2, 3)], 2, new Int32Array(2));
  for (steps = 0; shared.step(3) < 2; ) expect(++steps).toBeLessThan(60);
  grid.setSides(1, 1, { enter: grid.mask('west') });
  expect(() => shared.step(3)).toThrow('and none back');
  expect(() => units.position(2)).toThrow('The unit must be');
});

test('in real time, units without a path to their goals wait and give way, and go on once there is one', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 2, max: 12 }), (seed, n) => {
      // Six cells are closed in, each for itself.
      const grid = Grid.fromRows(['......', '......', '......', '......', '######', '.#.#.#', '######', '#.#.#.'], { movement: 'four' });
      const random = seededRandom(seed);
      const cells = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0).sort(() => random() - 0.5);
      const starts = cells.filter((v) => grid.y(v) < 4).slice(0, n);
      const goals = cells.sort(() => random() - 0.5).slice(0, n);
      const units = new RealTimeLaCAM(grid);
      units.begin(starts, goals);
      const possible = goals.filter((v) => grid.y(v) < 4).length;
      const rows = [...starts];
      const at = new Uint32Array(n);
      let steps = 0;
      for (let arrived = -1; arrived < possible; ) {
        expect(steps++).toBeLessThan(300);
        arrived = units.step(5);
        units.positions(at);
        rows.push(...at);
      }
      expect(units.isUnsolvable).toBe(possible < n);
      expect(validatePlan(grid, rows, starts, goals, { partial: true })).toBeUndefined();
      grid.setRectangle(0, 4, 6, 4, 1);
      while (units.step(5) < n) expect(steps++).toBeLessThan(600);
      expect(units.isUnsolvable).toBe(false);
    }),
    { numRuns: runs(100), seed: 1 },
  );
});

test('in real time, a unit without a path to its goal also makes room in a corridor', () => {
  const grid = Grid.fromRows(['....#.'], { movement: 'four' });
  const units = new RealTimeLaCAM(grid);
  expect(units.isUnsolvable).toBe(false);
  units.begin([1, 0].map((x) => grid.vertex(x, 0)), [5, 2].map((x) => grid.vertex(x, 0)));
  for (let step = 0; step < 20; step++) units.step(5);
  expect([units.position(1), grid.x(units.position(0)), units.isUnsolvable]).toEqual([grid.vertex(2, 0), 3, true]);
});

test('diagonals do not cross', () => {
  const grid = new Grid(2, 2, { corners: 'always' });
  const [a, b, c, d] = [grid.vertex(0, 0), grid.vertex(1, 0), grid.vertex(0, 1), grid.vertex(1, 1)];
  const lacam = new LaCAM(grid);
  expect(lacam.search([a, b], [d, c])).toBe(3);
  expect(new LaCAM(grid, { crossings: () => 0 }).search([a, b], [d, c])).toBe(2);
});

test('diagonals do not cross on views of a grid either', () => {
  const views: ((grid: Grid) => Graph)[] = [(grid) => new EdgeCosts(grid), (grid) => avoiding(grid, () => false), (grid) => withCosts(new EdgeCosts(grid), (_, __, cost) => cost)];
  for (const view of views) {
    const grid = new Grid(2, 2);
    const graph = view(grid);
    const [a, b, c, d] = [grid.vertex(0, 0), grid.vertex(1, 0), grid.vertex(0, 1), grid.vertex(1, 1)];
    expect(validatePlan(graph, [a, b, d, c], [a, b], [d, c])?.kind).toBe('crossing');
    const lacam = new LaCAM(graph);
    lacam.search([a, b], [d, c]);
    expect(lacam.makespan).toBe(2);
    const reservations = new Reservations(graph);
    reservations.add([a, d]);
    expect(new SafeIntervalSearch(graph, reservations).search(b, c)).toBe(2);
    for (const planner of [new PIBT(graph), new RealTimeLaCAM(graph)]) {
      planner.begin([a, b], [d, c]);
      expect(planner.step(1)).toBeLessThan(2);
    }
    const dispatcher = new Dispatcher(graph, { planner: () => new AStar(graph), collisions: 'avoid' });
    const [one, two] = [dispatcher.add(a), dispatcher.add(b)];
    dispatcher.order(one, d);
    dispatcher.order(two, c);
    dispatcher.frame({ expansions: 100 });
    expect([dispatcher.position(one), dispatcher.position(two)]).not.toEqual([d, c]);
  }
  // A graph with other vertices is no view of the grid that it holds.
  const other = { ...withCosts(new CompressedGraph(4, [[0, 3, 1], [1, 2, 1]]), (_, __, cost) => cost), graph: new Grid(2, 2) };
  expect(new LaCAM(other).search([0, 1], [3, 2])).toBe(2);
});

test('rejects invalid arguments', () => {
  const grid = new Grid(3, 1);
  const [a, b, c] = [0, 1, 2].map((x) => grid.vertex(x, 0));
  const lacam = new LaCAM(grid);
  const pibt = new PIBT(grid);
  expect(() => lacam.begin([a, a], [b, c])).toThrow(`Units 0 and 1 both start at vertex ${a}: no two units can be on one vertex.`);
  expect(() => lacam.begin([a, b], [c, c])).toThrow(`Units 0 and 1 both have as their goal vertex ${c}: no two units can be on one vertex.`);
  expect(() => lacam.begin([a, b], [c])).toThrow('Every unit needs a start and a goal, got 2 starts and 1 goals.');
  expect(() => lacam.begin([a], [99])).toThrow('The goal of unit 0 must be a whole number');
  expect(() => pibt.begin([NaN], [a])).toThrow('The start of unit 0 must be a whole number');
  expect(() => pibt.begin(undefined as never, [a])).toThrow('The starts must be a list of vertices, one for each unit, got undefined.');
  expect(() => pibt.begin(null as never, [a])).toThrow('got null');
  expect(() => pibt.begin({} as never, [a])).toThrow('The starts must be a list');
  const steady = new RealTimeLaCAM(grid);
  for (const units of [pibt, steady]) {
    units.begin([a, c], [b, c]);
    expect(() => units.positions(new Uint32Array(1))).toThrow('There are 2 units, but the buffer holds 1.');
    expect(units.positions(new Uint32Array(3))).toBe(2);
    for (const unit of [-1, 0.5, 2, NaN]) expect(() => units.position(unit)).toThrow('The unit must be');
  }
  expect(() => new LaCAM(grid, { sed: 1 } as never)).toThrow("did you mean 'seed'?");
  expect(() => new LaCAM(grid, { objective: 'cost' as never })).toThrow('objective');
  expect(() => new PIBT(grid, { crossings: 1 as never })).toThrow('crossings');
  expect(() => new PIBT(grid, { distances: {} as never })).toThrow('distances are tables, new DistanceTables(graph), got');
  expect(() => new PIBT(grid, { seed: 0.5 })).toThrow('The seed must be a whole number, got 0.5.');
  lacam.search([a, c], [c, a]);
  expect([lacam.cost, lacam.makespan]).toEqual([Infinity, Infinity]);
  lacam.search([a, b], [b, c]);
  expect(() => lacam.plan(new Uint32Array(1))).toThrow('The plan has 4 vertices, a row of 2 for each of 2 steps, but the buffer holds 1.');
  expect(() => lacam.path(2, new Uint32Array(9))).toThrow('The unit must be');
  const out = new Uint32Array(2);
  expect([lacam.path(1, out), [...out]]).toEqual([2, [b, c]]);
  expect(() => lacam.run(NaN)).toThrow('budget');
});

test('planners of steps on a view reject distance tables of the graph below it, which lead through closed doors', () => {
  const grid = new Grid(3, 3, { movement: 'four' });
  const doors = new EdgeCosts(grid);
  const [start, goal] = [grid.vertex(1, 1), grid.vertex(2, 1)];
  doors.set(start, goal, Infinity);
  const below = new DistanceTables(grid);
  for (const make of [() => new PIBT(doors, { distances: below }), () => new LaCAM(doors, { distances: below }), () => new RealTimeLaCAM(doors, { distances: below })]) expect(make).toThrow('The distance tables are of another graph: pass tables of this one.');
  const pibt = new PIBT(doors, { distances: new DistanceTables(doors) });
  pibt.begin([start], [goal]);
  expect([pibt.distance(0), pibt.step(), pibt.step(), pibt.step()]).toEqual([3, 0, 0, 1]);
});

test('calls before begin say that it is missing', () => {
  const grid = new Grid(3, 1);
  const v = grid.vertex(0, 0);
  const [pibt, lacam, steady] = [new PIBT(grid), new LaCAM(grid), new RealTimeLaCAM(grid)];
  for (const call of [() => pibt.step(), () => steady.step(1), () => { steady.setGoals([v]); }, () => lacam.run()]) expect(call).toThrow('No units are set yet: call begin(starts, goals) first.');
  for (const call of [() => pibt.position(0), () => pibt.goal(0), () => pibt.distance(0), () => { pibt.setGoal(0, v); }, () => steady.position(0), () => lacam.path(0, new Uint32Array(1))]) {
    expect(call).toThrow('There is no unit 0: begin(starts, goals) sets the units.');
  }
  for (const planner of [pibt, steady]) {
    planner.begin([], []);
    expect(planner.step(1)).toBe(0);
    expect(() => planner.position(0)).toThrow('There is no unit 0: begin(starts, goals) sets the units.');
  }
});

test('finishes at once without units, or if all are at their goals', () => {
  const grid = new Grid(2, 2);
  const lacam = new LaCAM(grid);
  expect([lacam.search([], []), lacam.makespan, lacam.improve(1), lacam.plan(new Uint32Array(0))]).toEqual([0, 0, true, 1]);
  const v = grid.vertex(1, 1);
  expect([lacam.search([v], [v]), lacam.makespan, lacam.bound]).toEqual([0, 0, 1]);
});

test('improve finds a plan first, in slices, and bytes counts the joint states of both', () => {
  const grid = Grid.fromRows(['.......', '##.#.##', '.......'], { movement: 'four' });
  const starts = [[0, 0], [1, 0], [6, 0], [5, 0]].map(([x, y]) => grid.vertex(x, y));
  const goals = [[6, 0], [6, 2], [0, 0], [1, 0]].map(([x, y]) => grid.vertex(x, y));
  const lacam = new LaCAM(grid);
  for (const call of [() => lacam.improve(1), () => lacam.run()]) expect(call).toThrow('call begin(starts, goals) first');
  expect(lacam.bytes).toBe(0);
  lacam.begin(starts, goals);
  expect([lacam.improve(1), lacam.cost]).toEqual([false, Infinity]);
  expect([lacam.run(), lacam.cost < Infinity]).toEqual([true, true]);
  const first = lacam.bytes;
  // The first page of states has 2 ** 20 bytes; tables and constraints come to it.
  expect(first).toBeGreaterThan(2 ** 20 + 2 ** 16);
  expect(first).toBeLessThan(2 ** 20 + 2 ** 18);
  lacam.improve(8);
  expect(lacam.bytes).toBeGreaterThan(2 * first);
  expect(lacam.bytes).toBeLessThan(2.2 * first);
});

test('the distance of each unit counts as one step of the budget', () => {
  const grid = new Grid(6, 1);
  const vertices = Array.from({ length: 6 }, (_, x) => grid.vertex(x, 0));
  const lacam = new LaCAM(grid);
  for (const slices of [[6, 1], [2, 4, 1], [7]]) {
    lacam.begin(vertices, vertices);
    expect(slices.map((budget) => lacam.run(budget))).toEqual(slices.map((_, k) => k === slices.length - 1));
  }
});

test('in real time: no units before the first call of begin, then as many as it got', () => {
  const grid = new Grid(3, 1);
  const steady = new RealTimeLaCAM(grid);
  expect(steady.units).toBe(0);
  steady.begin([grid.vertex(0, 0), grid.vertex(1, 0)], [grid.vertex(1, 0), grid.vertex(2, 0)]);
  expect([steady.units, steady.step(9)]).toEqual([2, 2]);
  // A graph without a version.
  const graph: Graph = { vertexCount: 2, maxDegree: 1, successors: (v, to, cost) => ((to[0] = 1 - v), (cost[0] = 1)), predecessors: (v, to, cost) => ((to[0] = 1 - v), (cost[0] = 1)) };
  const plain = new RealTimeLaCAM(graph);
  plain.begin([0], [1]);
  expect([plain.step(9), plain.position(0)]).toEqual([1, 1]);
});

test('in real time, a search that takes too much memory starts over, and units still arrive', () => {
  // Two units that can never swap keep the search of the others from ending.
  const rows = Array.from({ length: 8 }, (_, y) => `........#${y === 0 ? '.....' : '#####'}`);
  const grid = Grid.fromRows(rows);
  const inner = (v: number): number[] => [v, v + 1, v + 2, v + 3, v + 4];
  const [from, to] = [inner(grid.vertex(0, 0)), inner(grid.vertex(3, 7))];
  const ends = [grid.vertex(9, 0), grid.vertex(13, 0)];
  const units = new RealTimeLaCAM(grid);
  const kept = units as unknown as { maxBytes: number; search: { bytes: number } };
  kept.maxBytes = 2 ** 21;
  units.begin([...from, ...ends], [...to, ends[1], ends[0]]);
  const searches = new Set<object>();
  const plan = [...from, ...ends];
  const at = new Uint32Array(7);
  for (let step = 0; step < 400; step++) {
    units.step(100);
    searches.add(kept.search);
    // No array grows more than twofold in one step.
    expect(kept.search.bytes).toBeLessThan(2 ** 22);
    units.positions(at);
    plan.push(...at);
  }
  expect(searches.size).toBeGreaterThan(1);
  expect(validatePlan(grid, plan, [...from, ...ends], [...to, ends[1], ends[0]], { partial: true })).toBeUndefined();
  units.setGoals([...to, ...ends]);
  let steps = 0;
  while (units.step(100) < 7) expect(++steps).toBeLessThan(60);
  // A search that has found the goals is followed to the end.
  units.setGoals([...from, ...ends]);
  units.step(100);
  const { search } = kept;
  kept.maxBytes = 0;
  for (steps = 0; units.step(100) < 7; ) expect(++steps).toBeLessThan(60);
  expect(kept.search).toBe(search);
});

test('one-way steps do not make robots with new goals walk to and fro: streets around blocks', () => {
  for (const units of [3, 10, 30]) {
    const grid = new Grid(13, 13, { movement: 'four' });
    const streets: number[] = [];
    for (let y = 0; y < 13; y++) for (let x = 0; x < 13; x++) if (x % 4 !== 0 && y % 4 !== 0) grid.setBlocked(x, y, true); else streets.push(grid.vertex(x, y));
    grid.setSides(2, 0, { enter: grid.mask('west'), leave: grid.mask('east') });
    const random = seededRandom(units);
    const anywhere = (): number => streets[Math.floor(random() * streets.length)];
    const pibt = new PIBT(grid);
    pibt.begin(streets.filter((_, i) => i % Math.floor(streets.length / units) === 0).slice(0, units), Array.from({ length: units }, anywhere));
    let quiet = 0;
    for (let step = 0; step < 5000; step++) {
      const arrived = pibt.step();
      quiet = arrived === 0 ? quiet + 1 : 0;
      // The bound of the README: the largest distance times the number of units.
      expect(quiet, `${units} units, step ${step}`).toBeLessThan(30 * units);
      for (let i = 0; i < units; i++) if (pibt.position(i) === pibt.goal(i)) pibt.setGoal(i, anywhere());
    }
  }
});

test('held units of PIBT stay, and others go around them: no conflict in any step, and all arrive at last', () => {
  for (let seed = 1; seed <= runs(60); seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(random() * n);
    const grid = new Grid(9, 9, { movement: seed % 2 === 0 ? 'four' : 'eight' });
    const cells = Array.from({ length: 81 }, (_, i) => grid.vertex(i % 9, Math.floor(i / 9)));
    const starts = cells.filter((_, i) => i % 5 === 0).slice(0, 16);
    const pibt = new PIBT(grid, { seed });
    pibt.begin(starts, cells.filter((_, i) => i % 5 === 2));
    const left = new Int32Array(starts.length);
    const rows = [...starts];
    for (let step = 0; step < 80; step++) {
      if (below(2) === 0) {
        const unit = below(starts.length);
        left[unit] = below(12);
        pibt.hold(unit, left[unit]);
      }
      const before = rows.slice(-starts.length);
      pibt.step();
      for (let i = 0; i < starts.length; i++) {
        rows.push(pibt.position(i));
        if (left[i] > 0) expect(pibt.position(i), `seed ${seed}, unit ${i}, step ${step}`).toBe(before[i]);
        left[i] = Math.max(0, left[i] - 1);
      }
    }
    for (let i = 0; i < starts.length; i++) pibt.hold(i, 0);
    for (let step = 0; step < 200; step++) pibt.step();
    expect(validatePlan(grid, rows, starts, rows.slice(-starts.length), { partial: true })).toBeUndefined();
    expect(pibt.step()).toBe(starts.length);
  }
});

test('a unit held for ever that nobody can pass makes others wait, and a wrong number of steps is refused', () => {
  const grid = new Grid(5, 1, { movement: 'four' });
  const pibt = new PIBT(grid);
  pibt.begin([grid.vertex(0, 0), grid.vertex(2, 0)], [grid.vertex(4, 0), grid.vertex(2, 0)]);
  pibt.hold(1, Infinity);
  for (let step = 0; step < 20; step++) pibt.step();
  expect(pibt.position(0)).toBe(grid.vertex(1, 0));
  expect(() => pibt.hold(1, -1)).toThrow('A unit is held for 0 steps or more, got -1.');
  expect(() => pibt.hold(2, 1)).toThrow();
});

test('a unit whose path is free does not back out for one that is held', () => {
  const grid = Grid.fromRows(['.#####', '......', '.#####'], { movement: 'four' });
  const pibt = new PIBT(grid);
  pibt.begin([grid.vertex(1, 1), grid.vertex(2, 1)], [grid.vertex(5, 1), grid.vertex(4, 1)]);
  pibt.hold(0, Infinity);
  pibt.step();
  pibt.step();
  expect([pibt.position(0), pibt.position(1)]).toEqual([grid.vertex(1, 1), grid.vertex(4, 1)]);
});
