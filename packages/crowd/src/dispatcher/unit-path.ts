import { NO_VERTEX } from '@pf/graph';
import type { ChangeLog } from './change-log.ts';
import type { FlowField } from './flow-field.ts';

/** How many arcs ahead a walking character looks for changes. */
const FORESIGHT = 16;
/** For how many moves one that was pushed off its route tries to find back. */
const MOST_ASTRAY = 8;

/** What a character walks along: a route, or a field that knows the next arc from everywhere. */
export class UnitPath {
  /** Where it leads; NO_VERTEX where there is none. */
  goal = NO_VERTEX;
  field: FlowField | undefined;
  /** Whether the cost of an arc ahead has risen since the path was planned: it can still be walked, but another path may be cheaper now. */
  hasRisen = false;
  private route = new Uint32Array(64);
  /** What the arc to each vertex of the route cost when it was last looked at. */
  private costs = new Float64Array(64);
  private length = 0;
  /** How long it was before it was cut. */
  private whole = 0;
  /** What comes next; where the character stands comes before. */
  private position = 0;
  /** For how many moves one that gives way to others has been off the route. */
  private astray = 0;
  /** After how many changes of the world the oldest part of the route was planned. */
  private plannedAt = 0;

  /** Follows a field instead. */
  follow(field: FlowField): void {
    this.clear();
    field.users++;
    this.field = field;
    this.goal = field.goal;
  }

  clear(): void {
    if (this.field !== undefined) this.field.users--;
    this.field = undefined;
    this.length = this.whole = this.position = this.astray = 0;
    this.goal = NO_VERTEX;
    this.hasRisen = false;
  }

  /** Whether all of a route has been walked. */
  get isWalked(): boolean {
    return this.field === undefined && this.position >= this.length;
  }

  /** Ends the route after so many arcs, from where more is to come; a field, which may be another tomorrow, at once. */
  cut(arcs: number): void {
    if (this.field !== undefined) this.clear();
    this.length = Math.min(this.length, this.position + arcs);
  }

  /** What was cut off is part of it again, for more has not come. */
  uncut(): void {
    this.length = this.whole;
  }

  /** Where it ends, for a character that stands at `at`: there, where nothing of a route is left. */
  end(at: number): number {
    return this.isWalked ? at : this.route[this.length - 1];
  }

  /** Goes on to `goal`, or towards it, by a path of `n` vertices that begins where the way ends. */
  extend(path: Uint32Array, n: number, goal: number, changes: ChangeLog): void {
    // What is left moves to the front, behind the vertex where the character stands.
    const left = this.isWalked ? 0 : this.length - this.position;
    if (left === 0) this.plannedAt = changes.count;
    const { route, costs } = this;
    if (left + n > route.length) {
      this.route = new Uint32Array(2 * (left + n));
      this.costs = new Float64Array(2 * (left + n));
    }
    if (left > 0) {
      this.route.set(route.subarray(this.position - 1, this.length));
      this.costs.set(costs.subarray(this.position - 1, this.length));
    }
    this.route.set(path.subarray(0, n), left);
    changes.costsOf(path, n, this.costs, left);
    this.length = this.whole = left + n;
    this.position = 1;
    this.astray = 0;
    this.goal = goal;
    this.hasRisen = false;
  }

  /** Goes on from `at` instead, where that lies on it and not far ahead; returns whether it does. */
  goOnFrom(at: number): boolean {
    if (this.field !== undefined) return this.field.next(at) !== NO_VERTEX;
    const seen = Math.min(this.length - 1, this.position + FORESIGHT);
    for (let i = this.position; i < seen; i++) {
      if (this.route[i] !== at) continue;
      this.position = i + 1;
      return true;
    }
    return false;
  }

  /** Whether the world has changed since it was planned, so that another may lead further by now. */
  isOutdated(changes: ChangeLog): boolean {
    return this.plannedAt < changes.count;
  }

  /** Takes the next arc from `at`: NO_VERTEX where the way ends, or leads no further, here or a few arcs ahead. */
  next(at: number, changes: ChangeLog): number {
    if (this.field !== undefined) return this.field.next(at);
    return this.isOpen(changes) && this.position < this.length ? this.route[this.position++] : NO_VERTEX;
  }

  /** Whether the next arcs of a route are all there; notices those whose costs have risen. */
  isOpen(changes: ChangeLog): boolean {
    const { route, costs, position, plannedAt } = this;
    const seen = Math.min(this.length, position + FORESIGHT);
    for (let i = position; i < seen; i++) {
      if (!changes.hasTouched(route[i - 1], plannedAt)) continue;
      const cost = changes.costOf(route[i - 1], route[i]);
      if (cost === Infinity) return false;
      if (cost > costs[i]) this.hasRisen = true;
      // Whatever comes of it, a rise is noticed once.
      costs[i] = cost;
    }
    return true;
  }

  /** The next vertex for one that stands at `at`, without taking the step: NO_VERTEX where it is not on the way, or the way ends. */
  ahead(at: number): number {
    if (this.field !== undefined) return this.field.next(at);
    return !this.isWalked && this.route[this.position - 1] === at ? this.route[this.position] : NO_VERTEX;
  }

  /** Where one heads that has been pushed off its route, or has none yet: a little ahead on it, or the goal. */
  target(goal: number): number {
    return this.isWalked || this.field !== undefined ? goal : this.route[Math.min(this.position + 1, this.length - 1)];
  }

  /** How much is left of it, to see whether that becomes less: vertices of a route, or the cost of a field. */
  left(at: number): number {
    return this.field !== undefined ? this.field.costFrom(at) : this.length - this.position;
  }

  /** One that was moved, maybe against its will, stands at `at` now: finds that on the route, near where it was. */
  locate(at: number): void {
    if (this.field !== undefined || this.length === 0) return;
    const { route, position } = this;
    const last = Math.min(this.length, position + FORESIGHT);
    for (let i = Math.max(0, position - 1 - FORESIGHT); i < last; i++) {
      if (route[i] !== at) continue;
      this.position = i + 1;
      this.astray = 0;
      return;
    }
    this.astray++;
  }

  /** Whether it has been off its route for too long to find back by itself. */
  get isLost(): boolean {
    return this.astray > MOST_ASTRAY;
  }

  /** Writes what is left of it, as it is known now, from `at` on and as far as `out` reaches; returns how many vertices. */
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
}
