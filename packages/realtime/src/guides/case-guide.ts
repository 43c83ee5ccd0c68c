/**
 * kNN LRTA* — V. Bulitko and Y. Björnsson, "kNN LRTA*: simple subgoaling for real-time search", AIIDE 2009; V. Bulitko, Y. Björnsson and
 * R. Lawrence, "Case-based subgoaling in real-time heuristic search for video game pathfinding", JAIR 38, 2010.
 *
 * The subgoals come from a similar solved case. The distance of a case is max(h(start, its start), h(goal, its goal)). Of the ten nearest cases,
 * the first is taken for which hill-climbing succeeds, to its start and from its goal. Without one, the agent walks to the goal itself.
 *
 * Departure: the cases are searched one by one instead of by a kd-tree, spread over the steps of the preparation.
 */
import { checkTables } from './check-tables.ts';
import type { Graph, Heuristic } from '@pf/graph';
import { checkHeuristic, checkOptions, checkWorld, HillClimber, lastingHeuristic, shown } from '@pf/graph/kit';
import type { Guide } from '../guide.ts';

/** Solved cases: case i leads from starts[i] through subgoals[first[i]] … subgoals[first[i + 1] − 1] to goals[i]. */
export interface CaseBase {
  /** The start of each case. */
  readonly starts: ArrayLike<number>;
  /** The goal of each case. */
  readonly goals: ArrayLike<number>;
  /** The index of the first subgoal of each case, and one more entry for the end. */
  readonly first: ArrayLike<number>;
  /** The subgoals, case after case. */
  readonly subgoals: ArrayLike<number>;
}

/** By graph: the case bases that fit it, so that guides with the same cases check them only once. */
const fitting = new WeakMap<Graph, WeakSet<CaseBase>>();

/** Throws for a case with a vertex that the graph does not have. */
function checkCases(graph: Graph, cases: CaseBase): void {
  const known = fitting.get(graph) ?? new WeakSet();
  if (known.has(cases)) return;
  for (const list of [cases.starts, cases.goals, cases.subgoals]) {
    for (let i = 0; i < list.length; i++) {
      const v = list[i];
      if (Number.isInteger(v) && v >= 0 && v < graph.vertexCount && graph.hasVertex?.(v) !== false) continue;
      throw new RangeError(`The case base has the vertex ${v}, which the graph of ${graph.vertexCount} vertices does not have: build the cases anew for this graph.`);
    }
  }
  fitting.set(graph, known.add(cases));
}

/** Options of `CaseGuide`. */
export interface CaseGuideOptions {
  /** The heuristic with which the cases were built, for similarity and hill-climbing. Default: that of the graph. */
  readonly heuristic?: Heuristic | undefined;
  /** The number of most similar cases to try. Default 10. */
  readonly candidates?: number | undefined;
  /** The number of steps after which hill-climbing fails. Default 250. */
  readonly cutoff?: number | undefined;
}

/**
 * Leads an agent along the subgoals of the most similar solved case. Throws for cases with vertices that the graph does not have.
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
  /** The most similar cases so far, the best first, and the number of cases searched. */
  private readonly nearest: Int32Array;
  private readonly distance: Float64Array;
  private found = 0;
  private looked = 0;
  private tried = 0;
  private chosen = -1;
  /** Whether a climb is in progress, and whether it is the one from the goal of the case. */
  private climbing = false;
  private leaving = false;
  /** The number of vertices of the chosen case that were reached: its start, its subgoals, its goal. */
  private passed = 0;
  private start = 0;
  private goal = 0;

  constructor(graph: Graph, cases: CaseBase, options: CaseGuideOptions = {}) {
    checkWorld(graph, 'A guide');
    checkOptions(options, ['heuristic', 'candidates', 'cutoff'], 'CaseGuide');
    const { heuristic = lastingHeuristic(graph), candidates = 10, cutoff = 250 } = options;
    checkHeuristic(heuristic);
    HillClimber.checkCutoff(cutoff);
    checkTables(cases, ['starts', 'goals', 'first', 'subgoals'], 'a case base, as buildCaseBase gives it');
    if (!Number.isInteger(candidates) || candidates < 1) {
      throw new RangeError(`candidates must be a whole number of at least 1, got ${shown(candidates)}: it is the number of cases to try.`);
    }
    if (cases.first.length !== cases.starts.length + 1 || cases.goals.length !== cases.starts.length) {
      throw new RangeError(
        `A case base of ${cases.starts.length} starts needs as many goals and one more entry in first, got ${cases.goals.length} and ${cases.first.length}.`,
      );
    }
    checkCases(graph, cases);
    this.cases = cases;
    this.heuristic = heuristic;
    this.cutoff = cutoff;
    this.climber = new HillClimber(graph, heuristic);
    const most = Math.min(candidates, cases.starts.length);
    this.nearest = new Int32Array(most);
    this.distance = new Float64Array(most);
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

  next(at: number, _subgoal: number, goal: number): number {
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

  /** Inserts a case into the sorted list of the most similar ones. */
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
