import type { Heuristic } from '@pf/graph';
import { avoiding, CompressedGraph, EdgeCosts } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { oracleCost, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import type { Planner } from '../src/index.ts';
import { ADStar } from '../src/index.ts';
import { planners } from './planners.ts';

const makers: typeof planners = { ...planners, 'AD*, improved': (graph, heuristic) => new ADStar(graph, { heuristic }) };

/** Shapes of worlds: whole and fractional costs. */
const OPTIONS = [{ movement: 'four', metric: '5/7' }, { corners: 'one', metric: '70/99' }, { movement: 'eight' }, { movement: 'hex' }] as const;

describe.each(Object.keys(makers))('%s over EdgeCosts', (name) => {
  test('with the lasting heuristic: edges far below their estimate come and go, between slices too, reported or not', () => {
    for (let world = 1; world <= runs(40); world++) {
      const random = seededRandom(world);
      const below = (n: number): number => Math.floor(n * random());
      const [width, height] = [2 + below(4), 1 + below(4)];
      const grid = new Grid(width, height, OPTIONS[world % 4]);
      const whole = world % 4 < 2;
      if (name.includes('buckets') && !whole) continue;
      const land = new EdgeCosts(grid);
      // A view passes the record of its graph on.
      const graph = world % 3 === 0 ? avoiding(land, () => false) : land;
      const cell = (): number => grid.vertex(below(width), below(height));
      const planner = makers[name](graph, land.heuristic({ least: 1 }));
      const tails = new Uint32Array(grid.vertexCount);
      const to = new Uint32Array(8);
      let [start, goal] = [cell(), cell()];
      planner.begin(start, goal);
      for (let turn = 0; turn < 12; turn++) {
        for (let left = below(3); left > 0; left--) planner.run(below(4));
        for (let edits = below(3); edits > 0; edits--) {
          const v = cell();
          const n = grid.successors(v, to, new Float64Array(8));
          let changed: number;
          if (n === 0 || random() < 0.3) changed = grid.setBlocked(grid.x(v), grid.y(v), random() < 0.4, tails);
          else {
            const u = to[below(n)];
            const oneWay = random() < 0.5;
            land.set(v, u, [undefined, 1, 2, whole ? 30 : 0.1, Infinity][below(5)], oneWay ? 'one-way' : 'both');
            tails.set([v, u]);
            changed = oneWay ? 1 : 2;
          }
          if (random() < 0.5) planner.arcsChanged(tails, changed);
        }
        if (random() < 0.3) planner.moveTo((start = random() < 0.5 && planner.next() >= 0 ? planner.next() : cell()));
        if (random() < 0.2) planner.goalMovedTo((goal = cell()));
        for (let slices = 0; !planner.run(turn % 2 === 0 ? Infinity : 3); slices++) expect(slices).toBeLessThan(1000);
        while (planner instanceof ADStar && !planner.improve(3));
        const cost = oracleCost(land, start, goal);
        expect(planner.cost, `world ${world}, turn ${turn}`).toBeCloseTo(cost, 9);
        expect(planner.path(tails) > 0).toBe(cost < Infinity);
      }
    }
  });

  test.each(['before', 'after'])('an estimate that an edit of the graph below raises above a set cost, for a planner made %s it', (when) => {
    const places = [[0, 0], [10, 0], [20, 0]];
    const heuristic = (): Heuristic => (v, w) => Math.hypot(places[v][0] - places[w][0], places[v][1] - places[w][1]);
    const points = Object.assign(new CompressedGraph(3, [[0, 1, 10], [1, 2, 10], [0, 2, 45]]), { heuristic });
    const land = new EdgeCosts(points);
    land.set(0, 1, 10, 'one-way');
    const lasting = land.heuristic({ least: 1 });
    const started = (): Planner => {
      const planner = makers[name](land, lasting);
      planner.begin(0, 2);
      planner.run();
      while (planner instanceof ADStar && !planner.improve());
      return planner;
    };
    const early = started();
    expect(early.cost).toBe(20);
    places[1] = [10, 30];
    points.setCost(0, 1, 32);
    points.setCost(1, 2, 32);
    const planner = when === 'before' ? early : started();
    planner.run();
    while (planner instanceof ADStar && !planner.improve());
    expect(planner.cost).toBe(42);
  });

  test('a heuristic that follows the edits is refused', () => {
    const land = new EdgeCosts(new Grid(3, 3));
    expect(() => makers[name](land, land.heuristic())).toThrow(/keeps estimates/);
  });
});

test.each(Object.keys(makers))('%s ends and is right with whole costs from 2⁵³ on', (name) => {
  const random = seededRandom(6);
  const below = (n: number): number => Math.floor(n * random());
  let checked = 0;
  for (let world = 0; world < runs(40); world++) {
    const grid = new Grid(2 + below(3), 1 + below(2), { movement: 'four' });
    const land = new EdgeCosts(grid);
    const cell = (): number => grid.vertex(below(grid.width), below(grid.height));
    const to = new Uint32Array(4);
    const planner = makers[name](land, land.heuristic({ least: 1 }));
    planner.begin(cell(), cell());
    for (let turn = 0; turn < 8; turn++) {
      const [from, cost] = [cell(), [1, undefined, 2 ** 52, 2 ** 53, 2 ** 54, 2 ** 60][below(6)]];
      const degree = grid.successors(from, to, new Float64Array(4));
      try {
        if (degree > 0) land.set(from, to[below(degree)], cost);
        planner.moveTo(cell());
        if (name.includes('improved')) while (!(planner as ADStar).improve());
        else planner.run();
      } catch (error) {
        // Planners that subtract costs reject such a range, and so do buckets that a user chose.
        expect(String(error)).toMatch(/needs the largest cost within|Buckets need costs up to/);
        break;
      }
      const expected = oracleCost(land, planner.start, planner.goal);
      if (expected === Infinity || Math.abs(planner.cost - expected) > 1e-12 * expected) expect(planner.cost).toBe(expected);
      if (expected > 0 && expected < Infinity) checked++;
    }
  }
  expect(checked).toBeGreaterThan(runs(40) / 4);
});
