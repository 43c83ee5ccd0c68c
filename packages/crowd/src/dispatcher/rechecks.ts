import type { Graph } from '@pf/graph';
import type { ClosedParts } from './closed-parts.ts';
import { Floods } from './floods.ts';
import type { RequestQueue } from './request-queue.ts';
import type { RequestScheduler } from './request-scheduler.ts';
import type { Unit } from './unit.ts';

/** While requests wait, one expansion for so many of requests: with more, requests would wait long; with none, unreachable units for ever. */
const REQUESTS_EACH = 8;

/** What answers a unit, or requests its path. */
interface Answers {
  answered: number;
  isClosed(unit: Unit): boolean;
  useField(unit: Unit): boolean;
  replan(unit: Unit): void;
}

/**
 * While requests wait, finds out which unreachable goals can be reached again, in a share of what requests take. A search would block requests until it ends, since units can
 * share a planner. So floods find out whether a path leads to the goal, and only then the unit requests one.
 */
export class Rechecks {
  /** The number of expansions that rechecks may make. */
  private share = 0;
  /** The unit of the floods, and its goal when they began. */
  private unit: Unit | undefined;
  private goal = 0;
  private floods: Floods | undefined;
  /** The number of changes when they began. */
  private since = 0;
  private readonly queue: RequestQueue<Unit>;

  constructor(
    private readonly graph: Graph,
    private readonly scheduler: RequestScheduler,
    private readonly closed: ClosedParts,
    private readonly changes: { readonly count: number },
    private readonly requests: Answers,
  ) {
    this.queue = scheduler.unreachable;
  }

  /** Counts the expansions that were made for a request. A slice without any counts as one. */
  count(expanded: number): void {
    if (!this.queue.isEmpty) this.share += Math.max(1, expanded) / REQUESTS_EACH;
  }

  /** Rechecks units, within the share and with at most `slice` expansions; returns how many. One without any counts as one. */
  run(slice: number): number {
    const most = Math.min(slice, Math.floor(this.share));
    let read = 0;
    while (read < most && !this.queue.isEmpty) read += this.recheck(most - read);
    this.share = this.queue.isEmpty ? 0 : this.share - read;
    return read;
  }

  /** Follows an edit of the arcs that leave these vertices. */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    this.dropAnswered();
    try {
      if (this.floods?.arcsChanged(tails, n) === true) this.finish('met');
    } catch {
      this.floods = undefined;
    }
  }

  /** Begins again, after an edit that may have changed any arc. */
  allChanged(): void {
    this.floods = undefined;
  }

  /** Goes on with the current unit, or the first in the queue; returns the number of expansions. */
  private recheck(budget: number): number {
    const { queue } = this;
    this.dropAnswered();
    if (this.floods === undefined) {
      const unit = queue.shift()!;
      if (unit.status !== 'unreachable') return 1;
      if (this.requests.isClosed(unit) || this.requests.useField(unit)) {
        this.requests.answered++;
        return 1;
      }
      // Once no request waits, it is planned for in its turn.
      queue.push(unit);
      this.begin(unit);
    }
    let read = 0;
    try {
      while (this.floods !== undefined && read < budget) {
        read++;
        const result = this.floods.step();
        if (result !== undefined) this.finish(result);
      }
    } catch {
      // The planner may not need these arcs.
      this.finish('met');
    }
    return read;
  }

  /** Drops the floods if their unit was answered or cancelled, or got another goal. */
  private dropAnswered(): void {
    const { unit } = this;
    if (unit?.status !== 'unreachable' || unit.goal !== this.goal || !this.queue.has(unit)) this.floods = this.unit = undefined;
  }

  private begin(unit: Unit): void {
    // It may search a view where more is closed.
    const { graph = this.graph } = unit.planner as { readonly graph?: Graph };
    this.unit = unit;
    this.goal = unit.goal;
    this.since = this.changes.count;
    this.floods = new Floods(graph, unit.at, unit.goal);
  }

  private finish(result: 'met' | 'closed'): void {
    const [unit, floods] = [this.unit!, this.floods!];
    this.floods = this.unit = undefined;
    this.queue.delete(unit);
    if (result === 'met') {
      unit.recheckedAt = this.since;
      this.requests.replan(unit);
      return;
    }
    if (floods.graph === this.graph) this.closed.add(floods);
    // Others may have pushed it meanwhile.
    if (!floods.isInPart(unit.at)) this.queue.push(unit);
    else if (unit.mayLeadElsewhere) this.scheduler.recheckLast(unit);
    else this.requests.answered++;
  }
}
