/** Later than all steps. */
export const FOREVER = 2 ** 30;

/** The vertices taken at each step, for a search in time. */
export interface Occupancy {
  /** The first step from `t` on at which `v` is free; FOREVER or more if there is none. */
  nextFree(v: number, t: number): number;
  /** The last step until which `v`, free at `t`, stays free; at most `latest`. */
  freeUntil(v: number, t: number, latest: number): number;
  /** The first step from which `v` is free for good; FOREVER or more if it never is. */
  freeFrom(v: number): number;
  /** Whether a unit steps from `u` to `v` and arrives at `t`. */
  isStep(u: number, v: number, t: number): boolean;
}
