import type { Graph } from '@pf/graph';
import { avoiding, EdgeCosts, seededRandom, withCosts } from '@pf/graph';
import { Grid } from '@pf/grid';
import { oracleDistances, runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DistanceTables, LaCAM, PIBT, RealTimeLaCAM, Reservations, SafeIntervalSearch, validatePlan } from '../../src/index.ts';
import { crowdOn } from './crowds.ts';

test('a search sees what a view avoids now', () => {
  const grid = new Grid(3, 3, { movement: 'four' });
  const at = (x: number, y: number): number => grid.vertex(x, y);
  const avoided = new Set<number>();
  const view = avoiding(grid, (v) => avoided.has(v));
  const lacam = new LaCAM(view);
  const inTime = new SafeIntervalSearch(view, new Reservations(grid));
  const costs = (): number[] => [lacam.search([at(0, 1)], [at(2, 1)]), inTime.search(at(0, 1), at(2, 1))];
  expect(costs()).toEqual([2, 2]);
  avoided.add(at(1, 1));
  expect(costs()).toEqual([4, 4]);
  avoided.add(at(1, 0)).add(at(1, 2));
  expect(costs()).toEqual([Infinity, Infinity]);
  avoided.delete(at(1, 1));
  expect(costs()).toEqual([2, 2]);
});

/** Views of a grid that avoid a set of cells, and change with it without a new version. */
const views: readonly ((grid: Grid, avoided: ReadonlySet<number>) => Graph)[] = [
  (grid, avoided) => avoiding(grid, (v) => avoided.has(v)),
  // The arcs back are closed too: LaCAM in real time needs a reverse arc for each.
  (grid, avoided) => withCosts(grid, (v, u, cost) => (avoided.has(v) || avoided.has(u) ? Infinity : cost + 1)),
  (grid, avoided) => new EdgeCosts(withCosts(avoiding(grid, (v) => avoided.has(v)), (v, _u, cost) => (avoided.has(v) ? Infinity : cost))),
];

test('searches and steps follow views that change without a version, with tables of their own or shared', () => {
  fc.assert(
    fc.property(fc.nat(2), fc.boolean(), fc.boolean(), fc.nat(), (kind, isShared, isSmall, seed) => {
      const random = seededRandom(seed);
      const int = (n: number): number => Math.floor(random() * n);
      const grid = new Grid(4, 4, { movement: random() < 0.5 ? 'four' : 'eight' });
      const cells = Array.from({ length: 16 }, (_, i) => grid.vertex(i % 4, i >> 2));
      const avoided = new Set<number>();
      const view = views[kind](grid, avoided);
      const distances = isShared ? new DistanceTables(view, { memory: isSmall ? 1 : undefined }) : undefined;
      const crowd = (units: number) => crowdOn(view, cells.filter((v) => !avoided.has(v)), units, int(1000));
      const change = (): void => {
        avoided.clear();
        for (const v of cells) if (random() < 0.3) avoided.add(v);
        if (random() < 0.2) grid.setBlocked(int(4), int(4), random() < 0.4);
      };
      const reservations = new Reservations(view);
      const lacam = new LaCAM(view, { distances });
      const inTime = new SafeIntervalSearch(view, reservations, { distances });
      const pibt = new PIBT(view, { distances });
      const { starts, goals } = crowd(3);
      pibt.begin(starts, goals);
      const realTime = kind === 0 ? undefined : new RealTimeLaCAM(view, { distances });
      realTime?.begin(starts, goals);
      const walkers: [PIBT | RealTimeLaCAM, () => void][] = [[pibt, () => void pibt.step()]];
      if (realTime !== undefined) walkers.push([realTime, () => void realTime.step(4)]);
      const walk = (): void => {
        for (const [walker, step] of walkers) {
          const before = starts.map((_, i) => walker.position(i));
          step();
          const after = starts.map((_, i) => walker.position(i));
          expect(validatePlan(view, [...before, ...after], before, after)).toBeUndefined();
        }
        // Distances count steps, not costs.
        const steps = withCosts(view, () => 1);
        for (const [i, goal] of goals.entries()) expect(pibt.distance(i)).toBe(oracleDistances(steps, pibt.position(i))[goal]);
      };
      const search = (): void => {
        const query = crowd(2);
        expect(lacam.search(query.starts, query.goals) < Infinity).toBe(new LaCAM(view).search(query.starts, query.goals) < Infinity);
        if (lacam.cost < Infinity && query.starts.length > 0) {
          const plan = new Uint32Array(2 * (lacam.makespan + 1));
          lacam.plan(plan);
          expect(validatePlan(view, plan.subarray(0, query.starts.length * (lacam.makespan + 1)), query.starts, query.goals)).toBeUndefined();
        }
        for (const [i, start] of query.starts.entries()) {
          expect(inTime.search(start, query.goals[i])).toBe(new SafeIntervalSearch(view, reservations).search(start, query.goals[i]));
        }
      };
      for (let round = 0; round < 8; round++) {
        const kept = [...avoided];
        change();
        if (random() < 0.5) walk();
        if (random() < 0.7) search();
        // Back again: only the tables of another planner have seen the change.
        if (random() < 0.3) {
          avoided.clear();
          for (const v of kept) avoided.add(v);
        }
        if (random() < 0.7) walk();
      }
    }),
    { numRuns: runs(60), seed: 1 },
  );
});

test('LaCAM in real time begins again when its view opens', () => {
  const grid = new Grid(5, 2, { movement: 'four' });
  const avoided = new Set([grid.vertex(2, 0), grid.vertex(2, 1)]);
  const units = new RealTimeLaCAM(views[1](grid, avoided));
  units.begin([grid.vertex(0, 0)], [grid.vertex(4, 0)]);
  expect([units.step(9), units.isUnsolvable]).toEqual([0, true]);
  avoided.clear();
  let steps = 1;
  while (units.step(9) < 1 && steps < 9) steps++;
  expect(steps).toBe(4);
});
