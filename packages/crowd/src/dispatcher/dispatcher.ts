/**
 * Many units in one frame: orders are queued, planned within a budget for each frame, and carried out one arc a frame. No paper; common practice of games (a cap by
 * expansions for lockstep, a cap by clock otherwise, shared work for shared goals) in one class.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkHeuristic, checkList, checkOption, checkOptions, checkTails, checkVertex, checkWorld, EditFollower, lastingHeuristic, shown } from '@pf/graph/kit';
import type { DispatcherOptions, FrameReport } from './dispatcher-options.ts';
import { FlowFields } from './flow-fields.ts';
import type { Budget } from './frame-budget.ts';
import { FrameBudget } from './frame-budget.ts';
import { JointMoves } from './joint-moves.ts';
import { PathRequests } from './path-requests.ts';
import { planWithin } from './plan-within.ts';
import type { RoutePlanner } from './route-planner.ts';
import { spreadGoals } from './spread-goals.ts';
import type { UnitStatus } from './unit.ts';
import { Unit } from './unit.ts';

/** The number of units that move between two readings of the clock. */
const MOVES_PER_READING = 32;

/**
 * Moves thousands of units over one world, within a planning budget per frame.
 *
 * Requests are served in order. Units with the same goal share a flow field. A unit without a path yet takes greedy steps.
 * With a budget of expansions, the same calls give the same moves on every machine.
 *
 * Memory: 9 bytes per vertex, 40 more per flow field in use, one path per unit. Arc costs must be positive. The README lists the rules.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { Dispatcher } from '@pf/crowd';
 * import { AStar } from '@pf/search';
 *
 * const grid = new Grid(3, 1);
 * const astar = new AStar(grid);
 * const dispatcher = new Dispatcher(grid, { planner: () => astar });
 * const scout = dispatcher.add(grid.vertex(0, 0));
 * dispatcher.order(scout, grid.vertex(2, 0));
 * dispatcher.frame({ expansions: 100 }).moved; // → 1
 * dispatcher.path(scout, new Uint32Array(grid.vertexCount)); // → 2
 * dispatcher.frame({ expansions: 100 }).moved; // → 1
 * dispatcher.status(scout); // → 'idle'
 * ```
 */
export class Dispatcher {
  private readonly graph: Graph;
  private readonly makePlanner: (unit: number) => RoutePlanner;
  private readonly units = new Map<number, Unit>();
  /** The units in the order in which they move, and the index of the one that moves first. */
  private readonly roster: Unit[] = [];
  private first = 0;
  private nextId = 0;
  private hasChanged = false;
  /** Notices edits of the graph that were not reported. */
  private readonly edits: EditFollower;
  private readonly fields: FlowFields;
  private readonly requests: PathRequests;
  private readonly budget = new FrameBudget();
  /** Present if units avoid each other. */
  private readonly joint: JointMoves | undefined;
  private orders = 0;
  private groups = 0;
  /** The first error of a planner, thrown at the end of the move. */
  private failure: Error | undefined;

  constructor(graph: Graph, options: DispatcherOptions) {
    checkWorld(graph, 'A dispatcher');
    if ((options as DispatcherOptions | undefined) === undefined) throw new TypeError('A dispatcher needs to know who plans: new Dispatcher(graph, { planner: () => search }).');
    checkOptions(options, ['planner', 'heuristic', 'shareFrom', 'fields', 'collisions'], 'Dispatcher');
    const { planner, heuristic, shareFrom = 3, fields = 4, collisions = 'pass' } = options;
    checkOption('collisions', collisions, ['pass', 'avoid']);
    if (typeof planner !== 'function') throw new TypeError('planner must be a function that returns the planner of a unit, such as () => search for one that all share.');
    if (!(shareFrom >= 1)) throw new RangeError(`shareFrom must be at least 1, got ${shareFrom}: it is the number of units from which they share a flow field.`);
    if (heuristic !== undefined) checkHeuristic(heuristic);
    if (!(fields >= 0)) throw new RangeError(`fields must be 0 or more, got ${fields}: it is the number of flow fields at once.`);
    this.graph = graph;
    this.edits = new EditFollower(graph);
    this.makePlanner = planner;
    this.fields = new FlowFields(graph, shareFrom, fields);
    const avoids = collisions === 'avoid';
    this.requests = new PathRequests(graph, heuristic, this.fields, avoids);
    this.joint = avoids ? new JointMoves(graph, heuristic ?? lastingHeuristic(graph)) : undefined;
  }

