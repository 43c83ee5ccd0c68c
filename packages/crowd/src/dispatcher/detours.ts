import { NO_VERTEX } from '@pf/graph';
import { xorshift } from '../plans/xorshift.ts';
import type { Bypasses } from './bypasses.ts';
import { PATIENCE, VAIN_DETOURS } from './bypasses.ts';
import type { Unit } from './unit.ts';

const MAX_PATIENCE = 192;
/** The number of vertices of the path ahead that a detour keeps clear. */
const CLEARED = 24;
/** The number of vertices searched for the end of a detour. */
const MAX_SEARCHED = 512;

/**
 * Sends units on detours in dead ends, where priorities alone do not resolve a conflict.
 *
 * A unit that blocks another in a dead end has to get past the one that pushes it. It makes a detour to a vertex off the other's path, with a higher priority.
 * So the other is pushed back to where there is room for both. The vertex is drawn from a set that grows with each attempt, so every possible order
 * is tried in the end.
 */
export class Detours {
  private readonly queue = new Int32Array(MAX_SEARCHED);
  private readonly parents = new Int32Array(MAX_SEARCHED);
  /** Whether the last search left out walls with a price. */
  private sawWalls = false;
  private state = 0x2545f491;

  /** Begins and ends detours, according to how long each unit has made no progress. `blockersAt` returns the units that stand where another wants to go. */
  update(roster: readonly Unit[], frame: number, blockersAt: (unit: Unit, v: number) => Unit[], bypasses: Bypasses): void {
    for (const unit of roster) {
      if (unit.detour?.yieldsTo !== undefined) unit.followDetour(frame);
      // `Returns` measures its progress.
      if (unit.status === 'idle' && unit.at !== unit.post) continue;
      const rest = unit.status === 'walking' ? unit.path.rest(unit.at) : Infinity;
      if (unit.status !== 'walking' || rest < unit.restSinceDetour) {
        unit.restSinceDetour = rest;
        unit.progressedAt = frame;
        // Ground that it has lost and regained is no progress: the next attempts must differ.
        if (unit.status === 'walking' && rest >= unit.restSincePlan) continue;
        unit.restSincePlan = rest;
        unit.attempts = unit.stoppedAt = 0;
        continue;
      }
      const patience = Math.min(MAX_PATIENCE, PATIENCE << unit.attempts);
      if (frame - unit.progressedAt < patience || unit.detour?.yieldsTo !== undefined || frame <= unit.heldUntil) continue;
      const next = unit.path.ahead(unit.at);
      const blockers = next === NO_VERTEX ? [] : blockersAt(unit, next);
      const retry = bypasses.begin(unit, blockers, roster, frame);
      if (retry === 'next frame') continue;
      // Progress is measured from here on, even if the unit is farther away now. A unit that waits for the search of another asks again sooner, at random:
      // of those that ask in the same frames, the first would otherwise get all searches.
      unit.progressedAt = frame - (retry === 'later' ? this.random(Math.min(patience, MAX_PATIENCE / 2)) : 0);
      unit.restSinceDetour = rest;
      if (retry !== 'later') unit.attempts = Math.min(unit.attempts + 1, 6);
      // Off its route, a unit soon gets a new one: others need not make room.
      if (unit.path.after(unit.at) === next) for (const blocker of blockers) if (mayYield(blocker, unit)) this.send(blocker, unit, frame);
    }
  }

  /** Sends a unit to a vertex off the path of another. */
  private send(unit: Unit, other: Unit, frame: number): void {
    const { queue, parents } = this;
    // Detours are rare, short, and only the nearest part of a path counts: sets cost less than stamps for every vertex.
    const path = new Uint32Array(CLEARED);
    const onPath = new Set<number>();
    path[0] = other.at;
    for (const v of path.subarray(0, Math.max(1, other.path.write(other.at, path)))) for (const cell of other.kind.cellsAt(v)) onPath.add(v + cell);
    let end = this.find(unit, onPath, 1 + this.random(2 << other.attempts), false);
    if (this.sawWalls && other.attempts >= VAIN_DETOURS && (end === NO_VERTEX || this.random(2) === 0)) end = this.find(unit, onPath, 1 + this.random(4), true);
    if (end === NO_VERTEX) return;
    const route: number[] = [];
    for (let i = end; i > 0; i = parents[i]) route.push(queue[i]);
    unit.beginDetour(route, frame, other);
  }

  /** The index in the queue of a vertex off a path, the `chosen`th that is found, or the last; NO_VERTEX if there is none. */
  private find(unit: Unit, onPath: ReadonlySet<number>, chosen: number, mayEnterWalls: boolean): number {
    const { queue, parents } = this;
    const { kind } = unit;
    const { arcs } = kind;
    const seen = new Set([unit.at]);
    let found = 0;
    let count = 1;
    let end = NO_VERTEX;
    queue[0] = unit.at;
    parents[0] = NO_VERTEX;
    this.sawWalls = false;
    // The first vertex is on the path, since the unit blocks it.
    for (let i = 0; i < count && found < chosen; i++) {
      const v = queue[i];
      if (kind.cellsAt(v).every((cell) => !onPath.has(v + cell))) {
        found++;
        end = i;
      }
      const n = kind.successors(v);
      for (let k = 0; k < n && count < MAX_SEARCHED; k++) {
        const u = arcs.to[k];
        if (seen.has(u) || !kind.back.has(v, u)) continue;
        if (!mayEnterWalls && kind.isWall(v, u, arcs.cost[k])) {
          this.sawWalls = true;
          continue;
        }
        seen.add(u);
        queue[count] = u;
        parents[count++] = i;
      }
    }
    return end;
  }

  /** A random integer below `n`. */
  private random(n: number): number {
    this.state = xorshift(this.state);
    return (this.state >>> 0) % n;
  }
}

/** Whether a detour of a unit helps another that it blocks. */
function mayYield({ detour, kind, orderedAt, status }: Unit, other: Unit): boolean {
  if (kind.side !== other.kind.side || (status === 'walking' && orderedAt < other.orderedAt)) return false;
  // A detour for a unit of lower priority would not: this unit decides before it.
  return detour?.yieldsTo === undefined || detour.yieldsTo.orderedAt > other.orderedAt;
}
