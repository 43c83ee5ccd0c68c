import type { FreePathSearch, IsTaken } from './free-path-search.ts';
import type { Unit } from './unit.ts';

/** After this many frames without progress, a unit gets a path to its post. Doubled after each attempt, up to a limit. */
const PATIENCE = 12;
const MAX_DOUBLINGS = 4;

/**
 * Brings units back to their posts where the heuristic does not lead there: around walls, and around units at rest.
 *
 * A search from the post, over vertices where no other unit stands, serves one unit at a time. The unit then follows its path as a detour, without pushing
 * others. So once all are at rest, no free path is left from a unit to its post.
 */
export class Returns {
  /** The index of the unit that is considered first: the one after the last that got a search. */
  private first = 0;

  constructor(private readonly search: FreePathSearch) {}

  /** Begins and ends paths and searches. */
  update(roster: readonly Unit[], frame: number, isTaken: IsTaken): void {
    const { first } = this;
    for (let i = 0; i < roster.length; i++) {
      const next = (first + i) % roster.length;
      const unit = roster[next];
      if (unit.detour?.yieldsTo !== undefined) this.search.end(this, unit);
      else if (unit.status !== 'idle' || unit.at === unit.post || isTaken(unit, unit.post)) this.end(unit);
      else if (unit.detour !== undefined) unit.followDetour(frame);
      else if (!this.search.isBusy && this.isStuck(unit, frame, isTaken)) {
        this.begin(unit, isTaken);
        this.first = next + 1;
      }
    }
  }

  /** Ends the detour of a unit, and the search for a path. */
  end(unit: Unit): void {
    unit.detour = undefined;
    this.search.end(this, unit);
  }

  /** Whether a unit has made no progress for some time, and no free neighbour is nearer to its post. */
  private isStuck(unit: Unit, frame: number, isTaken: IsTaken): boolean {
    const { at, post, kind } = unit;
    const { heuristic, arcs } = kind;
    const rest = heuristic(at, post);
    if (rest < unit.restSinceDetour || frame <= unit.heldUntil) unit.progressedAt = frame;
    unit.restSinceDetour = Math.min(rest, unit.restSinceDetour);
    if (frame - unit.progressedAt < PATIENCE << unit.attempts) return false;
    const n = kind.successors(at);
    for (let k = 0; k < n; k++) {
      const u = arcs.to[k];
      if (heuristic(u, post) < rest && !isTaken(unit, u) && (u === post || (kind.back.has(at, u) && !kind.isWall(at, u, arcs.cost[k])))) return false;
    }
    // Progress is measured from here on.
    unit.progressedAt = frame;
    unit.restSinceDetour = rest;
    return true;
  }

  private begin(unit: Unit, isTaken: IsTaken): void {
    unit.attempts = Math.min(unit.attempts + 1, MAX_DOUBLINGS);
    // Another may have sent it through a wall with a price, which is now between it and its post.
    const mayEnterWalls = unit.attempts === MAX_DOUBLINGS;
    this.search.begin(this, unit, [unit.post], isTaken, (path, frame) => unit.beginDetour(path.slice(1).reverse(), frame), mayEnterWalls);
  }
}
