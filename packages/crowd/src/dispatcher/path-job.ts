import { NO_VERTEX } from '@pf/graph';
import type { ChangeLog } from './change-log.ts';
import type { Character } from './character.ts';
import type { RoutePlanner } from './route-planner.ts';

/** The planning of ways, one after the other and each in pieces: what the planner of whose turn it is has been told, and what it says. */
export class PathJob {
  /** Whether that planner is at work. */
  hasBegun = false;
  /** What has gone into its way, in expansions, and in which frame that began. */
  spent = 0;
  begunIn = 0;
  /** How many changes there had been when the planner was last at work. */
  private seen = 0;
  /** From where the way is planned. */
  private start = NO_VERTEX;
  /** Whether the planner has to be told first that the way begins elsewhere. */
  private hasMoved = false;
  /** Whose question a planner answered last: only that one's answer can be mended. */
  private readonly lastUser = new Map<RoutePlanner, Character>();
  private readonly changes: ChangeLog;
  private readonly tails: Uint32Array;
  /** The way that was found last. */
  readonly route: Uint32Array;

  constructor(changes: ChangeLog, vertexCount: number) {
    this.changes = changes;
    this.tails = new Uint32Array(changes.capacity);
    this.route = new Uint32Array(vertexCount);
  }

  begin(c: Character, frame: number): void {
    const { planner } = c;
    this.hasBegun = true;
    this.spent = 0;
    this.begunIn = frame;
    this.seen = this.changes.count;
    // One that walks on is planned from where it will be by then, if this takes as long as the last time; there it waits.
    c.way.cut(c.took);
    if (c.status === 'walking' && c.way.isWalked) c.status = 'waiting';
    this.hasMoved = planner.moveTo !== undefined && c.plannedFor === c.goal && this.lastUser.get(planner) === c && !this.isLost(c);
    if (!this.hasMoved) this.beginAnew(c);
    this.lastUser.set(planner, c);
  }

  /**
   * Whether its planner must begin again: somebody else has asked it something, or the world has changed since it was last at work. One that mends its answer
   * goes on, unless it has looked at more by now than the whole map: it may never catch up.
   */
  isThrownBack(c: Character): boolean {
    if (!this.hasBegun) return false;
    const mends = c.planner.arcsChanged !== undefined && this.spent <= this.route.length;
    return this.isLost(c) || (this.seen < this.changes.count && !mends);
  }

  /** Spends up to `budget` expansions; returns whether the planner is done. */
  work(c: Character, budget: number): boolean {
    const { planner } = c;
    if (this.isLost(c)) this.beginAnew(c);
    const told = this.tell(c, budget);
    const before = planner.counters.expanded;
    const done = told < budget && planner.run(budget - told);
    this.leave(c);
    this.seen = this.changes.count;
    this.spent += told + c.expanded - before;
    return done;
  }

  /** Takes the way that was found into `route` and returns its length; −1 where it is the answer to what somebody else asked, and planning begins anew. */
  answer(c: Character, frame: number): number {
    const { route } = this;
    const n = c.planner.path(route);
    const from = this.start;
    if (n === 0 || route[0] === from) return n;
    // Nobody else can have been at it within one frame.
    if (this.begunIn === frame) throw new Error(`the way from vertex ${from} that its planner was asked for begins at vertex ${route[0]}.`);
    this.forget(c);
    c.resume();
    this.hasBegun = false;
    return -1;
  }

  /** What the planner of a character knows is of no use any more. */
  forget(c: Character): void {
    if (this.lastUser.get(c.planner) === c) this.lastUser.delete(c.planner);
  }

  /** Whether its planner is not where the dispatcher left it: what it says now is of a question of somebody else. */
  private isLost(c: Character): boolean {
    const { expanded, queries } = c.planner.counters;
    return expanded !== c.expanded || queries !== c.queries;
  }

  /** Notes where its planner is left. It may itself have asked another question, as one does that goes as near to a goal as it can. */
  private leave(c: Character): void {
    const { expanded, queries } = c.planner.counters;
    c.expanded = expanded;
    c.queries = queries;
  }

  private beginAnew(c: Character): void {
    this.start = c.way.end(c.at);
    c.planner.begin(this.start, c.goal);
    this.leave(c);
    c.plannedFor = c.goal;
    c.told = this.changes.count;
    this.hasMoved = false;
  }

  /** Tells the planner of a character what has changed since it was last told, `budget` changes at most; returns how many. */
  private tell(c: Character, budget: number): number {
    const { planner } = c;
    const { changes, tails } = this;
    // A search that does not mend its answer would go on with what it saw before.
    const torn = c.told < c.toldOf && c.toldOf < changes.count;
    if (c.told < changes.count && (planner.arcsChanged === undefined || torn || !changes.holds(c))) this.beginAnew(c);
    const n = changes.tell(c, budget, tails);
    c.toldOf = changes.count;
    if (n > 0) planner.arcsChanged?.(tails, n);
    if (this.hasMoved && c.told === changes.count) {
      this.start = c.way.end(c.at);
      planner.moveTo?.(this.start);
      this.hasMoved = false;
    }
    return n;
  }
}
