import { checkHeuristic } from './checks.ts';
import type { Graph, Heuristic, Lattice } from './graph.ts';
import { isLattice } from './graph.ts';

/** The parameters of an octile estimate: diagonal steps for the smaller of two coordinate distances, straight ones for the rest. */
export interface OctileSteps {
  /** The difference between the numbers of a vertex and the one below it. */
  readonly stride: number;
  readonly straight: number;
  readonly diagonal: number;
  /** The factor of the estimate: the lowest terrain cost. */
  readonly terrain: { readonly least: number };
}

/** A heuristic that exposes its parameters, so that loops can compute it without a call. */
export interface OctileHeuristic extends Heuristic {
  readonly octile: OctileSteps;
}

/** Coordinates by direction: E, S, W, N, SE, SW, NW, NE. */
const DX = Int8Array.of(1, 0, -1, 0, 1, -1, -1, 1);
const DY = Int8Array.of(0, 1, 0, -1, 1, 1, -1, -1);
/** The number of bits set in a byte. */
const DEGREE = Uint8Array.from({ length: 256 }, (_, moves) => moves.toString(2).replaceAll('0', '').length);

/**
 * Greedy steps on a lattice of eight directions with its octile distance, from two coordinates instead of eight calls of the heuristic. They equal
 * those of `greedyStep` if the cost of the step equals the fall of the estimate. That holds only for the straight step along the longer side and the
 * diagonal step; of equal ones, the straight step is taken.
 *
 * @example
 * ```ts
 * import { OctileClimb } from '@pf/graph/kit';
 * import type { Lattice } from '@pf/graph';
 *
 * // Three cells in a row, with a border around them: vertices 6, 7 and 8.
 * const row: Lattice = {
 *   vertexCount: 15, maxDegree: 8, moves: Uint8Array.of(0, 0, 0, 0, 0, 0, 1, 5, 4, 0, 0, 0, 0, 0, 0), offsets: Int32Array.of(1, 5, -1, -5, 6, 4, -6, -4),
 *   lengths: Float64Array.of(5, 5, 5, 5, 7, 7, 7, 7), weights: new Uint8Array(15), weighted: false, successors: () => 0, predecessors: () => 0,
 * };
 * const estimate = Object.assign(() => 0, { octile: { stride: 5, straight: 5, diagonal: 7, terrain: { least: 1 } } });
 * const climb = OctileClimb.of(row, estimate)!;
 * climb.distance(6, 8); // → 10
 * climb.direction(6, climb.dx(6, 8), climb.dy(6, 8)); // → 0
 * ```
 */
export class OctileClimb {
  readonly straight: number;
  readonly diagonal: number;
  readonly offsets: Int32Array;
  private readonly moves: Uint8Array;
  private readonly stride: number;
  private readonly perStride: number;

  private constructor(
    private readonly lattice: Lattice,
    private readonly terrain: { readonly least: number },
    { stride, straight, diagonal }: OctileSteps,
  ) {
    this.offsets = lattice.offsets;
    this.moves = lattice.moves;
    this.stride = stride;
    this.perStride = 1 / stride;
    this.straight = straight;
    this.diagonal = diagonal;
  }

  /** Undefined if the graph is not such a lattice, or the heuristic is not its octile distance. */
  static of(graph: Graph, heuristic: Heuristic): OctileClimb | undefined {
    checkHeuristic(heuristic);
    if (!isLattice(graph) || graph.maxDegree !== 8 || !('octile' in heuristic)) return undefined;
    const steps = (heuristic as OctileHeuristic).octile;
    const { stride, straight, diagonal } = steps;
    // If a diagonal step costs as much as one or two straight steps, other steps can be equally good.
    const fits = straight < diagonal && diagonal < 2 * straight && graph.offsets[1] === stride && graph.lengths[0] === straight && graph.lengths[4] === diagonal;
    return fits ? new OctileClimb(graph, steps.terrain, steps) : undefined;
  }

  /** False while the lattice has terrain, which this class ignores. Check again after every edit. */
  get holds(): boolean {
    return !this.lattice.weighted && this.terrain.least === 1;
  }

  /** How many columns `w` is to the right of `v`. */
  dx(v: number, w: number): number {
    return w - v - this.dy(v, w) * this.stride;
  }

  /** How many rows `w` is below `v`. */
  dy(v: number, w: number): number {
    // Multiplying by 1 / stride is exact enough: v + ½ is at least ½ stride⁻¹ away from any whole row.
    return (((w + 0.5) * this.perStride) | 0) - (((v + 0.5) * this.perStride) | 0);
  }

  /** The estimate. */
  distance(v: number, w: number): number {
    const down = this.dy(v, w);
    return this.length(w - v - down * this.stride, down);
  }

  /** The estimate for a distance of (dx, dy). */
  length(dx: number, dy: number): number {
    const high = Math.abs(dy);
    const wider = (Math.abs(dx) - high) | 0;
    // Branch-free, since the branch would be mispredicted half of the time: if below 0, the sign's bits select `wider`.
    return this.straight * Math.abs(wider) + this.diagonal * (high + (wider & (wider >> 31)));
  }

  /** The direction of the greedy step from `v` towards (dx, dy), if its cost equals the fall of the estimate; else −1. */
  direction(v: number, dx: number, dy: number): number {
    // Inlines `along` and `across`, since every move runs this.
    const legal = this.moves[v];
    const wide = Math.abs(dx);
    const high = Math.abs(dy);
    if (wide !== high) {
      const straight = wide > high ? (dx > 0 ? 0 : 2) : dy > 0 ? 1 : 3;
      if (((legal >> straight) & 1) === 1) return straight;
    }
    if (wide === 0 || high === 0) return -1;
    const diagonal = dy > 0 ? (dx > 0 ? 4 : 5) : dx > 0 ? 7 : 6;
    return ((legal >> diagonal) & 1) === 1 ? diagonal : -1;
  }

  /** The straight direction along the longer side of (dx, dy). It stays the same on a greedy walk until the sides are equal. */
  along(dx: number, dy: number): number {
    return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 0 : 2) : dy > 0 ? 1 : 3;
  }

  /** The diagonal direction towards (dx, dy). It stays the same on a greedy walk until one side is 0. */
  across(dx: number, dy: number): number {
    return dy > 0 ? (dx > 0 ? 4 : 5) : dx > 0 ? 7 : 6;
  }

  /** Whether the step from `v` in a direction is legal. */
  allows(v: number, direction: number): boolean {
    return ((this.moves[v] >> direction) & 1) === 1;
  }

  /** The number of arcs that leave `v`. */
  degree(v: number): number {
    return DEGREE[this.moves[v]];
  }

  /** How much a step in a direction reduces dx. */
  xOf(direction: number): number {
    return DX[direction];
  }

  /** How much a step in a direction reduces dy. */
  yOf(direction: number): number {
    return DY[direction];
  }
}
