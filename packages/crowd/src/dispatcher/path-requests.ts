import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX, pathCost } from '@pf/graph';
import { ArcBuffer, checkFit } from '@pf/graph/kit';
import { ChangeLog } from './change-log.ts';
import { ClosedParts } from './closed-parts.ts';
import type { FlowFields } from './flow-fields.ts';
import { stepNearer } from './greedy-steps.ts';
import { PathJob } from './path-job.ts';
import type { RecheckShare } from './rechecks.ts';
import { Rechecks } from './rechecks.ts';
import { RequestScheduler } from './request-scheduler.ts';
import type { Unit } from './unit.ts';
import { MIN_FRAMES_ON_PATH } from './unit.ts';

/** The number of vertices around a goal that are read after an edit, to see whether the goal is still closed in; an eighth of smaller slices. Not in slices below LEAST_SLICE. */
const MOST_CLOSED = 256;
const LEAST_SLICE = 100;

/** Schedules path requests and moves units along their paths. */
export class PathRequests {
  readonly scheduler: RequestScheduler;
  /** The number of requests that were answered: a path was found, or proved not to exist. */
  answered = 0;
  private readonly job: PathJob;
  private readonly changes: ChangeLog;
  private readonly arcs: ArcBuffer;
  readonly rechecks: Rechecks;
  /** Parts of the map that units cannot leave. */
  readonly closed: ClosedParts;

  constructor(
    private readonly graph: Graph,
    private readonly heuristic: Heuristic | undefined,
    private readonly fields: FlowFields,
    private readonly clock: { readonly frames: number; readonly share: RecheckShare },
  ) {
    this.changes = new ChangeLog(graph);
    this.job = new PathJob(this.changes, graph);
    this.scheduler = new RequestScheduler(this.job);
    this.arcs = new ArcBuffer(graph);
    this.closed = new ClosedParts(graph);
    this.rechecks = new Rechecks(graph, this.scheduler, this.closed, this.changes, this, clock.share);
  }

  /** Throws if the graph has outgrown the arrays. */
  checkRoom(): void {
    checkFit(this.graph, 'dispatcher', this.job.route.length, this.arcs.to.length);
  }

  /**
   * Orders a unit to a goal. A new goal stops the unit on its path, as players expect. The exception is a unit that follows a moving goal: if each new goal stopped it,
   * it would never have a path.
   * - If a second goal comes before its path is planned, the current planning continues.
   * - If a new goal comes within some frames after it got a path, it walks on until the path to the new goal is planned, by at most as many arcs: the new
   *   goal may lie behind it.
   */
  order(unit: Unit, goal: number): void {
    if (goal === unit.goal) {
      if (unit.status === 'unreachable' && unit.hasFailed) this.replan(unit);
      return;
    }
    if (goal === unit.at) return this.cancel(unit);
    const keepsPath = unit.keepsPath(this.clock.frames);
    if (unit.needsPath) unit.isChasing = true;
    else unit.planningMoves = Math.min(unit.planningMoves, MIN_FRAMES_ON_PATH);
    if (!keepsPath) {
      unit.path.clear();
      unit.status = 'waiting';
    }
    if (unit !== this.scheduler.current) this.scheduler.request(unit);
    else if (!keepsPath) this.job.hasBegun = false;
    this.fields.delete(unit.goal);
    unit.goal = goal;
    unit.forgetFloods();
    this.fields.add(goal);
    if (unit.needsPath) return;
    // The unit is ordered back to the end of its path.
    unit.isChasing = false;
    this.scheduler.withdraw(unit);
  }

  /** Gives a unit that was ordered to the end of a path the rest of it. Returns false if an arc of that is closed, or the unit is not on the path. */
  follow(unit: Unit, path: ArrayLike<number>): boolean {
    const route = Array.from(path);
    route.splice(0, route.indexOf(unit.at));
    if (unit.goal === NO_VERTEX) return route.length === 1; // It has arrived.
    if (route[0] !== unit.at || pathCost(this.graph, route) === Infinity) return false;
    // An entry in the queue would put off the rechecks of others.
    this.scheduler.forget(unit);
    unit.path.clear();
    unit.path.extend(Uint32Array.from(route), route.length, unit.goal, this.changes);
    unit.startWalking(this.clock.frames);
    return true;
  }

  /** Ends the order of a unit. */
  cancel(unit: Unit): void {
    this.scheduler.finish(unit);
    this.fields.delete(unit.goal);
    unit.rest();
  }

