import type { FrameReport } from './dispatcher-options.ts';
import type { Budget } from './frame-budget.ts';
import { FrameBudget } from './frame-budget.ts';
import type { JointMoves } from './joint-moves.ts';
import type { Planning, Turn } from './plan-within.ts';
import { failUnit, planWithin } from './plan-within.ts';
import type { Unit } from './unit.ts';

/** The number of units that move between two readings of the clock. */
const MOVES_PER_READING = 32;

/** What a dispatcher adds to the frames that it shares with others. */
export interface FramePart extends Planning {
  readonly roster: readonly Unit[];
  /** Returns whether the graph has changed, so that all paths must be checked. */
  beginFrame(): boolean;
  /** Detects edits of its graph. */
  followEdits(): void;
}

/** Plans for the units of a dispatcher, and of those that have joined it, within one budget, and moves them. */
export class FrameRunner {
  readonly parts: FramePart[] = [];
  /** The number of orders that set a unit in motion, and of group orders, so far. */
  orders = 0;
  groups = 0;
  /** The number of moves so far, by which `hold` and the patience of units count. */
  moves = 0;
  /** The first error of a planner or graph, thrown at the end of the move. */
  failure: Error | undefined;
  private readonly budget: FrameBudget;
  /** Kept from frame to frame. */
  private readonly turn: Turn = { part: 0, hasGrown: false };
  /** The units of all parts in the order in which they move, and the index of the one that moves first. */
  private readonly roster: Unit[] = [];
  private first = 0;

  /** `joint` is present if units avoid each other. Otherwise there is one part. */
  constructor(readonly joint: JointMoves | undefined) {
    this.budget = new FrameBudget(joint !== undefined);
  }

  join(part: FramePart): void {
    // All parts count the same frames.
    if (this.parts.length > 0) part.requests.frames = this.parts[0].requests.frames;
    this.parts.push(part);
  }

  add(unit: Unit): void {
    this.roster.push(unit);
    this.joint?.add(unit);
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
    // All parts count a frame, even if the graph of one throws.
    for (const part of this.parts) part.requests.frames++;
    for (const part of this.parts) if (part.beginFrame()) forUnits(part, (unit) => part.requests.checkUnit(unit));
    const planned = planWithin(this.budget, this.parts, this.turn);
    return { expanded: this.budget.spent, planned, moved: 0, waiting: this.countWaiting() };
  }

  /** Moves all units; if `timed`, only until the time of the frame is up. The others move first in the next frame. */
  move(report: FrameReport, timed: boolean): FrameReport {
    for (const part of this.parts) part.followEdits();
    this.moves++;
    for (const part of this.parts) part.requests.countMove(this.moves);
    const done = this.joint === undefined ? this.moveInTurn(report, timed) : this.moveJointly(this.joint, report);
    if (timed) this.budget.endMoves(done / this.roster.length);
    report.waiting = this.countWaiting();
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure;
    return report;
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
        failUnit(part, unit, error);
      }
    }
    this.first = done === count ? 0 : (this.first + done) % count;
    return done;
  }

  /** Moves all units together, so that none collide. */
  private moveJointly(joint: JointMoves, report: FrameReport): number {
    const { parts, roster } = this;
    for (const part of parts) forUnits(part, (unit) => part.requests.prepare(unit));
    joint.decide(roster, this.moves);
    for (const part of parts) {
      forUnits(part, (unit) => {
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
}

/** Handles each unit of a part. One for which this throws gives up; the others go on. */
function forUnits(part: FramePart, handle: (unit: Unit) => void): void {
  for (const unit of part.roster) {
    try {
      handle(unit);
    } catch (error) {
      failUnit(part, unit, error);
    }
  }
}
