import { LAST_STAMP } from '@pf/graph/kit';
import { Grid, seededRandom } from '@pf/grid';
import { oracleCost } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import type { Planner } from '../src/index.ts';
import { DStarLite, LPAStar } from '../src/index.ts';
import { planners } from './planners.ts';

/** The counters of planners, or of their parts, and the step of each. */
const counters: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'Repeated A*': { mark: 4, epoch: 1 },
  'Repeated A*, backward': { mark: 4, epoch: 1 },
  'Adaptive A*': { mark: 4, epoch: 1, walk: 1 },
  'Generalized Adaptive A*': { mark: 4, epoch: 1, walk: 1 },
  'MPGAA*': { mark: 4, epoch: 1, walk: 1 },
  'LPA*': { 'labels query': 1 },
  'LPA*, weighted': { 'labels query': 1, 'weighting search': 2 },
  'D* Lite, buckets': { 'labels query': 1 },
  'D* Extra Lite': { inTree: 3 },
  'Focussed D*': { query: 1 },
};
const cases = Object.entries(counters).flatMap(([name, steps]) => Object.entries(steps).map(([counter, step]) => [name, counter, step] as const));

describe.each(cases)('%s', (name, counter, step) => {
  test(`answers correctly when ${counter} reaches the end of 32 bits, and finds no path if none exists`, () => {
    const random = seededRandom(2);
    const below = (n: number): number => Math.floor(n * random());
    const grid = Grid.fromRows(['......', '..##..', '......', '######', '......'], { metric: '5/7' });
    const heuristic = grid.heuristic();
    const weighted = name === 'LPA*, weighted';
    const planner: Planner = weighted ? new LPAStar(grid, { heuristic, weight: 2 }) : planners[name](grid, heuristic);
    const path = counter.split(' ');
    const last = path.pop()!;
    const owner = path.reduce<object>((part, each) => Reflect.get(part, each) as object, planner);
    const tails = new Uint32Array(grid.vertexCount);
    const place = (): number => grid.vertex(below(6), below(5));
    const settle = (): void => {
      expect(planner.run(1000)).toBe(true);
      const cheapest = oracleCost(grid, planner.start, planner.goal);
      expect(planner.cost).toBeGreaterThanOrEqual(cheapest);
      expect(planner.cost).toBeLessThanOrEqual((weighted ? 2 : 1) * cheapest);
    };
    for (let before = 0; before < 12; before++) {
      Reflect.set(owner, last, LAST_STAMP - step * before);
      planner.begin(place(), place());
      let left = 30;
      for (let events = 0; left > 0; events++) {
        // So many after the counter has overflowed.
        if (Reflect.get(owner, last) < 1e6) left--;
        if (events > 2000) throw new Error(`after ${events} events the counter is ${Reflect.get(owner, last)}`);
        const kind = random();
        if (kind < 0.5) planner.arcsChanged(tails, grid.setBlocked(below(6), below(5), random() < 0.3, tails));
        else if (kind < 0.6) planner.goalMovedTo(place());
        else if (kind < 0.75) planner.moveTo(place());
        else if (kind < 0.9) planner.begin(place(), place());
        if (random() < 0.8) settle();
      }
    }
  });
});

test('estimates from a start that moves without end are requested anew, and kept, after 32 bits of moves', () => {
  const grid = new Grid(5, 5);
  const octile = grid.heuristic();
  const planner = new DStarLite(grid, { heuristic: (v, goal) => octile(v, goal) });
  const estimates = planner['estimates'];
  planner.begin(grid.vertex(0, 0), grid.vertex(4, 4));
  planner.run();
  estimates['epoch'] = LAST_STAMP;
  planner.moveTo(grid.vertex(0, 4));
  planner.run();
  expect([planner.cost, estimates['epoch'], Math.max(...estimates['epochs'])]).toEqual([4, 1, 1]);
});
