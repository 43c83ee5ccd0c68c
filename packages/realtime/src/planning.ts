import type { ChangeLog } from './change-log.ts';
import type { Character } from './character.ts';
import type { RoutePlanner } from './route-planner.ts';

/** The planning of ways, one after the other and each in pieces: whose turn it is, and what its planner has been told. */
export class Planning {
  /** Whose turn it is. */
  current: Character | undefined;
  /** Whether its planner is at work on that. */
  hasBegun = false;
  /** What has gone into its way, in expansions, and in which frame that began. */
  spent = 0;
  begunIn = 0;
  /** Whether the planner has to be told first that the way begins elsewhere. */
  private hasMoved = false;
  /** Whose question a planner answered last: only that one's answer can be mended. */
  private readonly lastUser = new Map<RoutePlanner, Character>();
  private readonly changes: ChangeLog;
  private readonly tails: Uint32Array;

  constructor(changes: ChangeLog) {
    this.changes = changes;
    this.tails = new Uint32Array(changes.capacity);
  }

  begin(c: Character, frame: number): void {
    const { planner } = c;
    this.hasBegun = true;
    this.spent = 0;
    this.begunIn = frame;
    // One that walks on is planned from where it will be by then, if this takes as long as the last time; there it waits.
    c.way.cut(c.took);
    if (c.status === 'walking' && c.way.isWalked) c.status = 'waiting';
    this.hasMoved = planner.moveTo !== undefined && c.plannedFor === c.goal && this.lastUser.get(planner) === c;
    if (!this.hasMoved) this.beginAnew(c);
    this.lastUser.set(planner, c);
  }

  /** Whether what its planner has done is lost: the world has changed since, and it cannot mend. */
  get isOutdated(): boolean {
    const { current: c, changes } = this;
    return c !== undefined && this.hasBegun && c.planner.arcsChanged === undefined && c.told < changes.count;
  }

  /** Spends up to `budget` expansions; returns whether the planner is done. */
  work(c: Character, budget: number): boolean {
    const { planner } = c;
    const told = this.tell(c, budget);
    const before = planner.counters.expanded;
    const done = told < budget && planner.run(budget - told);
    this.spent += told + planner.counters.expanded - before;
    return done;
  }

  /** There is nothing left to be done for a character. */
  end(c: Character): void {
    if (c === this.current) this.current = undefined;
  }

  /** A character has left the world. */
  forget(c: Character): void {
    if (this.lastUser.get(c.planner) === c) this.lastUser.delete(c.planner);
  }

  private beginAnew(c: Character): void {
    c.planner.begin(c.way.end(c.at), c.goal);
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
      planner.moveTo?.(c.way.end(c.at));
      this.hasMoved = false;
    }
    return n;
  }
}
