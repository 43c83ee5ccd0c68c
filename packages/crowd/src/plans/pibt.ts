import type { Graph } from '@pf/graph';
import { checkVertex, shown } from '@pf/graph/kit';
import { StepCycles } from './bridges.ts';
import { checkUnit, checkUnits, checkUnitsBegun } from './check-units.ts';
import type { PibtStep } from './pibt-step.ts';
import { nextOrder, rankByDistance } from './priority-order.ts';
import type { StepPlannerOptions } from './step-planner.ts';
import { MovingUnits } from './step-planner.ts';

const NONE = -1;
/** After this many steps in vain, the first unit takes steps at random: so many. */
const PATIENCE = 16;
const WANDERING = 4;

/**
 * Moves any number of units by one step at a time, so that no two are on one vertex or swap places: Okumura et al., "Priority Inheritance with Backtracking for
 * Iterative Multi-agent Path Finding", AIJ 2022.
 *
 * Each call of `step` takes about a microsecond a unit, and looks only one step ahead. If every step lies on a cycle, as in open rooms, every unit reaches its goal. It takes
 * at most the length of the longest shortest path times the number of units. In dead ends, units can block each other for ever: use `LaCAM` there. Goals may change between steps, and may be equal.
 *
 * With `crossings` of your own, units go on arriving in the open, but may never all be at their goals at once: use `RealTimeLaCAM` for that.
 *
 * `begin` and the first `step` after an edit compute the distances of all units: up to a millisecond a unit on 256 × 256 cells.
 *
 * The same calls give the same moves. Memory: 2 bytes a vertex and goal, 5 · `maxDegree` + 14 bytes a vertex, and 60 to 80 bytes a unit.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { PIBT } from '@pf/crowd';
 *
 * const grid = new Grid(8, 8, { movement: 'four' });
 * const at = (x: number, y: number) => grid.vertex(x, y);
 * const pibt = new PIBT(grid);
 * pibt.begin([at(0, 0), at(7, 0)], [at(7, 0), at(0, 0)]);
 * let steps = 0;
 * while (pibt.step() < 2) steps++;
 * steps < 12; // → true
 * ```
 */
export class PIBT extends MovingUnits {
  private planner: PibtStep;
  private goals = new Int32Array(0);
  /** The same, but for a unit without a path to its goal its own vertex, so that it makes room for others. */
  private ends = new Int32Array(0);
  private order = new Int32Array(0);
  private spare = new Int32Array(0);
  private ranking = new Int32Array(0);
  private hasBegun = false;
  /** The number of steps so far, and for each unit until which one it is held. */
  private stepCount = 0;
  private heldUntil = new Float64Array(0);
  /** Whether the units have an order. */
  private isRanked = true;
  private readonly cycles: StepCycles;
  /** Whether the rule of crossings is the caller's or the graph's own, and not that of a grid. */
  private readonly hasOwnRule: boolean;
  /** The first unit, also while it is held; its least distance to its goal so far, the number of steps in vain, and until which step it wanders. */
  private watched = NONE;
  private revision = 0;
  private least = 0;
  private inVain = 0;
  private wandersUntil = 0;

  constructor(graph: Graph, options: StepPlannerOptions = {}) {
    super(graph, options, 'PIBT');
    this.hasOwnRule = options.crossings !== undefined || graph.crossings !== undefined;
    this.planner = this.plannerOf(this.goals);
    this.cycles = new StepCycles(this.steps);
  }

  /** Sets the units: their starts, all different, and their goals. */
  begin(starts: ArrayLike<number>, goals: ArrayLike<number>): void {
    checkUnits(this.graph, starts, goals);
    this.goals = Int32Array.from(goals);
    this.ends = new Int32Array(goals.length);
    this.heldUntil = new Float64Array(goals.length);
    this.planner = this.plannerOf(this.goals);
    this.planner.from.set(starts);
    this.generation = -1;
    this.watched = NONE;
    this.hasBegun = true;
    this.isRanked = false;
    this.follow();
  }

