/**
 * Field D*: D. Ferguson, A. Stentz, "Field D*: An Interpolation-Based Path Planner and Replanner", ISRR 2005; "Using Interpolation to Improve Path Planning: The
 * Field D* Algorithm", Journal of Field Robotics 23(2), 2006. D* Lite over the corners of cells. A path may leave a cell anywhere on an edge, at a cost
 * interpolated between the edge's corners.
 *
 * Departures: the heuristic is the straight-line distance over √2. With a higher one, the search could end before all corners that matter are expanded.
 */
import { NO_VERTEX } from '@pf/graph';
import { checkOptions, isLattice, shown } from '@pf/graph/kit';
import { LifelongSearch } from '../lifelong/lifelong-search.ts';
import type { PlannerOptions } from '../planner.ts';
import type { FieldGraph } from './field-graph.ts';
import { crossing, interpolated } from './interpolation.ts';

/**
 * Finds smooth paths over cells of different costs, and repairs them when costs change.
 *
 * `cost` is the interpolated cost. `points` is the path across cells; `path` and `next` give the corners nearest to it.
 *
 * @example
 * ```ts
 * import { FieldDStar, FieldGraph } from '@pf/incremental';
 *
 * const field = new FieldGraph(8, 4);
 * const planner = new FieldDStar(field);
 * planner.begin(field.vertex(0, 0), field.vertex(8, 3));
 * planner.run();
 * planner.cost; // ≈ 8.72
 * planner.points().at(-1); // → [8, 3]
 *
 * const tails = new Uint32Array(4);
 * planner.arcsChanged(tails, field.setCost(4, 1, 9, tails));
 * planner.run(); // → true
 * ```
 */
export class FieldDStar extends LifelongSearch {
  constructor(
    private readonly field: FieldGraph,
    options: PlannerOptions = {},
  ) {
    // A Grid has the same members, but numbers cells.
    const given: Partial<FieldGraph> | null | undefined = field;
    if (given?.stride === undefined || isLattice(field)) throw new TypeError(`FieldDStar takes a FieldGraph, got ${shown(field)}: make new FieldGraph(width, height, costs).`);
    checkOptions(options, ['heuristic', 'queue'], 'FieldDStar');
    const { queue = 'larger-g' } = options;
    if (queue === 'buckets') throw new RangeError("Buckets need whole-number costs, but interpolated costs are fractions: give Field D* a heap (queue: 'larger-g').");
    super(field, { ...options, queue }, { planner: 'Field D*', weight: 1, lazyKeys: true, optimized: false, interpolates: true });
  }

  /** Points of the path from start to goal, on corners and edges of cells. Empty if there is no path, and from an edit to the end of the next `run`. Allocates. */
  points(): [x: number, y: number][] {
    if (!this.settled || this.total === Infinity || this.edits.isBehind) return [];
    const { field, goal } = this;
    const { stride } = field;
    const end: [number, number] = [goal % stride, Math.floor(goal / stride)];
    const at = (x: number, y: number): number => (x >= 0 && y >= 0 && x <= field.width && y <= field.height ? this.rhs(y * stride + x) : Infinity);
    let [x, y] = [this.start % stride, Math.floor(this.start / stride)];
    const points: [number, number][] = [[x, y]];
    for (let steps = 0; steps < 4 * field.vertexCount && (x !== end[0] || y !== end[1]); steps++) {
      const next = crossing(field, x, y, at);
      if (next === undefined) return [];
      [x, y] = next;
      points.push([x, y]);
    }
    return points;
  }

  /** Computes rhs of a corner from its eight neighbours, two at a time. */
  protected override lookAhead(u: number): void {
    const { field, labels } = this;
    if (u !== this.goal) {
      const { stride, width, height } = field;
      const x = u % stride;
      const y = (u - x) / stride;
      let least = Infinity;
      let head = NO_VERTEX;
      for (let k = 0; k < 8; k++) {
        // Corner e is the neighbour along an edge; q is the corner diagonally across a cell beside that edge.
        const [dx, dy, sx, sy] = PAIRS[k];
        const [ex, ey] = [x + dx, y + dy];
        const [qx, qy] = [ex + sx, ey + sy];
        if (ex < 0 || ey < 0 || ex > width || ey > height) continue;
        const inside = qx >= 0 && qy >= 0 && qx <= width && qy <= height;
        const near = labels.has(ey * stride + ex) ? labels.g[ey * stride + ex] : Infinity;
        const far = inside && labels.has(qy * stride + qx) ? labels.g[qy * stride + qx] : Infinity;
        const across = inside ? field.cost(Math.min(x, qx), Math.min(y, qy)) : Infinity;
        const beside = field.cost(Math.min(x, ex - sx), Math.min(y, ey - sy));
        const cost = interpolated(across, beside, near, far);
        if (cost >= least) continue;
        least = cost;
        // A path along the edge of a blocked cell does not cross it.
        head = near <= far || across === Infinity ? ey * stride + ex : qy * stride + qx;
      }
      if (!labels.has(u)) {
        if (head === NO_VERTEX) return;
        this.touch(u);
      }
      labels.rhs[u] = least;
      labels.nextVertex[u] = head;
    }
    this.enqueue(u);
  }
}

/** (dx, dy): a step along an edge of a cell. (sx, sy): from its end along the next edge, to the corner diagonally across. */
const PAIRS: readonly (readonly [dx: number, dy: number, sx: number, sy: number])[] = [
  [1, 0, 0, 1], [1, 0, 0, -1], [-1, 0, 0, 1], [-1, 0, 0, -1], [0, 1, 1, 0], [0, 1, -1, 0], [0, -1, 1, 0], [0, -1, -1, 0],
];
