import type { Graph, Lattice } from '@pf/graph';
import { checkRead, hasCheckedArcs, isLattice, isLive, wholeLengths } from '@pf/graph/kit';

/** A planner's requirements on costs, beyond those of every graph. */
export interface CostDemands {
  /** Names the planner in error messages. */
  readonly planner: string;
  /** Costs must be whole numbers, for the option `queue: 'buckets'`. */
  readonly whole: boolean;
  /** No cost may be 0: values around a cycle of zero costs would support each other for ever. */
  readonly positive: boolean;
}

/** The costs of arcs that were read. */
interface Range {
  /** The version of the graph before. */
  readonly version: number | undefined;
  /** The smallest cost above 0, and the largest cost. */
  readonly least: number;
  readonly most: number;
  /** Whether all are whole numbers. */
  readonly whole: boolean;
  /** Whether all are above 0. */
  readonly positive: boolean;
}

/** By graph: the range of all its costs, for all planners until the next edit. */
const ranges = new WeakMap<Graph, Range>();

/** Limit on the ratio of the largest cost to the smallest positive one: beyond it, sums lose the smaller one. */
const WIDEST = 1e15;

/** With larger arc costs, finding the next bucket takes longer than a heap (on random graphs of 10⁴ to 10⁵ vertices). */
export const MAX_COST_FOR_BUCKETS = 2 ** 16;
/** The same for the most that a graph says in its `costRange`, which few arcs reach. */
export const MAX_STATED_FOR_BUCKETS = 2 ** 19;

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
  readonly greatestWhole: number;
  /** Lower bound on positive costs, in units: on a lattice the shortest length, else the smallest cost seen by the check. */
  lowest: number;
  /** Largest cost seen by the check, for graphs that are not lattices. */
  private highest = 0;
  /** The number of vertices when this was made. */
  private readonly room: number;
  private readonly checks: boolean;

  constructor(readonly graph: Graph) {
    this.room = graph.vertexCount;
    this.checks = !hasCheckedArcs(graph);
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
    if (lattice === undefined) {
      const n = this.graph.successors(v, to, cost);
      if (this.checks) checkRead(this.room, v, n, to, cost);
      return n;
    }
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
    if (lattice === undefined) {
      const n = this.graph.predecessors(v, to, cost);
      if (this.checks) checkRead(this.room, v, n, to, cost);
      return n;
    }
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

  /**
   * Throws if a cost of the graph violates the requirements. Returns whether every cost is a whole number, `most` or less; false if `most` is undefined.
   * On a lattice it reads the costs of moves on terrain of 1. On other graphs it reads the arcs that leave the first `n` of `tails`, by default of all vertices.
   */
  check(demands: CostDemands, most?: number, tails?: ArrayLike<number>, n = this.graph.vertexCount): boolean {
    const { lattice, greatestWhole } = this;
    if (lattice !== undefined) {
      checkCosts(lattice.lengths, this.degree, demands, greatestWhole);
      return most !== undefined && areWhole(this.lengths, this.degree, most);
    }
    const all = demands.whole || demands.positive;
    if (!all && most === undefined) return false;
    const range = tails === undefined ? this.rangeOfAll(all ? Infinity : most!) : this.range(n, tails);
    if (all) this.checkRange(demands, range, n, tails);
    return most !== undefined && range.whole && range.most <= most;
  }

  private checkRange(demands: CostDemands, range: Range, n: number, tails: ArrayLike<number> | undefined): void {
    const { cost, greatestWhole } = this;
    if ((demands.whole && !(range.whole && range.most <= greatestWhole)) || (demands.positive && !range.positive)) {
      // To name the first such cost.
      for (let i = 0; i < n; i++) checkCosts(cost, this.leaving(tails?.[i] ?? i), demands, greatestWhole);
    }
    const known = tails !== undefined && this.highest > 0;
    const least = known ? Math.min(this.lowest, range.least) : range.least;
    const most = known ? Math.max(this.highest, range.most) : range.most;
    if (most > WIDEST * least) {
      // The smallest or largest known cost may no longer exist.
      if (known) return this.checkRange(demands, this.rangeOfAll(), this.graph.vertexCount, undefined);
      throw new RangeError(`${demands.planner} needs the largest cost within 10¹⁵ times the least one, and arcs cost from ${least} to ${most}: raise the least, or lower the largest.`);
    }
    this.lowest = least;
    this.highest = most;
  }

  /** The range of all costs, read once for each version of a graph. Stops at a cost that is fractional or above `limit`, unless that is Infinity. */
  private rangeOfAll(limit = Infinity): Range {
    const { graph } = this;
    const known = ranges.get(graph);
    if (known !== undefined && known.version === graph.version && !isLive(graph)) return known;
    const range = this.range(graph.vertexCount, undefined, limit);
    const isCut = limit < Infinity && !(range.whole && range.most <= limit);
    if (range.version !== undefined && !isCut) ranges.set(graph, range);
    return range;
  }

  private range(n: number, tails: ArrayLike<number> | undefined, limit = Infinity): Range {
    const { cost, graph: { version, costRange } } = this;
    if (costRange !== undefined && costRange.most <= WIDEST * costRange.least) return { version, ...costRange, positive: costRange.least > 0 };
    let least = Infinity;
    let most = 0;
    let whole = true;
    let positive = true;
    for (let i = 0; i < n; i++) {
      const count = this.leaving(tails?.[i] ?? i);
      for (let j = 0; j < count; j++) {
        const c = cost[j];
        if (c > most) most = c;
        if (!(c > 0)) positive = false;
        else if (c < least) least = c;
        if (whole && !Number.isInteger(c)) whole = false;
      }
      if (limit < Infinity && !(whole && most <= limit)) break;
    }
    return { version, least, most, whole, positive };
  }

  /** Whether all costs are and stay whole numbers: a lattice never changes its lengths, and terrain multiplies them by whole numbers. */
  alwaysWhole(): boolean {
    return this.lattice !== undefined && areWhole(this.lengths, this.degree, Infinity);
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
