import type { Graph } from '@pf/graph';
import { checkVertex, Counters, NO_VERTEX } from '@pf/graph';
import type { Planner } from './planner.ts';

/** A budget goes to the search in pieces that the engine counts without a box: what is left of Infinity would be given one at each expansion. */
const PIECE = 2 ** 30 - 1;

/** What all planners do alike: the verbs of `Planner`, over pointers along the way and a search that can be resumed. */
export abstract class RoutePlanner implements Planner {
  readonly counters = new Counters();
  start = NO_VERTEX;
  goal = NO_VERTEX;
  cost = Infinity;
  lastExpanded = NO_VERTEX;
  /** By vertex: the one after it on the way to the goal. Holds from the start on, where `settled`. */
  protected abstract readonly ahead: Int32Array;
  /** Whether `cost` and the pointers answer the question as it stands. */
  protected settled = false;

  constructor(readonly graph: Graph) {}

  begin(start: number, goal: number): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    this.start = start;
    this.goal = goal;
    this.lastExpanded = NO_VERTEX;
    this.counters.reset();
    this.unsettle();
    this.reset();
  }

  plan(budget = Infinity): boolean {
    if (this.settled) return true;
    if (this.start === NO_VERTEX) throw new Error('There is no question to plan for yet: call begin(start, goal) first.');
    let left = budget;
    do {
      const piece = Math.min(left, PIECE);
      this.settled = this.search(piece);
      left -= piece;
    } while (!this.settled && left > 0);
    return this.settled;
  }

  next(): number {
    return this.settled && this.cost < Infinity && this.start !== this.goal ? this.ahead[this.start] : NO_VERTEX;
  }

  path(out: Uint32Array): number {
    if (!this.settled || !(this.cost < Infinity)) return 0;
    const { ahead, goal } = this;
    let n = 0;
    for (let v = this.start; ; v = ahead[v]) {
      if (n === out.length) throw new RangeError(`The path has more than the ${n} vertices that the buffer holds: pass one of up to vertexCount entries.`);
      out[n++] = v;
      if (v === goal) return n;
    }
  }

  moveTo(v: number): void {
    checkVertex(this.graph, v, 'new start');
    if (v === this.start) return;
    const along = v === this.next();
    const from = this.start;
    this.start = v;
    if (!along) this.unsettle();
    this.moved(from, along);
  }

  goalMovedTo(v: number): void {
    checkVertex(this.graph, v, 'new goal');
    if (v === this.goal) return;
    const from = this.goal;
    this.goal = v;
    this.unsettle();
    this.goalMoved(from);
  }

  abstract arcsChanged(tails: ArrayLike<number>, n: number): void;
  abstract isOpen(v: number): boolean;

  protected unsettle(): void {
    this.settled = false;
    this.cost = Infinity;
  }

  /** A new question: nothing known of old ones holds. */
  protected abstract reset(): void;
  /** Searches on; true when the pointers and `cost` are right. */
  protected abstract search(budget: number): boolean;
  /** The start has moved, `along` the way found or somewhere else. */
  protected abstract moved(from: number, along: boolean): void;
  /** The goal has moved. */
  protected abstract goalMoved(from: number): void;
}
