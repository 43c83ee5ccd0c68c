import type { Graph } from '@pf/graph';
import type { Planner } from '@pf/incremental';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import { agree, demand } from './player.ts';

const KINDS = [AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar];

/** One planner of each kind on a graph that is edited without reports, with an agent and a goal that jump. Made anew if the graph grows. */
export class Pursuit {
  private planners: Planner[] = [];
  private room = -1;

  constructor(private readonly graph: Graph) {}

  /** Sends all agents from `start` to `goal`, where the oracle found `cost`; each takes a step. */
  hold(start: number, goal: number, cost: number): void {
    const { graph } = this;
    if (graph.vertexCount !== this.room) {
      this.planners = KINDS.map((Kind) => new Kind(graph));
      this.room = graph.vertexCount;
      for (const planner of this.planners) planner.begin(start, goal);
    }
    for (const planner of this.planners) {
      planner.moveTo(start);
      planner.goalMovedTo(goal);
      planner.run();
      demand(agree({ whole: false }, planner.cost, cost), () => `From face ${start} to ${goal} the cheapest path costs ${cost}, ${planner.constructor.name} says ${planner.cost}.`);
      const next = planner.next();
      if (next >= 0) planner.moveTo(next);
    }
  }
}
