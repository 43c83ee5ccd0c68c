import type { Graph } from '@pf/graph';
import * as planners from '@pf/incremental';
import * as agents from '@pf/realtime';
import * as searches from '@pf/search';
import { illegalGraphs, watched } from '@pf/testkit';

type MakeAgent = (graph: Graph, costBound: number | undefined) => agents.RealTimeAgent;
type CostOf = (graph: Graph, start: number, goal: number) => number;

const search = (Search: new (graph: Graph) => { search(start: number, goal: number): number }): CostOf => (graph, start, goal) => new Search(graph).search(start, goal);

function planner(make: (graph: Graph) => planners.Planner): CostOf {
  return (graph, start, goal) => {
    const made = make(graph);
    made.begin(start, goal);
    while (!made.run(1));
    return made.cost;
  };
}

/** With a `costBound`, an agent does not read all arcs when it is made. */
function agent(make: MakeAgent, costBound?: number): CostOf {
  return (graph, start, goal) => {
    const made = make(graph, costBound);
    made.begin(start, goal);
    for (let steps = 0; made.status === 'moving' && steps < 1000; steps++) made.step();
    return made.cost;
  };
}

function field(direction: 'forward' | 'backward', fill: (field: searches.DistanceField, from: number, vertexCount: number) => void): CostOf {
  return (graph, start, goal) => {
    const made = new searches.DistanceField(graph, { direction });
    fill(made, direction === 'forward' ? start : goal, graph.vertexCount);
    return made.values[start];
  };
}

const makeAgents: readonly MakeAgent[] = [
  (graph, costBound) => new agents.LrtaStar(graph, { costBound }),
  (graph, costBound) => new agents.LrtaStar(graph, { costBound, k: 5 }),
  (graph, costBound) => new agents.LssLrtaStar(graph, { costBound }),
  (graph, costBound) => new agents.LssLrtaStar(graph, { costBound, update: 'adaptive' }),
  (graph, costBound) => new agents.FLrtaStar(graph, { costBound }),
  (graph, costBound) => new agents.TbaStar(graph, { costBound }),
  (graph, costBound) => new agents.Frit(graph, { reconnect: (world) => new agents.TbaStar(world, { costBound }) }),
  (graph, costBound) => new agents.GuidedAgent(graph, { begin: () => undefined, prepare: () => true, next: (_at, _subgoal, goal) => goal }, { costBound }),
];

const contestants: readonly CostOf[] = [
  ...[searches.AStar, searches.Dijkstra, searches.BidirectionalAStar, searches.BidirectionalDijkstra, searches.NBAStar, searches.ARAStar, searches.AlternativeRoutes, searches.DisjointPaths].map(search),
  (graph, start, goal) => new searches.AStar(graph, { direction: 'backward' }).search(start, goal),
  (graph, start, goal) => new searches.AStar(graph, { queue: 'buckets' }).search(start, goal),
  (graph, start) => new searches.Dijkstra(graph).flood(start),
  (graph, start, goal) => {
    const paths = new searches.KShortestPaths(graph);
    paths.begin(start, goal);
    return paths.next();
  },
  (graph, from, to) => searches.findRoute(graph, { from, to }).cost,
  ...(['forward', 'backward'] as const).flatMap((direction) => [
    field(direction, (made, from) => { made.update(from); }),
    field(direction, (made, from, n) => { made.relax(Array.from({ length: n }, (_, v) => (v === from ? 0 : Infinity))); }),
  ]),
  ...[
    planners.RepeatedAStar, planners.AdaptiveAStar, planners.MultipathAdaptiveAStar, planners.LPAStar, planners.DStarLite, planners.ADStar,
    planners.DStarExtraLite, planners.FocussedDStar, planners.FringeRetrievingAStar, planners.MovingTargetDStarLite,
  ].map((Planner) => planner((graph) => new Planner(graph))),
  planner((graph) => new planners.RepeatedAStar(graph, { direction: 'backward' })),
  ...makeAgents.flatMap((make) => [agent(make), agent(make, 100)]),
];

/** Every search, planner and agent over each graph whose wrong arcs it must read. What throws another sentence than that of the arc, or takes too long, counts as silent. */
export const illegalArcs: readonly (() => unknown)[] = illegalGraphs().filter(({ right }) => right === undefined).flatMap(({ what, graph, start, goal, says }) => contestants.map((costOf, i) => () => {
  try {
    return watched(() => costOf(graph, start, goal));
  } catch (error) {
    if (error instanceof Error && says.test(error.message)) throw error;
    return `${what}, contestant ${i}: ${String(error)}`;
  }
}));
