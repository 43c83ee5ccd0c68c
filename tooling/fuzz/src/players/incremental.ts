import type { Graph, Heuristic } from '@pf/graph';
import { EdgeCosts } from '@pf/graph';
import { FogOfWar, Grid, neighbours, radius } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import {
  ADStar,
  AdaptiveAStar,
  createPlanner,
  DStarExtraLite,
  DStarLite,
  FocussedDStar,
  FringeRetrievingAStar,
  LPAStar,
  MovingTargetDStarLite,
  MultipathAdaptiveAStar,
  navigate,
  RepeatedAStar,
} from '@pf/incremental';
import type { OracleGraph } from '@pf/testkit';
import { oracleCost } from '@pf/testkit';
import type { Player } from '../player.ts';
import { agree, costOfStep, demand, checkPath } from '../player.ts';
import type { Stage } from '../stage.ts';

interface Traits {
  /** Requires whole costs. */
  readonly whole?: boolean;
  /** Requires costs above 0. */
  readonly positive?: boolean;
  /** The bound of a path's cost as a factor of the cheapest. */
  readonly bound?: number;
  /** Whether some edits are not reported, and some reports are late. */
  readonly careless?: boolean;
}

function replanner(name: string, make: (graph: Graph, heuristic: Heuristic) => Planner, { whole = false, positive = false, bound = 1, careless = false }: Traits = {}): Player {
  return {
    name,
    join(stage, tally) {
      if ((whole && !stage.whole) || (positive && !stage.positive)) return undefined;
      const planner = make(stage.graph, stage.heuristic);
      const out = new Uint32Array(stage.graph.vertexCount);
      let begun = false;
      let [edits, late] = [0, new Uint32Array(0)];
      return {
        changed(tails, n) {
          const how = careless ? edits++ % 3 : 2;
          if (how === 0) late = tails.slice(0, n);
          else if (how === 1) planner.arcsChanged(late, late.length);
          else planner.arcsChanged(tails, n);
        },
        think(budget) {
          if (begun) planner.run(budget);
        },
        query(query) {
          const { start, goal, anew, n } = query;
          if (anew || !begun) planner.begin(start, goal);
          else {
            if (planner.start !== start) planner.moveTo(start);
            if (planner.goal !== goal) planner.goalMovedTo(goal);
          }
          begun = true;
          tally.queries++;
          const budget = n % 3 === 0 ? 1 + (n % 4) : Infinity;
          while (!planner.run(budget));
          const vertices = out.subarray(0, planner.path(out));
          const { cost } = planner;
          const isMoreExpensive = bound > 1 && cost > query.cost && cost <= query.cost * bound * (1 + 1e-9);
          checkPath(stage, isMoreExpensive ? { ...query, cost } : query, cost, vertices);
          demand(planner.next() === (vertices[1] ?? -1), () => `The path continues to ${vertices[1]}, but next() gave ${planner.next()}.`);
          const { expanded } = planner.counters;
          demand(planner.run() && planner.counters.expanded === expanded, () => 'A plan without anything new expanded something.');
        },
      };
    },
  };
}

const sensors = [neighbours, radius(2), radius(5)];

/** An episode in fog: reachable goals are reached by existing arcs, unreachable ones are reported. */
const episode = (name: string, make: (graph: Graph, heuristic: Heuristic) => Planner): Player => ({
  name: `episode with ${name}`,
  join(stage: Stage, tally) {
    const { grid } = stage;
    // A corner rule depends on cells beside the step, a one-vertices cell on the far end: `neighbours` observes them all.
    if (grid === undefined || grid.vertexCount > 400) return undefined;
    return {
      query({ start, goal, model, cost: truth, toGoal, n }) {
        if (n % 4 !== 0) return;
        tally.queries++;
        const fog = new FogOfWar(grid, new Grid(grid.width, grid.height, grid));
        const planner = make(fog.known, fog.known.heuristic({ least: 1 }));
        let walked = 0;
        let [steps, end] = [0, 'thinking'];
        for (const { status, vertex, next } of navigate(planner, fog, {
          start,
          goal,
          sensor: sensors[(n >> 2) % sensors.length],
          budget: n % 8 === 0 ? 3 : Infinity,
        })) {
          demand(++steps < 200 * grid.vertexCount, () => `The episode from ${start} to ${goal} does not end.`);
          end = status;
          if (status === 'start-blocked') break;
          if (status === 'moving') walked += costOfStep(model, vertex, next);
          // With one-vertices cells the character may have entered a dead end.
          if (status === 'unreachable')
            demand(toGoal[vertex] === Infinity, () => `From ${vertex} the goal ${goal} costs ${toGoal[vertex]}, but is reported as unreachable.`);
          if (status === 'reached')
            demand(
              vertex === goal && walked >= truth * (1 - 1e-9) && walked < Infinity,
              () => `The episode from ${start} to ${goal} ended at ${vertex} at ${walked}; the cheapest path costs ${truth}.`,
            );
        }
        demand(end === 'reached' || end === 'unreachable' || (end === 'start-blocked' && grid.cells[start] === 0), () => `The episode from ${start} to ${goal} ends while it is ${end}.`);
      },
    };
  },
});

