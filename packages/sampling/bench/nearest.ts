/**
 * Which nearest-neighbour index the trees use: candidates on the load that RRT* gives, one nearest and one radius query before
 * each point added. Run: npx esbuild bench/nearest.ts --bundle --platform=node --format=esm --outfile=/tmp/nearest.mjs && node /tmp/nearest.mjs
 */
import { NearestIndex } from '../src/nearest-index.ts';

interface Candidate {
  add(points: Float64Array, offset: number): number;
  nearest(points: Float64Array, offset: number): number;
  within(points: Float64Array, offset: number, radius: number): number;
}

class Scan implements Candidate {
  private points = new Float64Array(1024);
  private size = 0;
  constructor(private readonly dimension: number) {}
  add(p: Float64Array, offset: number): number {
    const d = this.dimension;
    if ((this.size + 1) * d > this.points.length) this.points = widened(this.points);
    for (let k = 0; k < d; k++) this.points[this.size * d + k] = p[offset + k]!;
    return this.size++;
  }
  nearest(q: Float64Array, offset: number): number {
    let best = -1, bestSquared = Infinity;
    for (let i = 0; i < this.size; i++) {
      const squared = squaredDistance(this.points, i * this.dimension, q, offset, this.dimension);
      if (squared < bestSquared) { bestSquared = squared; best = i; }
    }
    return best;
  }
  within(q: Float64Array, offset: number, radius: number): number {
    let n = 0;
    for (let i = 0; i < this.size; i++) if (squaredDistance(this.points, i * this.dimension, q, offset, this.dimension) <= radius * radius) n++;
    return n;
  }
}

/** One point a node, axes in turn, never rebalanced: points come at random, so it stays shallow. */
class PointTree implements Candidate {
  private points = new Float64Array(1024);
  private left = new Int32Array(1024).fill(-1);
  private right = new Int32Array(1024).fill(-1);
  private size = 0;
  private best = -1;
  private bestSquared = 0;
  constructor(private readonly dimension: number) {}
  add(p: Float64Array, offset: number): number {
    const d = this.dimension;
    if ((this.size + 1) * d > this.points.length) this.points = widened(this.points);
    if (this.size === this.left.length) {
      const left = new Int32Array(this.size * 2).fill(-1); left.set(this.left); this.left = left;
      const right = new Int32Array(this.size * 2).fill(-1); right.set(this.right); this.right = right;
    }
    for (let k = 0; k < d; k++) this.points[this.size * d + k] = p[offset + k]!;
    const id = this.size++;
    for (let at = 0, axis = 0; id > 0; axis = (axis + 1) % d) {
      const side = p[offset + axis] < this.points[at * d + axis] ? this.left : this.right;
      if (side[at] < 0) { side[at] = id; break; }
      at = side[at]!;
    }
    return id;
  }
  nearest(q: Float64Array, offset: number): number {
    this.best = -1; this.bestSquared = Infinity;
    if (this.size > 0) this.visit(0, 0, q, offset);
    return this.best;
  }
  private visit(at: number, axis: number, q: Float64Array, offset: number): void {
    const d = this.dimension;
    const squared = squaredDistance(this.points, at * d, q, offset, d);
    if (squared < this.bestSquared) { this.bestSquared = squared; this.best = at; }
    const beyond = q[offset + axis] - this.points[at * d + axis];
    const near = beyond < 0 ? this.left[at] : this.right[at], far = beyond < 0 ? this.right[at] : this.left[at];
    const next = axis + 1 === d ? 0 : axis + 1;
    if (near >= 0) this.visit(near, next, q, offset);
    if (far >= 0 && beyond * beyond < this.bestSquared) this.visit(far, next, q, offset);
  }
  within(q: Float64Array, offset: number, radius: number): number {
    return this.size > 0 ? this.count(0, 0, q, offset, radius) : 0;
  }
  private count(at: number, axis: number, q: Float64Array, offset: number, radius: number): number {
    const d = this.dimension;
    let n = squaredDistance(this.points, at * d, q, offset, d) <= radius * radius ? 1 : 0;
    const beyond = q[offset + axis] - this.points[at * d + axis];
    const next = axis + 1 === d ? 0 : axis + 1;
    if (this.left[at] >= 0 && beyond <= radius) n += this.count(this.left[at], next, q, offset, radius);
    if (this.right[at] >= 0 && beyond >= -radius) n += this.count(this.right[at], next, q, offset, radius);
    return n;
  }
}

