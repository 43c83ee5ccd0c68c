import { NO_VERTEX } from '@pf/graph';
import type { Unit } from './unit.ts';

/** After this many frames without progress, a unit gets a path to its post. Doubled after each attempt, up to a limit. */
const PATIENCE = 12;
const MAX_DOUBLINGS = 4;
/** The number of vertices searched in a frame. */
const SLICE = 512;

/** Whether another unit covers a cell that this one would cover at `v`. */
type IsTaken = (unit: Unit, v: number) => boolean;

/**
 * Brings units back to their posts where the heuristic does not lead there: around walls, and around units at rest.
 *
 * A breadth-first search from the post, over vertices where no other unit stands, serves one unit at a time. The unit then follows its path as a detour, without pushing
 * others. So once all are at rest, no free path is left from a unit to its post.
 */
export class Returns {
  /** The unit whose path is searched, and its post. */
  private unit: Unit | undefined;
  private post = NO_VERTEX;
  /** The vertices reached so far, and by vertex the next one on the path to the post. */
  private queue = new Int32Array(0);
  private next = new Int32Array(0);
  private head = 0;
  private count = 0;

  constructor(private readonly vertexCount: number) {}

  /** Begins and ends paths, and continues the search. */
  update(roster: readonly Unit[], frame: number, isTaken: IsTaken): void {
    for (const unit of roster) {
      if (unit.yieldsTo !== undefined) continue;
      if (unit.status !== 'idle' || unit.at === unit.post || isTaken(unit, unit.post)) this.end(unit);
      else if (unit.detour.length > 0) this.follow(unit, frame);
      else if (this.unit === undefined && this.isStuck(unit, frame, isTaken)) this.begin(unit);
    }
    if (this.unit !== undefined) this.search(this.unit, frame, isTaken);
  }

  /** Ends the path of a unit, and the search for one. */
  end(unit: Unit): void {
    if (unit.detour.length > 0) unit.detour.length = 0;
    if (unit === this.unit) this.unit = undefined;
  }

  /** Drops the part of a path that has been walked, and the rest if it takes too long. */
  private follow(unit: Unit, frame: number): void {
    const { detour } = unit;
    const at = detour.lastIndexOf(unit.at);
    if (at >= 0) detour.length = at;
    if (frame >= unit.detourUntil) detour.length = 0;
  }

  /** Whether a unit has made no progress for some time, and no free neighbour is nearer to its post. */
  private isStuck(unit: Unit, frame: number, isTaken: IsTaken): boolean {
    const { at, post, kind: { graph, heuristic, arcs } } = unit;
    const rest = heuristic(at, post);
    if (rest < unit.shortestRest || frame <= unit.heldUntil) unit.progressedAt = frame;
    unit.shortestRest = Math.min(rest, unit.shortestRest);
    if (frame - unit.progressedAt < PATIENCE << unit.detoursAsked) return false;
    const n = graph.successors(at, arcs.to, arcs.cost);
    for (let k = 0; k < n; k++) if (heuristic(arcs.to[k], post) < rest && !isTaken(unit, arcs.to[k])) return false;
    // Progress is measured from here on.
    unit.progressedAt = frame;
    unit.shortestRest = rest;
    return true;
  }

  private begin(unit: Unit): void {
    unit.detoursAsked = Math.min(unit.detoursAsked + 1, MAX_DOUBLINGS);
    if (this.next.length === 0) {
      this.queue = new Int32Array(this.vertexCount);
      this.next = new Int32Array(this.vertexCount);
    }
    const { queue, next } = this;
    const { post } = unit;
    next.fill(NO_VERTEX);
    queue[0] = next[post] = post;
    this.unit = unit;
    this.post = post;
    this.head = 0;
    this.count = 1;
  }

  /** Searches for a slice. Others may push the unit between two slices. */
  private search(unit: Unit, frame: number, isTaken: IsTaken): void {
    const { queue, next, post } = this;
    const { at, detour, kind: { graph, arcs } } = unit;
    // If the graph throws, the search ends.
    this.unit = undefined;
    for (const end = this.head + SLICE; this.head < Math.min(this.count, end) && next[at] === NO_VERTEX; this.head++) {
      const v = queue[this.head];
      const n = graph.predecessors(v, arcs.to, arcs.cost);
      for (let k = 0; k < n; k++) {
        const u = arcs.to[k];
        if (next[u] !== NO_VERTEX || isTaken(unit, u)) continue;
        next[u] = v;
        queue[this.count++] = u;
      }
    }
    if (next[at] === NO_VERTEX) {
      if (this.head < this.count) this.unit = unit;
      return;
    }
    for (let v = at; v !== post; v = next[v]) detour.push(next[v]);
    detour.reverse();
    unit.detourUntil = frame + 2 * detour.length + 6;
  }
}
