/** Later than everything. */
export const FOREVER = 2 ** 30;

/** Which vertices are taken at which steps: what a search in time asks. */
export interface Occupancy {
  /** The first step from `t` on at which `v` is free; FOREVER or more if there is none. */
  nextFree(v: number, t: number): number;
  /** Of a vertex that is free at `t`, the last step, up to `latest`, until which it stays free. */
  freeUntil(v: number, t: number, latest: number): number;
  /** The first step from which `v` is free for good; FOREVER or more if it never is. */
  freeFrom(v: number): number;
  /** Whether somebody steps from `u` to `v` and is there at `t`. */
  isStep(u: number, v: number, t: number): boolean;
}
