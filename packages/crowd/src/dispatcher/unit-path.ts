import { NO_VERTEX } from '@pf/graph';
import type { ChangeLog } from './change-log.ts';
import type { FlowField } from './flow-field.ts';

/** The number of arcs ahead that a walking unit checks for changes. */
const LOOKAHEAD = 16;
/** The number of moves off its route after which a unit needs a new one. */
const MAX_MOVES_OFF_ROUTE = 8;
/** A unit that is placed beside its route can join it at one of this many next vertices. */
const NEXT_VERTICES = 3;
/** The room of a route at first, and the spare room of one that grows. */
const SPARE = 64;
/** A unit without a path keeps the room of its last route up to this length. */
const MAX_KEPT = 1024;

/** What a unit follows: a route, or a flow field with the next arc from every vertex. */
export class UnitPath {
  /** The goal for which the path was planned; NO_VERTEX without a path. A route may end before it. */
  goal = NO_VERTEX;
  field: FlowField | undefined;
  /** Whether an arc ahead has become more expensive since the route was planned. The route is still open, but another may be cheaper. */
  hasRisen = false;
  /** The number of changes that were known when the oldest part of the route was planned. */
  plannedAt = 0;
  private route = new Uint32Array(SPARE);
  /** The cost of the arc to each vertex of the route, when last checked. */
  private costs = new Float64Array(SPARE);
  private length = 0;
  /** The length before the route was cut. */
  private uncutLength = 0;
  /** The index of the next vertex. The unit stands on the one before. */
  private position = 0;
  /** The number of moves that the unit has been off the route, pushed by others. */
  private movesOffRoute = 0;

  /** Follows a field from now on. */
  follow(field: FlowField): void {
    this.clear();
    field.users++;
    this.field = field;
    this.goal = field.goal;
  }

  clear(): void {
    if (this.field !== undefined) this.field.users--;
    this.field = undefined;
    this.length = this.uncutLength = this.position = this.movesOffRoute = 0;
    this.goal = NO_VERTEX;
    this.hasRisen = false;
    if (this.route.length > MAX_KEPT) this.allocate(SPARE);
  }

  /** Whether the unit is at the end of its route, or has none. */
  get isWalked(): boolean {
    return this.field === undefined && this.position >= this.length;
  }

  /** Ends the route after `arcs` more arcs, where a new part will begin. Drops a field, since that may change until then. */
  cut(arcs: number): void {
    if (this.field !== undefined) this.clear();
    this.length = Math.min(this.length, this.position + arcs);
  }

  /** Undoes `cut`, if no new part was added. */
  uncut(): void {
    this.length = this.uncutLength;
  }

  /** The last vertex of the route of a unit at `at`; `at` itself if nothing is left of it. */
  end(at: number): number {
    return this.isWalked ? at : this.route[this.length - 1];
  }

  /** Appends a path of `n` vertices that begins where the route ends and leads towards `goal`. Arcs that have changed after the first `since` changes may be closed. */
  extend(path: Uint32Array, n: number, goal: number, changes: ChangeLog, since = changes.count): void {
    // The rest of the route moves to the front, behind the vertex of the unit.
    const left = this.isWalked ? 0 : this.length - this.position;
    if (left === 0) this.plannedAt = since;
    else this.plannedAt = Math.min(this.plannedAt, since);
    const { route, costs } = this;
    if (left + n > route.length) this.allocate(left + n + SPARE);
    if (left > 0) {
      this.route.set(route.subarray(this.position - 1, this.length));
      this.costs.set(costs.subarray(this.position - 1, this.length));
    }
    this.route.set(path.subarray(0, n), left);
    changes.costsOf(path, n, this.costs, left, since < changes.count);
    this.length = this.uncutLength = left + n;
    this.position = 1;
    this.movesOffRoute = 0;
    this.goal = goal;
    this.hasRisen = false;
  }

  /** Replaces the route or field by a route to the same goal that begins at the position of the unit. */
  replace(path: ArrayLike<number>): void {
    const { goal } = this;
    if (this.field !== undefined) this.clear();
    if (path.length > this.route.length) this.allocate(path.length + SPARE);
    this.route.set(path);
    // All changes since the old route count, and no cost is known to have risen.
    this.costs.fill(Infinity);
    this.length = this.uncutLength = path.length;
    this.position = 1;
    this.movesOffRoute = 0;
    this.goal = goal;
  }

  /** Whether the route was cut, since a new part of it is being planned. */
  get isCut(): boolean {
    return this.length < this.uncutLength;
  }