const created: Player = {
  name: 'createPlanner',
  join(stage, tally) {
    if (!stage.positive) return undefined;
    const planners = [createPlanner(stage.graph, { heuristic: stage.heuristic }), createPlanner(stage.graph, { heuristic: stage.heuristic, world: 'rooms' })];
    return {
      changed: (tails, n) => planners.forEach((planner) => planner.arcsChanged(tails, n)),
      query({ start, goal, cost }) {
        for (const planner of planners) {
          tally.queries++;
          planner.begin(start, goal);
          planner.run();
          demand(agree(stage, planner.cost, cost), () => `The path from ${start} to ${goal} costs ${cost}, but ${planner.cost} was reported.`);
        }
      },
    };
  },
};

/** The model of a world with other costs on some arcs. */
class Repriced implements OracleGraph {
  readonly vertexCount: number;
  readonly maxDegree: number;

  constructor(
    private readonly model: OracleGraph,
    private readonly costs: ReadonlyMap<string, number>,
  ) {
    this.vertexCount = model.vertexCount;
    this.maxDegree = model.maxDegree;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.keep(to, cost, this.model.successors(v, to, cost), (u) => `${v} ${u}`);
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.keep(to, cost, this.model.predecessors(v, to, cost), (u) => `${u} ${v}`);
  }

  private keep(to: Uint32Array, cost: Float64Array, n: number, arc: (u: number) => string): number {
    let kept = 0;
    for (let i = 0; i < n; i++) {
      const now = this.costs.get(arc(to[i])) ?? cost[i];
      if (now === Infinity) continue;
      to[kept] = to[i];
      cost[kept++] = now;
    }
    return kept;
  }
}

/** Costs of edges: far below the estimate, high, closed, restored. */
const EDGE_COSTS = [0.125, 40, 1, Infinity, undefined];

/** With the default heuristic over `EdgeCosts`: edges below their estimate come and go, half of them reported. */
const overEdgeCosts = (name: string, make: (graph: Graph) => Planner): Player => ({
  name: `${name} over EdgeCosts`,
  join({ grid }, tally) {
    if (grid === undefined || grid.vertexCount > 400) return undefined;
    const land = new EdgeCosts(grid);
    const costs = new Map<string, number>();
    const planner = make(land);
    const to = new Uint32Array(8);
    let [begun, edits] = [false, 0];
    return {
      changed(tails, n) {
        for (let i = 0; i < Math.min(n, 4); i++) {
          const [tail, edit] = [tails[i], edits++];
          const degree = grid.successors(tail, to, new Float64Array(8));
          if (degree === 0) continue;
          const [head, cost] = [to[edit % degree], EDGE_COSTS[edit % EDGE_COSTS.length]];
          land.set(tail, head, cost, 'one-way');
          if (cost === undefined) costs.delete(`${tail} ${head}`);
          else costs.set(`${tail} ${head}`, cost);
        }
        if (edits % 2 === 0) planner.arcsChanged(tails, n);
      },
      query({ start, goal, anew, model, n }) {
        tally.queries++;
        if (anew || !begun) planner.begin(start, goal);
        else {
          planner.moveTo(start);
          planner.goalMovedTo(goal);
        }
        begun = true;
        const budget = n % 3 === 0 ? 2 : Infinity;
        for (let slices = 0; !(planner instanceof ADStar ? planner.improve(budget) : planner.run(budget)); slices++) demand(slices < 100_000, () => `The search from ${start} to ${goal} does not end.`);
        const expected = oracleCost(new Repriced(model, costs), start, goal);
        demand(agree({ whole: false }, planner.cost, expected), () => `The path from ${start} to ${goal} costs ${expected}, but ${planner.cost} was reported.`);
      },
    };
  },
});

const positive = { positive: true };
const buckets = { whole: true, positive: true };

