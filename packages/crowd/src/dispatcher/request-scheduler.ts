import type { PathJob } from './path-job.ts';
import { RequestQueue } from './request-queue.ts';
import type { Unit } from './unit.ts';

/** While requests wait, unreachable units may be rechecked with one expansion for so many of requests: with more, requests would wait long; with none, these units for ever. */
const REQUESTS_EACH = 8;

/** Decides which unit is planned for next: first come, first served. */
export class RequestScheduler {
  /** The unit that is being planned for. */
  current: Unit | undefined;
  private readonly requests = new RequestQueue<Unit>();
  /** Units whose goals may be reachable again. They are served when no request waits, and in their share. */
  private readonly unreachable = new RequestQueue<Unit>();
  /** Units whose paths may no longer be the cheapest. They are served when no other waits. */
  private readonly risen = new RequestQueue<Unit>();
  /** The number of expansions that rechecks may make while requests wait; below 0 after one that took more, since each is completed. */
  private share = 0;
  /** What the current unit, or the last one, is planned for: its request, a recheck within the share, or one for which no request had to wait. */
  private reason: 'request' | 'share' | 'idle' = 'idle';

  constructor(private readonly job: PathJob) {}

  request(unit: Unit): void {
    this.requests.push(unit);
  }

  recheck(unit: Unit): void {
    if (unit !== this.current) this.pushRecheck(unit);
  }

  /** The unit to plan for: the current one, or the next in the queue. */
  next(): Unit | undefined {
    const unit = this.current;
    if (unit !== undefined && this.mustPostpone(unit)) this.postpone(unit);
    return (this.current ??= this.dequeue());
  }

  /** Counts the expansions that were made for the unit of `next`. A slice without any counts as one. */
  count(expanded: number): void {
    if (this.reason === 'share') this.share -= expanded;
    else if (this.reason === 'request') this.share += Math.max(1, expanded) / REQUESTS_EACH;
    if (this.unreachable.isEmpty) this.share = Math.min(0, this.share);
  }

  /** Whether others come first. A recheck beyond the share must not delay requests, and a search that changes restart again and again must not delay others of its kind. */
  private mustPostpone(unit: Unit): boolean {
    const { job, requests, unreachable, risen } = this;
    if (unit.needsPath || this.reason === 'share') return !requests.isEmpty && job.mustRestart(unit);
    return !requests.isEmpty || (!(unreachable.isEmpty && risen.isEmpty) && job.mustRestart(unit));
  }

  /** Puts the current unit at the end of its queue. */
  private postpone(unit: Unit): void {
    unit.wasPostponed = unit.needsPath;
    this.withdraw(unit);
    if (unit.needsPath) this.requests.push(unit);
    else this.pushRecheck(unit);
  }

  private pushRecheck(unit: Unit): void {
    (unit.status === 'unreachable' ? this.unreachable : this.risen).push(unit);
  }

  /** Stops planning for a unit, which continues on its old path. */
  withdraw(unit: Unit): void {
    unit.resumePath();
    this.finish(unit);
  }

  /** Ends the work for a unit. */
  finish(unit: Unit): void {
    if (unit === this.current) this.current = undefined;
  }

  /** Drops the requests of a unit, which would keep it in memory as long as others come before them. */
  forget(unit: Unit): void {
    for (const queue of [this.requests, this.unreachable, this.risen]) queue.delete(unit);
  }

  /** The next unit that still needs a path. Units whose orders were cancelled are skipped. */
  private dequeue(): Unit | undefined {
    this.job.hasBegun = false;
    const due = this.share > 0 ? shiftUntil(this.unreachable, isUnreachable) : undefined;
    const requested = due ?? shiftUntil(this.requests, (unit) => unit.needsPath);
    this.reason = due !== undefined ? 'share' : requested !== undefined ? 'request' : 'idle';
    if (requested !== undefined) return requested;
    return shiftUntil(this.unreachable, isUnreachable) ?? shiftUntil(this.risen, (unit) => unit.path.hasRisen);
  }
}

function isUnreachable(unit: Unit): boolean {
  return unit.status === 'unreachable';
}

/** Removes entries up to the first one that is still `wanted`, and returns that. */
function shiftUntil(queue: RequestQueue<Unit>, wanted: (unit: Unit) => boolean): Unit | undefined {
  for (let unit = queue.shift(); unit !== undefined; unit = queue.shift()) if (wanted(unit)) return unit;
  return undefined;
}
