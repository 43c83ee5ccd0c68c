import { NO_VERTEX } from '@pf/graph';
import type { Unit } from './unit.ts';

/** The number of vertices searched in a frame. */
const SLICE = 512;

/** Whether another unit covers a cell that this one would cover at `v`. */
export type IsTaken = (unit: Unit, v: number) => boolean;

/** Gets the path that was found: the position of the unit first. */
export type Found = (path: number[], frame: number) => void;

/**
 * Finds a path over vertices that are not taken, by a breadth-first search from its end, for one unit at a time, in slices. But for its end, the path is outside walls with a price;
 * if asked for, it enters them where no other leads. Memory: 8 bytes a vertex, from the first search on, and 16 a step into a wall.
 */
export class FreePathSearch {
  private job: { readonly owner: object; readonly unit: Unit; readonly isTaken: IsTaken; readonly found: Found; readonly mayEnterWalls: boolean } | undefined;
  /** The vertices reached so far, and by vertex the next one on the path. */
  private queue = new Int32Array(0);
  private next = new Int32Array(0);
  private head = 0;
  private count = 0;
  /** Steps into walls that were put off: tail and head of each. */
  private walls: number[] = [];

  constructor(private readonly vertexCount: number) {}

  get isBusy(): boolean {
    return this.job !== undefined;
  }

  /** Begins a search for a path that ends with a part of `route`. */
  begin(owner: object, unit: Unit, route: ArrayLike<number>, isTaken: IsTaken, found: Found, mayEnterWalls = false): void {
    if (this.next.length === 0) {
      this.queue = new Int32Array(this.vertexCount);
      this.next = new Int32Array(this.vertexCount);
    }
    const { queue, next } = this;
    this.job = { owner, unit, isTaken, found, mayEnterWalls };
    this.head = this.count = this.walls.length = 0;
    next.fill(NO_VERTEX);
    // From the end on, so that a route which passes a vertex twice leaves out the circle.
    for (let i = route.length - 1; i >= 0; i--) {
      const v = route[i];
      if (next[v] !== NO_VERTEX) continue;
      next[v] = i === route.length - 1 ? v : route[i + 1];
      queue[this.count++] = v;
    }
  }

  /** Ends the search of a unit, if `owner` began it. */
  end(owner: object, unit: Unit): void {
    if (unit === this.job?.unit && owner === this.job.owner) this.job = undefined;
  }

  /** Searches for a slice. Others may push the unit between two slices. A unit that waits for a plan could not use the result yet. */
  run(frame: number): void {
    const { job, queue, next } = this;
    if (job === undefined || job.unit.status === 'waiting') return;
    const { unit, isTaken, found, mayEnterWalls } = job;
    const { at, kind } = unit;
    const { to, cost } = kind.arcs;
    for (const end = this.head + SLICE; this.head < Math.min(this.count, end) && next[at] === NO_VERTEX; this.head++) {
      const v = queue[this.head];
      const n = kind.predecessors(v);
      for (let k = 0; k < n; k++) {
        const u = to[k];
        if (next[u] !== NO_VERTEX || isTaken(unit, u)) continue;
        if (next[v] !== v && kind.isWall(u, v, cost[k])) {
          if (mayEnterWalls) this.walls.push(u, v);
          continue;
        }
        next[u] = v;
        queue[this.count++] = u;
      }
    }
    const isFound = next[at] !== NO_VERTEX;
    if (!isFound && this.head === this.count) {
      for (let i = 0; i < this.walls.length; i += 2) {
        const [u, v] = [this.walls[i], this.walls[i + 1]];
        if (next[u] !== NO_VERTEX) continue;
        next[u] = v;
        queue[this.count++] = u;
      }
      this.walls.length = 0;
    }
    if (isFound || this.head === this.count) this.job = undefined;
    if (!isFound) return;
    const path = [at];
    for (let v = at; v !== next[v]; v = next[v]) path.push(next[v]);
    found(path, frame);
  }
}
