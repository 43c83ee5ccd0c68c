import { NO_VERTEX } from '@pf/graph';
import type { ChangeLog } from './change-log.ts';
import type { FlowField } from './flow-field.ts';

/** How many arcs ahead a walking character looks for changes. */
const FORESIGHT = 16;

/** What a character walks along: a route, or a field that knows the next arc from everywhere. */
export class UnitPath {
  /** Where it leads; NO_VERTEX where there is none. */
  goal = NO_VERTEX;
  private field: FlowField | undefined;
  /** Whether an arc ahead has become dearer since the way was planned: it can still be walked, but another may be cheaper now. */
  hasRisen = false;
  private route = new Uint32Array(64);
  /** What the arc to each vertex of the route cost when it was last looked at. */
  private costs = new Float64Array(64);
  private length = 0;
  /** How long it was before it was cut. */
  private whole = 0;
  /** What comes next; where the character stands comes before. */
  private position = 0;
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
    this.length = this.whole = this.position = 0;
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
    const { route, costs, position, plannedAt } = this;
    const seen = Math.min(this.length, position + FORESIGHT);
    for (let i = position; i < seen; i++) {
      if (!changes.hasTouched(route[i - 1], plannedAt)) continue;
      const cost = changes.costOf(route[i - 1], route[i]);
      if (cost === Infinity) return NO_VERTEX;
      if (cost > costs[i]) this.hasRisen = true;
      // Whatever comes of it, a rise is noticed once.
      costs[i] = cost;
    }
    return position < this.length ? route[this.position++] : NO_VERTEX;
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
