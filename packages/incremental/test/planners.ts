import type { Graph, Heuristic } from '@pf/graph';
import type { Planner } from '../src/index.ts';
import { ADStar, AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar } from '../src/index.ts';

/** Every planner, by the name that tests use. */
export const planners: Readonly<Record<string, (graph: Graph, heuristic: Heuristic) => Planner>> = {
  'Repeated A*': (graph, heuristic) => new RepeatedAStar(graph, { heuristic }),
  'Repeated A*, larger g': (graph, heuristic) => new RepeatedAStar(graph, { heuristic, queue: 'larger-g' }),
  'Repeated A*, smaller g': (graph, heuristic) => new RepeatedAStar(graph, { heuristic, queue: 'smaller-g' }),
  'Repeated A*, backward': (graph, heuristic) => new RepeatedAStar(graph, { heuristic, direction: 'backward' }),
  'Adaptive A*': (graph, heuristic) => new AdaptiveAStar(graph, { heuristic, falling: 'forget' }),
  'Generalized Adaptive A*': (graph, heuristic) => new AdaptiveAStar(graph, { heuristic }),
  'MPAA*': (graph, heuristic) => new MultipathAdaptiveAStar(graph, { heuristic, falling: 'forget' }),
  'MPGAA*': (graph, heuristic) => new MultipathAdaptiveAStar(graph, { heuristic }),
  'LPA*': (graph, heuristic) => new LPAStar(graph, { heuristic }),
  'D* Lite, basic': (graph, heuristic) => new DStarLite(graph, { heuristic, variant: 'basic' }),
  'D* Lite, km': (graph, heuristic) => new DStarLite(graph, { heuristic, variant: 'km' }),
  'D* Lite, smaller g': (graph, heuristic) => new DStarLite(graph, { heuristic, queue: 'smaller-g' }),
  'D* Lite, larger g': (graph, heuristic) => new DStarLite(graph, { heuristic, queue: 'larger-g' }),
  'D* Lite, buckets': (graph, heuristic) => new DStarLite(graph, { heuristic, queue: 'buckets' }),
  'AD*': (graph, heuristic) => new ADStar(graph, { heuristic, weight: 1 }),
  'D* Extra Lite': (graph, heuristic) => new DStarExtraLite(graph, { heuristic }),
  'Focussed D*': (graph, heuristic) => new FocussedDStar(graph, { heuristic }),
  'GFRA*': (graph, heuristic) => new FringeRetrievingAStar(graph, { heuristic }),
  'GFRA*, larger g': (graph, heuristic) => new FringeRetrievingAStar(graph, { heuristic, queue: 'larger-g' }),
  'MT-D* Lite': (graph, heuristic) => new MovingTargetDStarLite(graph, { heuristic }),
  'MT-D* Lite, basic': (graph, heuristic) => new MovingTargetDStarLite(graph, { heuristic, deletion: 'basic', queue: 'larger-g' }),
};
