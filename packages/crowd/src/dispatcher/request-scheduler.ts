import type { PathJob } from './path-job.ts';
import { RequestQueue } from './request-queue.ts';
import type { Unit } from './unit.ts';

/** Decides which unit is planned for next: first come, first served. */
export class RequestScheduler {
  /** The unit that is being planned for. */
  current: Unit | undefined;
  private readonly requests = new RequestQueue<Unit>();
  /** Units whose goals may be reachable again. They are served when no request waits; until then, `Rechecks` looks at them. */
  readonly unreachable = new RequestQueue<Unit>();
  /** Units whose paths may no longer be the cheapest, and unreachable ones that only their planner can answer. They are served when no other waits. */
  private readonly idle = new RequestQueue<Unit>();

  constructor(private readonly job: PathJob) {}

  /** Whether units wait for a path. Some may need it no more. */
  get hasRequests(): boolean {
    return !this.requests.isEmpty || this.current?.needsPath === true;
  }

  request(unit: Unit): void {
    this.requests.push(unit);
  }

  recheck(unit: Unit): void {
    if (unit !== this.current) this.pushRecheck(unit);
  }

  /** Leaves an unreachable unit to its planner, once no other waits. */
  recheckLast(unit: Unit): void {
    this.idle.push(unit);
  }

  /** Counts a move of all units, before it is made. */
  countMove(move: number): void {
    if (this.current !== undefined && move > this.current.heldUntil) this.job.moves++;
  }

  /** The unit to plan for: the current one, or the next in the queue. `othersWait`: whether requests of other dispatchers wait for the same budget. */
  next(othersWait: boolean): Unit | undefined {
    const unit = this.current;
    if (unit !== undefined && this.mustPostpone(unit, othersWait)) this.postpone(unit);
    return (this.current ??= this.dequeue(othersWait));
  }

  /** Whether others come first. A recheck must not delay requests, and a search that changes restart again and again must not delay others of its kind. */
  private mustPostpone(unit: Unit, othersWait: boolean): boolean {
    const { job, requests, unreachable, idle } = this;
    if (unit.needsPath) return !requests.isEmpty && job.mustRestart(unit);
    return othersWait || !requests.isEmpty || (!(unreachable.isEmpty && idle.isEmpty) && job.mustRestart(unit));
  }

  /** Puts the current unit at the end of its queue. */
  private postpone(unit: Unit): void {
    unit.wasPostponed = unit.needsPath;
    this.withdraw(unit);
    if (unit.needsPath) this.requests.push(unit);
    else this.pushRecheck(unit);
  }

  private pushRecheck(unit: Unit): void {
    (unit.status === 'unreachable' && !unit.hasFailed && !unit.defiesFloods ? this.unreachable : this.idle).push(unit);
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

  /** Ends the work for a unit, and drops its requests, which would keep it in memory as long as others come before them. */
  forget(unit: Unit): void {
    this.finish(unit);
    for (const queue of [this.requests, this.unreachable, this.idle]) queue.delete(unit);
  }

  /** The next unit that still needs a path. Units whose orders were cancelled are skipped. */
  private dequeue(othersWait: boolean): Unit | undefined {
    this.job.hasBegun = false;
    const unit = shiftUntil(this.requests, (next) => next.needsPath);
    if (unit !== undefined || othersWait) return unit;
    return shiftUntil(this.unreachable, isUnreachable) ?? shiftUntil(this.idle, (next) => isUnreachable(next) || next.path.hasRisen);
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
