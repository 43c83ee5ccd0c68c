/**
 * kNN LRTA* — V. Bulitko and Y. Björnsson, "kNN LRTA*: simple subgoaling for real-time search", AIIDE 2009; V. Bulitko, Y. Björnsson and
 * R. Lawrence, "Case-based subgoaling in real-time heuristic search for video game pathfinding", JAIR 38, 2010.
 *
 * The most similar solved case lends its subgoals: similarity is max(h(start, its start), h(goal, its goal)), and of the ten most
 * similar the first is taken from and to which hill-climbing succeeds. Without one, the goal itself is pursued.
 *
 * Departure: the cases are looked through one by one, not by a kd-tree, spread over the steps like everything a guide prepares.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { HillClimber, lastingHeuristic } from '@pf/graph/kit';
import type { Guide } from '../guide.ts';

/** Solved cases: case i leads from starts[i] by way of subgoals[first[i]] … subgoals[first[i + 1] − 1] to goals[i]. */
export interface CaseBase {
  /** By case: the vertex at which it begins. */
  readonly starts: ArrayLike<number>;
  /** By case: the vertex at which it ends. */
  readonly goals: ArrayLike<number>;
  /** Where the subgoals of each case begin; one entry more than there are cases. */
  readonly first: ArrayLike<number>;
  /** The vertices to pursue, case after case. */
  readonly subgoals: ArrayLike<number>;
}

/** How `CaseGuide` looks for a case that is like the problem. */
export interface CaseGuideOptions {
  /** The one that the cases were built with: similarity and hill-climbing go by it. Default: the graph's own. */
  readonly heuristic?: Heuristic | undefined;
  /** How many of the most similar cases are tried. Default 10. */
  readonly candidates?: number | undefined;
  /** Hill climbing gives up after this many steps. Default 250. */
  readonly cutoff?: number | undefined;
}

/**
 * Leads an agent along the subgoals of the most similar solved case.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { CaseGuide } from '@pf/realtime';
 *
 * const line = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 3, 1]]);
 * const cases = { starts: [1], goals: [3], first: [0, 1], subgoals: [2] };
 * const guide = new CaseGuide(line, cases, { heuristic: (v, goal) => Math.abs(goal - v) });
 * guide.begin(0, 3);
 * guide.prepare(Infinity);
 * guide.next(0, -1, 3); // → 1
 * guide.next(1, 1, 3); // → 2
 * ```
 */
export class CaseGuide implements Guide {
  readonly steady = true;
  private readonly cases: CaseBase;
  private readonly heuristic: Heuristic;
  private readonly cutoff: number;
  private readonly climber: HillClimber;
  /** The most similar cases found so far, the best first, and how far the look has come. */
  private readonly nearest: Int32Array;
  private readonly distance: Float64Array;
  private found = 0;
  private looked = 0;
  private tried = 0;
  private chosen = -1;
  /** Whether a climb is under way, and whether it is the second of a case's two: the one from its goal. */
  private climbing = false;
  private leaving = false;
  /** How many of the chosen case's aims have been reached: its start, its subgoals, its goal. */
  private passed = 0;
  private start = 0;
  private goal = 0;

  constructor(graph: Graph, cases: CaseBase, options: CaseGuideOptions = {}) {
    const { heuristic = lastingHeuristic(graph), candidates = 10, cutoff = 250 } = options;
    if (!Number.isInteger(candidates) || candidates < 1) {
      throw new RangeError(`candidates must be a whole number of at least 1, got ${candidates}: it is how many cases are tried.`);
    }
    if (cases.first.length !== cases.starts.length + 1 || cases.goals.length !== cases.starts.length) {
      throw new RangeError(
        `A case base of ${cases.starts.length} starts needs as many goals and one more entry in first, got ${cases.goals.length} and ${cases.first.length}.`,
      );
    }
    this.cases = cases;
    this.heuristic = heuristic;
    this.cutoff = cutoff;
    this.climber = new HillClimber(graph, heuristic);
    this.nearest = new Int32Array(candidates);
    this.distance = new Float64Array(candidates);
  }

  begin(start: number, goal: number): void {
    this.start = start;
    this.goal = goal;
    this.found = 0;
    this.looked = 0;
    this.tried = 0;
    this.chosen = -1;
    this.climbing = this.leaving = false;
    this.passed = 0;
  }

  prepare(budget: number): boolean {
    const { nearest, climber } = this;
    const { starts, goals } = this.cases;
    let left = budget;
    for (; this.looked < starts.length; this.looked++) {
      if (left-- <= 0) return false;
      this.consider(this.looked);
    }
    while (this.chosen < 0 && this.tried < this.found) {
      const candidate = nearest[this.tried];
      if (!this.climbing) climber.begin(this.leaving ? goals[candidate] : this.start, this.leaving ? this.goal : starts[candidate], this.cutoff);
      left = climber.walk(left);
      this.climbing = !climber.ended;
      if (this.climbing) return false;
      if (!climber.arrived) this.tried++;
      else if (this.leaving) this.chosen = candidate;
      this.leaving = climber.arrived;
    }
    return true;
  }

  next(at: number, _aim: number, goal: number): number {
    if (this.chosen < 0) return goal;
    const { starts, goals, first, subgoals } = this.cases;
    const begin = first[this.chosen];
    const count = first[this.chosen + 1] - begin;
    for (; this.passed < count + 2; this.passed++) {
      const next = this.passed === 0 ? starts[this.chosen] : this.passed <= count ? subgoals[begin + this.passed - 1] : goals[this.chosen];
      if (next !== at) return next;
    }
    return goal;
  }

  /** Keeps a case among the most similar by insertion: the few of them stay sorted. */
  private consider(candidate: number): void {
    const { heuristic, nearest, distance } = this;
    const d = Math.max(heuristic(this.start, this.cases.starts[candidate]), heuristic(this.goal, this.cases.goals[candidate]));
    if (this.found === nearest.length && d >= distance[this.found - 1]) return;
    let i = this.found < nearest.length ? this.found++ : this.found - 1;
    for (; i > 0 && distance[i - 1] > d; i--) {
      distance[i] = distance[i - 1];
      nearest[i] = nearest[i - 1];
    }
    distance[i] = d;
    nearest[i] = candidate;
  }
}
