/** How a landmark's costs are kept: exactly, or as 65535 or 255 steps of equal width, rounded down. */
export type Precision = 'exact' | 16 | 8;

/**
 * Costs between every vertex and each of a few landmarks, those of a vertex side by side: 8, 2 or 1 bytes a landmark and vertex.
 *
 * Rounded down to whole quanta, two costs differ by more than (their codes' difference − 1) quanta: that pessimistic difference is what
 * `exceeds` gives. It stays a lower bound; it is consistent only where the quantum divides every arc cost, so A* has to
 * re-open, as it does by default. The last code stands for "no way".
 */
export class CostTable {
  codes: Float64Array | Uint16Array | Uint8Array;
  /** The code of Infinity. */
  readonly none: number;
  /** The longest cost that it has held, as it keeps it. */
  longest = 0;
  /** With whole costs and a whole quantum, a pessimistic difference is still at least 1 more. */
  extra: number;

  /** `quantum` is what one code is worth, 0 where costs are exact; `whole` says that all costs are whole numbers. */
  constructor(
    readonly landmarks: number,
    readonly quantum: number,
    public whole: boolean,
    codes: Float64Array | Uint16Array | Uint8Array,
    /** Whether the codes are somebody else's, and are copied before the first is written. */
    private borrowed = false,
  ) {
    this.codes = codes;
    this.none = codes instanceof Float64Array ? Infinity : codes instanceof Uint16Array ? 0xffff : 0xff;
    this.extra = whole && Number.isInteger(quantum) ? 1 : 0;
    if (borrowed) for (const code of codes) this.note(code);
  }

  /** The world has got a cost that is no whole number. */
  becomeFractional(): void {
    this.whole = false;
    this.extra = 0;
  }

  set(v: number, landmark: number, cost: number): void {
    if (this.borrowed) {
      this.codes = this.codes.slice();
      this.borrowed = false;
    }
    const code = this.encode(cost);
    this.codes[v * this.landmarks + landmark] = code;
    this.note(code);
  }

  /** The cost that is kept: rounded down, Infinity if there is no path. */
  get(v: number, landmark: number): number {
    return this.decode(this.codes[v * this.landmarks + landmark]);
  }

  /**
   * By how much the cost kept for `a` exceeds that for `b` at least: Infinity where only `a` has no way, 0 where nothing is known.
   */
  exceeds(a: number, b: number, landmark: number): number {
    const codeA = this.codes[a * this.landmarks + landmark];
    const codeB = this.codes[b * this.landmarks + landmark];
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
    // A cost beyond the longest is cut to it: what is cut on both sides only brings differences down.
    return cost === Infinity ? this.none : Math.min(Math.floor(cost / this.quantum), this.none - 1);
  }
}

/** An empty table in which costs up to `longest` have a code each. */
export function costTable(vertexCount: number, landmarks: number, precision: Precision, longest: number, whole: boolean): CostTable {
  const size = vertexCount * landmarks;
  if (precision === 'exact') return new CostTable(landmarks, 0, whole, new Float64Array(size).fill(Infinity));
  // One code is kept for "no way".
  const quantum = Math.max(longest, 1) / (2 ** precision - 3);
  const codes = precision === 16 ? new Uint16Array(size) : new Uint8Array(size);
  codes.fill(2 ** precision - 1);
  return new CostTable(landmarks, whole ? Math.ceil(quantum) : quantum, whole, codes);
}
