/** What a frame may spend on planning: a count, the same on every machine, or time, by `performance.now` unless the caller has a clock. */
export type Budget = { readonly expansions: number } | { readonly milliseconds: number; readonly now?: (() => number) | undefined };

/** Browsers, their workers, Node, Deno and Bun have it. */
declare const performance: { now(): number };
const wallClock = (): number => performance.now();

/** Looks at the clock a frame: no piece of work shall take more than this part of it. */
const LOOKS = 64;
/** Expansions between two looks, however cheap they are; and however expensive they may turn out, if they have been cheap so far. */
const LONGEST = 1024;
const SHORTEST = 4;
/**
 * By which part of itself a frame may go on after its end should the expansions of its last piece be as expensive as the most expensive of late: those that
 * are the first to touch a part of a planner's memory take a hundred times as long as others. While there is time left, that does no harm.
 */
const AT_WORST = 1 / 20;
/** What is left, look by look, of how expensive they have been. */
const FADING = 0.9995;

/** Hands out the budget of a frame piece by piece. */
export class FrameBudget {
  spent = 0;
  private expansions = 0;
  private now: (() => number) | undefined;
  /** When the frame ends, and its planning, which leaves time for the moves. */
  private end = 0;
  private planningEnd = 0;
  /** The last look at the clock, and what has been expanded since. */
  private last = 0;
  private piece = 0;
  /** How long a piece may take, and about how many expansions that is: found out as planning goes on, and kept from frame to frame. */
  private quantum = 0;
  private pace = 1;
  /** Milliseconds an expansion, of the dearest piece of late; and how far beyond the end of planning a piece may reach at that. */
  private dearest = 0;
  private atWorst = 0;
  /** Milliseconds that the moves of the frame before took. */
  private moving = 0;

  begin(budget: Budget): void {
    this.spent = 0;
    this.piece = 0;
    if (typeof budget !== 'object' || (budget as Budget | null) === null || !('expansions' in budget || 'milliseconds' in budget)) {
      throw new TypeError(`The budget of a frame is { expansions } or { milliseconds }, got ${JSON.stringify(budget)}.`);
    }
    if ('expansions' in budget) {
      if (!(budget.expansions >= 0)) throw new RangeError(`A budget must be 0 expansions or more, got ${budget.expansions}.`);
      this.now = undefined;
      this.expansions = budget.expansions;
      return;
    }
    const { milliseconds, now = wallClock } = budget;
    if (!(milliseconds >= 0)) throw new RangeError(`A budget must be 0 milliseconds or more, got ${milliseconds}.`);
    this.now = now;
    this.last = now();
    this.end = this.last + milliseconds;
    // However many characters there are, half of the time is for planning.
    this.planningEnd = this.end - Math.min(this.moving, milliseconds / 2);
    this.quantum = milliseconds / LOOKS;
    this.atWorst = milliseconds * AT_WORST;
  }

  /** How many expansions may be spent before asking again; 0 when planning is over. */
  slice(): number {
    if (this.now === undefined) return this.expansions - this.spent;
    const time = this.now();
    const took = time - this.last;
    if (took > this.quantum) this.pace = Math.max(1, this.pace >> 1);
    else if (2 * took < this.quantum && this.piece >= this.pace) this.pace = Math.min(LONGEST, 2 * this.pace);
    if (this.piece > 0) this.dearest = Math.max(took / this.piece, FADING * this.dearest);
    this.last = time;
    this.piece = 0;
    const left = this.planningEnd - time;
    if (left <= 0) return 0;
    return Math.min(this.pace, Math.max(SHORTEST, Math.floor((left + this.atWorst) / this.dearest)));
  }

  /** Says what has been done. A piece that expands nothing counts as one, so that a frame ends however many there are. */
  pay(expansions: number): void {
    this.piece = expansions;
    this.spent += Math.max(1, expansions);
  }

  /** Whether the moves have to wait for the next frame. */
  isOver(): boolean {
    return this.now !== undefined && this.now() >= this.end;
  }

  /** Planning has ended and `share` of all characters have moved since: what that took is kept free for it in the next frame. */
  moved(share: number): void {
    if (this.now !== undefined && share > 0) this.moving = (this.now() - this.last) / share;
  }
}
