import type { Graph, Lattice } from '@pf/graph';
import { isLattice, wholeLengths } from '@pf/graph/kit';

/** What a planner asks of the costs of a graph, beyond what every graph promises. */
export interface CostDemands {
  /** Names the planner in error messages. */
  readonly planner: string;
  /** Every cost must be a whole number: there is a bucket for each, and somebody asked for them. */
  readonly whole: boolean;
  /** No cost may be 0: values that support each other around a circle of them would never be found out. */
  readonly positive: boolean;
}

/** So many times the least cost above 0 the largest may be: sums of both lose the lesser one beyond. */
const WIDEST = 1e15;

/** Beyond this cost of an arc, looking for the next bucket takes longer than a heap does (on random graphs of 10⁴ to 10⁵ vertices). */
export const MAX_COST_FOR_BUCKETS = 2 ** 16;

/** Sums of units below this are exact, what is added to keys as the start moves included. */
export const GREATEST_EXACT = 2 ** 51;

/** Where costs are kept in 32 bits: more than any. */
export const GREATEST = 2 ** 30 - 1;

/** Longer steps, times terrain, might not fit 32 bits. */
const GREATEST_LENGTH = 2 ** 22;

/** Stands for the arrays of a lattice where the graph is none. */
export const NO_LATTICE = { moves: new Uint8Array(0), weights: new Uint8Array(0) };

/**
 * The arcs of one vertex at a time, in two small buffers: from bytes where the graph is a lattice, by its own call elsewhere. The loops in
 * which searches spend their time read a lattice's bytes themselves, which saves them a tenth of it.
 */
export class Arcs {
  readonly to: Uint32Array;
  readonly cost: Float64Array;
  /** Where the graph is one, for loops that read its bytes themselves. */
  readonly lattice: Lattice | undefined;
  /** How many directions the lattice uses: the first ones, as many as arcs may leave a vertex. */
  readonly degree: number;
  /** How many units of `lengths` and `cost` make a cost of 1: steps of 1 and √2 are kept in whole numbers (`wholeLengths`), so that equal paths have equal costs. */
  readonly unit: number;
  /** What the moves of a lattice cost on terrain of 1, in units; small whole numbers are of a type by which the engine reckons in whole numbers. */
  readonly lengths: Float64Array | Int32Array;
  /** From a vertex to the heads of its arcs, by direction; and to the tails of the arcs that enter it. */
  readonly steps: Int32Array;
  readonly backSteps: Int32Array;

  /** The least cost above 0 and the largest that were met when costs were checked, of a graph that is no lattice. */
  private lowest = Infinity;
  private highest = 0;

  constructor(readonly graph: Graph) {
    this.to = new Uint32Array(graph.maxDegree);
    this.cost = new Float64Array(graph.maxDegree);
    const lattice = isLattice(graph) ? graph : undefined;
    this.lattice = lattice;
    this.degree = lattice?.maxDegree ?? 0;
    const { lengths, unit } = wholeLengths(lattice?.lengths ?? new Float64Array(0), this.degree);
    this.unit = unit;
    this.lengths = lengths.subarray(0, this.degree).every((length) => length < GREATEST_LENGTH && length === (length | 0)) ? Int32Array.from(lengths) : lengths;
    this.steps = lattice?.offsets ?? new Int32Array(0);
    this.backSteps = this.steps.map((step) => -step);
  }

  /** Heads and costs of the arcs that leave `v`; returns how many. */
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

  /** Tails and costs of the arcs that enter `v`; returns how many. */
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

  // Of a lattice the three that follow look at its lengths: what moves cost on terrain of 1. Of another graph they read the arcs that leave the first `n` of
  // some vertices, by default of all.

  /** Whether every cost is a whole number, `most` or less. */
  whole(most = Infinity, tails?: ArrayLike<number>, n = this.graph.vertexCount): boolean {
    const { lattice, cost } = this;
    if (lattice !== undefined) return areWhole(this.lengths, this.degree, most);
    for (let i = 0; i < n; i++) if (!areWhole(cost, this.leaving(tails?.[i] ?? i), most)) return false;
    return true;
  }

  /** What the cheapest arc costs. */
  least(tails?: ArrayLike<number>, n = this.graph.vertexCount): number {
    let least = Infinity;
    for (const length of this.lengths.subarray(0, this.degree)) least = Math.min(least, length);
    if (this.lattice !== undefined) return least;
    for (let i = 0; i < n; i++) for (let j = this.leaving(tails?.[i] ?? i) - 1; j >= 0; j--) least = Math.min(least, this.cost[j]);
    return least;
  }

  /** Throws where costs do not meet the demands, as the graph has them. */
  check(demands: CostDemands, tails?: ArrayLike<number>, n = this.graph.vertexCount): void {
    const { lattice, degree, cost } = this;
    if (lattice !== undefined) return checkCosts(lattice.lengths, degree, demands);
    if (!demands.whole && !demands.positive) return;
    const known = tails !== undefined && this.highest > 0;
    let least = known ? this.lowest : Infinity;
    let most = known ? this.highest : 0;
    for (let i = 0; i < n; i++) {
      const count = this.leaving(tails?.[i] ?? i);
      checkCosts(cost, count, demands);
      for (let j = 0; j < count; j++) {
        if (cost[j] > most) most = cost[j];
        if (cost[j] > 0 && cost[j] < least) least = cost[j];
      }
    }
    if (most > WIDEST * least) {
      // What was the least or the largest once may be gone.
      if (known) return this.check(demands);
      throw new RangeError(`${demands.planner} needs the largest cost within 10¹⁵ times the least one, and arcs cost from ${least} to ${most}: raise the least, or lower the largest.`);
    }
    this.lowest = least;
    this.highest = most;
  }

  /** Whether every cost is a whole number, and will be: a lattice never changes its lengths, and terrain multiplies them by whole numbers. */
  alwaysWhole(): boolean {
    return this.lattice !== undefined && this.whole();
  }

  /** No path costs more, whatever terrain there may come to be; Infinity where costs need not be whole numbers. */
  greatestSum(): number {
    if (!this.alwaysWhole()) return Infinity;
    return Math.max(0, ...this.lengths.subarray(0, this.degree)) * 255 * this.graph.vertexCount;
  }

  /**
   * How great a number may become that is added to whatever is kept (km, a shift) and rises by an estimate at a time, so that 32 bits hold all
   * of it: g, an estimate, that number, and its next rise. Infinity where they do not.
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

function checkCosts(costs: Float64Array, n: number, { planner, whole, positive }: CostDemands): void {
  for (let i = 0; i < n; i++) {
    const cost = costs[i];
    if (whole && !Number.isInteger(cost)) {
      throw new RangeError(`Buckets need whole-number costs, and an arc costs ${cost}: give the graph a whole-number metric (5/7, 70/99), or ${planner} a heap (queue: 'larger-g').`);
    }
    if (positive && !(cost > 0)) throw new RangeError(`${planner} needs costs above 0, and an arc costs ${cost}: give it a small cost instead.`);
  }
}