  /** Removes a unit from the world. */
  remove(unit: Unit): void {
    this.cancel(unit);
    this.scheduler.forget(unit);
    this.rechecks.forget(unit);
  }

  /** Handles a unit that the caller has put somewhere else. */
  place(unit: Unit, at: number): void {
    unit.at = unit.post = at;
    if (at === unit.goal) this.cancel(unit);
    else if (unit.status === 'walking' && unit.path.continueFrom(at, this.changes)) this.checkPath(unit, false);
    else if (unit.goal !== NO_VERTEX) this.replan(unit);
    else unit.group = 0;
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    this.changes.add(tails, n);
    this.fields.arcsChanged(tails, n);
    this.closed.arcsChanged(tails, n);
    this.rechecks.arcsChanged(tails, n);
  }

  /** Handles an edit that may have changed any arc. */
  allChanged(): void {
    this.changes.addAll();
    this.fields.allChanged();
    this.closed.clear();
    this.rechecks.allChanged();
  }

  /** Before planning after an edit: a unit whose path is blocked requests a new one, and an unreachable goal may be reachable again. */
  checkUnit(unit: Unit): void {
    if (unit.status === 'unreachable') {
      if (unit.hasFailed || !this.isClosed(unit)) this.scheduler.recheck(unit);
    } else if (unit.status === 'walking' && unit.path.field === undefined && !unit.path.isOpen(this.changes)) this.replan(unit);
  }

  /** Prepares a joint move: a unit whose path is blocked or lost requests a new one. */
  prepare(unit: Unit): void {
    unit.wantsToMove = false;
    if (unit.status === 'walking') {
      const { path } = unit;
      if (path.field !== undefined ? path.field.next(unit.at) === NO_VERTEX : !path.isOpen(this.changes) || path.isLost) this.replan(unit);
    }
    // The unit whose path is being planned waits, since its search begins at its position.
    unit.wantsToMove = unit.status === 'walking' || (unit.status === 'waiting' && unit !== this.scheduler.current);
  }

  /** Records the result of a joint move: along the path of the unit, off it, or none. */
  moved(unit: Unit, at: number): void {
    const stayed = unit.at === at;
    unit.at = at;
    if (at === unit.goal) return this.cancel(unit);
    if (unit.status !== 'walking') return;
    unit.path.locate(at);
    if (!stayed) this.checkPath(unit);
  }

  /** Moves a unit by one arc along its path, or while it waits for one, to a neighbour with a lower estimate; returns whether it moved. */
  step(unit: Unit): boolean {
    if (unit.status === 'walking') return this.walk(unit);
    const next = unit.status !== 'waiting' || unit === this.scheduler.current ? NO_VERTEX : stepNearer(this.graph, this.heuristic, unit, this.arcs);
    if (next === NO_VERTEX) return false;
    unit.at = next;
    if (next === unit.goal) this.cancel(unit);
    return true;
  }

  /** Plans for the current unit, with at most `slice` expansions; returns how many it made. */
  plan(unit: Unit, slice: number): number {
    const { job, scheduler, closed } = this;
    if ((!job.hasBegun || job.mustRestart(unit)) && this.useField(unit)) {
      scheduler.finish(unit);
      this.answered++;
      return 0;
    }
    if (!closed.canGrow || unit.mayLeadElsewhere || this.isClosed(unit)) return this.search(unit, slice);
    // The goal of a new request may have nothing to do with the closed part.
    const read = closed.grow(unit.status === 'unreachable' ? slice : Math.floor(slice / 2));
    return read < slice || this.isClosed(unit) ? read + this.search(unit, slice - read) : read;
  }

  private search(unit: Unit, slice: number): number {
    const { job, scheduler, closed } = this;
    let [isClosed, read] = [this.isClosed(unit), 0];
    if (!isClosed && !unit.mayLeadElsewhere && (!job.hasBegun || job.mustRestart(unit))) {
      const mayBeClosed = unit.status === 'unreachable' || (unit.status === 'waiting' && (job.hasBegun || unit.wasPostponed));
      // Once a part is known, read the arcs into each goal first: it may be in a wall.
      const most = mayBeClosed && slice >= LEAST_SLICE ? Math.min(slice / 8, MOST_CLOSED) : closed.hasParts ? 1 : 0;
      if (most > 0) ({ isClosed, read } = closed.readAround(unit.goal, unit.at, most));
    }
    if (isClosed) {
      scheduler.finish(unit);
      unit.giveUp();
      this.answered++;
      return read;
    }
    if (!job.hasBegun) job.begin(unit, this.clock.frames);
    const { spent } = job;
    const n = job.run(unit, slice - read) ? job.readPath(unit, this.clock.frames) : -1;
    this.fields.addSearch(unit.plannedGoal, job.spent - spent, n >= 0);
    if (n >= 0) this.takePath(unit, n);
    return read + job.spent - spent;
  }

