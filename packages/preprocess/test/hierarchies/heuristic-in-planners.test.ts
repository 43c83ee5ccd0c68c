import type { Heuristic } from '@pf/graph';
import { CompressedGraph, pathCost, seededRandom } from '@pf/graph';
import type { Planner } from '@pf/incremental';
import { DStarExtraLite, DStarLite, LPAStar, RepeatedAStar } from '@pf/incremental';
import { digraphs, oracleCost, oracleDistances, runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContractionHierarchy, CustomizableHierarchy, FastMap, Landmarks } from '../../src/index.ts';
import { near, range } from './questions.ts';

const HIERARCHIES: Readonly<Record<string, (graph: CompressedGraph) => Heuristic>> = {
  'a contraction hierarchy': (graph) => ContractionHierarchy.build(graph).heuristic(),
  // With its own costs it keeps the earlier ones, whatever happens to the graph.
  'a metric': (graph) => {
    const hierarchy = CustomizableHierarchy.build(graph);
    return hierarchy.customise(hierarchy.customise().costs).heuristic();
  },
};
const PLANNERS: Readonly<Record<string, (graph: CompressedGraph, heuristic: Heuristic) => Planner>> = {
  'LPA*': (graph, heuristic) => new LPAStar(graph, { heuristic }),
  'D* Lite': (graph, heuristic) => new DStarLite(graph, { heuristic }),
  'D* Lite, basic': (graph, heuristic) => new DStarLite(graph, { heuristic, variant: 'basic' }),
  'D* Extra Lite': (graph, heuristic) => new DStarExtraLite(graph, { heuristic }),
  'Repeated A*, backward': (graph, heuristic) => new RepeatedAStar(graph, { heuristic, direction: 'backward' }),
};

const event = fc.record({ what: fc.constantFrom('rise', 'rise', 'rise', 'close', 'step', 'jump', 'goal'), a: fc.nat(9999), b: fc.nat(9999) }, { noNullPrototype: true });

/** The greatest violation of h(v, goal) ≤ c + h(u, goal) and h(start, v) ≤ h(start, u) + c. */
function checkConsistent(graph: CompressedGraph, h: Heuristic, start: number, goal: number): void {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  for (const v of range(graph.vertexCount)) {
    const n = graph.successors(v, to, cost);
    for (let i = 0; i < n; i++) {
      for (const [estimate, bound] of [[h(v, goal), cost[i] + h(to[i], goal)], [h(start, to[i]), h(start, v) + cost[i]]]) {
        if (estimate > bound + 1e-9 * (1 + bound)) expect.fail(`Between ${start} and ${goal}, the arc from ${v} to ${to[i]} at ${cost[i]}: ${estimate} is above ${bound}.`);
      }
    }
  }
}

for (const [kind, build] of Object.entries(HIERARCHIES)) {
  test.each(Object.entries(PLANNERS))(`%s with the heuristic of ${kind} is right as costs rise while it searches`, (_, make) => {
    let rises = 0;
    let compared = 0;
    fc.assert(
      fc.property(digraphs({ maxVertices: 14, free: false }), fc.array(event, { minLength: 1, maxLength: 20, size: 'max' }), fc.nat(9999), fc.nat(9999), fc.constantFrom(1, 3, Infinity), ({ vertexCount, arcs }, events, from, to, slice) => {
        const graph = new CompressedGraph(vertexCount, arcs);
        const heuristic = build(graph);
        const planner = make(graph, heuristic);
        const out = new Uint32Array(vertexCount);
        const answer = (): void => {
          while (!planner.run(slice)) void 0;
          const truth = oracleCost(graph, planner.start, planner.goal);
          compared++;
          if (!near(planner.cost, truth)) expect.fail(`From ${planner.start} to ${planner.goal} it costs ${truth}, but the planner says ${planner.cost}.`);
          const n = planner.path(out);
          if (truth < Infinity && n > 1 && !near(pathCost(graph, out, n), truth)) expect.fail(`The path ${[...out.subarray(0, n)].join(' ')} does not cost ${truth}.`);
        };
        planner.begin(from % vertexCount, to % vertexCount);
        for (const { what, a, b } of events) {
          if (what === 'jump') planner.moveTo(a % vertexCount);
          else if (what === 'goal') planner.goalMovedTo(a % vertexCount);
          else if (what === 'step') {
            answer();
            if (planner.next() >= 0) planner.moveTo(planner.next());
          } else if (arcs.length > 0) {
            const [tail, head] = arcs[a % arcs.length];
            // Never below the first cost of these arcs; after a rise it may fall.
            const first = Math.max(...arcs.filter((arc) => arc[0] === tail && arc[1] === head).map((arc) => arc[2]));
            graph.setCost(tail, head, what === 'close' ? Infinity : first + (b % 40) / 4);
            planner.arcsChanged([tail], 1);
            rises++;
          }
          // The next change may come while it still searches.
          if (b % 3 === 0) answer();
          else planner.run(b % 5);
        }
        answer();
        checkConsistent(graph, heuristic, planner.start, planner.goal);
      }),
      { seed: 32, numRuns: runs(100) },
    );
    expect(rises).toBeGreaterThan(runs(100) * 2);
    expect(compared).toBeGreaterThan(runs(100) * 2);
  }, 3_600_000);
}

test('the heuristic from a start, as backward planners use it, and from others in between, is the exact cost', () => {
  fc.assert(
    fc.property(digraphs({ maxVertices: 14, free: false }), fc.array(fc.tuple(fc.nat(13), fc.nat(13)), { minLength: 1, maxLength: 30 }), ({ vertexCount, arcs }, pairs) => {
      const graph = new CompressedGraph(vertexCount, arcs);
      for (const build of Object.values(HIERARCHIES)) {
        const h = build(graph);
        for (const [a, b] of pairs) {
          const start = a % vertexCount;
          const truth = oracleDistances(graph, start);
          for (let k = 0; k <= b % 4; k++) {
            const v = (b + k) % vertexCount;
            expect(near(h(start, v), Math.min(1e12, truth[v]))).toBe(true);
          }
        }
      }
    }),
    { seed: 33, numRuns: runs(60) },
  );
});

test.each(Object.entries(PLANNERS))('%s refuses the heuristic of a metric that follows the graph', (_, make) => {
  const graph = new CompressedGraph(3, [[0, 1, 2], [1, 2, 2]]);
  const heuristic = CustomizableHierarchy.build(graph).customise().heuristic();
  expect(() => make(graph, heuristic)).toThrow('keeps estimates, so it needs a heuristic that does not change with the costs of the graph');
});

test.each(Object.entries(PLANNERS))('%s refuses landmarks and a FastMap whose base follows the costs', (_, make) => {
  const graph = new CompressedGraph(2, [[0, 1, 2]], { directed: false });
  const base = (): number => 0;
  for (const table of [new Landmarks(graph, [0]), FastMap.build(graph, { random: seededRandom(1) })]) {
    make(graph, table.heuristic({ base }));
    expect(() => make(graph, table.heuristic({ base: Object.assign(() => 0, { follows: true }) }))).toThrow('needs a heuristic that does not change with the costs of the graph');
  }
});