  /** Continues from `at` if that is a few arcs ahead, or beside the route: if an arc leads from there to one of its next vertices. Returns whether it is. */
  continueFrom(at: number, changes: ChangeLog): boolean {
    if (this.field !== undefined) return this.field.next(at) !== NO_VERTEX;
    const { route, position } = this;
    const end = Math.min(this.length, position + LOOKAHEAD);
    for (let i = position; i < end; i++) {
      if (route[i] !== at) continue;
      this.position = i + 1;
      return true;
    }
    for (let i = Math.min(end, position + NEXT_VERTICES) - 1; i >= position; i--) {
      const cost = changes.costOf(at, route[i]);
      if (cost === Infinity) continue;
      route[i - 1] = at;
      this.costs[i] = cost;
      this.position = i;
      return true;
    }
    return false;
  }

  /** Whether the world has changed since the route was planned, so that a new one may lead farther. */
  isOutdated(changes: ChangeLog): boolean {
    return this.plannedAt < changes.count;
  }

  /** Takes the next arc from `at`; NO_VERTEX at the end, or if one of the next arcs is closed. */
  next(at: number, changes: ChangeLog): number {
    if (this.field !== undefined) return this.field.next(at);
    return this.isOpen(changes) && this.position < this.length ? this.route[this.position++] : NO_VERTEX;
  }

  /** Whether the next arcs of the route are open; `isNew`: only the one that the last step brought in sight. Also notes whether their costs have risen. */
  isOpen(changes: ChangeLog, isNew = false): boolean {
    const { route, costs, position, plannedAt } = this;
    const end = Math.min(this.length, position + LOOKAHEAD);
    for (let i = isNew ? position + LOOKAHEAD - 1 : position; i < end; i++) {
      if (!changes.hasTouched(route[i - 1], plannedAt)) continue;
      const cost = changes.costOf(route[i - 1], route[i]);
      if (cost === Infinity) return false;
      if (cost > costs[i]) this.hasRisen = true;
      // Each rise is recorded once.
      costs[i] = cost;
    }
    return true;
  }

  /** The next vertex for a unit at `at`, without taking the step; NO_VERTEX if `at` is not on the route, or at its end. */
  after(at: number): number {
    return this.field !== undefined || this.route[this.position - 1] === at ? this.ahead(at) : NO_VERTEX;
  }

  /** The next vertex, also for a unit that is off its route; NO_VERTEX at the end. */
  ahead(at: number): number {
    if (this.field !== undefined) return this.field.next(at);
    return this.isWalked ? NO_VERTEX : this.route[this.position];
  }

  /** The target of greedy steps, off the route or without one: a vertex a little ahead on the route, else the goal. */
  target(goal: number): number {
    return this.isWalked || this.field !== undefined ? goal : this.route[Math.min(this.position + 1, this.length - 1)];
  }

  /** The length of the rest of the path, to measure progress: vertices of a route, or the cost by a field. */
  rest(at: number): number {
    return this.field !== undefined ? this.field.cost(at) : this.length - this.position;
  }

  /**
   * Finds the position of a unit that was moved to `at`, perhaps off the route. A route that was extended may pass a vertex twice: the next index is tried before earlier
   * ones, so that the unit does not walk in a circle.
   */
  locate(at: number): void {
    const { route, position } = this;
    const end = Math.min(this.length, position + LOOKAHEAD);
    let i = Math.max(0, position - 1);
    while (i < end && route[i] !== at) i++;
    if (i === end) {
      const first = Math.max(0, position - 1 - LOOKAHEAD);
      i = position - 2;
      while (i >= first && route[i] !== at) i--;
      if (i < first) {
        this.movesOffRoute++;
        return;
      }
    }
    this.position = i + 1;
    this.movesOffRoute = 0;
  }

  /** Whether the unit has been off its route for too long to return. */
  get isLost(): boolean {
    return this.movesOffRoute > MAX_MOVES_OFF_ROUTE;
  }

  /** Writes the rest of the path, from `at` on, until it ends or `out` is full; returns how many vertices it wrote. */
  write(at: number, out: Uint32Array): number {
    let n = 0;
    if (this.field !== undefined) {
      for (let v = at; v !== NO_VERTEX && n < out.length; v = this.field.next(v)) out[n++] = v;
    } else if (!this.isWalked && out.length > 0) {
      out[n++] = at;
      for (let i = this.position; i < this.length && n < out.length; i++) out[n++] = this.route[i];
    }
    return n;
  }

  private allocate(room: number): void {
    this.route = new Uint32Array(room);
    this.costs = new Float64Array(room);
  }
}
