import type { Grid } from '@pf/grid';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import type { Planner } from '@pf/incremental';

export interface Candidate {
  readonly name: string;
  readonly make: (known: Grid) => Planner;
}

const heuristic = (known: Grid): { heuristic: ReturnType<Grid['heuristic']> } => ({ heuristic: known.heuristic() });

/** Every replanner of @pf/incremental for a moving agent, with its fastest queue and with the heap of the papers. */
export const PLANNERS = {
  forward: { name: 'Repeated A*', make: (known) => new RepeatedAStar(known, heuristic(known)) },
  backward: { name: 'Repeated A*, backward', make: (known) => new RepeatedAStar(known, { ...heuristic(known), direction: 'backward' }) },
  adaptive: { name: 'Adaptive A*', make: (known) => new AdaptiveAStar(known, heuristic(known)) },
  multipath: { name: 'MPAA*', make: (known) => new MultipathAdaptiveAStar(known, heuristic(known)) },
  dstarLite: { name: 'D* Lite, buckets', make: (known) => new DStarLite(known, heuristic(known)) },
  dstarLiteHeap: { name: 'D* Lite, heap', make: (known) => new DStarLite(known, { ...heuristic(known), queue: 'larger-g' }) },
  extraLite: { name: 'D* Extra Lite', make: (known) => new DStarExtraLite(known, heuristic(known)) },
  focussed: { name: 'Focussed D*', make: (known) => new FocussedDStar(known, heuristic(known)) },
  lifelong: { name: 'LPA*', make: (known) => new LPAStar(known, heuristic(known)) },
  forwardLargerG: { name: 'Repeated A*, larger g', make: (known) => new RepeatedAStar(known, { ...heuristic(known), queue: 'larger-g' }) },
  forwardSmallerG: { name: 'Repeated A*, smaller g', make: (known) => new RepeatedAStar(known, { ...heuristic(known), queue: 'smaller-g' }) },
  backwardLargerG: { name: 'Repeated A*, backward, larger g', make: (known) => new RepeatedAStar(known, { ...heuristic(known), queue: 'larger-g', direction: 'backward' }) },
  backwardSmallerG: { name: 'Repeated A*, backward, smaller g', make: (known) => new RepeatedAStar(known, { ...heuristic(known), queue: 'smaller-g', direction: 'backward' }) },
  adaptiveLargerG: { name: 'Adaptive A*, larger g', make: (known) => new AdaptiveAStar(known, { ...heuristic(known), queue: 'larger-g' }) },
  adaptiveSmallerG: { name: 'Adaptive A*, smaller g', make: (known) => new AdaptiveAStar(known, { ...heuristic(known), queue: 'smaller-g' }) },
  fringeRetrieving: { name: 'GFRA*', make: (known) => new FringeRetrievingAStar(known, heuristic(known)) },
  movingTarget: { name: 'MT-D* Lite', make: (known) => new MovingTargetDStarLite(known, heuristic(known)) },
  movingTargetBasic: { name: 'MT-D* Lite, basic', make: (known) => new MovingTargetDStarLite(known, { ...heuristic(known), deletion: 'basic' }) },
} satisfies Record<string, Candidate>;
