import type { Heuristic } from '@pf/graph';
import { checkGoalEstimate } from '@pf/graph/kit';
import type { Arcs } from './arcs.ts';

/** The estimate from the start to the goal of a query: whether it can be right, and whether an edit has changed it. */
export class QueryEstimate {
  private noted = NaN;

  constructor(
    private readonly arcs: Arcs,
    private readonly heuristic: Heuristic,
  ) {}

  /** Notes the estimate, on graphs that are not lattices. */
  note(start: number, goal: number): void {
    if (this.arcs.lattice === undefined) this.noted = this.heuristic(start, goal);
  }

  /** Whether the start or the goal has moved with the arcs that leave these vertices, as the faces of a mesh may. No estimate from or to it is valid then. */
  hasMoved(start: number, goal: number, tails: ArrayLike<number>, n: number): boolean {
    if (this.arcs.lattice !== undefined) return false;
    for (let i = 0; i < n; i++) if (tails[i] === start || tails[i] === goal) return start === goal || this.heuristic(start, goal) !== this.noted;
    return false;
  }

  /** Rejects a heuristic of (dx, dy), a constant, or one for other costs. */
  check(start: number, goal: number): void {
    const { arcs, heuristic } = this;
    checkGoalEstimate(heuristic, goal);
    const estimate = heuristic(start, goal);
    const n = arcs.leaving(start);
    for (let i = 0; i < n; i++) {
      const through = arcs.cost[i] / arcs.unit + heuristic(arcs.to[i], goal);
      if (!(estimate > through + 1e-9 * Math.abs(through))) continue;
      throw new RangeError(
        `The heuristic is not consistent: it estimates ${estimate} from ${start} to ${goal}, but ${through} by way of ${arcs.to[i]}, the arc included. Planners need h(v, goal) ≤ cost + h(u, goal) for every arc.`,
      );
    }
  }
}
