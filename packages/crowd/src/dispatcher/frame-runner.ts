import type { FrameReport } from './dispatcher-options.ts';
import { failureOf } from './dispatcher-options.ts';
import type { FlowField } from './flow-field.ts';
import type { FlowFields } from './flow-fields.ts';
import type { Budget } from './frame-budget.ts';
import { FrameBudget } from './frame-budget.ts';
import type { GraphEdits } from './graph-edits.ts';
import type { JointMoves } from './joint-moves.ts';
import type { PathRequests } from './path-requests.ts';
import type { RecheckShare } from './rechecks.ts';
import { countRequest } from './rechecks.ts';
import type { Unit } from './unit.ts';

/** The number of units that move between two readings of the clock. */
const MOVES_PER_READING = 32;

/** What a dispatcher adds to the frames that it shares with others. */
export interface FramePart {
  readonly roster: readonly Unit[];
  readonly requests: PathRequests;
  readonly fields: FlowFields;
  readonly edits: GraphEdits;
}

/** Plans for the units of a dispatcher, and of those that have joined it, within one budget, and moves them. */
export class FrameRunner {
  readonly parts: FramePart[] = [];
  /** The number of orders that set a unit in motion, and of group orders, so far. */
  orders = 0;
  groups = 0;
  /** The number of calls of `plan` so far. */
  frames = 0;
  /** The number of moves so far, by which `hold` and the patience of units count. */
  moves = 0;
  /** The first error of a planner or graph, thrown at the end of the move. */
  private failure: Error | undefined;
  private readonly budget: FrameBudget;
  /** Index of the part whose turn it is to plan, and whether it has grown a field in this turn. */
  private turn = 0;
  private hasGrown = false;
  /** What rechecks of all parts may expand, and the index of the part that is rechecked first. */
  readonly share: RecheckShare = { left: 0 };
  private recheckTurn = 0;
  /** The units of all parts in the order in which they move, and the index of the one that moves first. */
  private readonly roster: Unit[] = [];
  private first = 0;

  /** `joint` is present if units avoid each other. Otherwise there is one part. */
  constructor(readonly joint: JointMoves | undefined) {
    this.budget = new FrameBudget(joint !== undefined);
  }

  add(unit: Unit): void {
    this.roster.push(unit);
    this.joint?.add(unit);
  }

  /** Leaves out a part, which has no units, from the next frame on. */
  removePart(part: FramePart): void {
    const index = this.parts.indexOf(part);
    this.parts.splice(index, 1);
    if (index < this.turn) this.turn--;
    else if (index === this.turn) this.hasGrown = false;
    this.turn %= this.parts.length;
  }

  /** The vertices that the units outside of a group cover at their goals, and where they stay. */
  takenByOthers(group: ReadonlySet<Unit>): Set<number> {
    const taken = new Set<number>();
    for (const unit of this.roster) if (!group.has(unit)) unit.addCells(taken);
    return taken;
  }

  remove(unit: Unit): void {
    const index = this.roster.indexOf(unit);
    this.roster.splice(index, 1);
    if (index < this.first) this.first--;
    this.joint?.remove(unit);
  }

  /** Plans within the budget; if `movesFollow`, a part of its time is left for the moves. */
  plan(budget: Budget, movesFollow: boolean): FrameReport {
    this.budget.begin(budget, movesFollow);
    this.frames++;
    for (const part of this.parts) if (part.edits.beginFrame()) this.forUnits(part, (unit) => part.requests.checkUnit(unit));
    const planned = this.planWithin();
    return { expanded: this.budget.spent, planned, moved: 0, waiting: this.countWaiting() };
  }

  /** Moves all units; if `timed`, only until the time of the frame is up. The others move first in the next frame. */
  move(report: FrameReport, timed: boolean): FrameReport {
    for (const part of this.parts) part.edits.follow();
    this.moves++;
    for (const part of this.parts) part.requests.scheduler.countMove(this.moves);
    const done = this.joint === undefined ? this.moveInTurn(report, timed) : this.moveJointly(this.joint, report);
    if (timed) this.budget.endMoves(done / this.roster.length);
    report.waiting = this.countWaiting();
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure;
    return report;
  }

