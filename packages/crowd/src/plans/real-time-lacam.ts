import type { Graph } from '@pf/graph';
import { checkBudget } from '@pf/graph/kit';
import { checkApart, checkUnits, checkUnitsBegun } from './check-units.ts';
import { JointSearch } from './joint-search.ts';
import type { PibtStep } from './pibt-step.ts';
import { rankByDistance } from './priority-order.ts';
import type { StepPlannerOptions } from './step-planner.ts';
import { MovingUnits } from './step-planner.ts';

const NONE = -1;

/**
 * Moves units while it plans for them, with a budget for each step: LaCAM in real time (Liang, Veerapaneni, Harabor, Li & Likhachev, "Real-Time LaCAM for Real-Time MAPF",
 * 2025). Unlike `PIBT` alone, it brings all units to their goals if that is possible, and the search for it fits into 512 MiB.
 *
 * The units follow the newest state of the search. The search tree is kept from step to step, and its root moves with the units. Units may have to step back:
 * the graph must have a reverse arc for each arc, as grids without one-way cells do.
 *
 * `begin`, `setGoals` and the first `step` after an edit compute the distances of all units, outside the budget: up to a millisecond a unit on 256 × 256 cells.
 *
 * Memory: as `LaCAM`. A step that begins with more than 512 MiB of joint states starts the search over from where the units are.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { RealTimeLaCAM } from '@pf/crowd';
 *
 * const grid = Grid.fromRows(['.....', '##.##'], { movement: 'four' });
 * const ends = [grid.vertex(0, 0), grid.vertex(4, 0)];
 * const units = new RealTimeLaCAM(grid);
 * units.begin(ends, [ends[1]!, ends[0]!]);
 * let steps = 1;
 * while (units.step(2) < 2) steps++;
 * steps < 30; // → true
 * ```
 */
export class RealTimeLaCAM extends MovingUnits {
  private goals = new Int32Array(0);
  /** By unit: where the search leads it. The goal, or a vertex to wait near if there is no path to the goal. */
  private targets = this.goals;
  protected at = new Int32Array(0);
  private planner: PibtStep | undefined;
  private search: JointSearch | undefined;
  /** The present state of the units: the root of the search. */
  private here = 0;
  private version: number | undefined;
  private revision = 0;
  /** True while the search runs, and if it threw, until it has started over. */
  private isBroken = false;
  /** The maximum number of bytes of the search. */
  private maxBytes = 2 ** 29;

  constructor(graph: Graph, options: StepPlannerOptions = {}) {
    super(graph, options, 'RealTimeLaCAM');
    this.checkReverseArcs();
  }

  /** Sets the units: their starts, all different, and their goals, all different. */
  begin(starts: ArrayLike<number>, goals: ArrayLike<number>): void {
    checkUnits(this.graph, starts, goals);
    checkApart(goals, 'have as their goal');
    this.at = Int32Array.from(starts);
    this.goals = Int32Array.from(goals);
    this.restart();
  }

  /**
   * Whether it is known that not all units can be at their goals. Units without a path to their goals wait, and give way to the others. If the others cannot be at their goals
   * together, all stay where they are; that is never known if the proof does not fit into 512 MiB.
   */
  get isUnsolvable(): boolean {
    return this.targets !== this.goals || this.search?.exhausted === true;
  }

  /** Changes the goals of all units. */
  setGoals(goals: ArrayLike<number>): void {
    checkUnitsBegun(this.search !== undefined);
    checkUnits(this.graph, this.at, goals);
    checkApart(goals, 'have as their goal');
    this.goals = Int32Array.from(goals);
    this.restart();
  }

  /** Plans at most `budget` joint steps, then moves every unit by one step, or lets it wait. Returns the number of units at their goals. */
  step(budget: number): number {
    checkBudget(budget);
    if (this.search !== undefined) this.steps.refresh();
    if (this.isBroken || (this.search !== undefined && (this.graph.version !== this.version || this.steps.revision !== this.revision))) this.restart();
    checkUnitsBegun(this.search !== undefined);
    if (this.distances.generation !== this.generation || this.distances.isFull) this.claim(this.targets, this.planner!);
    const { at, goals } = this;
    let search = this.search!;
    if (search.found === NONE && !search.exhausted) {
      if (search.bytes > this.maxBytes) this.restart();
      search = this.search!;
      this.isBroken = true;
      search.run(budget);
      this.isBroken = false;
    }
    if (!search.exhausted) this.follow(search, search.found === NONE ? search.newest : search.found);
    let arrived = 0;
    for (let i = 0; i < at.length; i++) if (at[i] === goals[i]) arrived++;
    return arrived;
  }

  /** Moves the units one step towards a state, and makes the state that they reach the root. */
  private follow(search: JointSearch, target: number): void {
    const { parents, states } = search;
    const { here } = this;
    if (target === here) return;
    let next = target;
    while (parents[next] !== here) next = parents[next];
    parents[here] = next;
    parents[next] = NONE;
    this.here = next;
    const first = states.at(next);
    this.at.set(states.page(next).subarray(first, first + this.at.length));
  }

  private restart(): void {
    const { at, goals, distances } = this;
    this.isBroken = true;
    this.targets = goals;
    this.steps.refresh();
    this.checkReverseArcs();
    distances.refresh(this.steps);
    let lengths = this.lengths();
    const waiting = new Set<number>();
    if (lengths.includes(distances.far)) {
      lengths.forEach((length, i) => length === distances.far && waiting.add(i));
      this.targets = goals.map((goal, i) => (lengths[i] === distances.far ? NONE : goal));
      for (const [i, v] of at.entries()) if (this.targets[i] === NONE) this.targets[i] = this.waitingPlace(v);
      lengths = this.lengths();
    }
    const { targets, steps, planner, seed } = this;
    this.version = this.graph.version;
    this.revision = steps.revision;
    this.search = new JointSearch({ steps, distances, planner: planner!, starts: at.slice(), goals: targets, waiting, ranking: rankByDistance(lengths), seed });
    this.here = 0;
    this.isBroken = false;
  }

  /** By unit: the number of steps to its target. */
  private lengths(): number[] {
    const { at, targets, distances } = this;
    const planner = this.plannerOf(targets);
    this.planner = planner;
    this.claim(targets, planner);
    return Array.from(at, (v, i) => distances.distance(planner.slots[i], v));
  }

  /** The vertex nearest to `v` that is no target of another unit. There is one, as all units are on different vertices. */
  private waitingPlace(v: number): number {
    const { heads, degrees, width } = this.steps;
    const reached = new Set([v]);
    for (const u of reached) {
      if (!this.targets.includes(u)) return u;
      for (let k = 0; k < degrees[u]; k++) reached.add(heads[u * width + k]);
    }
    return v;
  }

  private checkReverseArcs(): void {
    const { heads, degrees, width, oneWaySteps } = this.steps;
    if (oneWaySteps === 0) return;
    for (let v = 0; v < degrees.length; v++) {
      for (let k = v * width; k < v * width + degrees[v]; k++) {
        if (!this.steps.has(heads[k], v)) throw new RangeError(`RealTimeLaCAM needs a reverse arc for each arc, but there is an arc from vertex ${v} to ${heads[k]} and none back: use PIBT or LaCAM on this graph.`);
      }
    }
  }
}
