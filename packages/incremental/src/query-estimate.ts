import type { Heuristic, Located } from '@pf/graph';
import { checkSelfEstimate } from '@pf/graph/kit';
import type { Arcs } from './arcs.ts';

/** The estimate from the start to the goal of a query: whether it can be right, and whether an edit has changed it. */
export class QueryEstimate {
  /** The estimate, then the coordinates of the start and of the goal; NaN if the graph has none. */
  private readonly noted = new Float64Array(5).fill(NaN);
  private readonly present = new Float64Array(5).fill(NaN);

  constructor(
    private readonly arcs: Arcs,
    private readonly heuristic: Heuristic,
  ) {}

  /** Notes the estimate and the places, on graphs that are not lattices. */
  note(start: number, goal: number): void {
    if (this.arcs.lattice === undefined) this.read(start, goal, this.noted);
  }

  private read(start: number, goal: number, into: Float64Array): void {
    into[0] = this.heuristic(start, goal);
    const { x, y } = this.arcs.graph as Partial<Located>;
    if (typeof x !== 'function' || typeof y !== 'function') return;
    const places = this.arcs.graph as unknown as Located;
    into[1] = places.x(start);
    into[2] = places.y(start);
    into[3] = places.x(goal);
    into[4] = places.y(goal);
  }

  /** Whether the start or the goal has moved with the arcs that leave these vertices, as the faces of a mesh may. No estimate from or to it is valid then. */
  hasMoved(start: number, goal: number, tails: ArrayLike<number>, n: number): boolean {
    if (this.arcs.lattice !== undefined) return false;
    const { noted, present } = this;
    for (let i = 0; i < n; i++) {
      if (tails[i] !== start && tails[i] !== goal) continue;
      // The estimate alone does not tell that the two have changed places.
      this.read(start, goal, present);
      return start === goal || present.some((value, k) => !Object.is(value, noted[k]));
    }
    return false;
  }

  /** Rejects a heuristic of (dx, dy), a constant, or one for other costs. */
  check(start: number, goal: number): void {
    const { arcs, heuristic } = this;
    checkSelfEstimate(heuristic, goal);
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
