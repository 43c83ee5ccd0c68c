import type { Graph } from '@pf/graph';
import { avoiding, EdgeCosts, RoadMap, withCosts } from '@pf/graph';
import type { Planner } from '@pf/incremental';
import { ADStar, AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import type { RealTimeAgent } from '@pf/realtime';
import { FLrtaStar, Frit, LrtaStar, LssLrtaStar, TbaStar } from '@pf/realtime';
import { AStar, Dijkstra, DistanceField } from '@pf/search';
import type { OracleGraph } from '@pf/testkit';
import { oracleDistances } from '@pf/testkit';
import type { Player } from '../player.ts';
import { agree, demand } from '../player.ts';
import { SeededRandom } from '../seeded-random.ts';
import { Rows } from '../stage.ts';

const MOST_VERTICES = 40;

/** A road map, plain or under a view, that may change the costs of its roads as `costOf` does. */
interface View {
  readonly of: (roads: RoadMap<number>) => Graph;
  readonly costOf: (from: number, to: number, cost: number) => number;
}

const unchanged = (_from: number, _to: number, cost: number): number => cost;
const withToll = (from: number, to: number, cost: number): number => cost + ((from + to) % 3);
const views: readonly View[] = [
  { of: (roads) => roads, costOf: unchanged },
  { of: (roads) => avoiding(roads, (v) => v % 7 === 5), costOf: (_from, to, cost) => (to % 7 === 5 ? Infinity : cost) },
  { of: (roads) => withCosts(roads, withToll), costOf: withToll },
  { of: (roads) => pricedEdges(roads), costOf: (from, to, cost) => (from === 0 && to === 1 ? 9 : from === 1 && to === 0 ? Infinity : cost) },
];

function pricedEdges(roads: RoadMap<number>): Graph {
  const land = new EdgeCosts(roads);
  land.set(0, 1, 9, 'one-way');
  land.set(1, 0, Infinity, 'one-way');
  return land;
}

/** Checks an answer of an algorithm that was made for the graph at any earlier time. */
type Check = (start: number, goal: number, model: OracleGraph) => void;

/** A road map that gets places and roads between two queries. An algorithm rejects a map that has outgrown it, or is right. */
function growing(name: string, make: (graph: Graph) => Check): Player {
  return {
    name: `${name} over a growing road map`,
    join(stage, tally) {
      if (stage.grid !== undefined || stage.graph.vertexCount > MOST_VERTICES) return undefined;
      return {
        query({ n }) {
          if (n % 4 !== 0) return;
          const seeded = new SeededRandom(n + 31 * stage.graph.vertexCount);
          const view = seeded.pick(views);
          const roads = new RoadMap<number>();
          const costs = new Map<string, readonly [number, number, number]>();
          const add = (from: number, to: number): void => {
            const cost = 1 + seeded.int(9);
            roads.addRoad(from, to, cost);
            costs.set(`${from} ${to}`, [from, to, cost]);
          };
          // The name of a place is its vertex.
          for (let v = 0; v < 4; v++) roads.addPlace(v);
          add(0, 1);
          for (let i = 0; i < 6; i++) add(seeded.int(4), seeded.int(4));
          const graph = view.of(roads);
          let check: Check | undefined;
          for (let round = 0; round < 6; round++) {
            const model = new Rows(roads.vertexCount, [...costs.values()].map(([from, to, cost]) => [from, to, view.costOf(from, to, cost)] as const).filter(([, , cost]) => cost < Infinity));
            const [start, goal] = [seeded.int(roads.vertexCount), seeded.int(roads.vertexCount)];
            tally.queries++;
            check ??= make(graph);
            try {
              check(start, goal, model);
            } catch (error) {
              demand(error instanceof RangeError && error.message.startsWith('The graph has ') && round > 0, () => `From ${start} to ${goal}: ${String(error)}`);
              make(graph)(start, goal, model);
              check = undefined;
            }
            if (seeded.chance(0.4)) roads.addPlace(roads.vertexCount);
            for (let i = seeded.int(4); i > 0; i--) add(seeded.int(roads.vertexCount), seeded.int(roads.vertexCount));
          }
        },
      };
    },
  };
}

const costing = (make: (graph: Graph) => (start: number, goal: number) => number) => (graph: Graph): Check => {
  const costOf = make(graph);
  return (start, goal, model) => {
    const [cost, expected] = [costOf(start, goal), oracleDistances(model, start)[goal]];
    demand(agree({ whole: true }, cost, expected), () => `The path costs ${expected}, but ${cost} was reported.`);
  };
};

const searching = (make: (graph: Graph) => AStar | Dijkstra) => costing((graph) => {
  const search = make(graph);
  return (start, goal) => search.search(start, goal);
});

const planning = (make: (graph: Graph) => Planner) => costing((graph) => {
  const planner = make(graph);
  let begun = false;
  return (start, goal) => {
    if (begun) {
      planner.moveTo(start);
      planner.goalMovedTo(goal);
    } else planner.begin(start, goal);
    begun = true;
    planner.run();
    return planner.cost;
  };
});

/** Agents do not find the cheapest path, but no cheaper one, and arrive. */
const walking = (make: (graph: Graph) => RealTimeAgent) => (graph: Graph): Check => {
  const agent = make(graph);
  return (start, goal, model) => {
    // From a dead end, an agent does not return.
    const back = oracleDistances(model, goal, { backward: true });
    if (oracleDistances(model, start).some((cost, v) => cost < Infinity && back[v] === Infinity)) return;
    agent.forget();
    agent.begin(start, goal);
    for (let steps = 0; agent.status === 'moving'; steps++) {
      agent.step();
      demand(steps < 9999, () => 'An agent does not arrive.');
    }
    demand(agent.status === 'reached' && agent.position === goal && agent.cost >= back[start], () => `The agent is ${agent.status} at ${agent.position} at a cost of ${agent.cost}, and the path costs ${back[start]}.`);
  };
};

const field = (direction: 'forward' | 'backward') => (graph: Graph): Check => {
  const made = new DistanceField(graph, { direction });
  return (_start, goal, model) => {
    made.update(goal);
    oracleDistances(model, goal, { backward: direction === 'backward' }).forEach((cost, v) => demand(made.values[v] === cost, () => `The field has ${made.values[v]} at ${v}, the oracle ${cost}.`));
  };
};

export const growingPlayers: readonly Player[] = [
  growing('A*', searching((graph) => new AStar(graph))),
  growing('Dijkstra', searching((graph) => new Dijkstra(graph))),
  growing('distances to', field('backward')),
  growing('distances from', field('forward')),
  ...[ADStar, AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar].map((Made) =>
    growing(Made.name, planning((graph) => (Made === ADStar ? new ADStar(graph, { weight: 1 }) : new Made(graph)))),
  ),
  ...[FLrtaStar, Frit, LrtaStar, LssLrtaStar, TbaStar].map((Made) => growing(Made.name, walking((graph) => new Made(graph)))),
];
