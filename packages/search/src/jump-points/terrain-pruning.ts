import { wholeLengths } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { JumpRules } from './jump-rules.ts';

/** No direction; in a detour, no further step. */
const NONE = -1;
/** Maximum number of steps of a detour. */
const STEPS = 3;

/**
 * Selects the courses to follow from a cell on terrain, by the course of arrival: the pruning of JPSW (Carlson, Moghadam, Harabor, Stuckey & Ebrahimi, "Optimal
 * Pathfinding on Weighted Grid Maps", AAAI 2023) for the costs of a grid.
 *
 * In the paper, a step costs the mean of the cells that it touches. Here it costs its length times the cost of the cell that it enters, so the reverse step may cost
 * something else. The rule does not need symmetry.
 *
 * The rule: let p be the cell before v, and t a neighbour of v. A detour leads from p to t in one to three legal steps around v, within the 3 × 3 cells around v. The
 * step from v to t is pruned if a detour costs less than p, v, t. It is also pruned if a detour costs the same and its last step comes before the step from v to t
 * in a fixed order of the directions, straight ones first.
 *
 * Proof that no cheapest path is lost: suppose that the search labels some cells too high, and let t be the cheapest of them. All cells before t on cheapest paths
 * cost less, so their labels are right. Take such a cell v just before t, and the cell p from which it was reached. The step to t was pruned there. Since p, v, t is a
 * cheapest path, the detour costs the same, and enters t by a direction earlier in the order. The last cell of the detour before t is also on a cheapest path, so the
 * argument repeats with it in place of v. The order has eight directions, so this ends at a cell whose step to t was not pruned: a contradiction. If a cell has two
 * labels of the same cost, the argument holds for either.
 */
export class TerrainPruning {
  /** By course: its direction among the moves of the grid. */
  private readonly directionOf: readonly number[];
  /** By direction: its course. */
  private readonly courseOf: readonly number[];
  private readonly lengths: Float64Array;
  /** By direction: its rank in the order. */
  private readonly rank: readonly number[];
  /** By 8 · direction of arrival + direction: detours of three directions each, shorter ones padded with NONE. */
  private readonly detours: readonly Int32Array[];
  /** Whether the table of jump rules holds on equal ground. It does if the only paths of equal cost have a straight and a diagonal step in another order. */
  private readonly tableHolds: boolean;

  constructor(
    private readonly grid: Grid,
    private readonly rules: JumpRules,
  ) {
    const { movement, maxDegree, lengths, offsets, steps } = grid;
    const four = movement === 'four';
    this.directionOf = four ? [NONE, 1, NONE, 3, 0, 2] : [0, 1, 2, 3, 4, 5, 6, 7];
    this.courseOf = four ? [4, 1, 5, 3] : [0, 1, 2, 3, 4, 5, 6, 7];
    this.rank = four ? [2, 0, 3, 1] : [0, 1, 2, 3, 4, 5, 6, 7];
    this.lengths = wholeLengths(lengths, maxDegree).lengths;
    this.tableHolds = four || (steps.straight < steps.diagonal && steps.diagonal < 2 * steps.straight);
    this.detours = Array.from({ length: 64 }, (_, pair) => (pair >> 3 < maxDegree && (pair & 7) < maxDegree ? detoursOf(offsets, maxDegree, grid.stride, pair >> 3, pair & 7) : new Int32Array(0)));
  }

  /** The courses to follow from `v`, which was reached by a step of a course. */
  courses(v: number, course: number): number {
    const { rules, grid } = this;
    if (!this.tableHolds || !this.equalGround(v, grid.cells)) return this.kept(v, this.directionOf[course], grid.moves, grid.cells);
    const follow = rules.courses(grid.moves, v, course);
    // The table omits the courses that a walk follows in any case.
    return course < 4 ? follow : follow | (rules.courses(grid.moves, v, JumpRules.ROOT) & this.natural(course));
  }

  /** Mask of the courses that a walk or a ray follows if nothing stops it. */
  natural(course: number): number {
    if (course < 4) return 1 << course;
    const { first, second } = this.rules.walks[course - 4];
    return (1 << course) | (1 << first) | (1 << second);
  }

  /** Whether all free cells around `v` cost the same, and no cell is one-way. */
  private equalGround(v: number, costs: Uint8Array): boolean {
    const { stride, sides } = this.grid;
    if (sides !== undefined) return false;
    const cost = costs[v];
    for (let u = v - stride; u <= v + stride; u += stride) {
      if ((costs[u - 1] !== cost && costs[u - 1] !== 0) || (costs[u] !== cost && costs[u] !== 0) || (costs[u + 1] !== cost && costs[u + 1] !== 0)) return false;
    }
    return true;
  }

  /** The courses of the legal moves from `v` that are not pruned, after a step in `direction`. */
  private kept(v: number, direction: number, moves: Uint8Array, costs: Uint8Array): number {
    const { lengths, detours, rank, courseOf } = this;
    const { offsets } = this.grid;
    const p = v - offsets[direction];
    const toV = lengths[direction] * costs[v];
    let kept = 0;
    for (let e = 0, left = moves[v]; left !== 0; e++, left >>= 1) {
      if ((left & 1) === 0) continue;
      const t = v + offsets[e];
      if (t === p) continue;
      const through = toV + lengths[e] * costs[t];
      const found = detours[(direction << 3) | e];
      let needed = true;
      for (let i = 0; needed && i < found.length; i += STEPS) {
        let u = p;
        let cost = 0;
        let last = NONE;
        for (let k = i; k < i + STEPS && found[k] !== NONE && cost <= through; k++) {
          last = found[k];
          if (((moves[u] >> last) & 1) === 0) cost = Infinity;
          u += offsets[last];
          cost += lengths[last] * costs[u];
        }
        needed = cost > through || (cost === through && rank[last] > rank[e]);
      }
      if (needed) kept |= 1 << courseOf[e];
    }
    return kept;
  }
}

/** The detours of up to three steps around v: from p, which a step in `direction` leaves for v, to t, which a step in direction `e` reaches from v. */
function detoursOf(offsets: Int32Array, degree: number, stride: number, direction: number, e: number): Int32Array {
  const toV = offsets[direction];
  const toT = toV + offsets[e];
  const near = (x: number): boolean => [-stride, 0, stride].some((rows) => Math.abs(x - toV - rows) <= 1);
  const found: number[] = [];
  const go = (x: number, steps: readonly number[]): void => {
    for (let d = 0; d < degree; d++) {
      const y = x + offsets[d];
      if (y === toT) for (let k = 0; k < STEPS; k++) found.push([...steps, d][k] ?? NONE);
      else if (steps.length < STEPS - 1 && y !== toV && y !== 0 && near(y)) go(y, [...steps, d]);
    }
  };
  if (toT !== 0) go(0, []);
  return Int32Array.from(found);
}
