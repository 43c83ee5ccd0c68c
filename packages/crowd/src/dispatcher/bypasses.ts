import type { FreePathSearch, IsTaken } from './free-path-search.ts';
import type { Unit } from './unit.ts';

/** After this many frames without progress, a unit looks for a path around others, or others make a detour for it. Doubled after each attempt that did not help, up to a limit. */
export const PATIENCE = 4;
/** After this many attempts to make others step aside, a unit looks for a path without any unit on it, and others make room for it in walls with a price. Where no other path is left, it may lead through such walls. */
export const VAIN_DETOURS = 4;

/**
 * Leads units around others that make no room: held ones, those of another side, and those without a step that they can take back. Also around units that do not get out of the way after some attempts.
 *
 * The path of a unit that is stopped by one of these is replaced: it leads back to its part behind the last of them, over vertices that they do not cover.
 */
export class Bypasses {
  /** The unit that gets the next search, if it has asked for it in the last frame. */
  private first: Unit | undefined;
  private firstAsked = 0;

  constructor(
    private readonly search: FreePathSearch,
    private readonly isOccupied: IsTaken,
  ) {}

  /** Begins a search for a unit that others have stopped, if it needs one. If another search goes on, returns when to try again. */
  begin(unit: Unit, blockers: readonly Unit[], roster: readonly Unit[], frame: number): 'next frame' | 'later' | undefined {
    // Whether no other unit comes first.
    const isNext = this.first === undefined || this.first === unit || this.firstAsked < frame - 1;
    const isFree = isNext && !this.search.isBusy;
    const isVain = unit.attempts >= VAIN_DETOURS;
    const until = Math.max(-1, ...blockers.map((blocker) => fixedUntil(blocker, unit, frame)));
    const isStopped = until >= 0;
    // They make no room, but may go on by themselves: a longer path is taken once the unit has waited as long as that takes.
    const isFaced = blockers.some(({ kind, status }) => kind.side !== unit.kind.side && status === 'walking');
    if (unit.path.isCut || !(isStopped || isVain || isFaced)) return undefined;
    if (!isFree) {
      // Only units that are sure to be stopped stand in line: else those that search in vain, or face an army, would get each search.
      if (isVain || !isStopped) return 'later';
      if (isNext) [this.first, this.firstAsked] = [unit, frame];
      return 'next frame';
    }
    this.first = undefined;
    let route = new Uint32Array(64);
    let n = unit.path.write(unit.at, route);
    for (; n === route.length; n = unit.path.write(unit.at, route)) route = new Uint32Array(4 * n);
    const stays = roster.filter((other) => {
      if (other === unit) return false;
      const isFixed = fixedUntil(other, unit, frame) >= 0;
      // Those that it would overlap at its goal do not count: the path leads to where it touches them.
      if (isStopped) return isFixed && !coveredBy([other])(unit, route[n - 1]);
      // Units of its own side make room, or go on.
      return isFixed || other.kind.side !== unit.kind.side;
    });
    const isTaken = isVain && !isStopped ? this.isOccupied : coveredBy(stays);
    let first = n;
    while (first > 1 && !isTaken(unit, route[first - 1])) first--;
    first = Math.max(1, Math.min(first, n - 1));
    const { goal, plannedAt } = unit.path;
    const since = (unit.stoppedAt ||= frame - PATIENCE);
    // The last frame in which those ahead are expected to stay.
    const lastFrame = isStopped ? until : isVain ? Infinity : frame;
    this.search.begin(this, unit, route.subarray(first, n), isTaken, (path, now) => {
      // Its path may lead to another goal now, around a new wall, or be about to get another end.
      if (unit.path.isCut || unit.path.goal !== goal || unit.path.plannedAt !== plannedAt) return;
      // The others may be gone before it has made the longer path. But holds can be renewed, so it waits no longer than that path would have taken.
      const longer = path.length - n;
      if (longer > lastFrame - now && longer > now - since) return;
      unit.path.replace(path);
      unit.restSinceDetour = unit.restSincePlan = unit.path.rest(unit.at);
      unit.progressedAt = now;
    }, lastFrame === Infinity && isVain);
    return undefined;
  }

  end(unit: Unit): void {
    this.search.end(this, unit);
    if (this.first === unit) this.first = undefined;
  }
}

/** Whether a unit would cover a cell of one of these. */
function coveredBy(units: readonly Unit[]): IsTaken {
  // Searches are rare, so a set costs less than a byte for every vertex.
  const covered = new Set<number>();
  for (const { at, kind } of units) for (const cell of kind.cellsAt(at)) covered.add(at + cell);
  return ({ kind }, v) => kind.cellsAt(v).some((cell) => covered.has(v + cell));
}

/** The last frame in which a unit makes no room for another; −1 if it does. */
function fixedUntil({ at, heldUntil, kind, status }: Unit, other: Unit, frame: number): number {
  const stays = status === 'idle' || status === 'unreachable';
  if (stays ? kind.side !== other.kind.side || !kind.canMakeRoom(at) : kind.successors(at) === 0) return Infinity;
  return frame <= heldUntil ? heldUntil : -1;
}
