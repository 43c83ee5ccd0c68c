import type { Heuristic } from '@pf/graph';
import type { OctileHeuristic, OctileSteps } from '@pf/graph/kit';
import { NO_VERTEX } from '@pf/graph';
import { checkSelfEstimate, nextStamp, wholeEstimate } from '@pf/graph/kit';
import { checkEstimate } from './planner.ts';

/** Units and rounding of estimates. */
export interface EstimateOptions {
  /** Units per cost of 1. */
  readonly unit: number;
  /** Costs are whole numbers, so estimates are rounded down; they stay consistent. */
  readonly whole: boolean;
  /** Whole estimates are capped at it. Below 2³¹, they are kept in 32 bits. */
  readonly greatest: number;
  /** Whether they are estimates to the start instead of from it. */
  readonly toStart?: boolean;
}

/**
 * Estimates from a start that moves. Keys need the same estimate several times, so it is cached until the start
 * changes. An octile distance is computed in place, which is faster than the cache.
 */
export class StartHeuristic {
  /** Undefined if the heuristic is not an octile distance. */
  private readonly octile: OctileSteps | undefined;
  private readonly perStride: number;
  private readonly stride: number;
  private x = 0;
  private y = 0;
  private straight = 0;
  private diagonal = 0;
  /** Current start; NO_VERTEX before the first. */
  start = NO_VERTEX;
  private readonly h: Float64Array | Int32Array;
  /** By vertex: epoch of its `h`. */
  private readonly epochs: Uint32Array;
  private epoch = 0;
  private whole: boolean;
  /** What `foresee` read; NaN if nothing. */
  private ahead = NaN;

  constructor(
    vertexCount: number,
    private readonly heuristic: Heuristic,
    private readonly options: EstimateOptions,
  ) {
    this.whole = options.whole;
    const octile = 'octile' in heuristic ? (heuristic as OctileHeuristic).octile : undefined;
    const { unit } = options;
    const unitsOf = (length: number): number => (unit > 1 ? Math.round(length * unit) : length);
    // Products of rounded numbers could exceed the heuristic.
    const exact = octile !== undefined && [unitsOf(octile.straight), unitsOf(octile.diagonal), octile.terrain.least].every(Number.isInteger);
    this.octile = exact ? octile : undefined;
    this.stride = this.octile?.stride ?? 1;
    this.perStride = 1 / this.stride;
    const kept = exact ? 0 : vertexCount;
    this.h = options.greatest < 2 ** 31 ? new Int32Array(kept) : new Float64Array(kept);
    this.epochs = new Uint32Array(kept);
  }

  /** As `startAt`. Returns the amount by which later keys must rise, so that earlier keys stay lower bounds. */
  moveTo(start: number): number {
    const { unit, greatest } = this.options;
    if (Number.isNaN(this.ahead)) this.foresee(start);
    const units = this.ahead * unit;
    this.startAt(start);
    // Rounded up, as estimates are rounded down.
    return this.whole ? Math.min(Math.ceil(units - units * 2 ** -50 - 1e-9), greatest) : units;
  }

  /** Reads the estimate for the `moveTo` that will follow. Call it before edits: in a mesh with cuts, the id of the old start may then belong to another face. */
  foresee(start: number): void {
    this.ahead = this.between(start);
  }

  /** As `startAt`, for a new query: checks the heuristic. */
  begin(start: number): void {
    if (this.octile === undefined) checkSelfEstimate(this.heuristic, start);
    this.startAt(start);
  }

  /** Moves the start and clears the cache, even if the start is the same. */
  startAt(start: number): void {
    this.start = start;
    this.ahead = NaN;
    this.epoch = nextStamp(this.epochs, this.epoch);
    if (this.octile === undefined) return;
    const { stride, straight, diagonal, terrain } = this.octile;
    this.x = start % stride;
    this.y = (start - this.x) / stride;
    this.straight = Math.round(straight * this.options.unit) * terrain.least;
    this.diagonal = Math.round(diagonal * this.options.unit) * terrain.least;
  }

  /** Switches to fractional costs. Cached rounded estimates are dropped at the next start. */
  allowFractions(): void {
    this.whole = false;
  }

  /** Estimate from the start to `v`. */
  to(v: number): number {
    if (this.octile === undefined) return this.epochs[v] === this.epoch ? this.h[v] : this.compute(v);
    const row = ((v + 0.5) * this.perStride) | 0;
    const high = Math.abs(row - this.y);
    const wider = (Math.abs(v - row * this.stride - this.x) - high) | 0;
    return this.straight * Math.abs(wider) + this.diagonal * (high + (wider & (wider >> 31)));
  }

  /** Drops cached estimates: in a mesh with cuts, these ids may now belong to other faces. */
  forget(vertices: ArrayLike<number>, n: number): void {
    if (this.octile === undefined) for (let i = 0; i < n; i++) this.epochs[vertices[i]] = 0;
  }

  private between(v: number): number {
    const h = this.options.toStart === true ? this.heuristic(v, this.start) : this.heuristic(this.start, v);
    checkEstimate(h, this.start, v);
    return h;
  }

  private compute(v: number): number {
    const h = this.between(v);
    this.epochs[v] = this.epoch;
    return (this.h[v] = this.whole ? Math.min(wholeEstimate(h, this.options.unit), this.options.greatest) : h * this.options.unit);
  }
}