/** A grid over the unit cube, about two points a cell; laid anew whenever the points have doubled. */
class BucketGrid implements Candidate {
  private points = new Float64Array(1024);
  private next = new Int32Array(1024);
  private heads = new Int32Array(1).fill(-1);
  private side = 1;
  private size = 0;
  private readonly low: Int32Array;
  private readonly high: Int32Array;
  private readonly at: Int32Array;
  constructor(private readonly dimension: number) {
    this.low = new Int32Array(dimension); this.high = new Int32Array(dimension); this.at = new Int32Array(dimension);
  }
  add(p: Float64Array, offset: number): number {
    const d = this.dimension;
    if ((this.size + 1) * d > this.points.length) this.points = widened(this.points);
    if (this.size === this.next.length) { const next = new Int32Array(this.size * 2); next.set(this.next); this.next = next; }
    for (let k = 0; k < d; k++) this.points[this.size * d + k] = p[offset + k]!;
    const id = this.size++;
    const side = Math.max(1, Math.floor((this.size / 2) ** (1 / d)));
    if (side > this.side * 2 ** (1 / d)) {
      this.side = side;
      this.heads = new Int32Array(side ** d).fill(-1);
      for (let i = 0; i <= id; i++) this.link(i);
    } else this.link(id);
    return id;
  }
  private link(id: number): void {
    let cell = 0;
    for (let k = 0; k < this.dimension; k++) cell = cell * this.side + this.slot(this.points[id * this.dimension + k]);
    this.next[id] = this.heads[cell]!;
    this.heads[cell] = id;
  }
  private slot(value: number): number { return Math.max(0, Math.min(this.side - 1, Math.floor(value * this.side))); }
  nearest(q: Float64Array, offset: number): number {
    // Boxes of growing radius: every cell within it is looked at anew, which the doubling keeps cheap.
    for (let radius = 1 / this.side; ; radius *= 2) {
      let best = -1, bestSquared = Infinity;
      this.walk(q, offset, radius, (i) => {
        const squared = squaredDistance(this.points, i * this.dimension, q, offset, this.dimension);
        if (squared < bestSquared) { bestSquared = squared; best = i; }
      });
      if (bestSquared <= radius * radius || (radius > 2 && best >= 0) || this.size === 0) return best;
    }
  }
  within(q: Float64Array, offset: number, radius: number): number {
    let n = 0;
    this.walk(q, offset, radius, (i) => { if (squaredDistance(this.points, i * this.dimension, q, offset, this.dimension) <= radius * radius) n++; });
    return n;
  }
  private walk(q: Float64Array, offset: number, radius: number, visit: (id: number) => void): void {
    const { low, high, at, dimension: d, side } = this;
    for (let k = 0; k < d; k++) { low[k] = at[k] = this.slot(q[offset + k] - radius); high[k] = this.slot(q[offset + k] + radius); }
    for (;;) {
      let cell = 0;
      for (let k = 0; k < d; k++) cell = cell * side + at[k];
      for (let i = this.heads[cell]; i >= 0; i = this.next[i]!) visit(i);
      let k = d - 1;
      while (k >= 0 && at[k] === high[k]) { at[k] = low[k]!; k--; }
      if (k < 0) return;
      at[k]++;
    }
  }
}

function squaredDistance(a: Float64Array, i: number, b: Float64Array, j: number, d: number): number {
  let squared = 0;
  for (let k = 0; k < d; k++) { const difference = a[i + k] - b[j + k]; squared += difference * difference; }
  return squared;
}

function widened(array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const wider = new Float64Array(array.length * 2);
  wider.set(array);
  return wider;
}

function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const candidates: Record<string, (d: number) => Candidate> = {
  scan: (d) => new Scan(d), 'bucket grid': (d) => new BucketGrid(d), 'k-d tree of points': (d) => new PointTree(d), 'k-d tree of buckets': (d) => new NearestIndex(d),
};

for (const d of [2, 3, 6]) {
  for (const n of [100, 1000, 10_000, 100_000]) {
    const times: Record<string, number[]> = {};
    let expected: number | undefined;
    for (let round = 0; round < (n > 10_000 ? 2 : n < 1000 ? 40 : 4); round++) {
      for (const [name, make] of Object.entries(candidates)) {
        if (name === 'scan' && n > 10_000) continue;
        const next = random(7);
        const index = make(d);
        const points = new Float64Array(n * d).map(() => next());
        let sum = 0;
        const begin = performance.now();
        for (let i = 0; i < n; i++) {
          sum += index.nearest(points, i * d);
          // About 12 ln n neighbours, as RRT* needs in the plane.
          if (i > 1) sum += index.within(points, i * d, 0.5 * ((4 * Math.log(i)) / i) ** (1 / d));
          index.add(points, i * d);
        }
        (times[name] ??= []).push((performance.now() - begin) / n * 1000);
        expected ??= sum;
        if (sum !== expected) throw new Error(`${name} answers otherwise: ${sum}, not ${expected}.`);
      }
    }
    console.log(`d ${d}  n ${String(n).padStart(6)}  µs a sample: ${Object.entries(times).map(([name, t]) => `${name} ${t.sort((a, b) => a - b)[t.length >> 1].toFixed(2)}`).join('   ')}`);
  }
}
