import { NO_VERTEX } from '@pf/graph';
import { Grid } from '@pf/grid';
import { replannerContract, rulesOf, wholeMetrics } from '@pf/testkit';
import { ADStar, AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar } from '../src/index.ts';
import type { Planner } from '../src/index.ts';

const grid = (world: Parameters<Parameters<typeof replannerContract>[2]['grid']>[0]): Grid => {
  const made = Grid.fromRows(world.rows, rulesOf(world));
  for (const { x, y, ...sides } of world.sides) made.setSides(x, y, sides);
  return made;
};
const any = { grid };
/** Planners with a bucket for each cost. */
const whole = { grid, worlds: { metrics: wholeMetrics }, digraphs: { costs: 'whole' } } as const;
/** Planners that reject arcs of cost 0. */
const positive = { grid, digraphs: { free: false } };
const wholePositive = { ...whole, digraphs: { costs: 'whole', free: false } } as const;

replannerContract('Repeated A*, forward', (graph, heuristic) => new RepeatedAStar(graph, { heuristic }), any);
replannerContract('Repeated A*, backward, smaller g', (graph, heuristic) => new RepeatedAStar(graph, { heuristic, direction: 'backward', queue: 'smaller-g' }), any);
replannerContract('Repeated A*, backward, buckets', (graph, heuristic) => new RepeatedAStar(graph, { heuristic, direction: 'backward', queue: 'buckets' }), whole);
replannerContract('Repeated A*, larger g', (graph, heuristic) => new RepeatedAStar(graph, { heuristic, queue: 'larger-g' }), any);
replannerContract('Adaptive A*', (graph, heuristic) => new AdaptiveAStar(graph, { heuristic, falling: 'forget' }), any);
replannerContract('Generalized Adaptive A*', (graph, heuristic) => new AdaptiveAStar(graph, { heuristic }), any);
replannerContract('MPAA*', (graph, heuristic) => new MultipathAdaptiveAStar(graph, { heuristic, falling: 'forget' }), any);
replannerContract('MPGAA*', (graph, heuristic) => new MultipathAdaptiveAStar(graph, { heuristic }), any);
replannerContract('LPA*', (graph, heuristic) => new LPAStar(graph, { heuristic }), positive);
replannerContract('LPA*, weighted', (graph, heuristic) => new LPAStar(graph, { heuristic, weight: 1.5 }), { ...positive, bound: 1.5 });
replannerContract('LPA*, weighted, buckets', (graph, heuristic) => new LPAStar(graph, { heuristic, weight: 2, queue: 'buckets' }), { ...wholePositive, bound: 2 });
replannerContract('AD*', (graph, heuristic) => new ADStar(graph, { heuristic, weight: 2 }), { ...positive, bound: 2 });
replannerContract('AD*, improved to the end', (graph, heuristic) => improved(new ADStar(graph, { heuristic, weight: 2.5, step: 0.7 })), positive);
for (const variant of ['basic', 'km', 'optimized'] as const) {
  for (const queue of ['smaller-g', 'larger-g', 'buckets'] as const) {
    replannerContract(`D* Lite, ${variant}, ${queue}`, (graph, heuristic) => new DStarLite(graph, { heuristic, variant, queue }), queue === 'buckets' ? wholePositive : positive);
  }
}
replannerContract('GFRA*', (graph, heuristic) => new FringeRetrievingAStar(graph, { heuristic }), any);
replannerContract('GFRA*, larger g', (graph, heuristic) => new FringeRetrievingAStar(graph, { heuristic, queue: 'larger-g' }), any);
for (const deletion of ['basic', 'optimized'] as const) {
  for (const queue of ['smaller-g', 'larger-g', 'buckets'] as const) {
    replannerContract(`MT-D* Lite, ${deletion}, ${queue}`, (graph, heuristic) => new MovingTargetDStarLite(graph, { heuristic, deletion, queue }), queue === 'buckets' ? wholePositive : positive);
  }
}
replannerContract('D* Extra Lite', (graph, heuristic) => new DStarExtraLite(graph, { heuristic }), any);
replannerContract('D* Extra Lite, larger g', (graph, heuristic) => new DStarExtraLite(graph, { heuristic, queue: 'larger-g' }), any);
replannerContract('Focussed D*', (graph, heuristic) => new FocussedDStar(graph, { heuristic }), positive);

// If a canonical order of moves suffices: until terrain or a one-way cell comes.
const uniform = { grid, worlds: { movements: ['eight'], terrain: false, sides: false }, runs: 400 } as const;
replannerContract('Repeated A*, uniform grids', (graph, heuristic) => new RepeatedAStar(graph, { heuristic }), uniform);
replannerContract('Repeated A*, backward, uniform grids', (graph, heuristic) => new RepeatedAStar(graph, { heuristic, direction: 'backward' }), uniform);
replannerContract('MPGAA*, uniform grids', (graph, heuristic) => new MultipathAdaptiveAStar(graph, { heuristic }), uniform);
replannerContract('GFRA*, uniform grids', (graph, heuristic) => new FringeRetrievingAStar(graph, { heuristic }), uniform);
replannerContract('D* Extra Lite, uniform grids', (graph, heuristic) => new DStarExtraLite(graph, { heuristic }), uniform);

/** A planner whose answers are the cheapest paths: `run` improves to the end. */
function improved(planner: ADStar): Planner {
  const run = planner.run.bind(planner);
  let ready = true;
  return new Proxy(planner, {
    get(target, name) {
      if (name === 'run') {
        return (budget?: number) => {
          // `improve` itself consists of runs.
          target.run = run;
          return (ready = target.improve(budget));
        };
      }
      // This planner does not return a path before its last pass.
      if (!ready && name === 'cost') return Infinity;
      if (!ready && name === 'next') return () => NO_VERTEX;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value as (...all: unknown[]) => unknown).bind(target) : value;
    },
  });
}