  /**
   * Spends the budget on the parts, which take turns; returns the number of answered requests. In its turn, a part grows a flow field and plans for a unit, by a slice
   * each. A slice may take the rest of the frame, so the turns go on in the next one.
   */
  private planWithin(): number {
    const { budget, parts } = this;
    let planned = 0;
    let idle = 0;
    for (let slice = budget.slice(); slice > 0; slice = budget.slice()) {
      const part = parts[this.turn];
      const { requests, fields } = part;
      const pending: FlowField | undefined = this.hasGrown ? undefined : fields.pending;
      const unit = pending === undefined ? requests.scheduler.next(this.othersWait(part)) : undefined;
      const field = unit === undefined ? (pending ?? fields.pending) : undefined;
      this.hasGrown = pending !== undefined;
      if (!this.hasGrown) this.turn = (this.turn + 1) % parts.length;
      idle = (unit ?? field) === undefined ? idle + 1 : 0;
      // In its turn, a part may have dropped requests that are needed no more, for which the others waited.
      if (idle === 2 * parts.length - 1) break;
      if (unit !== undefined) {
        const { answered } = requests;
        budget.spend(this.planSlice(part, unit, slice));
        planned += requests.answered - answered;
      } else if (field !== undefined) budget.spend(this.growSlice(field, slice));
    }
    return planned;
  }

  /** Plans for a unit. If it requested that, others are rechecked first, in their share; if not, floods that have begun come first. Returns the number of expansions. */
  private planSlice(part: FramePart, unit: Unit, slice: number): number {
    const { rechecks } = part.requests;
    const isRequest = unit.needsPath;
    const read = isRequest ? this.recheck(slice) : rechecks.goOn(slice);
    if (read >= slice || (read > 0 && !isRequest)) return read;
    try {
      const expanded = part.requests.plan(unit, slice - read);
      if (isRequest) countRequest(this.share, expanded, this.parts.every(({ requests }) => requests.rechecks.isDone));
      return read + expanded;
    } catch (error) {
      this.fail(part, unit, error);
      return read;
    }
  }

  /** Whether requests of other parts wait. */
  private othersWait(part: FramePart): boolean {
    return this.parts.some((other) => other !== part && other.requests.scheduler.hasRequests);
  }

  /** Rechecks units of all parts, in their share and with at most `slice` expansions; returns how many. */
  private recheck(slice: number): number {
    const { parts } = this;
    let read = 0;
    for (let i = 0; i < parts.length; i++) read += parts[(this.recheckTurn + i) % parts.length].requests.rechecks.run(slice - read);
    this.recheckTurn = (this.recheckTurn + 1) % parts.length;
    return read;
  }

  private growSlice(field: FlowField, slice: number): number {
    try {
      return field.run(Math.ceil(slice / field.expansionCost));
    } catch (error) {
      this.note(field, error);
      return 0;
    }
  }

  /** Moves units that walk through each other; returns the number of units processed. */
  private moveInTurn(report: FrameReport, timed: boolean): number {
    const { roster, budget } = this;
    const [part] = this.parts;
    const { requests } = part;
    const count = roster.length;
    let done = 0;
    for (; done < count; done++) {
      if (timed && done % MOVES_PER_READING === 0 && done > 0 && budget.isOver()) break;
      const unit = roster[(this.first + done) % count];
      if (this.moves <= unit.heldUntil) continue;
      try {
        if (requests.step(unit)) report.moved++;
      } catch (error) {
        this.fail(part, unit, error);
      }
    }
    this.first = done === count ? 0 : (this.first + done) % count;
    return done;
  }

  /** Moves all units together, so that none collide. */
  private moveJointly(joint: JointMoves, report: FrameReport): number {
    const { parts, roster } = this;
    for (const part of parts) this.forUnits(part, (unit) => part.requests.prepare(unit));
    joint.decide(roster, this.moves);
    for (const part of parts) {
      this.forUnits(part, (unit) => {
        const next = joint.next(unit);
        if (next !== unit.at) report.moved++;
        part.requests.moved(unit, next);
      });
    }
    return roster.length;
  }

  private countWaiting(): number {
    let waiting = 0;
    for (const { status } of this.roster) if (status === 'waiting') waiting++;
    return waiting;
  }

  /** Handles each unit of a part. One for which this throws gives up; the others go on. */
  private forUnits(part: FramePart, handle: (unit: Unit) => void): void {
    for (const unit of part.roster) {
      try {
        handle(unit);
      } catch (error) {
        this.fail(part, unit, error);
      }
    }
  }

  /** Handles a planner or graph that threw for a unit: the unit gives up, and the others go on. */
  private fail(part: FramePart, unit: Unit, error: unknown): void {
    part.requests.fail(unit);
    this.note(unit, error);
  }

  private note(failed: Unit | FlowField, error: unknown): void {
    this.failure ??= new Error(failureOf(failed, error), { cause: error });
  }
}
