import type { CrossingRule } from './crossings.ts';
import { GuidePaths } from './guide-paths.ts';
import type { JointProblem } from './joint-search.ts';
import { JointSearch } from './joint-search.ts';
import { NeighbourhoodSearch } from './neighbourhood-search.ts';
import type { Objective } from './optimal-joint-search.ts';
import { leastCost, OptimalJointSearch } from './optimal-joint-search.ts';
import { sumOfCosts } from './validate-plan.ts';

const NONE = -1;
/** Up to this number of units, the search of joint states gets half of the budget. With more, it seldom ends. */
const FEW = 12;
/** The maximum number of bytes of that search. */
const MAX_BYTES = 2 ** 29;

/**
 * Makes a plan cheaper in three ways. With many units, it first searches for a second plan along guide paths. Then it alternates between neighbourhood search and
 * a search of all joint states, if memory allows. At the end of that search the plan is the cheapest.
 */
export class PlanImprovement {
  /** The best plan, one row for each step. */
  rows = new Uint32Array(0);
  /** The cost of the best plan. */
  cost = Infinity;
  /** Whether it is known to be the cheapest. */
  isDone = false;
  private readonly units: number;
  private readonly least: number;
  private guide: GuidePaths | undefined;
  private second: JointSearch | undefined;
  private neighbours: NeighbourhoodSearch | undefined;
  private optimal: OptimalJointSearch | undefined;
  /** The steps that the search along guide paths may still make. */
  private stepsLeft: number;
  private rounds = 0;
  /** The limit of vertices times steps for neighbourhood search, which takes 2 bytes for each. */
  private maxCells = 2 ** 29;

  constructor(
    private readonly problem: JointProblem,
    first: JointSearch,
    private readonly lengths: Int32Array,
    private readonly crossings: CrossingRule | undefined,
    private readonly objective: Objective,
  ) {
    const { steps, distances, planner, starts } = problem;
    this.units = starts.length;
    this.least = leastCost(lengths, objective);
    this.stepsLeft = 4 * first.states.count + 100;
    this.take(first);
    if (this.units > FEW && objective === 'sum-of-costs') this.guide = new GuidePaths(steps, distances, planner.slots, starts);
  }

  /** The bytes of all joint states. */
  get bytes(): number {
    return (this.second?.bytes ?? 0) + (this.optimal?.bytes ?? 0);
  }

  get makespan(): number {
    return this.units === 0 ? 0 : this.rows.length / this.units - 1;
  }

  /** Makes about `budget` steps; returns how many, 1 or more. */
  run(budget: number): number {
    if (this.cost === this.least) this.isDone = true;
    if (this.isDone) return 1;
    if (this.guide !== undefined) return this.searchGuided(this.guide, budget);
    const neighbours = this.neighbourhoods();
    const isFull = (this.optimal?.bytes ?? 0) > MAX_BYTES;
    if (neighbours === undefined || (this.rounds++ % (this.units > FEW ? 16 : 2) === 0 && !isFull)) return isFull ? budget : this.searchStates(budget);
    const done = neighbours.run(budget);
    if (neighbours.cost < this.cost) this.keep(neighbours.plan(), neighbours.cost);
    return done;
  }

  private searchGuided(guide: GuidePaths, budget: number): number {
    const planned = guide.run(budget);
    if (planned > 0) return planned;
    this.second ??= new JointSearch(this.problem);
    const { second, problem: { planner } } = this;
    planner.guide = guide;
    const done = second.run(budget);
    planner.guide = undefined;
    this.stepsLeft -= done;
    if (second.found !== NONE) this.take(second);
    if (second.found !== NONE || second.exhausted || this.stepsLeft <= 0) {
      this.guide = undefined;
      this.second = undefined;
    }
    return Math.max(1, done);
  }

  /** The neighbourhood search of the best plan; undefined for another objective, or if it would take too much memory. */
  private neighbourhoods(): NeighbourhoodSearch | undefined {
    const { problem: { steps, distances, planner, goals, seed }, makespan } = this;
    const cells = steps.degrees.length * (makespan + 1);
    if (this.objective === 'makespan' || this.units === 0 || cells > this.maxCells) return undefined;
    try {
      this.neighbours ??= new NeighbourhoodSearch(steps, distances, planner.slots, goals, this.crossings, this.lengths, this.rows, seed);
    } catch {
      // Only its arrays can fail. A shorter plan takes less.
      this.maxCells = cells - 1;
    }
    return this.neighbours;
  }

  private searchStates(budget: number): number {
    this.optimal ??= new OptimalJointSearch(this.problem, this.objective, this.cost);
    const { optimal } = this;
    optimal.upper = Math.min(optimal.upper, this.cost);
    const done = optimal.run(budget);
    if (optimal.found !== NONE) this.take(optimal);
    this.isDone = optimal.exhausted;
    return Math.max(1, done);
  }

  /** Keeps the plan of a search if it is cheaper. */
  private take(search: JointSearch): void {
    const rows = new Uint32Array(search.length(search.found) * this.units);
    search.write(search.found, rows);
    const cost = this.objective === 'makespan' ? search.length(search.found) - 1 : sumOfCosts(rows, this.problem.goals);
    if (cost >= this.cost) return;
    this.keep(rows, cost);
    this.neighbours = undefined;
  }

  private keep(rows: Uint32Array<ArrayBuffer>, cost: number): void {
    this.rows = rows;
    this.cost = cost;
  }
}
