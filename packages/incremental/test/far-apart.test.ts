import type { Graph, Heuristic } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { bytesHeld, oracleCost, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import type { Planner, PlannerOptions } from '../src/index.ts';
import { AdaptiveAStar, createPlanner, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar } from '../src/index.ts';
import { StartHeuristic } from '../src/start-heuristic.ts';
import { planners } from './planners.ts';

/** Every planner that can use buckets. */
const bucketed: Readonly<Record<string, (graph: Graph, options: PlannerOptions) => Planner>> = {
  'Repeated A*': (graph, options) => new RepeatedAStar(graph, options),
  'Repeated A*, backward': (graph, options) => new RepeatedAStar(graph, { ...options, direction: 'backward' }),
  'Adaptive A*': (graph, options) => new AdaptiveAStar(graph, options),
  'MPAA*': (graph, options) => new MultipathAdaptiveAStar(graph, options),
  'D* Extra Lite': (graph, options) => new DStarExtraLite(graph, options),
  'D* Lite': (graph, options) => new DStarLite(graph, options),
  'D* Lite, basic': (graph, options) => new DStarLite(graph, { ...options, variant: 'basic' }),
  'GFRA*': (graph, options) => new FringeRetrievingAStar(graph, options),
  'MT-D* Lite': (graph, options) => new MovingTargetDStarLite(graph, options),
  'LPA*': (graph, options) => new LPAStar(graph, options),
  'LPA*, weighted': (graph, options) => new LPAStar(graph, { ...options, weight: 2 }),
};
/** The queue chosen by default, and buckets at any costs. */
const queues: readonly [name: string, PlannerOptions][] = [['by default', {}], ['buckets', { queue: 'buckets' }]];

function planned(planner: Planner, start: number, goal: number): number {
  planner.begin(start, goal);
  expect(planner.run(10_000)).toBe(true);
  return planner.cost;
}

/** The memory of a planner without its graph: no ring may be longer than 2¹⁸ buckets. */
function expectModest(planner: Planner): void {
  expect(bytesHeld(planner, planner.graph)).toBeLessThan(2 ** 22);
}

describe.each(Object.keys(bucketed))('%s with priorities far apart', (name) => {
  const make = bucketed[name];
  const bound = name === 'LPA*, weighted' ? 2 : 1;

  test.each(queues)('handles one arc that costs far more than the others, %s', (_, queue) => {
    for (const arcs of [
      [[2, 3, 126_209_521], [3, 2, 2], [0, 1, 4], [1, 3, 9]],
      [[0, 1, 1], [1, 3, 400_000_000], [0, 2, 5], [2, 3, 5], [2, 3, 500_000_000]],
    ] as const) {
      const graph = new CompressedGraph(4, arcs);
      const planner = make(graph, queue);
      for (const start of [0, 1, 2, 3]) for (const goal of [3, 2, 1, 0]) expect(planned(planner, start, goal)).toBe(oracleCost(graph, start, goal));
    }
  });

  test.each(queues)('handles a line of expensive arcs, and a more expensive detour, %s', (_, queue) => {
    const [high, highest] = [30_000_000, 600_000_000];
    const line = Array.from({ length: 9 }, (_, i) => [[i, i + 1, high + i], [i + 1, i, high + i]] as [number, number, number][]).flat();
    const planner = make(new CompressedGraph(10, [...line, [0, 9, highest]]), queue);
    expect(planned(planner, 0, 9)).toBe(9 * high + 36);
    expectModest(planner);
  });

  test.each(queues)('handles random graphs whose arcs change by orders of magnitude, %s', (_, queue) => {
    const random = seededRandom(17);
    const below = (n: number): number => Math.floor(n * random());
    const cost = (): number => 1 + below(10 ** (1 + below(10)));
    for (let world = 0; world < runs(12); world++) {
      const n = 3 + below(6);
      const arcs = Array.from({ length: 3 * n }, () => [below(n), below(n), cost()] as const);
      const graph = new CompressedGraph(n, arcs);
      const planner = make(graph, queue);
      planner.begin(0, n - 1);
      for (let change = 0; change < 30; change++) {
        expect(planner.run(10_000)).toBe(true);
        const cheapest = oracleCost(graph, planner.start, planner.goal);
        const right = planner.cost >= cheapest && planner.cost <= bound * cheapest;
        if (!right) throw new Error(`world ${world}, change ${change}: ${planner.cost} instead of ${cheapest}`);
        if (random() < 0.2) planner.moveTo(below(n));
        if (random() < 0.1) planner.goalMovedTo(below(n));
        const [tail, head] = arcs[below(arcs.length)];
        graph.setCost(tail, head, cost());
        planner.arcsChanged([tail], 1);
      }
      expectModest(planner);
    }
  });

  test.each(queues)('handles estimates far above all others, from a pit without exits and to a spring without entries, %s', (_, queue) => {
    const grid = Grid.fromRows(['......', '......', '......'], { metric: '5/7' });
    const [pit, spring] = [grid.vertex(1, 2), grid.vertex(2, 0)];
    grid.setSides(1, 2, { leave: 0 });
    grid.setSides(2, 0, { enter: 0 });
    const octile = grid.heuristic();
    const [start, goal] = [grid.vertex(0, 2), grid.vertex(5, 2)];
    const tails = new Uint32Array(grid.vertexCount);
    for (const far of [1e9, 2 ** 31, 2 ** 32 + 3, 2 ** 40, 1e15]) {
      const heuristic: Heuristic = (v, w) => (v !== w && (v === pit || w === spring) ? far : octile(v, w));
      const planner = make(grid, { heuristic, ...queue });
      for (let round = 0; round < 2; round++) {
        const cheapest = oracleCost(grid, start, goal);
        const cost = planned(planner, start, goal);
        expect(cost >= cheapest && cost <= bound * cheapest).toBe(true);
        // With the goal enclosed, the search goes everywhere, into the pit too; and from the goal the only path is from the spring.
        for (const x of [4, 1]) {
          planner.arcsChanged(tails, grid.setBlocked(x, 0, true, tails));
          planner.arcsChanged(tails, grid.setBlocked(x, 1, true, tails));
          if (x === 4) planner.arcsChanged(tails, grid.setBlocked(x, 2, true, tails));
          expect([planner.run(10_000), planner.cost]).toEqual([true, Infinity]);
          planner.moveTo(pit);
          planner.moveTo(start);
          planner.arcsChanged(tails, grid.setRectangle(x, 0, 1, x === 4 ? 3 : 2, 1, tails));
        }
        expect([planner.run(10_000), planner.cost]).toEqual([true, cost]);
      }
      expectModest(planner);
    }
  });

  test('buckets are the default if no arc costs more than 65536', () => {
    const takesBuckets = (graph: Graph): boolean => (make(graph, {}) as RepeatedAStar)['buckets'];
    const chosen = (...costs: number[]): boolean => takesBuckets(new CompressedGraph(4, costs.map((cost, i) => [i, i + 1, cost] as const)));
    expect([chosen(1, 65536, 3), chosen(1, 65537, 3), chosen(1, 3, 1e12)]).toEqual([true, false, false]);
    const onGrid = (diagonal: number): boolean => takesBuckets(new Grid(3, 3, { metric: { straight: 9, diagonal } }));
    expect([onGrid(65536), onGrid(65537)]).toEqual([true, false]);
  });
});

test('createPlanner, which chooses the queue by the costs too, does not allocate a bucket for each of them', () => {
  for (const world of ['game', 'rooms'] as const) {
    const planner = createPlanner(new CompressedGraph(3, [[0, 1, 30_000_000], [1, 2, 30_000_000], [0, 2, 600_000_000]]), { world });
    expect(planned(planner, 0, 2)).toBe(60_000_000);
    expectModest(planner);
  }
});

describe('if 32 bits hold all sums of costs, a greater estimate is cut to the greatest sum', () => {
  const grid = new Grid(3, 3, { metric: '5/7' });
  const greatest = 25 * 255 * 7;
  const said = [0, 5, greatest - 1, greatest, greatest + 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 + 5, 1e300];
  const kept = said.map((estimate) => Math.min(estimate, greatest));
  const cells = said.map((_, i) => grid.vertex(i % 3, Math.floor(i / 3)));
  const heuristic: Heuristic = (v, w) => said[cells.indexOf(v)] ?? said[cells.indexOf(w)] ?? 0;

  test.each([['A*', RepeatedAStar], ['Adaptive A*', AdaptiveAStar]] as const)('%s', (_, Made) => {
    const planner = new Made(grid, { heuristic });
    planner.begin(cells[0], cells[0]);
    expect(planner['h']).toBeInstanceOf(Int32Array);
    for (const v of cells) planner['estimate'](v);
    expect(cells.map((v) => planner['h'][v])).toEqual(kept);
  });

  test('holds for estimates from a moving start, and for the rise of keys on its moves', () => {
    const estimates = new StartHeuristic(said.length, (v, w) => said[Math.max(v, w)], { unit: 1, whole: true, greatest });
    estimates.startAt(0);
    expect(said.map((_, v) => estimates.to(v))).toEqual(kept);
    const rises = said.map((_, v) => {
      estimates.startAt(0);
      return 1 + estimates.moveTo(v);
    });
    expect(rises).toEqual(kept.map((estimate) => 1 + estimate));
    const rounded = new StartHeuristic(2, () => 2.5, { unit: 1, whole: true, greatest });
    rounded.startAt(0);
    // Down for an estimate, up where earlier estimates must be lower bounds.
    expect([rounded.to(1), rounded.moveTo(1)]).toEqual([2, 3]);
    const real = new StartHeuristic(2, () => 2.5, { unit: 1, whole: false, greatest: Infinity });
    real.startAt(0);
    expect([real.to(1), real.moveTo(1)]).toEqual([2.5, 2.5]);
  });
});

describe('if no estimate exceeds the greatest possible cost of a path', () => {
  const some: Readonly<Record<string, (graph: Graph, heuristic: Heuristic) => Planner>> = {
    'D* Lite': (graph, heuristic) => new DStarLite(graph, { heuristic }),
    'D* Extra Lite': (graph, heuristic) => new DStarExtraLite(graph, { heuristic }),
    'Focussed D*': (graph, heuristic) => new FocussedDStar(graph, { heuristic }),
    'LPA*': (graph, heuristic) => new LPAStar(graph, { heuristic }),
  };

  test.each(Object.keys(some))('%s finds each path that exists, reachable or not', (name) => {
    for (const most of [1e9, 3e9, 1e12]) {
      const random = seededRandom(23);
      const below = (n: number): number => Math.floor(n * random());
      for (let world = 0; world < runs(400); world++) {
        const n = 2 + below(4);
        const arcs = Array.from({ length: 2 * n }, () => [below(n), below(n), 1 + below(100)] as const);
        const graph = new CompressedGraph(n, arcs);
        const truth = Array.from({ length: n }, (_, v) => Array.from({ length: n }, (__, w) => Math.min(most, oracleCost(graph, v, w))));
        const planner = some[name](graph, (v, w) => truth[v][w]);
        planner.begin(below(n), below(n));
        for (let change = 0; change < 12; change++) {
          const query = `${most}, world ${world}, change ${change}`;
          expect(planner.run(10_000), query).toBe(true);
          expect(planner.cost, query).toBe(planner.start === planner.goal ? 0 : oracleCost(graph, planner.start, planner.goal));
          if (random() < 0.6) planner.moveTo(below(n));
          // Only more expensive than at first, so the estimates hold.
          const [tail, head, cost] = arcs[below(arcs.length)];
          graph.setCost(tail, head, cost + 100 * below(3));
          planner.arcsChanged([tail], 1);
        }
      }
    }
  });
});

describe('if some roads are far more expensive than others', () => {
  const x = [11, 0, 14, 17];

  test('Focussed D* tries one detour after the other', () => {
    const roads = new CompressedGraph(4, [[0, 1, 11], [1, 2, 14], [2, 3, 4]]);
    const planner = new FocussedDStar(roads, { heuristic: (a, b) => Math.abs(x[a] - x[b]) });
    expect(planned(planner, 0, 3)).toBe(29);
    for (const [tail, cost] of [[1, 1e12 + 15], [2, 2e12 + 11]]) {
      roads.setCost(tail, tail + 1, 1e12);
      planner.arcsChanged([tail], 1);
      expect([planner.run(1000), planner.cost]).toEqual([true, cost]);
    }
  });

  test.each(Object.keys(planners))('%s is right for a unit that walks while they open and close', (name) => {
    for (const high of [1e9, 1e10, 1e12]) {
      for (let world = 0; world < runs(100); world++) {
        const random = seededRandom(world);
        const below = (n: number): number => Math.floor(n * random());
        const n = 4 + below(9);
        const coordinates = Array.from({ length: n }, () => below(20));
        const heuristic: Heuristic = (a, b) => Math.abs(coordinates[a] - coordinates[b]);
        const line = Array.from({ length: n - 1 }, (_, i) => [i, i + 1] as const);
        const others = Array.from({ length: below(n) }, () => [below(n), below(n)] as const);
        const arcs = [...line, ...others].map(([a, b]) => [a, b, Math.max(1, heuristic(a, b))] as const);
        const graph = new CompressedGraph(n, arcs);
        const planner = planners[name](graph, heuristic);
        planner.begin(0, n - 1);
        for (let change = 0; change < 8; change++) {
          const query = `${high}, world ${world}, change ${change}`;
          expect(planner.run(1000), query).toBe(true);
          expect(planner.cost, query).toBe(oracleCost(graph, planner.start, planner.goal));
          if (planner.next() !== -1 && random() < 0.3) planner.moveTo(planner.next());
          const [tail, head, cost] = arcs[below(arcs.length)];
          graph.setCost(tail, head, random() < 0.7 ? high : cost);
          planner.arcsChanged([tail], 1);
        }
      }
    }
  });

  test.each(Object.keys(planners))('%s gives the cost of the rest of the path after its most expensive arc', (name) => {
    const graph = new CompressedGraph(4, [[0, 1, 1e12], [1, 3, 0.30005], [1, 2, 0.1], [2, 3, 0.2]]);
    // Buckets are for whole numbers.
    if (name.endsWith('buckets')) return;
    const planner = planners[name](graph, () => 0);
    planned(planner, 0, 3);
    for (const rest of [0.3, 0.2, 0]) {
      planner.moveTo(rest === 0.3 ? 1 : planner.next());
      expect(planner.run(1000)).toBe(true);
      expect(planner.cost).toBeCloseTo(rest, 12);
    }
  });
});

test.each(Object.keys(planners))('%s, past the most expensive arc of the path, does not read all the rest at each move', (name) => {
  const n = 2000;
  const road = new CompressedGraph(n, Array.from({ length: n - 1 }, (_, v) => [v, v + 1, v === 0 ? 1e9 : 2] as const));
  let looks = 0;
  const counted: Graph = {
    vertexCount: n,
    maxDegree: road.maxDegree,
    successors: (v, to, cost) => {
      looks++;
      return road.successors(v, to, cost);
    },
    predecessors: (v, to, cost) => road.predecessors(v, to, cost),
  };
  const planner = planners[name](counted, () => 0);
  planned(planner, 0, n - 1);
  looks = 0;
  for (let v = 1; v < n; v++) {
    planner.moveTo(planner.next());
    expect([planner.run(0), planner.cost]).toEqual([true, 2 * (n - 1 - v)]);
  }
  expect(looks).toBeLessThan(4 * n);
});

test.each(['Repeated A*', 'Repeated A*, larger g', 'Generalized Adaptive A*', 'MPGAA*'])('%s needs one search for a long walk among similar costs, down to the last arc', (name) => {
  const grid = new Grid(2000, 2);
  const planner = planners[name](grid, grid.heuristic());
  planned(planner, grid.vertex(0, 0), grid.vertex(1999, 1));
  const { expanded } = planner.counters;
  while (planner.next() !== -1) {
    planner.moveTo(planner.next());
    planner.run();
  }
  expect([planner.start, planner.counters.expanded]).toEqual([planner.goal, expanded]);
});

describe('costs more than 10¹⁵ apart', () => {
  const strict: Readonly<Record<string, (graph: Graph) => Planner>> = {
    'LPA*': (graph) => new LPAStar(graph),
    'D* Lite': (graph) => new DStarLite(graph),
    'Focussed D*': (graph) => new FocussedDStar(graph),
  };

  test.each(Object.keys(strict))('%s rejects them, in the constructor and after an edit, until they are gone', (name) => {
    const make = strict[name];
    expect(() => make(new CompressedGraph(3, [[0, 1, 1], [1, 2, 1e-17]]))).toThrow(`${name} needs the largest cost within 10¹⁵ times the least one, and arcs cost from 1e-17 to 1`);
    const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 2]]);
    const planner = make(graph);
    expect(planned(planner, 0, 2)).toBe(3);
    graph.setCost(1, 2, 1e-16);
    for (let i = 0; i < 2; i++) expect(() => planner.run()).toThrow('10¹⁵');
    graph.setCost(0, 1, 1e-3);
    planner.run();
    expect(planner.cost).toBeCloseTo(1e-3, 12);
    // The least cost of an earlier time does not count any more.
    graph.setCost(1, 2, 5);
    graph.setCost(0, 1, 1e6);
    planner.run();
    expect(planner.cost).toBe(1e6 + 5);
  });

  test.each(Object.keys(strict))('%s is right up to that limit', (name) => {
    const random = seededRandom(41);
    const below = (n: number): number => Math.floor(n * random());
    for (let world = 0; world < runs(60); world++) {
      const n = 3 + below(5);
      const cost = (): number => 10 ** (below(15) - 7);
      const arcs = Array.from({ length: 3 * n }, () => [below(n), below(n), cost()] as [number, number, number]);
      const graph = new CompressedGraph(n, arcs);
      const planner = strict[name](graph);
      planner.begin(0, n - 1);
      for (let change = 0; change < 10; change++) {
        expect(planner.run(10_000), `world ${world}, change ${change}`).toBe(true);
        const least = oracleCost(graph, planner.start, planner.goal);
        if (least === Infinity) expect(planner.cost).toBe(Infinity);
        else expect(Math.abs(planner.cost - least)).toBeLessThanOrEqual(1e-9 * least);
        const [tail, head] = arcs[below(arcs.length)];
        graph.setCost(tail, head, cost());
        if (random() < 0.3) planner.moveTo(below(n));
      }
    }
  });
});
