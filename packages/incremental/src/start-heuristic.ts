import type { Heuristic } from '@pf/graph';
import type { OctileHeuristic, OctileSteps } from '@pf/graph/kit';
import { NO_VERTEX } from '@pf/graph';
import { checkHeuristic, wholeEstimate } from '@pf/graph/kit';
import { checkEstimate } from './planner.ts';
import { nextStamp } from './stamps.ts';

/** What estimates are given in. */
export interface EstimateOptions {
  /** How many of its units make a cost of 1. */
  readonly unit: number;
  /** Costs are whole numbers: estimates are rounded down. A whole number below a consistent estimate is consistent as well there. */
  readonly whole: boolean;
  /** No way costs more, and no estimate is: above it, it is taken for it, which is as consistent. Where it is finite, 32 bits hold it. */
  readonly greatest: number;
}

/**
 * Estimates from a start that moves. Keys ask for the same one several times, so what a heuristic says is kept until the start
 * is another; an octile distance is reckoned in place, which takes less time than looking it up.
 */
export class StartHeuristic {
  /** Undefined where the heuristic does not say how it is reckoned. */
  private readonly octile: OctileSteps | undefined;
  private readonly perStride: number;
  private readonly stride: number;
  private x = 0;
  private y = 0;
  private straight = 0;
  private diagonal = 0;
  /** What estimates are from; NO_VERTEX before the first. */
  start = NO_VERTEX;
  private readonly h: Float64Array | Int32Array;
  /** By vertex: the epoch that `h` was asked for in. */
  private readonly epochs: Uint32Array;
  private epoch = 0;
  private whole: boolean;

  constructor(
    vertexCount: number,
    private readonly heuristic: Heuristic,
    private readonly options: EstimateOptions,
  ) {
    checkHeuristic(heuristic);
    this.whole = options.whole;
    const octile = 'octile' in heuristic ? (heuristic as OctileHeuristic).octile : undefined;
    const { unit } = options;
    const unitsOf = (length: number): number => (unit > 1 ? Math.round(length * unit) : length);
    // Products of rounded numbers might be above what the heuristic says.
    const exact = octile !== undefined && [unitsOf(octile.straight), unitsOf(octile.diagonal), octile.terrain.least].every(Number.isInteger);
    this.octile = exact ? octile : undefined;
    this.stride = this.octile?.stride ?? 1;
    this.perStride = 1 / this.stride;
    const kept = exact ? 0 : vertexCount;
    this.h = options.greatest < Infinity ? new Int32Array(kept) : new Float64Array(kept);
    this.epochs = new Uint32Array(kept);
  }

  /** As `startAt`; returns by how much keys have to rise from now on, for those from before to be lower bounds of what they would be now. */
  moveTo(start: number): number {
    const { unit, greatest } = this.options;
    const h = this.heuristic(this.start, start);
    checkEstimate(h, this.start, start);
    this.startAt(start);
    const units = h * unit;
    // Up where estimates are rounded down.
    return this.whole ? Math.min(Math.ceil(units - units * 2 ** -50 - 1e-9), greatest) : units;
  }

  /** Estimates are from `start` now, anew even where it is the same. */
  startAt(start: number): void {
    this.start = start;
    this.epoch = nextStamp(this.epochs, this.epoch);
    if (this.octile === undefined) return;
    const { stride, straight, diagonal, terrain } = this.octile;
    this.x = start % stride;
    this.y = (start - this.x) / stride;
    this.straight = Math.round(straight * this.options.unit) * terrain.least;
    this.diagonal = Math.round(diagonal * this.options.unit) * terrain.least;
  }

  /** Costs are no whole numbers any more. What was kept as it was rounded is forgotten at the next start. */
  takeReals(): void {
    this.whole = false;
  }

  /** From the start to `v`. */
  to(v: number): number {
    if (this.octile === undefined) return this.epochs[v] === this.epoch ? this.h[v] : this.ask(v);
    const row = ((v + 0.5) * this.perStride) | 0;
    const high = Math.abs(row - this.y);
    const wider = (Math.abs(v - row * this.stride - this.x) - high) | 0;
    return this.straight * Math.abs(wider) + this.diagonal * (high + (wider & (wider >> 31)));
  }

  /** Arcs of these have changed: in a mesh that is cut, they may be others in other places. */
  forget(vertices: ArrayLike<number>, n: number): void {
    if (this.octile === undefined) for (let i = 0; i < n; i++) this.epochs[vertices[i]] = 0;
  }

  private ask(v: number): number {
    const h = this.heuristic(this.start, v);
    checkEstimate(h, this.start, v);
    this.epochs[v] = this.epoch;
    return (this.h[v] = this.whole ? Math.min(wholeEstimate(h, this.options.unit), this.options.greatest) : h * this.options.unit);
  }
}
