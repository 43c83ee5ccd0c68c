import type { Occupancy } from './occupancy.ts';

/** The occupancy within a window of steps. Later steps count as free. */
export class FirstSteps implements Occupancy {
  private last = 0;

  constructor(private readonly occupied: Occupancy, private readonly window: number) {}

  /** Sets the first step of the window. */
  begin(time: number): void {
    this.last = time + this.window;
  }

  /** The first step after the window. */
  get end(): number {
    return this.last + 1;
  }

  nextFree(v: number, t: number): number {
    return t > this.last ? t : Math.min(this.occupied.nextFree(v, t), this.last + 1);
  }

  freeUntil(v: number, t: number, latest: number): number {
    if (t > this.last) return latest;
    const until = this.occupied.freeUntil(v, t, latest);
    return until >= this.last ? latest : until;
  }

  freeFrom(v: number): number {
    const { occupied, last } = this;
    let t = occupied.nextFree(v, last - this.window);
    while (t <= last) {
      const until = occupied.freeUntil(v, t, last);
      if (until >= last) return t;
      t = occupied.nextFree(v, until + 1);
    }
    return last + 1;
  }

  isStep(u: number, v: number, t: number): boolean {
    return t <= this.last && this.occupied.isStep(u, v, t);
  }
}
