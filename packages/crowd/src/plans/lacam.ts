import type { Graph, Signal } from '@pf/graph';
import { checkBudget, checkBuffer, checkOption, sliceOf } from '@pf/graph/kit';
import { checkApart, checkUnit, checkUnits, checkUnitsBegun } from './check-units.ts';
import type { JointProblem } from './joint-search.ts';
import { JointSearch } from './joint-search.ts';
import type { Objective } from './optimal-joint-search.ts';
import { leastCost } from './optimal-joint-search.ts';
import { PlanImprovement } from './plan-improvement.ts';
import { rankByDistance } from './priority-order.ts';
import type { StepPlannerOptions } from './step-planner.ts';
import { StepPlanner } from './step-planner.ts';
import { sumOfCosts } from './validate-plan.ts';

/** Options of `LaCAM`. */
export interface LaCAMOptions extends StepPlannerOptions {
  /** What `improve` minimises: the sum of the steps from which each unit stays at its goal, or the number of steps of the plan. Default 'sum-of-costs'. */
  readonly objective?: Objective | undefined;
}

const NONE = -1;

/**
 * Plans for many units at once, from their starts to their goals, so that no two are on one vertex, swap places, or cross: LaCAM and LaCAM* of Okumura (AAAI and
 * IJCAI 2023, AAMAS 2024).
 *
 * `search` finds a plan if there is one, for hundreds of units within milliseconds. `improve` then makes it cheaper within a budget; called long enough, it finds the cheapest.
 * Every step takes one unit of time, whatever its arc costs. Starts must all be different, and so must goals. If the graph is edited between slices, or a
 * slice threw, the search starts over.
 *
 * Memory: 8 bytes a unit for each joint state, a distance table for each goal (see `DistanceTables`), 14 + 4 · `maxDegree` bytes a vertex. For a sum of costs,
 * `improve` takes 2 bytes for each vertex and step of the plan, up to 1 GiB: about 500 MiB for 1000 steps on 512 × 512 cells. Where that is not enough, or
 * cannot be allocated, it only searches joint states, which improves plans of many units slowly.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { LaCAM, validatePlan } from '@pf/crowd';
 *
 * // Two units swap places in a corridor with a bay.
 * const grid = Grid.fromRows(['.....', '##.##'], { movement: 'four' });
 * const starts = [grid.vertex(0, 0), grid.vertex(4, 0)];
 * const goals = [grid.vertex(4, 0), grid.vertex(0, 0)];
 * const lacam = new LaCAM(grid);
 * lacam.search(starts, goals) < Infinity; // → true
 * lacam.improve(10_000); // → true
 * lacam.cost; // → 11
 * const plan = new Uint32Array(2 * (lacam.makespan + 1));
 * lacam.plan(plan);
 * validatePlan(grid, plan, starts, goals); // → undefined
 * ```
 */
export class LaCAM extends StepPlanner {
  private readonly objective: Objective;
  private problem: JointProblem | undefined;
  private version: number | undefined;
  /** The number of units whose distance from start to goal is known. */
  private prepared = 0;
  private lengths = new Int32Array(0);
  private first: JointSearch | undefined;
  /** Holds the best plan, once there is one. */
  private improvement: PlanImprovement | undefined;
  private finished = true;
  /** True during a slice, and from one that threw until the search has started over. */
  private isBroken = false;
  private stranded = NONE;

  constructor(graph: Graph, options: LaCAMOptions = {}) {
    super(graph, options, 'LaCAM', ['objective']);
    const { objective = 'sum-of-costs' } = options;
    checkOption('objective', objective, ['sum-of-costs', 'makespan']);
    this.objective = objective;
  }

  /** Finds a plan; returns its sum of costs; Infinity if there is none. */
  search(starts: ArrayLike<number>, goals: ArrayLike<number>): number {
    this.begin(starts, goals);
    this.run();
    return this.cost;
  }

  /** Begins a search; `run` does the work. */
  begin(starts: ArrayLike<number>, goals: ArrayLike<number>): void {
    checkUnits(this.graph, starts, goals);
    checkApart(goals, 'have as their goal');
    this.restart(Int32Array.from(starts), Int32Array.from(goals));
  }

  /**
   * Plans at most `budget` joint steps, until there is a plan or none exists. The distance of a unit from start to goal counts as one step. Returns whether it is
   * finished.
   */
  run(budget = Infinity, signal?: Signal): boolean {
    this.runWithin(budget, signal);
    return this.finished;
  }

  /**
   * Makes the plan cheaper, with about `budget` joint steps. Returns whether it is finished: the plan is then optimal, or none exists. Without a plan, it looks for
   * one first, within the same budget.
   */
  improve(budget: number, signal?: Signal): boolean {
    let left = this.runWithin(budget, signal);
    const { improvement } = this;
    if (!this.finished || improvement === undefined) return this.finished;
    this.follow(this.problem!);
    this.isBroken = true;
    while (left > 0 && !improvement.isDone && signal?.aborted !== true) left -= improvement.run(Math.min(sliceOf(left, signal), 256));
    this.isBroken = false;
    return improvement.isDone;
  }

