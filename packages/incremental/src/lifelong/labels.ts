import { NO_VERTEX } from '@pf/graph';
import type { Arcs } from '../arcs.ts';
import { GREATEST } from '../arcs.ts';
import { nextStamp } from '../stamps.ts';

/** What a lifelong search keeps for each vertex. Those of vertices without the stamp of the present question belong to former ones: there g = rhs = Infinity. */
export class Labels {
  /** The cost to the goal as last expanded, and as its successors now have it. */
  readonly g: Float64Array | Int32Array;
  readonly rhs: Float64Array | Int32Array;
  /** The successor that gives rhs. */
  readonly ahead: Int32Array;
  readonly stamp: Uint32Array;
  question = 1;
  /** What g and rhs hold in place of Infinity. */
  readonly infinity: number;

  /** `bounded`: 32 bits hold every sum of costs. */
  constructor(n: number, bounded: boolean) {
    this.infinity = bounded ? GREATEST : Infinity;
    this.g = bounded ? new Int32Array(n) : new Float64Array(n);
    this.rhs = bounded ? new Int32Array(n) : new Float64Array(n);
    this.ahead = new Int32Array(n);
    this.stamp = new Uint32Array(n);
  }

  /** A new question: no vertex has labels. */
  reset(): void {
    this.question = nextStamp(this.stamp, this.question);
  }

  has(v: number): boolean {
    return this.stamp[v] === this.question;
  }

  /** Gives `v` the labels of a vertex that nothing is known of. */
  give(v: number): void {
    this.stamp[v] = this.question;
    this.g[v] = this.infinity;
    this.rhs[v] = this.infinity;
    this.ahead[v] = NO_VERTEX;
  }

  /** g or rhs of `v`, as it is said outside. */
  value(values: Float64Array | Int32Array, v: number, unit: number): number {
    return this.has(v) && values[v] !== this.infinity ? values[v] / unit : Infinity;
  }

  /** What the path along the pointers costs. */
  costAlong(start: number, goal: number, arcs: Arcs): number {
    const { ahead } = this;
    let sum = 0;
    let v = start;
    for (let steps = 0; v !== goal && steps < ahead.length; v = ahead[v], steps++) sum += arcs.between(v, ahead[v]);
    // In a circle only where arcs have changed and nobody has reported it.
    return v === goal ? sum : Infinity;
  }
}
