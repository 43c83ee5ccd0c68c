import { checkFunction, checkOptions, shown } from '@pf/graph/kit';

/** The planning budget of a frame: expansions, the same on every machine, or milliseconds by `now`, which defaults to `performance.now`. */
export type Budget = { readonly expansions: number } | { readonly milliseconds: number; readonly now?: (() => number) | undefined };

/** Available in browsers, their workers, Node, Deno and Bun. */
declare const performance: { now(): number };
const wallClock = (): number => performance.now();

/** The number of slices of a frame: no slice should take longer than this fraction of it. */
const SLICES = 64;
/** The maximum and minimum number of expansions of a slice, whatever their cost. */
const MAX_SLICE = 1024;
const MIN_SLICE = 4;
/**
 * The fraction of a frame by which its last slice may overrun, if its expansions are as expensive as the most expensive recent ones. The first expansions in a
 * region of a planner's memory take a hundred times as long as others, so this limits only the slices at the end of a frame.
 */
const MAX_OVERRUN = 1 / 20;
/** The factor by which the memory of expensive expansions fades with each slice. */
const DECAY = 0.9995;
/** The factor by which the memory of slow moves fades with each frame, if moves cannot be interrupted. */
const MOVE_DECAY = 0.97;
/** The part of a frame that moves may take from planning, if they can be interrupted and if not. */
const MAX_MOVES = 1 / 2;
const MAX_MOVES_AT_ONCE = 3 / 4;

/** Divides the budget of a frame into slices. */
export class FrameBudget {
  spent = 0;
  private expansions = 0;
  private now: (() => number) | undefined;
  /** The end of the frame, and of its planning, which leaves time for the moves. */
  private end = 0;
  private planningEnd = 0;
  /** The last reading of the clock, and the expansions since. */
  private lastTime = 0;
  private sinceLastTime = 0;
  /** The longest time of a slice, and the number of expansions in about that time: learned while planning, and kept from frame to frame. */
  private sliceTime = 0;
  private sliceSize = 1;
  /** Milliseconds an expansion in the slowest recent slice, and how far a slice at this speed may overrun the end of planning. */
  private slowest = 0;
  private overrun = 0;
  /** The longest time that is reserved for moves in this frame. */
  private maxMoveTime = 0;
  /** Milliseconds reserved for moves: the time that they took last, or the longest recent time if they cannot be interrupted. */
  private moveTime: number;

  /** `movesAtOnce`: whether moves cannot be interrupted. The most time is then reserved before the first moves, since their time is unknown. */
  constructor(private readonly movesAtOnce = false) {
    this.moveTime = movesAtOnce ? Infinity : 0;
  }

  /** If `movesFollow`, a part of the time is reserved for the moves, unless the time is infinite. */
  begin(budget: Budget, movesFollow = true): void {
    this.spent = 0;
    this.sinceLastTime = 0;
    if (typeof budget !== 'object' || (budget as Budget | null) === null || !('expansions' in budget || 'milliseconds' in budget)) {
      throw new TypeError(`The budget of a frame must be { expansions } or { milliseconds }, got ${JSON.stringify(budget)}.`);
    }
    checkOptions(budget, ['expansions', 'milliseconds', 'now'], 'The budget of a frame');
    if ('expansions' in budget) {
      const { expansions } = budget;
      if ('milliseconds' in budget) throw new TypeError('The budget of a frame must be { expansions } or { milliseconds }, got both.');
      if (!(typeof expansions === 'number' && expansions >= 0)) throw new RangeError(`A budget must be 0 expansions or more, got ${shown(expansions)}.`);
      this.now = undefined;
      this.expansions = expansions;
      return;
    }
    const { milliseconds, now = wallClock } = budget;
    if (!(typeof milliseconds === 'number' && milliseconds >= 0)) throw new RangeError(`A budget must be 0 milliseconds or more, got ${shown(milliseconds)}.`);
    checkFunction(now, 'now');
    this.now = now;
    this.lastTime = now();
    this.end = this.lastTime + milliseconds;
    // The rest of the time is for planning, however many units there are.
    this.maxMoveTime = milliseconds * (this.movesAtOnce ? MAX_MOVES_AT_ONCE : MAX_MOVES);
    this.planningEnd = movesFollow && milliseconds < Infinity ? this.end - Math.min(this.moveTime, this.maxMoveTime) : this.end;
    this.sliceTime = milliseconds / SLICES;
    this.overrun = milliseconds * MAX_OVERRUN;
  }

  /** The number of expansions of the next slice; 0 when planning is over. */
  slice(): number {
    if (this.now === undefined) return this.expansions - this.spent;
    const time = this.now();
    const took = time - this.lastTime;
    if (took > this.sliceTime) this.sliceSize = Math.max(1, this.sliceSize >> 1);
    else if (2 * took < this.sliceTime && this.sinceLastTime >= this.sliceSize) this.sliceSize = Math.min(MAX_SLICE, 2 * this.sliceSize);
    if (this.sinceLastTime > 0) this.slowest = Math.max(took / this.sinceLastTime, DECAY * this.slowest);
    this.lastTime = time;
    this.sinceLastTime = 0;
    const left = this.planningEnd - time;
    if (left <= 0) return 0;
    return Math.min(this.sliceSize, Math.max(MIN_SLICE, Math.floor((left + this.overrun) / this.slowest)));
  }

  /** Records the expansions of a slice. A slice without any counts as one expansion, so that every frame ends. */
  spend(expansions: number): void {
    this.sinceLastTime = expansions;
    this.spent += Math.max(1, expansions);
  }

  /** Whether the remaining moves are left to the next frame. */
  isOver(): boolean {
    return this.now !== undefined && this.now() >= this.end;
  }

  /** Records that `share` of all units have moved since planning ended, to reserve time for the moves of the next frame. */
  endMoves(share: number): void {
    if (this.now === undefined || !(share > 0)) return;
    const took = Math.min(this.maxMoveTime, (this.now() - this.lastTime) / share);
    const remembered = this.movesAtOnce && this.moveTime < Infinity ? MOVE_DECAY * this.moveTime : 0;
    this.moveTime = Math.max(took, remembered);
  }
}
