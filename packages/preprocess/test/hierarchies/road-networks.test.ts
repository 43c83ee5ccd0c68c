import { CompressedGraph, pathCost } from '@pf/graph';
import { seededRandom } from '@pf/grid';
import { Dijkstra } from '@pf/search';
import { listRoads, readRoads, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { ContractionHierarchy, CustomizableHierarchy, EliminationQuery, HierarchyQuery } from '../../src/index.ts';

/** Queries on each network, from a hundredth as many starts; `PF_RUNS=1000 vitest run road-networks` runs ten thousand. */
const QUESTIONS = runs(10);
const GOALS = 100;

describe.skipIf(listRoads().length === 0)('road networks', () => {
  // The larger ones take minutes to build, so they run only with more runs.
  const names = QUESTIONS >= 1000 ? listRoads() : [];

  test.each(names)('%s: both hierarchies agree with Dijkstra, after a thousand changes of costs too', (name) => {
    const { vertexCount, arcs, coordinates } = readRoads(name);
    const graph = new CompressedGraph(vertexCount, arcs, { directed: false, coordinates });
    const random = seededRandom(7);
    const draw = (): number => Math.floor(random() * vertexCount);
    const dijkstra = new Dijkstra(graph);
    const out = new Uint32Array(vertexCount);
    const metric = CustomizableHierarchy.build(graph).customise();
    const check = (queries: readonly { search(a: number, b: number): number; path(out: Uint32Array): number }[], questions: number): void => {
      for (let done = 0; done < questions; done += GOALS) {
        const start = draw();
        dijkstra.flood(start);
        for (let i = 0; i < Math.min(GOALS, questions); i++) {
          const goal = draw();
          for (const query of queries) {
            const cost = query.search(start, goal);
            const length = query.path(out);
            const fits = cost === dijkstra.distance(goal) && (length === 0 ? cost === Infinity : pathCost(graph, out, length) === cost);
            if (!fits) expect.fail(`From ${start} to ${goal} it costs ${dijkstra.distance(goal)}, but a query says ${cost}.`);
          }
        }
      }
    };
    check([new EliminationQuery(metric), new HierarchyQuery(ContractionHierarchy.build(graph))], QUESTIONS);
    const { tails, heads, costs } = arcs;
    for (let i = 0; i < 1000; i++) {
      const arc = Math.floor(random() * tails.length);
      graph.setCost(tails[arc], heads[arc], i % 10 === 0 ? Infinity : Math.round(costs[arc] * (0.5 + 3 * random())));
      metric.arcsChanged([tails[arc]], 1);
    }
    check([new EliminationQuery(metric)], QUESTIONS);
  }, 3_600_000);

  test('a part of a network, by default', () => {
    const { vertexCount, arcs, coordinates } = readRoads(listRoads()[0]);
    // The vertices in a square of four kilometres in the middle.
    const middle = [0, 1].map((axis) => Float64Array.from(coordinates.filter((_, i) => i % 2 === axis)).sort()[vertexCount >> 1]);
    const local = new Int32Array(vertexCount).fill(-1);
    const points: number[] = [];
    for (let v = 0; v < vertexCount; v++) {
      if (Math.max(Math.abs(coordinates[2 * v] - middle[0]), Math.abs(coordinates[2 * v + 1] - middle[1])) > 2000) continue;
      local[v] = points.length / 2;
      points.push(coordinates[2 * v], coordinates[2 * v + 1]);
    }
    const kept = Array.from(arcs.tails, (tail, i) => [local[tail], local[arcs.heads[i]], arcs.costs[i]] as const).filter(([tail, head]) => tail >= 0 && head >= 0);
    const graph = new CompressedGraph(points.length / 2, kept, { directed: false, coordinates: points });
    expect(graph.vertexCount).toBeGreaterThan(process.env['PF_ROADS'] === undefined ? 500 : 0);
    const queries = [new HierarchyQuery(ContractionHierarchy.build(graph)), new EliminationQuery(CustomizableHierarchy.build(graph).customise())];
    const dijkstra = new Dijkstra(graph);
    const random = seededRandom(3);
    for (let i = 0; i < 20; i++) {
      const start = Math.floor(random() * graph.vertexCount);
      dijkstra.flood(start);
      for (let k = 0; k < 20; k++) {
        const goal = Math.floor(random() * graph.vertexCount);
        for (const query of queries) expect(query.search(start, goal)).toBe(dijkstra.distance(goal));
      }
    }
  });
});
