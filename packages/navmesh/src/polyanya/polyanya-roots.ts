/** Added to the stamp of a root that several shortest paths lead to. */
const MANY = 1;

/** The roots of a Polyanya search: vertices where paths turn, with the best distance to each. Stamps tell entries of earlier searches apart. */
export class Roots {
  /** By vertex: the length of the shortest path so far, and the root before it. */
  private cost = new Float64Array(0);
  private before = new Int32Array(0);
  /** The search that reached it, plus MANY if several shortest paths lead to it. */
  private stamp = new Uint32Array(0);
  private search = 0;
  /** By vertex where a link ends: the length of the path for which it was searched. */
  private readonly afterLinks = new Map<number, number>();

  /** Starts a search in a mesh with this many vertices. */
  begin(vertices: number): void {
    if (this.stamp.length < vertices || this.search > 0xfffffffc) {
      this.cost = new Float64Array(vertices);
      this.before = new Int32Array(vertices);
      this.stamp = new Uint32Array(vertices);
      this.search = 0;
    }
    this.search += 2;
    this.afterLinks.clear();
  }

  /** Whether a path of length `g` to a root is at least as short as all found so far. `before` is the root before it, −1 for the start. */
  take(root: number, before: number, g: number): boolean {
    const { cost, stamp, search } = this;
    // After a root with several paths, each node appears as often.
    const isMany = before >= 0 && stamp[before] === search + MANY;
    if (stamp[root] < search || g < cost[root]) {
      stamp[root] = search + (isMany ? MANY : 0);
      cost[root] = g;
      this.before[root] = before;
    } else if (g > cost[root]) return false;
    else if (before !== root && (isMany || before !== this.before[root])) stamp[root] = search + MANY;
    return true;
  }

  /** As `take`, for the end of a link, around which everything is searched. That happens once for each length: links without costs would lead in circles. */
  takeAfterLink(root: number, before: number, g: number): boolean {
    if (!this.take(root, before, g) || this.afterLinks.get(root) === g) return false;
    this.afterLinks.set(root, g);
    return true;
  }

  /** Whether a vertex is a root that a path has reached, and another than `root`. */
  isOther(v: number, root: number): boolean {
    return v !== root && this.stamp[v] >= this.search;
  }

  /** The length of the shortest path to such a root. */
  best(root: number): number {
    return this.cost[root];
  }

  /** Whether a path shorter than `g` to a root has been found since. */
  isBeaten(root: number, g: number): boolean {
    return g > this.cost[root];
  }

  /** Whether several shortest paths lead to a root, and produce the same nodes. */
  isMany(root: number): boolean {
    return this.stamp[root] === this.search + MANY;
  }
}
