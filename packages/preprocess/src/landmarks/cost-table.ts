/** The storage of a landmark's costs: exact, or in 65535 or 255 steps of equal width, rounded down. */
export type Precision = 'exact' | 16 | 8;

/**
 * Costs between every vertex and each of a few landmarks: 8, 2 or 1 bytes a landmark and vertex.
 *
 * On lattices the costs of a landmark are adjacent. Neighbours are then near each other, and a query that uses few landmarks reads few cache lines. Elsewhere the
 * costs of a vertex are adjacent.
 *
 * If two costs are rounded down to whole quanta, the true difference exceeds (difference of codes − 1) quanta; `exceeds` returns this bound. It is
 * consistent only if the quantum divides every arc cost. Otherwise A* must re-open, as it does by default. The last code means Infinity.
 */
export class CostTable {
  codes: Float64Array | Uint16Array | Uint8Array;
  /** The code of Infinity. */
  readonly none: number;
  /** The largest cost so far, as stored. */
  longest = 0;
  /** Whole costs and a whole quantum improve the bound by 1. */
  extra: number;
  /** Distances in the array: between two vertices of a landmark, and between two landmarks of a vertex. */
  readonly perVertex: number;
  readonly perLandmark: number;

  /** `quantum` is the width of a code, 0 if costs are exact. `whole`: all costs so far are whole numbers. */
  constructor(
    readonly landmarks: number,
    readonly quantum: number,
    public whole: boolean,
    codes: Float64Array | Uint16Array | Uint8Array,
    /** Whether the costs of a landmark are adjacent; otherwise, those of a vertex are. */
    readonly byLandmark: boolean,
    /** Whether the codes belong to a caller's buffer, and must be copied before the first write. */
    private borrowed = false,
  ) {
    this.codes = codes;
    this.perVertex = byLandmark ? 1 : landmarks;
    this.perLandmark = byLandmark && landmarks > 0 ? codes.length / landmarks : 1;
    this.none = codes instanceof Float64Array ? Infinity : codes instanceof Uint16Array ? 0xffff : 0xff;
    this.extra = whole && Number.isInteger(quantum) ? 1 : 0;
    if (borrowed) for (const code of codes) this.note(code);
  }

  set(v: number, landmark: number, cost: number): void {
    if (this.borrowed) {
      this.codes = this.codes.slice();
      this.borrowed = false;
    }
    // A rise to a fraction needs no report, so the costs of a later landmark may be the first to show it.
    if (this.whole && cost < Infinity && !Number.isInteger(cost)) {
      this.whole = false;
      this.extra = 0;
    }
    const code = this.encode(cost);
    this.codes[v * this.perVertex + landmark * this.perLandmark] = code;
    this.note(code);
  }

  /** The stored cost, rounded down; Infinity if there is no path. */
  get(v: number, landmark: number): number {
    return this.decode(this.codes[v * this.perVertex + landmark * this.perLandmark]);
  }

  /** A lower bound of cost a − cost b: Infinity if only `a` has no path, 0 if nothing is known. */
  exceeds(a: number, b: number, landmark: number): number {
    const codeA = this.codes[a * this.perVertex + landmark * this.perLandmark];
    const codeB = this.codes[b * this.perVertex + landmark * this.perLandmark];
    if (codeA <= codeB || codeB === this.none) return 0;
    if (codeA === this.none) return Infinity;
    return this.quantum === 0 ? codeA - codeB : this.quantum * (codeA - codeB - 1) + this.extra;
  }

  private note(code: number): void {
    if (code !== this.none) this.longest = Math.max(this.longest, this.decode(code));
  }

  private decode(code: number): number {
    if (this.quantum === 0) return code;
    return code === this.none ? Infinity : code * this.quantum;
  }

  private encode(cost: number): number {
    if (this.quantum === 0) return cost;
    // Costs above the largest are clamped. Clamping both costs of a difference only lowers it.
    return cost === Infinity ? this.none : Math.min(Math.floor(cost / this.quantum), this.none - 1);
  }
}

/** An empty table whose codes cover costs up to `longest`. */
export function costTable(vertexCount: number, landmarks: number, precision: Precision, longest: number, whole: boolean, byLandmark: boolean): CostTable {
  const size = vertexCount * landmarks;
  if (precision === 'exact') return new CostTable(landmarks, 0, whole, new Float64Array(size).fill(Infinity), byLandmark);
  // One code is reserved for Infinity. A quantum of 0 would mean exact costs.
  const quantum = Math.max(longest || 1, 1e-300) / (2 ** precision - 3);
  const codes = precision === 16 ? new Uint16Array(size) : new Uint8Array(size);
  codes.fill(2 ** precision - 1);
  return new CostTable(landmarks, whole ? Math.ceil(quantum) : quantum, whole, codes, byLandmark);
}
