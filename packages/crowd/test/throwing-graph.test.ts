import { CompressedGraph, seededRandom } from '@pf/graph';
import { Grid } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dispatcher, LaCAM, PIBT, RealTimeLaCAM, Reservations, SafeIntervalSearch, validatePlan } from '../src/index.ts';
import { faultOfMoves } from './dispatcher/check-moves.ts';
import { crowds } from './plans/crowds.ts';
import { ThrowingGraph } from './throwing-graph.ts';

test('a search that threw is repeated or continued with the right result, one unit', () => {
  let thrown = 0;
  fc.assert(
    fc.property(crowds(4, 7, 20), fc.integer({ min: 1, max: 60 }), fc.boolean(), fc.boolean(), ({ graph, starts, goals }, at, inSlices, again) => {
      if (starts.length === 0) return;
      const broken = new ThrowingGraph(graph);
      const reservations = new Reservations(graph);
      for (const v of starts.slice(1)) reservations.block(v, 2, 6);
      const search = new SafeIntervalSearch(broken.view, reservations, { crossings: broken.crossings });
      const expected = new SafeIntervalSearch(graph, reservations).search(starts[0], goals[0]);
      if (again) search.search(goals[0], goals[0]);
      broken.throwAt(at);
      if (inSlices) {
        broken.retry(() => search.begin(starts[0], goals[0]), () => expect([search.cost, search.path(new Uint32Array(0))]).toEqual([Infinity, 0]));
        while (!broken.retry(() => search.run(2), () => expect(search.cost).toBe(Infinity)));
      } else broken.retry(() => search.search(starts[0], goals[0]));
      expect(search.cost).toBe(expected);
      thrown += broken.thrown;
    }),
    { numRuns: runs(300), seed: 4 },
  );
  expect(thrown).toBeGreaterThan(runs(30));
});

test('a begin that threw has begun: run starts over', () => {
  const graph = new CompressedGraph(30, Array.from({ length: 29 }, (_, i) => [i, i + 1, 1] as const), { directed: false });
  for (const at of [1, 3, 30]) {
    const broken = new ThrowingGraph(graph);
    const search = new SafeIntervalSearch(broken.view, new Reservations(graph));
    broken.throwAt(at);
    expect(() => search.begin(0, 29)).toThrow('not loaded yet');
    expect([search.run(), search.cost]).toEqual([true, 29]);
    broken.throwAt(1);
    expect(() => search.begin(29, 3)).toThrow('not loaded yet');
    expect([search.cost, search.run(), search.cost]).toEqual([Infinity, true, 26]);
  }
});

test('a search that threw is repeated or continued with the right result, many units', () => {
  let thrown = 0;
  fc.assert(
    fc.property(crowds(3, 4, 8), fc.nat(), fc.integer({ min: 1, max: 9 }), ({ graph, starts, goals }, seed, budget) => {
      const random = seededRandom(seed);
      const broken = new ThrowingGraph(graph);
      const make = (): LaCAM => new LaCAM(broken.view, { crossings: broken.crossings });
      const [lacam, fresh] = [make(), make()];
      const readsOf = (call: () => unknown): number => -broken.reads + (call(), broken.reads);
      const ofSearch = readsOf(() => fresh.search(starts, goals));
      const solvable = fresh.cost < Infinity;
      let isKnown = false;
      const ofImprovement = readsOf(() => { isKnown = fresh.improve(20_000); });
      for (const edited of [false, true]) {
        if (edited && graph instanceof Grid && starts.length > 0) graph.setCost(graph.x(starts[0]), graph.y(starts[0]), 3);
        broken.throwAt(1 + Math.floor(random() * ofSearch));
        broken.retry(() => lacam.begin(starts, goals));
        while (!broken.retry(() => lacam.run(budget)));
        expect(lacam.cost < Infinity).toBe(solvable);
        if (!solvable) continue;
        broken.throwAt(1 + Math.floor(random() * ofImprovement));
        const done = broken.retry(() => lacam.improve(40_000));
        if (isKnown) expect([done, lacam.cost]).toEqual([true, fresh.cost]);
        const plan = new Uint32Array(starts.length * (lacam.makespan + 1));
        lacam.plan(plan);
        broken.throwAt(Infinity);
        expect(validatePlan(broken.view, plan, starts, goals)).toBeUndefined();
      }
      thrown += broken.thrown;
    }),
    { numRuns: runs(150), seed: 5 },
  );
  expect(thrown).toBeGreaterThan(runs(50));
});