  /** Adds a unit at a vertex and returns its number. */
  add(at: number): number {
    checkVertex(this.graph, at, 'position');
    this.checkFree(at);
    const planner = this.makePlanner(this.nextId);
    if (typeof (planner as RoutePlanner | undefined)?.run !== 'function') {
      throw new TypeError('The planner of a unit must have begin, run, path and counters, as searches of @pf/search and planners of @pf/incremental do.');
    }
    const unit = new Unit(at, planner);
    this.units.set(this.nextId, unit);
    this.roster.push(unit);
    this.joint?.add(unit);
    return this.nextId++;
  }

  remove(unit: number): void {
    const removed = this.find(unit);
    this.requests.remove(removed);
    this.joint?.remove(removed);
    this.units.delete(unit);
    const index = this.roster.indexOf(removed);
    this.roster.splice(index, 1);
    if (index < this.first) this.first--;
  }

  /**
   * Sends a unit to a goal. Replaces its last order; a unit that waits keeps its place in the queue. May be called every frame: an order to the same goal changes
   * nothing, and one to a moving goal is followed as fast as the budget allows.
   */
  order(unit: number, goal: number): void {
    checkVertex(this.graph, goal, 'goal');
    this.send(this.find(unit), goal, 0);
  }

  /**
   * Sends a group to one goal, each unit to a vertex of its own: the goal and the nearest vertices around it. Vertices that other units stand on or are sent
   * to are left out. The nearest units get the innermost vertices; if there are too few, the others get the goal itself.
   */
  spread(units: readonly number[], goal: number): void {
    checkVertex(this.graph, goal, 'goal');
    checkList(units, 'units');
    const group = units.map((id) => this.find(id));
    const taken = new Set<number>();
    for (const unit of this.roster) taken.add(unit.goal === NO_VERTEX ? unit.at : unit.goal);
    for (const unit of group) taken.delete(unit.goal === NO_VERTEX ? unit.at : unit.goal);
    const goals = spreadGoals(this.graph, group.map(({ at }) => at), goal, taken);
    this.groups++;
    group.forEach((unit, i) => this.send(unit, goals[i], this.groups));
  }

  /** Puts a unit on another vertex: through a portal, or where your own steering moved it. It keeps its order, and its path if that passes there within 16 arcs. */
  place(unit: number, at: number): void {
    checkVertex(this.graph, at, 'position');
    const placed = this.find(unit);
    if (at === placed.at) return;
    this.checkFree(at);
    this.joint?.place(placed, at);
    this.requests.place(placed, at);
  }

  /** Ends the order of a unit, which stays where it is. */
  cancel(unit: number): void {
    this.requests.cancel(this.find(unit));
  }

  position(unit: number): number {
    return this.find(unit).at;
  }

  status(unit: number): UnitStatus {
    return this.find(unit).status;
  }

  /**
   * Writes the rest of the path of a unit, its position first, until the path ends or `out` is full. Returns the number of vertices; 0 if it has no path. A buffer of
   * length 2 is enough to move a figure smoothly towards `out[1]`.
   */
  path(unit: number, out: Uint32Array): number {
    const { at, path } = this.find(unit);
    checkBuffer(out);
    return path.write(at, out);
  }

  /** Pauses a unit for `frames` frames; 0 lets it go on. Its path is planned and kept meanwhile. For slow units, expensive ground, or a next cell that is taken. */
  hold(unit: number, frames: number): void {
    if (typeof frames !== 'number' || !(frames >= 0)) throw new RangeError(`A unit is held for 0 frames or more, got ${shown(frames)}.`);
    this.find(unit).heldUntil = this.requests.frames + frames;
  }

  /**
   * Call after an edit with the vertices whose outgoing arcs changed. Not needed for grids and compressed graphs, which remember their edits. On a graph with
   * a `version`, an unreported edit is noticed at the next frame. On a graph without one, report each edit.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    checkTails(this.graph, tails, n);
    if (n === 0) return;
    if (this.edits.isComplete(tails, n)) this.report(tails, n);
    else this.followEdits();
  }

  /** Plans within the budget, then moves every unit by at most one arc: `plan` and `move` in one. */
  frame(budget: Budget): FrameReport {
    return this.moveAll(this.plan(budget), true);
  }