export const incrementalPlayers: readonly Player[] = [
  replanner('Repeated A*', (graph, heuristic) => new RepeatedAStar(graph, { heuristic })),
  replanner('Repeated A*, larger g', (graph, heuristic) => new RepeatedAStar(graph, { heuristic, queue: 'larger-g' })),
  replanner('Repeated A*, backward, smaller g', (graph, heuristic) => new RepeatedAStar(graph, { heuristic, direction: 'backward', queue: 'smaller-g' })),
  replanner('Repeated A*, backward, buckets', (graph, heuristic) => new RepeatedAStar(graph, { heuristic, direction: 'backward', queue: 'buckets' }), {
    whole: true,
  }),
  replanner('Adaptive A*', (graph, heuristic) => new AdaptiveAStar(graph, { heuristic, falling: 'forget' })),
  replanner('Generalized Adaptive A*', (graph, heuristic) => new AdaptiveAStar(graph, { heuristic })),
  replanner('MPAA*', (graph, heuristic) => new MultipathAdaptiveAStar(graph, { heuristic, falling: 'forget' })),
  replanner('MPGAA*', (graph, heuristic) => new MultipathAdaptiveAStar(graph, { heuristic })),
  replanner('LPA*', (graph, heuristic) => new LPAStar(graph, { heuristic }), positive),
  replanner('LPA*, weighted', (graph, heuristic) => new LPAStar(graph, { heuristic, weight: 1.5 }), { ...positive, bound: 1.5 }),
  replanner('AD*', (graph, heuristic) => new ADStar(graph, { heuristic, weight: 2 }), { ...positive, bound: 2 }),
  replanner('D* Lite', (graph, heuristic) => new DStarLite(graph, { heuristic }), positive),
  ...(['basic', 'km', 'optimized'] as const).flatMap((variant) =>
    (['smaller-g', 'larger-g', 'buckets'] as const).map((queue) =>
      replanner(
        `D* Lite, ${variant}, ${queue}`,
        (graph, heuristic) => new DStarLite(graph, { heuristic, variant, queue }),
        queue === 'buckets' ? buckets : positive,
      ),
    ),
  ),
  replanner('D* Extra Lite', (graph, heuristic) => new DStarExtraLite(graph, { heuristic })),
  replanner('D* Extra Lite, larger g', (graph, heuristic) => new DStarExtraLite(graph, { heuristic, queue: 'larger-g' })),
  replanner('GFRA*', (graph, heuristic) => new FringeRetrievingAStar(graph, { heuristic })),
  replanner('GFRA*, larger g', (graph, heuristic) => new FringeRetrievingAStar(graph, { heuristic, queue: 'larger-g' })),
  ...(['basic', 'optimized'] as const).flatMap((deletion) =>
    (['larger-g', 'buckets'] as const).map((queue) =>
      replanner(
        `MT-D* Lite, ${deletion}, ${queue}`,
        (graph, heuristic) => new MovingTargetDStarLite(graph, { heuristic, deletion, queue }),
        queue === 'buckets' ? buckets : positive,
      ),
    ),
  ),
  replanner('Focussed D*', (graph, heuristic) => new FocussedDStar(graph, { heuristic }), positive),
  replanner('D* Lite, careless', (graph, heuristic) => new DStarLite(graph, { heuristic }), { ...positive, careless: true }),
  replanner('D* Extra Lite, careless', (graph, heuristic) => new DStarExtraLite(graph, { heuristic }), { careless: true }),
  replanner('MPGAA*, careless', (graph, heuristic) => new MultipathAdaptiveAStar(graph, { heuristic }), { careless: true }),
  replanner('MT-D* Lite, careless', (graph, heuristic) => new MovingTargetDStarLite(graph, { heuristic }), { ...positive, careless: true }),
  overEdgeCosts('Repeated A*', (graph) => new RepeatedAStar(graph)),
  overEdgeCosts('MPGAA*', (graph) => new MultipathAdaptiveAStar(graph)),
  overEdgeCosts('LPA*', (graph) => new LPAStar(graph)),
  overEdgeCosts('AD*', (graph) => new ADStar(graph)),
  overEdgeCosts('D* Lite', (graph) => new DStarLite(graph)),
  overEdgeCosts('D* Extra Lite', (graph) => new DStarExtraLite(graph)),
  overEdgeCosts('GFRA*', (graph) => new FringeRetrievingAStar(graph)),
  overEdgeCosts('MT-D* Lite', (graph) => new MovingTargetDStarLite(graph)),
  created,
  episode('D* Lite', (graph, heuristic) => new DStarLite(graph, { heuristic })),
  episode('MPGAA*', (graph, heuristic) => new MultipathAdaptiveAStar(graph, { heuristic })),
  episode('GFRA*', (graph, heuristic) => new FringeRetrievingAStar(graph, { heuristic })),
  episode('MT-D* Lite', (graph, heuristic) => new MovingTargetDStarLite(graph, { heuristic })),
  episode('Repeated A*', (graph, heuristic) => new RepeatedAStar(graph, { heuristic })),
];