  /** Moves every unit by one step, or lets it wait; returns the number of units at their goals. */
  step(): number {
    checkUnitsBegun(this.hasBegun);
    const { planner, goals, ends, distances, heldUntil, stepCount } = this;
    this.follow();
    const { from, to } = planner;
    const leader = this.order.find((unit) => heldUntil[unit] <= stepCount) ?? NONE;
    const { watched } = this;
    if (leader !== watched && !(heldUntil[watched] > stepCount && heldUntil[watched] < Infinity)) {
      this.resetPatience();
      this.watched = leader;
    }
    planner.leader = leader;
    planner.wanderer = leader === this.watched && stepCount < this.wandersUntil && from[leader] !== goals[leader] ? leader : NONE;
    planner.place(this.order, 0);
    for (let i = 0; i < from.length; i++) if (heldUntil[i] > stepCount) planner.following[(to[i] = from[i])] = i;
    try {
      planner.decide(this.order, 0);
    } catch (error) {
      // The graph threw: no unit moves.
      planner.clear();
      to.fill(-1);
      throw error;
    }
    planner.clear();
    this.stepCount++;
    if (this.hasOwnRule && leader >= 0 && leader === this.watched && ends[leader] !== from[leader]) this.watch(leader);
    let arrived = 0;
    for (let i = 0; i < from.length; i++) {
      const u = to[i];
      from[i] = u;
      to[i] = -1;
      if (u === goals[i]) arrived++;
    }
    try {
      for (let i = 0; i < from.length; i++) ends[i] = distances.distance(planner.slots[i], from[i]) === distances.far ? from[i] : goals[i];
    } catch {
      // The next step throws this too, if it still needs these arcs.
      ends.set(goals);
    }
    nextOrder(this.order, 0, this.ranking, from, ends, this.spare, 0);
    const { order } = this;
    this.order = this.spare;
    this.spare = order;
    return arrived;
  }

  /** Counts the steps in which the first unit, which has decided, stands still or comes back. Where steps cross, it might do so for ever. */
  private watch(leader: number): void {
    const { slots, from, to } = this.planner;
    const distance = this.distances.distance(slots[leader], to[leader]);
    // After an edit, distances are others.
    if (this.steps.revision !== this.revision) this.least = Infinity;
    this.revision = this.steps.revision;
    if (this.stepCount <= this.wandersUntil) this.least = distance;
    else if (from[leader] !== to[leader] && distance < this.least) this.resetPatience(distance);
    else if ((from[leader] === to[leader] || distance === this.least) && ++this.inVain > PATIENCE) {
      this.inVain = 0;
      this.wandersUntil = this.stepCount + WANDERING;
    }
  }

  private resetPatience(least = Infinity): void {
    this.least = least;
    this.inVain = this.wandersUntil = 0;
  }

  protected get at(): Int32Array {
    return this.planner.from;
  }

  /** The goal of a unit. */
  goal(unit: number): number {
    checkUnit(unit, this.goals.length);
    return this.goals[unit];
  }

  /** Keeps a unit where it is for `steps` steps; 0 lets it go on. Others go around it. For robots that turn, load, stop or break down: the map is not edited, and no distance computed anew. */
  hold(unit: number, steps: number): void {
    checkUnit(unit, this.goals.length);
    if (typeof steps !== 'number' || !(steps >= 0)) throw new RangeError(`A unit is held for 0 steps or more, got ${shown(steps)}.`);
    this.heldUntil[unit] = this.stepCount + steps;
  }

  /** Changes the goal of a unit, from the next step on. */
  setGoal(unit: number, goal: number): void {
    checkUnit(unit, this.goals.length);
    checkVertex(this.graph, goal, `goal of unit ${unit}`);
    if (this.goals[unit] === goal) return;
    this.goals[unit] = goal;
    if (unit === this.watched) this.least = Infinity;
    this.generation = -1;
  }

  /** The number of steps from a unit to its goal without other units; Infinity if no path leads there. */
  distance(unit: number): number {
    checkUnit(unit, this.goals.length);
    this.follow(false);
    const d = this.distances.distance(this.planner.slots[unit], this.planner.from[unit]);
    return d === this.distances.far ? Infinity : d;
  }

  /** Follows edits of the graph and changes of goals. */
  private follow(isStart = true): void {
    const { distances } = this;
    this.steps.refresh(isStart);
    this.planner.cycles = this.cycles;
    distances.refresh(this.steps);
    const { from, slots } = this.planner;
    if (distances.generation !== this.generation || (isStart && distances.isFull)) this.claim(this.goals, this.planner);
    if (this.isRanked) return;
    this.ranking = rankByDistance(Array.from(from, (v, i) => distances.distance(slots[i], v)));
    this.order = this.ranking.slice();
    this.spare = this.ranking.slice();
    this.isRanked = true;
  }
}
