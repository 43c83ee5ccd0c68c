import type { MeshView } from '../mesh-view.ts';
import { distance } from '../orientation.ts';
import type { Ends } from './polyanya-ends.ts';
import { START } from './polyanya-nodes.ts';
import type { Roots } from './polyanya-roots.ts';

/** Relative rounding of the length of a path, at most. */
const ROUNDING = 1e-10;

/** The lengths of paths through an interval: a lower bound, and whether other paths are shorter. */
export class IntervalBounds {
  /** `interval`: x and y of its left end, then of its right end, and g of its root. */
  constructor(private readonly mesh: MeshView, private readonly ends: Ends, private readonly roots: Roots, private readonly interval: Float64Array) {}

  /**
   * Whether a path along the side, from its corner `p` or `q`, is shorter to all of `interval`. It is if it is shorter to the far end: on the side, no path grows
   * faster with the distance from the corner. `root` is a vertex, not the start.
   */
  isCovered(root: number, q: number, p: number): boolean {
    return this.isShorterBy(p, root, 0) || this.isShorterBy(q, root, 2);
  }

  /** Whether a path by corner `v` is shorter to an end of `interval`, by more than rounding, than the line from the root. */
  private isShorterBy(v: number, root: number, end: number): boolean {
    const { mesh, roots, interval } = this;
    if (!roots.isOther(v, root)) return false;
    const { xs, ys } = mesh.arcs;
    const vx = xs[v], vy = ys[v], x = interval[end], y = interval[end + 1];
    const length = roots.best(v) + distance(x - vx, y - vy);
    return length + ROUNDING * (length + Math.abs(vx) + Math.abs(vy)) < interval[4] + distance(x - xs[root], y - ys[root]);
  }

  /** A lower bound of the path from the root through `interval` on the side from `p` to `q` to the goal. */
  estimate(root: number, q: number, p: number): number {
    const { shortcuts } = this.mesh.arcs;
    let least = this.lengthThrough(root, q, p, this.ends.goalX, this.ends.goalY);
    for (let s = 0; s < shortcuts.count; s++) {
      const length = this.lengthThrough(root, q, p, shortcuts.fromX[s], shortcuts.fromY[s]) + shortcuts.rest[s];
      if (length < least) least = length;
    }
    return least;
  }

  /** The length of the shortest line from the root through `interval` on the side from `p` to `q` to a point, ignoring walls. */
  private lengthThrough(root: number, q: number, p: number, toX: number, toY: number): number {
    const { ends, interval } = this;
    const { xs, ys } = this.mesh.arcs;
    const x = root === START ? ends.startX : xs[root], y = root === START ? ends.startY : ys[root];
    const px = xs[p], py = ys[p], dx = xs[q] - px, dy = ys[q] - py;
    const side = dx * (toY - py) - dy * (toX - px);
    // A goal on the root's side of the interval is as far from it as its mirror image.
    const scale = side > 0 ? (2 * side) / (dx * dx + dy * dy) : 0;
    const goalX = toX + scale * dy, goalY = toY - scale * dx;
    const toGoalX = goalX - x, toGoalY = goalY - y;
    const lx = interval[0], ly = interval[1];
    if (toGoalX * (ly - y) - toGoalY * (lx - x) < 0) return distance(lx - x, ly - y) + distance(goalX - lx, goalY - ly);
    const rx = interval[2], ry = interval[3];
    if (toGoalX * (ry - y) - toGoalY * (rx - x) > 0) return distance(rx - x, ry - y) + distance(goalX - rx, goalY - ry);
    return distance(toGoalX, toGoalY);
  }
}