  /** The sum of the steps from which each unit stays at its goal; Infinity without a plan. */
  get cost(): number {
    return this.improvement === undefined ? Infinity : sumOfCosts(this.improvement.rows, this.problem!.goals);
  }

  /** The number of steps of the plan; Infinity without one. */
  get makespan(): number {
    return this.improvement === undefined ? Infinity : this.improvement.makespan;
  }

  /** A lower bound of the objective: the cost if no unit had to avoid others, or the cost of the plan once it is known to be the cheapest. */
  get lowerBound(): number {
    return this.improvement?.isDone === true ? this.improvement.cost : leastCost(this.lengths, this.objective);
  }

  /** The factor by which the plan may cost more than the cheapest: 1 once it is known to be the cheapest, Infinity without a plan. */
  get bound(): number {
    const cost = this.improvement?.cost ?? Infinity;
    return cost === this.lowerBound ? 1 : cost / this.lowerBound;
  }

  /** The first unit that cannot reach its goal even without the others; −1 if there is none. */
  get unreachable(): number {
    return this.stranded;
  }

  /** The bytes of all joint states so far. */
  get bytes(): number {
    return (this.first?.bytes ?? 0) + (this.improvement?.bytes ?? 0);
  }

  /** Writes the plan, one row of vertices for each step, the starts first; returns the number of rows; 0 if there is no plan. */
  plan(out: Uint32Array): number {
    checkBuffer(out);
    if (this.improvement === undefined) return 0;
    const { rows } = this.improvement;
    if (out.length < rows.length) throw new RangeError(`The plan has ${rows.length} vertices, a row of ${this.lengths.length} for each of ${this.makespan + 1} steps, but the buffer holds ${out.length}.`);
    out.set(rows);
    return this.makespan + 1;
  }

  /** Writes the vertex of a unit at each step, until it stays at its goal; returns how many. */
  path(unit: number, out: Uint32Array): number {
    checkBuffer(out);
    const n = this.lengths.length;
    checkUnit(unit, n);
    if (this.improvement === undefined) return 0;
    const { rows } = this.improvement;
    let length = rows.length / n;
    while (length > 1 && rows[(length - 2) * n + unit] === rows[(length - 1) * n + unit]) length--;
    if (out.length < length) throw new RangeError(`The path has ${length} vertices, but the buffer holds ${out.length}.`);
    for (let t = 0; t < length; t++) out[t] = rows[t * n + unit];
    return length;
  }

  private restart(starts: Int32Array, goals: Int32Array): void {
    const planner = this.plannerOf(goals);
    this.lengths = new Int32Array(goals.length);
    this.problem = { steps: this.steps, distances: this.distances, planner, starts, goals, ranking: new Int32Array(0), seed: this.seed };
    this.prepared = 0;
    this.first = undefined;
    this.improvement = undefined;
    this.finished = false;
    this.stranded = NONE;
    this.isBroken = true;
    this.steps.refresh();
    this.distances.refresh(this.steps);
    this.claim(goals, planner);
    this.version = this.graph.version;
    this.isBroken = false;
  }

  private get isStale(): boolean {
    return this.isBroken || (this.problem !== undefined && this.graph.version !== this.version);
  }

  /** Begins again after an edit or an exception. Claims the distance tables again if another planner has replaced some. */
  private follow(problem: JointProblem): JointProblem {
    if (this.isStale) this.restart(problem.starts, problem.goals);
    else if (this.distances.generation !== this.generation) this.claim(problem.goals, problem.planner);
    return this.problem!;
  }

  /** Looks for the first plan; returns what is left of the budget. */
  private runWithin(budget: number, signal: Signal | undefined): number {
    checkBudget(budget);
    checkUnitsBegun(this.problem !== undefined);
    if (this.finished && !this.isStale) return budget;
    const problem = this.follow(this.problem!);
    let left = budget;
    this.isBroken = true;
    while (left > 0 && !this.finished && signal?.aborted !== true) left -= this.slice(problem, Math.min(sliceOf(left, signal), 64));
    this.isBroken = false;
    return left;
  }

  /** Makes about `budget` steps towards the first plan; returns how many. */
  private slice(problem: JointProblem, budget: number): number {
    const { lengths } = this;
    if (this.prepared < lengths.length) return this.measure(problem, budget);
    this.first ??= new JointSearch({ ...problem, ranking: rankByDistance(lengths) });
    const { first } = this;
    const done = first.run(budget);
    if (first.found !== NONE) this.improvement = new PlanImprovement({ ...problem, ranking: rankByDistance(lengths) }, first, lengths, this.crossings, this.objective);
    this.finished = first.found !== NONE || first.exhausted;
    return Math.max(1, done);
  }

  /** Finds the distances of units from start to goal, without the others. */
  private measure({ distances, planner, starts }: JointProblem, budget: number): number {
    const end = Math.min(this.lengths.length, this.prepared + budget);
    const begin = this.prepared;
    for (let i = begin; i < end; i++) {
      const d = distances.distance(planner.slots[i], starts[i]);
      if (d === distances.far) {
        this.stranded = i;
        this.finished = true;
        break;
      }
      this.lengths[i] = d;
    }
    this.prepared = end;
    return Math.max(1, end - begin);
  }
}
