import type { Graph, Lattice } from '@pf/graph';
import { isLattice, wholeLengths } from '@pf/graph/kit';

/** A planner's requirements on costs, beyond those of every graph. */
export interface CostDemands {
  /** Names the planner in error messages. */
  readonly planner: string;
  /** Costs must be whole numbers, for the option `queue: 'buckets'`. */
  readonly whole: boolean;
  /** No cost may be 0: values around a cycle of zero costs would support each other for ever. */
  readonly positive: boolean;
}

/** Limit on the ratio of the largest cost to the smallest positive one: beyond it, sums lose the smaller one. */
const WIDEST = 1e15;

/** With larger arc costs, finding the next bucket takes longer than a heap (on random graphs of 10⁴ to 10⁵ vertices). */
export const MAX_COST_FOR_BUCKETS = 2 ** 16;

/** Sums of units below this are exact, including the offset of keys that grows as the start moves. */
export const GREATEST_EXACT = 2 ** 51;

/** Stands for infinity where costs are kept in 32 bits. Greater than g plus any estimate. */
export const INFINITE_COST = 2 ** 30 - 1;

/** Limit of step lengths: longer ones, times terrain, might not fit 32 bits. */
const GREATEST_LENGTH = 2 ** 22;

/** Empty arrays for graphs that are not lattices. */
export const NO_LATTICE = { moves: new Uint8Array(0), weights: new Uint8Array(0) };

/**
 * Reads the arcs of one vertex into two small buffers: from bytes on a lattice, by the graph's own call elsewhere. Inner loops of
 * searches read a lattice's bytes themselves, which saves a tenth of the time.
 */
export class Arcs {
  readonly to: Uint32Array;
  readonly cost: Float64Array;
  /** The lattice, if the graph is one, for loops that read its bytes themselves. */
  readonly lattice: Lattice | undefined;
  /** Number of directions that the lattice uses. */
  readonly degree: number;
  /** Units of `lengths` and `cost` per cost of 1. Steps of 1 and √2 are kept as whole numbers (`wholeLengths`), so that equal paths have equal costs. */
  readonly unit: number;
  /** Costs of a lattice's moves on terrain of 1, in units. Small whole numbers are kept as Int32, so the engine uses integer arithmetic. */
  readonly lengths: Float64Array | Int32Array;
  /** Offsets by direction from a vertex to the heads of its arcs, and to the tails of arcs that enter it. */
  readonly steps: Int32Array;
  readonly backSteps: Int32Array;

  /** Limit of whole costs: sums along a path stay exact. */
  private readonly greatestWhole: number;
  /** Lower bound on positive costs, in units: on a lattice the shortest length, else the smallest cost seen by the check. */
  lowest: number;
  /** Largest cost seen by the check, for graphs that are not lattices. */
  private highest = 0;

  constructor(readonly graph: Graph) {
    this.to = new Uint32Array(graph.maxDegree);
    this.cost = new Float64Array(graph.maxDegree);
    const lattice = isLattice(graph) ? graph : undefined;
    this.lattice = lattice;
    this.degree = lattice?.maxDegree ?? 0;
    // Terrain multiplies by up to 255.
    this.greatestWhole = GREATEST_EXACT / Math.max(1, graph.vertexCount) / (lattice === undefined ? 1 : 255);
    const { lengths, unit } = wholeLengths(lattice?.lengths ?? new Float64Array(0), this.degree);
    this.unit = unit;
    this.lengths = lengths.subarray(0, this.degree).every((length) => length < GREATEST_LENGTH && length === (length | 0)) ? Int32Array.from(lengths) : lengths;
    this.lowest = Math.min(...this.lengths.subarray(0, this.degree));
    this.steps = lattice?.offsets ?? new Int32Array(0);
    this.backSteps = this.steps.map((step) => -step);
  }

  /** Reads heads and costs of the arcs that leave `v`; returns their number. */
  leaving(v: number): number {
    const { lattice, lengths, to, cost } = this;
    if (lattice === undefined) return this.graph.successors(v, to, cost);
    const { moves, offsets, weights, weighted } = lattice;
    const open = moves[v];
    let n = 0;
    for (let d = 0; d < this.degree; d++) {
      if (((open >> d) & 1) === 0) continue;
      const u = v + offsets[d];
      to[n] = u;
      cost[n++] = weighted ? lengths[d] * weights[u] : lengths[d];
    }
    return n;
  }

  /** Reads tails and costs of the arcs that enter `v`; returns their number. */
  entering(v: number): number {
    const { lattice, lengths, to, cost } = this;
    if (lattice === undefined) return this.graph.predecessors(v, to, cost);
    const { moves, offsets, weighted } = lattice;
    const weight = weighted ? lattice.weights[v] : 1;
    let n = 0;
    for (let d = 0; d < this.degree; d++) {
      const u = v - offsets[d];
      if (((moves[u] >> d) & 1) === 0) continue;
      to[n] = u;
      cost[n++] = lengths[d] * weight;
    }
    return n;
  }