  /**
   * Plans within the budget without moving units, for turn-based games. Before `move`, `path(unit, out)[1]` is the next vertex of a unit, and `hold` keeps it
   * where it is. If a planner throws, the next `move` throws its error at the end, and the unit is 'unreachable' until the world or its order changes.
   */
  plan(budget: Budget): FrameReport {
    const { requests, fields } = this;
    const report: FrameReport = { expanded: 0, planned: 0, moved: 0, waiting: 0 };
    this.budget.begin(budget);
    requests.beginFrame();
    if (this.edits.isBehind) this.followEdits();
    if (this.hasChanged) for (const unit of this.roster) if (unit.status === 'unreachable') requests.scheduler.recheck(unit);
    this.hasChanged = false;
    report.planned = planWithin(this.budget, requests, fields, (unit, error) => (this.failure ??= this.failureOf(unit, error)));
    report.expanded = this.budget.spent;
    report.waiting = this.countWaiting();
    return report;
  }

  /** Moves every unit that has a path by one arc; returns how many moved. */
  move(): number {
    const report: FrameReport = { expanded: 0, planned: 0, moved: 0, waiting: 0 };
    if (this.edits.isBehind) this.followEdits();
    return this.moveAll(report, false).moved;
  }

  private send(unit: Unit, goal: number, group: number): void {
    const wasIdle = unit.goal === NO_VERTEX;
    this.requests.order(unit, goal);
    unit.group = group;
    // A unit whose goal changes on the way keeps its priority; otherwise it might wait for ever.
    if (wasIdle && unit.goal !== NO_VERTEX) unit.orderedAt = this.orders++;
  }

  private report(tails: ArrayLike<number>, n: number): void {
    this.edits.catchUp();
    if (n > 0) this.requests.arcsChanged(tails, n);
    this.hasChanged = true;
  }

  /** Handles unreported edits: by the tails that the graph remembers, otherwise by planning everything again. */
  private followEdits(): void {
    const n = this.edits.find();
    if (n >= 0) return this.report(this.edits.tails, n);
    this.edits.catchUp();
    this.requests.allChanged();
    this.hasChanged = true;
  }

  /** Moves all units; if `timed`, only until the time of the frame is up. The rest moves first in the next frame. */
  private moveAll(report: FrameReport, timed: boolean): FrameReport {
    const { roster, budget, requests } = this;
    const count = roster.length;
    let done = 0;
    if (this.joint !== undefined) {
      this.moveJointly(this.joint, report);
      done = count;
    }
    for (; done < count; done++) {
      if (timed && done % MOVES_PER_READING === 0 && done > 0 && budget.isOver()) break;
      const unit = roster[(this.first + done) % count];
      if (requests.frames <= unit.heldUntil) continue;
      if (requests.step(unit)) report.moved++;
    }
    if (timed) budget.endMoves(done / count);
    this.first = done === count ? 0 : (this.first + done) % count;
    report.waiting = this.countWaiting();
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure;
    return report;
  }

  /** Moves all units at once, so that none collide. */
  private moveJointly(joint: JointMoves, report: FrameReport): void {
    const { roster, requests } = this;
    for (const unit of roster) requests.prepare(unit);
    joint.decide(roster, requests.frames);
    for (const unit of roster) {
      const next = joint.next(unit);
      if (next !== unit.at) report.moved++;
      requests.moved(unit, next);
    }
  }

  private countWaiting(): number {
    let waiting = 0;
    for (const { status } of this.roster) if (status === 'waiting') waiting++;
    return waiting;
  }

  private failureOf(unit: Unit, error: unknown): Error {
    const [id] = [...this.units].find(([, other]) => other === unit)!;
    const reason = error instanceof Error ? error.message : String(error);
    return new Error(`No path could be planned for unit ${id}, which stays at vertex ${unit.at}: ${reason}`, { cause: error });
  }

  private checkFree(at: number): void {
    if (this.joint?.isTaken(at) !== true) return;
    const [id] = [...this.units].find(([, other]) => other.at === at)!;
    throw new RangeError(`Vertex ${at} is taken by unit ${id}, and units that avoid each other need a vertex each: choose a free one, for example by nearestFree of @pf/grid.`);
  }

  private find(id: number): Unit {
    const unit = this.units.get(id);
    if (unit === undefined) throw new RangeError(`There is no unit ${id}: pass a number that add has returned.`);
    return unit;
  }
}
