import type { Graph, Heuristic } from '@pf/graph';
import { greedyStep, NO_VERTEX, OctileClimb } from '@pf/graph';
import { ArcBuffer } from './agent.ts';

/** Hill-climbing in thought that can be resumed. It goes, step by step, where `HillClimber` of @pf/graph goes in one piece. */
export class Climb {
  private readonly octile: OctileClimb | undefined;
  private readonly arcs: ArcBuffer;
  /** Where it stands; NO_VERTEX where it has failed. */
  private at = NO_VERTEX;
  private to = NO_VERTEX;
  private stepsLeft = 0;

  constructor(
    private readonly graph: Graph,
    private readonly heuristic: Heuristic,
  ) {
    this.octile = OctileClimb.of(graph, heuristic);
    this.arcs = new ArcBuffer(graph);
  }

  get arrived(): boolean {
    return this.at === this.to;
  }

  get ended(): boolean {
    return this.arrived || this.at === NO_VERTEX;
  }

  /** It fails where a step does not bring the estimate down, or more than `cutoff` would be needed. */
  begin(from: number, to: number, cutoff: number): void {
    this.at = from;
    this.to = to;
    this.stepsLeft = cutoff;
  }

  /** Goes on for `budget` steps at most; returns what is left of them. */
  walk(budget: number): number {
    const octile = this.octile?.holds === true ? this.octile : undefined;
    let left = budget;
    for (; left > 0 && !this.ended; left--) this.at = this.stepsLeft-- > 0 ? this.next(octile) : NO_VERTEX;
    return left;
  }

  private next(octile: OctileClimb | undefined): number {
    const { graph, heuristic, arcs, at, to } = this;
    const direction = octile === undefined ? -1 : octile.direction(at, octile.dx(at, to), octile.dy(at, to));
    if (direction >= 0) return at + octile!.offsets[direction];
    const next = greedyStep(graph, heuristic, at, to, arcs.to, arcs.cost);
    return next === to || (next !== NO_VERTEX && heuristic(next, to) < heuristic(at, to)) ? next : NO_VERTEX;
  }
}
