import type { Graph } from '@pf/graph';
import type { ClosedParts } from './closed-parts.ts';
import { searchedBy } from './dispatcher-options.ts';
import { Floods } from './floods.ts';
import type { RequestQueue } from './request-queue.ts';
import type { RequestScheduler } from './request-scheduler.ts';
import type { Unit } from './unit.ts';

/** While requests wait, one expansion for so many of requests: with more, requests would wait long; with none, unreachable units for ever. */
const REQUESTS_EACH = 8;

/** The share of rechecks in a budget, also if several dispatchers spend it. */
export interface RecheckShare {
  /** The number of expansions that they may make. Below 0 after a search in vain. */
  left: number;
}

/** Counts the expansions that were made for a request. A slice without any counts as one. `areDone`: whether no dispatcher has units to recheck. */
export function countRequest(share: RecheckShare, expanded: number, areDone: boolean): void {
  share.left += Math.max(1, expanded) / REQUESTS_EACH;
  if (areDone) share.left = Math.min(0, share.left);
}

/** A closed part is remembered if the floods have made an expansion for so many vertices of the map, which are marked then. With fewer, that would take longer than the floods. */
const MARKS_EACH = 64;

/** What answers a unit, or requests its path. */
interface Answers {
  answered: number;
  isClosed(unit: Unit): boolean;
  useField(unit: Unit): boolean;
  replan(unit: Unit): void;
}

/**
 * While requests wait, finds out which unreachable goals can be reached again, in a share of what requests take. A search would block requests until it ends, since units can
 * share a planner. So floods find out whether a path leads to the goal, and only then the unit requests one. If its search is in vain, since another edit has closed it, that takes from the share too.
 */
export class Rechecks {
  /** The unit of the floods. */
  private unit: Unit | undefined;
  private floods: Floods | undefined;
  /** The number of changes when they began. */
  private since = 0;
  /** Whether any arc may have changed since then. */
  private isOutdated = false;
  private readonly queue: RequestQueue<Unit>;

  constructor(
    private readonly graph: Graph,
    private readonly scheduler: RequestScheduler,
    private readonly closed: ClosedParts,
    private readonly changes: { readonly count: number },
    private readonly requests: Answers,
    private readonly share: RecheckShare,
  ) {
    this.queue = scheduler.unreachable;
  }

  /** Whether no unit waits for one. */
  get isDone(): boolean {
    return this.queue.isEmpty;
  }

  /** Rechecks units, within the share and with at most `slice` expansions; returns how many. One without any counts as one. */
  run(slice: number): number {
    const most = Math.min(slice, Math.floor(this.share.left));
    let read = 0;
    while (read < most && !this.queue.isEmpty) read += this.recheck(most - read);
    this.share.left -= read;
    return read;
  }

  /** While no request waits, ends floods that have begun, with at most `slice` expansions; returns how many. A search would begin anew after each request. */
  goOn(slice: number): number {
    this.dropAnswered();
    return this.grow(slice);
  }

  /** After a search without a path: if it was floods that found one, it takes from the share. */
  searchedInVain(unit: Unit, expanded: number): void {
    if (unit.recheckedAt < 0) return;
    this.share.left -= expanded;
    if (unit.recheckedAt === this.changes.count) unit.defiesFloods = true;
  }

  /** Forgets a unit that was removed, which the floods would keep in memory. */
  forget(unit: Unit): void {
    if (unit === this.unit) this.unit = undefined;
  }

  /** Follows an edit of the arcs that leave these vertices. */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    this.dropAnswered();
    if (this.unit === undefined) return;
    try {
      if (this.floods!.arcsChanged(tails, n)) this.finish('met');
    } catch {
      this.isOutdated = true;
    }
  }

  /** After an edit that may have changed any arc, the floods go on: if every edit ended them, they would never find anything. */
  allChanged(): void {
    this.isOutdated = true;
  }

  /** Goes on with the current unit, or the first in the queue; returns the number of expansions. */
  private recheck(budget: number): number {
    this.dropAnswered();
    return this.unit !== undefined || this.beginNext() ? this.grow(budget) : 1;
  }

  /** Makes expansions until the floods end, at most `budget`; returns how many. */
  private grow(budget: number): number {
    let read = 0;
    try {
      while (this.unit !== undefined && read < budget) {
        read++;
        const result = this.floods!.step();
        if (result !== undefined) this.finish(result);
      }
    } catch {
      // The planner may not need these arcs.
      this.finish('met');
    }
    return read;
  }

  /** Drops the unit of the floods if it was answered or cancelled, or got another goal. It stays while it is planned for: requests may end that soon. */
  private dropAnswered(): void {
    const { unit } = this;
    if (unit?.status !== 'unreachable' || unit.goal !== this.floods!.goal || !(this.queue.has(unit) || unit === this.scheduler.current)) this.unit = undefined;
  }

  /** Begins floods for the first unit in the queue. Returns false if it needs none. */
  private beginNext(): boolean {
    const { queue } = this;
    const unit = queue.shift()!;
    if (unit.status !== 'unreachable') return false;
    if (this.requests.isClosed(unit) || this.requests.useField(unit)) {
      this.requests.answered++;
      return false;
    }
    // Once no request waits, it is planned for in its turn.
    queue.push(unit);
    this.unit = unit;
    this.since = this.changes.count;
    this.isOutdated = false;
    this.floods ??= new Floods(this.graph);
    // Its planner may search a view where more is closed.
    this.floods.begin(unit.at, unit.goal, searchedBy(unit.planner) ?? this.graph);
    return true;
  }

  private finish(result: 'met' | 'closed'): void {
    const [unit, floods] = [this.unit!, this.floods!];
    this.unit = undefined;
    this.queue.delete(unit);
    this.scheduler.finish(unit);
    if (result === 'met') {
      this.requests.replan(unit);
      unit.recheckedAt = this.since;
      return;
    }
    if (!this.isOutdated && floods.graph === this.graph && floods.read * MARKS_EACH >= this.graph.vertexCount) this.closed.add(floods);
    // Others may have pushed it meanwhile.
    if (this.isOutdated || !floods.isInPart(unit.at)) this.queue.push(unit);
    else if (unit.mayLeadElsewhere) this.scheduler.recheckLast(unit);
    else this.requests.answered++;
  }
}
