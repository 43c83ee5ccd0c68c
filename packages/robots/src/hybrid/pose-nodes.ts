import type { CurveSegment } from '../curves/curve.ts';
import type { Pose } from '../maps/map-frame.ts';

/** Numbers stored for a node: x, y, heading, g, and the turn and length of the motion to it. */
const NUMBERS = 6;

/** The poses that a search has reached, and the best of each state. */
export class PoseNodes {
  /** By state: its best node, counted from `base`; values below `base` are from earlier searches. */
  private readonly bestOf: Int32Array;
  /** Nodes of earlier searches have lower numbers. */
  private base = 1;
  private count = 0;
  private numbers = new Float64Array(1024 * NUMBERS);
  private parents = new Int32Array(1024);
  private states = new Int32Array(1024);
  private closed = new Uint8Array(1024);

  constructor(stateCount: number) {
    this.bestOf = new Int32Array(stateCount);
  }

  /** Removes all nodes without visiting the states. */
  reset(): void {
    this.base += this.count;
    this.count = 0;
    if (this.base < 2 ** 30) return;
    this.bestOf.fill(0);
    this.base = 1;
  }

  /** Whether a cost is below the best of a state so far. Expanded states are not improved. */
  improves(state: number, g: number): boolean {
    const best = this.bestOf[state] - this.base;
    return best < 0 || (this.closed[best] === 0 && g < this.numbers[best * NUMBERS + 3]);
  }

  /** Adds the new best node of a state; returns its number. */
  add(state: number, { x, y, heading }: Pose, g: number, parent: number, turn: number, length: number): number {
    const node = this.count++;
    if (node === this.parents.length) this.double();
    this.bestOf[state] = this.base + node;
    this.states[node] = state;
    this.parents[node] = parent;
    this.closed[node] = 0;
    const { numbers } = this;
    const at = node * NUMBERS;
    numbers[at] = x;
    numbers[at + 1] = y;
    numbers[at + 2] = heading;
    numbers[at + 3] = g;
    numbers[at + 4] = turn;
    numbers[at + 5] = length;
    return node;
  }

  /** Closes a node; false if it is already closed or not the best of its state. */
  close(node: number): boolean {
    if (this.bestOf[this.states[node]] !== this.base + node || this.closed[node] === 1) return false;
    this.closed[node] = 1;
    return true;
  }

  g(node: number): number {
    return this.numbers[node * NUMBERS + 3];
  }

  /** The direction of the motion to it: 1 forwards, −1 backwards, 0 at the start. */
  gear(node: number): number {
    return Math.sign(this.numbers[node * NUMBERS + 5]);
  }

  pose(node: number): Pose {
    const at = node * NUMBERS;
    return { x: this.numbers[at], y: this.numbers[at + 1], heading: this.numbers[at + 2] };
  }

  /** The motions from the start to a node. */
  motions(node: number): CurveSegment[] {
    const motions: CurveSegment[] = [];
    for (let at = node; this.parents[at] >= 0; at = this.parents[at]) motions.push({ turn: this.numbers[at * NUMBERS + 4] as 1 | 0 | -1, length: this.numbers[at * NUMBERS + 5] });
    return motions.reverse();
  }

  private double(): void {
    const grow = <List extends Float64Array | Int32Array | Uint8Array>(list: List, twice: List): List => {
      twice.set(list);
      return twice;
    };
    const n = 2 * this.parents.length;
    this.numbers = grow(this.numbers, new Float64Array(n * NUMBERS));
    this.parents = grow(this.parents, new Int32Array(n));
    this.states = grow(this.states, new Int32Array(n));
    this.closed = grow(this.closed, new Uint8Array(n));
  }
}
