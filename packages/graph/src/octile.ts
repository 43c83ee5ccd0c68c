import { checkHeuristic } from './checks.ts';
import type { Graph, Heuristic, Lattice } from './graph.ts';
import { isLattice } from './graph.ts';

/** How an estimate is reckoned that takes diagonal steps for the lesser of two coordinate distances and straight ones for the rest. */
export interface OctileSteps {
  /** From a vertex to the one below it. */
  readonly stride: number;
  readonly straight: number;
  readonly diagonal: number;
  /** What all of it is multiplied with. */
  readonly terrain: { readonly least: number };
}

/** An estimate that says how it is reckoned, so that loops need not call it. */
export interface OctileHeuristic extends Heuristic {
  readonly octile: OctileSteps;
}

/** Coordinates by direction: E, S, W, N, SE, SW, NW, NE. */
const DX = Int8Array.of(1, 0, -1, 0, 1, -1, -1, 1);
const DY = Int8Array.of(0, 1, 0, -1, 1, 1, -1, -1);
/** How many bits are set in a byte. */
const DEGREE = Uint8Array.from({ length: 256 }, (_, moves) => moves.toString(2).replaceAll('0', '').length);

/**
 * Greedy steps on a lattice of eight directions under its own octile distance, decided by two coordinates instead of eight calls of the
 * estimate. They are those of `greedyStep` wherever the step costs just what the estimate falls by: only the straight step along the longer
 * side and the diagonal one do, and the straight one comes first among equals.
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

  /** Undefined where the graph is not such a lattice, or the estimate not its octile distance. */
  static of(graph: Graph, heuristic: Heuristic): OctileClimb | undefined {
    checkHeuristic(heuristic);
    if (!isLattice(graph) || graph.maxDegree !== 8 || !('octile' in heuristic)) return undefined;
    const steps = (heuristic as OctileHeuristic).octile;
    const { stride, straight, diagonal } = steps;
    // A diagonal as cheap as one straight step, or as dear as two, makes more steps equal than these two.
    const fits = straight < diagonal && diagonal < 2 * straight && graph.offsets[1] === stride && graph.lengths[0] === straight && graph.lengths[4] === diagonal;
    return fits ? new OctileClimb(graph, steps.terrain, steps) : undefined;
  }

  /** False while the lattice has terrain: then steps cost more than is reckoned with here. To be asked after every change of it. */
  get holds(): boolean {
    return !this.lattice.weighted && this.terrain.least === 1;
  }

  /** How far `w` lies to the right of `v`. */
  dx(v: number, w: number): number {
    return w - v - this.dy(v, w) * this.stride;
  }

  /** How far `w` lies below `v`. */
  dy(v: number, w: number): number {
    // By multiplication: v + ½ is at least ½ stride⁻¹ away from any whole row.
    return (((w + 0.5) * this.perStride) | 0) - (((v + 0.5) * this.perStride) | 0);
  }

  /** The estimate. */
  distance(v: number, w: number): number {
    const down = this.dy(v, w);
    return this.length(w - v - down * this.stride, down);
  }

  /** The estimate of what lies (dx, dy) away. */
  length(dx: number, dy: number): number {
    const high = Math.abs(dy);
    const wider = (Math.abs(dx) - high) | 0;
    // Without a branch that would be guessed wrong every other time: below 0, the sign's bits let `wider` through.
    return this.straight * Math.abs(wider) + this.diagonal * (high + (wider & (wider >> 31)));
  }

  /** The direction of the greedy step from `v` to what lies (dx, dy) away, where it costs what the estimate falls by; else −1. */
  direction(v: number, dx: number, dy: number): number {
    // `along` and `across`, written out: every move asks this.
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

  /** The straight direction along the longer side of what lies (dx, dy) away. It stays the same on a greedy walk until the sides are equal. */
  along(dx: number, dy: number): number {
    return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 0 : 2) : dy > 0 ? 1 : 3;
  }

  /** The diagonal direction to what lies (dx, dy) away. It stays the same on a greedy walk until one side is 0. */
  across(dx: number, dy: number): number {
    return dy > 0 ? (dx > 0 ? 4 : 5) : dx > 0 ? 7 : 6;
  }

  /** Whether the step from `v` in a direction is legal. */
  allows(v: number, direction: number): boolean {
    return ((this.moves[v] >> direction) & 1) === 1;
  }

  /** How many arcs leave `v`. */
  degree(v: number): number {
    return DEGREE[this.moves[v]];
  }

  /** What a step in a direction takes off dx. */
  xOf(direction: number): number {
    return DX[direction];
  }

  /** What a step in a direction takes off dy. */
  yOf(direction: number): number {
    return DY[direction];
  }
}
