import type { Graph } from '@pf/graph';
import { avoiding, CompressedGraph, withCosts } from '@pf/graph';
import { seededRandom } from '@pf/grid';
import { oracleCost, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import type { Planner } from '../src/index.ts';
import { ADStar, AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar } from '../src/index.ts';

/** With the default queue. */
const planners: Record<string, (graph: Graph) => Planner> = {
  'Repeated A*': (graph) => new RepeatedAStar(graph),
  'Repeated A*, backward': (graph) => new RepeatedAStar(graph, { direction: 'backward' }),
  'Adaptive A*': (graph) => new AdaptiveAStar(graph),
  'MPAA*': (graph) => new MultipathAdaptiveAStar(graph),
  'LPA*': (graph) => new LPAStar(graph),
  'AD*': (graph) => new ADStar(graph, { weight: 1 }),
  'D* Lite': (graph) => new DStarLite(graph),
  'D* Extra Lite': (graph) => new DStarExtraLite(graph),
  'Focussed D*': (graph) => new FocussedDStar(graph),
  'FRA*': (graph) => new FringeRetrievingAStar(graph),
  'MT-D* Lite': (graph) => new MovingTargetDStarLite(graph),
};

/** The same arcs as a graph of one's own without a version: its default queue is buckets if costs are whole at first. */
const withoutVersion = (graph: Graph): Graph => ({
  vertexCount: graph.vertexCount,
  maxDegree: graph.maxDegree,
  successors: (v, to, cost) => graph.successors(v, to, cost),
  predecessors: (v, to, cost) => graph.predecessors(v, to, cost),
});

/** Runs in slices, so that a planner that hangs between them fails. */
function finish(planner: Planner): number {
  for (let slices = 0; !planner.run(3); slices++) expect(slices).toBeLessThan(1000);
  return planner.cost;
}

describe.each(Object.keys(planners))('%s over a view whose function answers anew', (name) => {
  test('begins again with costs that have become fractions', () => {
    const toll = [0, 0, 0, 0, 0];
    const roads = new CompressedGraph(5, [[1, 4, 2], [3, 4, 2], [0, 3, 2]]);
    const planner = planners[name](withCosts(roads, (from, _to, cost) => cost + toll[from]));
    planner.begin(0, 4);
    expect(finish(planner)).toBe(4);
    toll[1] = 0.5;
    toll[3] = 0.7;
    planner.begin(0, 4);
    expect(finish(planner)).toBeCloseTo(4.7, 9);
  });

  test('is right after it begins again, and after a report', () => {
    const random = seededRandom(31);
    const below = (n: number): number => Math.floor(n * random());
    for (let world = 0; world < runs(60); world++) {
      const n = 4 + below(12);
      const arcs = Array.from({ length: 3 * n }, () => [below(n), below(n), 1 + below(6)] as const);
      const roads = new CompressedGraph(n, arcs);
      const toll = new Float64Array(n);
      const taken = new Uint8Array(n);
      const priced = withCosts(roads, (from, _to, cost) => cost + toll[from]);
      const live = avoiding(priced, (v) => taken[v] === 1);
      const view = world % 4 < 2 ? live : withoutVersion(live);
      const planner = planners[name](view);
      planner.begin(below(n), below(n));
      for (let turn = 0; turn < 10; turn++) {
        expect(finish(planner), `world ${world}, turn ${turn}`).toBeCloseTo(oracleCost(view, planner.start, planner.goal), 9);
        const tails = new Set<number>();
        for (let left = 1 + below(3); left > 0; left--) {
          const v = below(n);
          tails.add(v);
          toll[v] = world % 2 === 0 ? below(4) : [0, 0.5, 0.1, 7, Infinity][below(5)];
          const u = below(n);
          taken[u] = below(2);
          for (const [from, to] of arcs) if (to === u) tails.add(from);
        }
        if (random() < 0.5) planner.begin(below(n), below(n));
        else planner.arcsChanged([...tails], tails.size);
        if (random() < 0.3) planner.moveTo(below(n));
        if (random() < 0.3) planner.goalMovedTo(below(n));
        if (random() < 0.3) planner.run(below(3));
      }
    }
  });

  test.each(['whole', 'fractional'])('ends without a report, and is right when it begins again: %s costs', (costs) => {
    const random = seededRandom(7);
    const below = (n: number): number => Math.floor(n * random());
    for (let world = 0; world < runs(60); world++) {
      const n = 4 + below(20);
      const roads = new CompressedGraph(n, Array.from({ length: 3 * n }, () => [below(n), below(n), 1 + below(6)] as const));
      const toll = new Float64Array(n);
      const live = withCosts(roads, (from, _to, cost) => cost + toll[from]);
      const view = world % 2 === 0 ? live : withoutVersion(live);
      const planner = planners[name](view);
      planner.begin(below(n), below(n));
      for (let turn = 0; turn < 15; turn++) {
        try {
          finish(planner);
        } catch (error) {
          expect(String(error)).toMatch(/A cost has become a fraction without a report|A priority must be a whole number/);
        }
        for (let left = below(3); left >= 0; left--) toll[below(n)] = costs === 'whole' ? [0, 1, 5, Infinity][below(4)] : random();
        if (random() < 0.5) planner.moveTo(below(n));
        else planner.goalMovedTo(below(n));
      }
      planner.begin(below(n), below(n));
      expect(finish(planner)).toBeCloseTo(oracleCost(view, planner.start, planner.goal), 9);
    }
  });
});

describe.each(['LPA*', 'AD*', 'D* Lite', 'Focussed D*', 'MT-D* Lite'])('%s', (name) => {
  test('rejects a cost that has become 0 when it begins again', () => {
    let toll = 1;
    const planner = planners[name](withCosts(new CompressedGraph(3, [[0, 1, 0], [1, 2, 0]]), () => toll));
    planner.begin(0, 2);
    expect(finish(planner)).toBe(2);
    toll = 0;
    expect(() => planner.begin(0, 2)).toThrow('costs above 0, and an arc costs 0');
    toll = 0.5;
    expect(finish(planner)).toBe(1);
  });
});

test('D* Extra Lite with buckets rejects a fraction that was not reported, and is right after that', () => {
  const roads = new CompressedGraph(5, [[1, 4, 2], [3, 4, 2], [0, 1, 2], [0, 3, 2]]);
  const toll = new Float64Array(5);
  const planner = new DStarExtraLite(withoutVersion(withCosts(roads, (from, _to, cost) => cost + toll[from])));
  planner.begin(0, 4);
  toll[1] = 0.5;
  toll[3] = 0.7;
  expect(() => planner.run()).toThrow('A cost has become a fraction without a report');
  expect(finish(planner)).toBeCloseTo(4.5, 9);
});

test('chosen buckets reject a cost that has become a fraction when the planner begins again', () => {
  let toll = 1;
  const view = withCosts(new CompressedGraph(3, [[0, 1, 0], [1, 2, 0]]), () => toll);
  const planner = new DStarExtraLite(view, { queue: 'buckets' });
  toll = 0.5;
  expect(() => planner.begin(0, 2)).toThrow("queue: 'larger-g'");
});
