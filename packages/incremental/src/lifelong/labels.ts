import { NO_VERTEX } from '@pf/graph';
import { nextStamp } from '@pf/graph/kit';
import type { Arcs } from '../arcs.ts';
import { INFINITE_COST } from '../arcs.ts';

/** Labels of a lifelong search by vertex. Without the stamp of the current query, a vertex has g = rhs = Infinity. */
export class Labels {
  /** Cost to the goal when last expanded, and as computed from its successors now. */
  readonly g: Float64Array | Int32Array;
  readonly rhs: Float64Array | Int32Array;
  /** The successor that gives rhs. */
  readonly nextVertex: Int32Array;
  readonly stamp: Uint32Array;
  query = 1;
  /** Stands for Infinity in g and rhs. */
  readonly infinity: number;

  /** `bounded`: every sum of costs fits 32 bits. */
  constructor(n: number, bounded: boolean) {
    this.infinity = bounded ? INFINITE_COST : Infinity;
    this.g = bounded ? new Int32Array(n) : new Float64Array(n);
    this.rhs = bounded ? new Int32Array(n) : new Float64Array(n);
    this.nextVertex = new Int32Array(n);
    this.stamp = new Uint32Array(n);
  }

  /** Starts a new query: clears all labels. */
  reset(): void {
    this.query = nextStamp(this.stamp, this.query);
  }

  has(v: number): boolean {
    return this.stamp[v] === this.query;
  }

  /** Gives `v` initial labels. */
  give(v: number): void {
    this.stamp[v] = this.query;
    this.g[v] = this.infinity;
    this.rhs[v] = this.infinity;
    this.nextVertex[v] = NO_VERTEX;
  }

  /** Public value of g or rhs of `v`, from the present root. A label below that of the root is of an earlier one. */
  value(values: Float64Array | Int32Array, v: number, root: number, unit: number): number {
    const cost = this.has(v) && values[v] !== this.infinity ? values[v] - this.rhs[root] : Infinity;
    return cost >= 0 ? cost / unit : Infinity;
  }

  /** Cost of the path along the pointers. */
  costAlong(start: number, goal: number, arcs: Arcs): number {
    const { nextVertex } = this;
    let sum = 0;
    let v = start;
    for (let steps = 0; v !== goal && steps < nextVertex.length; v = nextVertex[v], steps++) sum += arcs.between(v, nextVertex[v]);
    // A cycle arises only from unreported changes.
    return v === goal ? sum : Infinity;
  }
}
