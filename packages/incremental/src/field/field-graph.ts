import type { Graph, Heuristic, Located } from '@pf/graph';
import { TailLog } from '@pf/graph';
import { checkBuffer, shown } from '@pf/graph/kit';

/**
 * The graph of `FieldDStar`: corners of cells with costs per unit of length. Corner (x, y) is the upper left one of cell (x, y).
 *
 * @example
 * ```ts
 * import { FieldGraph } from '@pf/incremental';
 *
 * const field = new FieldGraph(3, 2, [1, 1, 1, 1, 5, 1]);
 * field.vertexCount; // → 12
 * field.setCost(1, 1, 0, new Uint32Array(4)); // → 4
 * ```
 */
export class FieldGraph implements Graph, Located {
  readonly vertexCount: number;
  readonly maxDegree = 8;
  version = 0;
  /** Corners in a row. */
  readonly stride: number;
  /** By cell; Infinity if blocked. */
  private readonly costs: Float64Array;
  private readonly log = new TailLog();

  /** `costs` by cell, row by row: from 1 to 10⁹, or 0 for a blocked cell. Without them all cells cost 1. */
  constructor(
    readonly width: number,
    readonly height: number,
    costs?: ArrayLike<number>,
  ) {
    for (const [name, size] of [['width', width], ['height', height]] as const) {
      if (!(Number.isInteger(size) && size > 0)) throw new RangeError(`The ${name} of a field must be a whole number of cells above 0, got ${shown(size)}.`);
    }
    if (costs !== undefined && costs.length !== width * height) throw new RangeError(`A field of ${width} × ${height} cells needs ${width * height} costs, got ${costs.length}.`);
    this.stride = width + 1;
    this.vertexCount = this.stride * (height + 1);
    this.costs = new Float64Array(width * height).fill(1);
    for (let cell = 0; costs !== undefined && cell < this.costs.length; cell++) this.costs[cell] = checkCost(costs[cell]);
  }

  /** The corner at (x, y), from (0, 0) to (width, height). */
  vertex(x: number, y: number): number {
    if (!(Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x <= this.width && y <= this.height)) {
      throw new RangeError(`A field of ${this.width} × ${this.height} cells has the corners (0, 0) to (${this.width}, ${this.height}), got (${x}, ${y}).`);
    }
    return y * this.stride + x;
  }

  x(v: number): number {
    return v % this.stride;
  }

  y(v: number): number {
    return Math.floor(v / this.stride);
  }

  /** Cost of a cell per unit of length; Infinity if it is blocked or outside the field. */
  cost(x: number, y: number): number {
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? this.costs[y * this.width + x] : Infinity;
  }

  /** Changes the cost of a cell; 0 blocks it. Writes the corners around it, whose arcs change, and returns how many. */
  setCost(x: number, y: number, cost: number, tails?: Uint32Array): number {
    if (!(Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < this.width && y < this.height)) throw new RangeError(`A field of ${this.width} × ${this.height} cells has no cell (${x}, ${y}).`);
    if (tails !== undefined && tails.length < 4) throw new RangeError(`A cell has 4 corners, and the buffer for them holds ${tails.length}.`);
    const cell = y * this.width + x;
    const now = checkCost(cost);
    if (now === this.costs[cell]) return 0;
    this.costs[cell] = now;
    this.version++;
    for (let i = 0; i < 4; i++) {
      const corner = y * this.stride + x + (i & 1) + (i >> 1) * this.stride;
      this.log.add(corner, this.version);
      if (tails !== undefined) tails[i] = corner;
    }
    return 4;
  }

  /** Writes the corners whose arcs changed since `version`, each once. Returns their number; −1 if the version is too old or still to come, or they do not fit. */
  changedSince(version: number, tails: Uint32Array): number {
    checkBuffer(tails);
    return version <= this.version ? this.log.since(version, tails) : -1;
  }

  /** Moves along edges, at the lower cost of the two cells beside them, and diagonally across cells. */
  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    const { stride, width, height } = this;
    const x = v % stride;
    const y = (v - x) / stride;
    let n = 0;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        if ((dx === 0 && dy === 0) || x + dx < 0 || y + dy < 0 || x + dx > width || y + dy > height) continue;
        const [cx, cy] = [dx < 0 ? x - 1 : x, dy < 0 ? y - 1 : y];
        const across = this.cost(cx, cy);
        const step = dx === 0 ? Math.min(across, this.cost(x - 1, cy)) : dy === 0 ? Math.min(across, this.cost(cx, y - 1)) : Math.SQRT2 * across;
        if (step === Infinity) continue;
        to[n] = v + dy * stride + dx;
        cost[n++] = step;
      }
    }
    return n;
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.successors(v, to, cost);
  }

  /**
   * The straight line at cost `least` per unit, divided by √2. Interpolated costs need this: along a step, the cost to the goal may fall
   * by only 1/√2 of the step's cost.
   */
  heuristic({ least = 1 }: { readonly least?: number | undefined } = {}): Heuristic {
    const { stride } = this;
    return (v, goal) => {
      const dx = (v % stride) - (goal % stride);
      const dy = Math.floor(v / stride) - Math.floor(goal / stride);
      return least * Math.SQRT1_2 * Math.sqrt(dx * dx + dy * dy);
    };
  }
}

/** Largest cost of a cell. With 10¹³, rounding hides cheap cells behind expensive ones, and points may miss the goal. */
const MOST = 1e9;

function checkCost(cost: number): number {
  if (cost === 0 || cost === Infinity) return Infinity;
  if (typeof cost !== 'number' || !(cost >= 1 && cost <= MOST)) throw new RangeError(`The cost of a cell must be from 1 to 10⁹ per unit of length, or 0 for a blocked cell, got ${shown(cost)}.`);
  return cost;
}
