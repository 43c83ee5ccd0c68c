import type { PathJob } from './path-job.ts';
import { RequestQueue } from './request-queue.ts';
import type { Unit } from './unit.ts';

/** Decides which unit is planned for next: first come, first served. */
export class RequestScheduler {
  /** The unit that is being planned for. */
  current: Unit | undefined;
  private readonly requests = new RequestQueue<Unit>();
  /** Units whose goals may be reachable again, or whose paths may no longer be the cheapest. They are served when no request waits. */
  private readonly rechecks = new RequestQueue<Unit>();

  constructor(private readonly job: PathJob) {}

  request(unit: Unit): void {
    this.requests.push(unit);
  }

  recheck(unit: Unit): void {
    if (unit !== this.current) this.rechecks.push(unit);
  }

  /** The unit to plan for: the current one, or the next in the queue. */
  next(): Unit | undefined {
    const unit = this.current;
    if (unit !== undefined && this.mustPostpone(unit)) this.postpone(unit);
    return (this.current ??= this.dequeue());
  }

  /** Whether others come first. A recheck must not delay requests, and a search that changes restart again and again must not delay others of its kind. */
  private mustPostpone(unit: Unit): boolean {
    const { job, requests, rechecks } = this;
    if (unit.needsPath) return !requests.isEmpty && job.mustRestart(unit);
    return !requests.isEmpty || (!rechecks.isEmpty && job.mustRestart(unit));
  }

  /** Puts the current unit at the end of its queue. */
  private postpone(unit: Unit): void {
    unit.wasPostponed = unit.needsPath;
    this.withdraw(unit);
    (unit.needsPath ? this.requests : this.rechecks).push(unit);
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
    this.requests.delete(unit);
    this.rechecks.delete(unit);
  }

  /** The next unit that still needs a path. Units whose orders were cancelled are skipped. */
  private dequeue(): Unit | undefined {
    const { requests, rechecks } = this;
    this.job.hasBegun = false;
    for (let unit = requests.shift(); unit !== undefined; unit = requests.shift()) if (unit.needsPath) return unit;
    for (let unit = rechecks.shift(); unit !== undefined; unit = rechecks.shift()) if (unit.status === 'unreachable' || unit.path.hasRisen) return unit;
    return undefined;
  }
}