  /** The cost of the cheapest arc from `tail` to `head`; Infinity if there is none. */
  between(tail: number, head: number): number {
    let least = Infinity;
    const n = this.leaving(tail);
    for (let i = 0; i < n; i++) if (this.to[i] === head && this.cost[i] < least) least = this.cost[i];
    return least;
  }

  /** Whether there is an arc from `tail` to `head`. */
  joins(tail: number, head: number): boolean {
    const { lattice, steps, degree } = this;
    if (lattice === undefined) return this.between(tail, head) < Infinity;
    const moves = lattice.moves[tail];
    for (let d = 0; d < degree; d++) if (((moves >> d) & 1) === 1 && tail + steps[d] === head) return true;
    return false;
  }

  // On a lattice the next two methods read the costs of moves on terrain of 1. On other graphs they read the arcs that leave the first `n` of
  // `tails`, by default of all vertices.

  /** Whether every cost is a whole number, `most` or less; by default, whether their sums are exact. */
  whole(most = this.greatestWhole, tails?: ArrayLike<number>, n = this.graph.vertexCount): boolean {
    const { lattice, cost } = this;
    if (lattice !== undefined) return areWhole(this.lengths, this.degree, most);
    for (let i = 0; i < n; i++) if (!areWhole(cost, this.leaving(tails?.[i] ?? i), most)) return false;
    return true;
  }

  /** Throws if a cost of the graph violates the requirements. */
  check(demands: CostDemands, tails?: ArrayLike<number>, n = this.graph.vertexCount): void {
    const { lattice, degree, cost } = this;
    if (lattice !== undefined) return checkCosts(lattice.lengths, degree, demands, this.greatestWhole);
    if (!demands.whole && !demands.positive) return;
    const known = tails !== undefined && this.highest > 0;
    let least = known ? this.lowest : Infinity;
    let most = known ? this.highest : 0;
    for (let i = 0; i < n; i++) {
      const count = this.leaving(tails?.[i] ?? i);
      checkCosts(cost, count, demands, this.greatestWhole);
      for (let j = 0; j < count; j++) {
        if (cost[j] > most) most = cost[j];
        if (cost[j] > 0 && cost[j] < least) least = cost[j];
      }
    }
    if (most > WIDEST * least) {
      // The smallest or largest known cost may no longer exist.
      if (known) return this.check(demands);
      throw new RangeError(`${demands.planner} needs the largest cost within 10¹⁵ times the least one, and arcs cost from ${least} to ${most}: raise the least, or lower the largest.`);
    }
    this.lowest = least;
    this.highest = most;
  }

  /** Whether all costs are and stay whole numbers: a lattice never changes its lengths, and terrain multiplies them by whole numbers. */
  alwaysWhole(): boolean {
    return this.lattice !== undefined && this.whole(Infinity);
  }

  /** Upper bound on path costs on any terrain; Infinity if costs need not be whole numbers. */
  greatestSum(): number {
    if (!this.alwaysWhole()) return Infinity;
    return Math.max(0, ...this.lengths.subarray(0, this.degree)) * 255 * this.graph.vertexCount;
  }

  /**
   * Limit for an offset of stored values (k_m, a shift), which rises by one estimate at a time. Up to it, the sum of g, an estimate, the offset and its
   * next rise fits 32 bits. Infinity if costs do not fit.
   */
  greatestOffset(): number {
    const greatest = this.greatestSum();
    return 4 * greatest < 2 ** 31 ? greatest : Infinity;
  }
}

/** Whether the first `n` costs are whole numbers, `most` or less. */
function areWhole(costs: ArrayLike<number>, n: number, most: number): boolean {
  for (let i = 0; i < n; i++) if (!Number.isInteger(costs[i]) || costs[i] > most) return false;
  return true;
}

function checkCosts(costs: Float64Array, n: number, { planner, whole, positive }: CostDemands, greatestWhole: number): void {
  for (let i = 0; i < n; i++) {
    const cost = costs[i];
    if (whole && !Number.isInteger(cost)) {
      throw new RangeError(`Buckets need whole-number costs, and an arc costs ${cost}: give the graph a whole-number metric (5/7, 70/99), or ${planner} a heap (queue: 'larger-g').`);
    }
    if (whole && cost > greatestWhole) throw new RangeError(`Buckets need costs up to ${Math.floor(greatestWhole)} on this graph, and an arc costs ${cost}: lower it, or give ${planner} a heap (queue: 'larger-g').`);
    if (positive && !(cost > 0)) throw new RangeError(`${planner} needs costs above 0, and an arc costs ${cost}: give it a small cost, or take DStarExtraLite, which accepts costs of 0.`);
  }
}
