import type { Character } from './character.ts';
import type { PathJob } from './path-job.ts';
import { RequestQueue } from './request-queue.ts';

/** Whose way is planned, and whose is next: first come, first served. */
export class RequestScheduler {
  /** Whose turn it is. */
  current: Character | undefined;
  private readonly line = new RequestQueue<Character>();
  /** Those who look again whether their goals are still out of reach, or their ways still the best: when nobody waits. */
  private readonly doubtful = new RequestQueue<Character>();

  constructor(private readonly planning: PathJob) {}

  lineUp(c: Character): void {
    this.line.push(c);
  }

  lookAgain(c: Character): void {
    if (c !== this.current) this.doubtful.push(c);
  }

  /** Who is planned for now: who was, unless that only keeps others waiting, or the next in line. */
  next(): Character | undefined {
    const { planning, line } = this;
    const c = this.current;
    // A search that changes throw back again and again may never come to its end; and whoever looks again does so when nobody else waits.
    if (c !== undefined && !line.isEmpty && (planning.isThrownBack(c) || !c.awaitsWay)) this.postpone(c);
    return (this.current ??= this.dequeue());
  }

  /** Its turn comes again, behind the others. */
  private postpone(c: Character): void {
    this.giveUp(c);
    (c.awaitsWay ? this.line : this.doubtful).push(c);
  }

  /** It needs no new way after all, or not now: what was cut off its own for one is part of it again. */
  giveUp(c: Character): void {
    if (c === this.current && this.planning.hasBegun) c.resume();
    this.end(c);
  }

  /** There is nothing left to be done for a character. */
  end(c: Character): void {
    if (c === this.current) this.current = undefined;
  }

  /** The next character that still needs a way; those whose orders were cancelled have lost their place. */
  private dequeue(): Character | undefined {
    this.planning.hasBegun = false;
    for (let c = this.line.shift(); c !== undefined; c = this.line.shift()) if (c.awaitsWay) return c;
    for (let c = this.doubtful.shift(); c !== undefined; c = this.doubtful.shift()) if (c.status === 'unreachable' || c.way.hasRisen) return c;
    return undefined;
  }
}