test('a plan for a corridor is found, and then the cheapest, whichever call throws', () => {
  const grid = Grid.fromRows(['.....', '##.##'], { movement: 'four' });
  const ends = [grid.vertex(0, 0), grid.vertex(4, 0)];
  const starts = [...ends, grid.vertex(2, 0)];
  const goals = [ends[1], ends[0], grid.vertex(2, 0)];
  for (const make of [LaCAM, RealTimeLaCAM]) {
    for (let at = 1; at < 400; at += 9) {
      const broken = new ThrowingGraph(grid);
      const planner = new make(broken.view, { crossings: broken.crossings });
      planner.begin(at % 2 === 0 ? starts : ends, at % 2 === 0 ? goals : [ends[1], ends[0]]);
      broken.throwAt(at);
      if (planner instanceof LaCAM) {
        while (!broken.retry(() => planner.run(3)));
        expect(broken.retry(() => planner.improve(50_000)), `call ${at}`).toBe(true);
        expect(planner.cost, `call ${at}`).toBe(at % 2 === 0 ? 26 : 11);
      } else {
        let arrived = 0;
        for (let step = 0; step < 200 && arrived < planner.units; step++) arrived = broken.retry(() => planner.step(3));
        expect(arrived, `call ${at}`).toBe(planner.units);
      }
    }
  }
});

test('a step that threw moves no unit; later steps have no conflict, and units with room arrive', () => {
  let thrown = 0;
  for (let seed = 1; seed <= runs(40); seed++) {
    const random = seededRandom(seed);
    const grid = new Grid(5, 5, { movement: seed % 2 === 0 ? 'four' : 'eight' });
    const n = seed % 4 < 2 ? 16 : 23;
    const cells = Array.from({ length: 25 }, (_, i) => grid.vertex(i % 5, Math.floor(i / 5)));
    const drawn = (): number[] => cells.map((v) => ({ v, key: random() })).sort((a, b) => a.key - b.key).slice(0, n).map(({ v }) => v);
    const [starts, goals] = [drawn(), drawn()];
    for (const make of [PIBT, RealTimeLaCAM]) {
      const broken = new ThrowingGraph(grid);
      const units = new make(broken.view, { crossings: broken.crossings });
      const at = new Uint32Array(n);
      const rows = [...starts];
      const kept = (): void => {
        units.positions(at);
        expect([...at]).toEqual(rows.slice(-n));
        if (random() < 0.5) broken.throwAt(1 + Math.floor(random() * 100));
      };
      broken.throwAt(1 + Math.floor(random() * 60));
      broken.retry(() => units.begin(starts, goals));
      let arrived = 0;
      for (let step = 0; step < (n === 16 ? 400 : 80) && arrived < n; step++) {
        if (step < 60 && step % 4 === 0) grid.setCost(2, 2, 1 + (step % 8)); // read again
        if (step < 60) broken.throwAt(1 + Math.floor(random() * 300));
        arrived = broken.retry(() => units.step(10), kept);
        units.positions(at);
        rows.push(...at);
      }
      broken.throwAt(Infinity);
      expect([n === 16 ? arrived : n, validatePlan(broken.view, rows, starts, goals, { partial: true })], `${make.name}, seed ${seed}`).toEqual([n, undefined]);
      thrown += broken.thrown;
    }
  }
  expect(thrown).toBeGreaterThan(runs(100));
});

test('a frame that threw causes no conflict, and every unit ends its order at its goal', () => {
  let thrown = 0;
  for (let seed = 1; seed <= runs(30); seed++) {
    const random = seededRandom(seed);
    const grid = new Grid(7, 7);
    const broken = new ThrowingGraph(grid);
    const astar = new AStar(broken.view);
    const dispatcher = new Dispatcher(broken.view, { planner: () => astar, collisions: seed % 3 === 0 ? 'pass' : 'avoid', shareFrom: 2 + (seed % 2) });
    const ids = Array.from({ length: 10 }, (_, i) => dispatcher.add(grid.vertex(i % 7, Math.floor(i / 7))));
    const goals = Array.from({ length: 10 }, (_, i) => (seed % 4 === 0 && seed % 3 === 0 ? grid.vertex(3, 3) : grid.vertex(6 - (i % 7), 6 - Math.floor(i / 7))));
    for (const [i, id] of ids.entries()) dispatcher.order(id, goals[i]);
    const isThere = (): boolean => ids.every((id) => dispatcher.status(id) === 'idle');
    for (let frame = 0; frame < 200 && !isThere(); frame++) {
      const before = ids.map((id) => dispatcher.position(id));
      if (frame < 25) broken.throwAt(1 + Math.floor(random() * 300));
      else broken.throwAt(Infinity);
      if (frame === 25) grid.setCost(6, 0, 3); // units without a path try again after an edit
      try {
        dispatcher.frame({ expansions: 40 });
      } catch (error) {
        expect((error as Error).message).toMatch('not loaded yet');
      }
      if (seed % 3 !== 0) expect(faultOfMoves(grid, before, ids.map((id) => dispatcher.position(id)))).toBeUndefined();
    }
    // One that has arrived may have been pushed away again.
    expect(isThere(), `seed ${seed}`).toBe(true);
    thrown += broken.thrown;
  }
  expect(thrown).toBeGreaterThan(runs(100));
});
