/** What the stamp of a root that several ways of one length lead to is more than that of the search. */
const MANY = 1;

/** The vertices that the ways of a search of Polyanya turn at, and how far it is to them. The stamp identifies those of an earlier search. */
export class Roots {
  /** By vertex: the length of the shortest path to it so far, and the root before it on that. */
  private cost = new Float64Array(0);
  private before = new Int32Array(0);
  /** The search that it was found in, more by MANY where several ways are the shortest. */
  private stamp = new Uint32Array(0);
  private search = 0;

  /** Another search begins, in a mesh with so many vertices. */
  begin(vertices: number): void {
    if (this.stamp.length < vertices || this.search > 0xfffffffc) {
      this.cost = new Float64Array(vertices);
      this.before = new Int32Array(vertices);
      this.stamp = new Uint32Array(vertices);
      this.search = 0;
    }
    this.search += 2;
  }

  /** Whether a way of length `g` to a root, by way of the root `before` or from the start (−1), is as short as any so far. */
  take(root: number, before: number, g: number): boolean {
    const { cost, stamp, search } = this;
    // Of a root that comes after one with several ways, each node comes as often.
    const isMany = before >= 0 && stamp[before] === search + MANY;
    if (stamp[root] < search || g < cost[root]) {
      stamp[root] = search + (isMany ? MANY : 0);
      cost[root] = g;
      this.before[root] = before;
    } else if (g > cost[root]) return false;
    else if (before !== root && (isMany || before !== this.before[root])) stamp[root] = search + MANY;
    return true;
  }

  /** Whether a shorter path than one of length `g` to a root that was taken has been found since. */
  isBeaten(root: number, g: number): boolean {
    return g > this.cost[root];
  }

  /** Whether several ways lead to a root that was taken, and so bring the same nodes. */
  isMany(root: number): boolean {
    return this.stamp[root] === this.search + MANY;
  }
}