  /** Whether it is known that no path leads to the goal of a unit. */
  isClosed(unit: Unit): boolean {
    return this.closed.separates(unit.at, unit.goal) && !unit.mayLeadElsewhere;
  }

  /** Handles a planner or graph that threw: the unit stays where it is until the world changes or it is ordered again. */
  fail(unit: Unit): void {
    this.scheduler.finish(unit);
    unit.plannedGoal = NO_VERTEX;
    unit.giveUp(true);
  }

  /** Makes a unit follow the field of its goal, or give up if the field shows that no path exists. Returns whether the field answers. */
  useField(unit: Unit): boolean {
    const field = this.fields.fieldOf(unit.goal);
    if (field === undefined) return false;
    if (unit.planner.nearest !== true && field.isUnreachable(unit.at)) unit.giveUp();
    else if (field.next(unit.at) === NO_VERTEX) return false;
    else {
      unit.path.follow(field);
      unit.startWalking(this.clock.frames);
    }
    return true;
  }

  private takePath(unit: Unit, n: number): void {
    this.scheduler.finish(unit);
    unit.planningMoves = this.job.moves;
    if (n > 0) {
      unit.path.extend(this.job.route, n, unit.plannedGoal, this.changes, this.job.ignoresEdits ? this.job.since : this.changes.count);
      unit.startWalking(this.clock.frames);
      // Other units may have pushed it meanwhile.
      unit.path.locate(unit.at);
      if (unit.path.isWalked) this.endPath(unit);
    } else if (!unit.path.isWalked) return this.replan(unit); // No path leads on from the end of its route; one may lead from its position.
    else if (unit.plannedGoal !== unit.goal) unit.path.clear();
    else if (!this.endInVain(unit)) return;
    this.answered++;
    if (unit.needsPath) this.scheduler.request(unit);
  }

  /** Ends a search without a path. Returns whether that answers the request: if it ignored edits, there may be a path. */
  private endInVain(unit: Unit): boolean {
    const { ignoresEdits, since, spent } = this.job;
    const isOutdated = ignoresEdits && since < this.changes.count;
    if (spent > MOST_CLOSED && !unit.mayLeadElsewhere) this.closed.begin(unit.at, unit.goal, 2 * spent + 2, isOutdated);
    this.rechecks.searchedInVain(unit, spent);
    if (isOutdated && unit.status !== 'unreachable' && unit.recheckedAt < 0) this.replan(unit);
    // If it is unreachable already, its next search may ignore edits at once.
    else if (!isOutdated || unit.status !== 'unreachable') unit.giveUp();
    if (isOutdated && unit.status === 'unreachable') this.scheduler.recheck(unit);
    return !isOutdated;
  }

  /** Moves a unit by one arc along its path; returns false if it has to be planned again. */
  private walk(unit: Unit): boolean {
    const next = unit.path.next(unit.at, this.changes);
    if (next === NO_VERTEX) {
      this.replan(unit);
      return false;
    }
    unit.at = next;
    if (next === unit.goal) this.cancel(unit);
    else this.checkPath(unit);
    return true;
  }

  /** After a move, checks the arcs ahead; `byOne`: a move of one arc along the path, which brought one new arc in sight. */
  private checkPath(unit: Unit, byOne = true): void {
    if (unit.path.isWalked) this.endPath(unit);
    else if (!unit.path.isOpen(this.changes, byOne)) this.replan(unit);
    else if (unit.path.hasRisen) this.scheduler.recheck(unit);
  }

  /** Handles a path that ends before the goal: its next part is being planned, or no path leads farther. */
  private endPath(unit: Unit): void {
    if (unit === this.scheduler.current || unit.path.goal !== unit.goal) unit.status = 'waiting';
    else if (unit.path.isOutdated(this.changes)) this.replan(unit);
    else unit.giveUp();
  }

  /** Requests a path anew. */
  replan(unit: Unit): void {
    this.scheduler.finish(unit);
    unit.path.clear();
    unit.status = 'waiting';
    unit.forgetFloods();
    this.scheduler.request(unit);
  }
}
