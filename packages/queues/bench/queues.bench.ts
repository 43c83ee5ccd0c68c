import { BinaryHeap, BucketQueue, LazyHeap, MonotoneQueue } from '../src/index.ts';
import { FastPriorityQueueAdapter, FlatQueueAdapter, HeapJsAdapter, TinyQueueAdapter } from './peers.ts';

/** A queue as the workloads drive it. One without `decrease` gets a second entry, and the first is skipped when popped. */
export interface BenchQueue {
  push(id: number, key: number): void;
  pop(): number;
  peekKey(): number;
  clear(): void;
  decrease?(id: number, key: number): void;
}

export interface Contender {
  readonly name: string;
  /** Whether it takes whole keys only. */
  readonly whole: boolean;
  make(capacity: number): BenchQueue;
}

export interface Workload {
  readonly name: string;
  readonly whole: boolean;
  /** How many pops `run` makes: what its time is divided by. */
  readonly pops: number;
  /** Returns a number that depends on what was popped. */
  run(queue: BenchQueue): number;
}

class Buckets extends BucketQueue {
  peekKey(): number {
    return this.peekPriority();
  }

  decrease(id: number, priority: number): void {
    this.update(id, priority);
  }
}

const own: readonly Contender[] = [
  { name: 'LazyHeap', whole: false, make: (capacity) => new LazyHeap(capacity) },
  { name: 'MonotoneQueue', whole: false, make: (capacity) => new MonotoneQueue(capacity) },
  { name: 'BinaryHeap', whole: false, make: (capacity) => new BinaryHeap(capacity) },
  { name: 'BinaryHeap, lifo', whole: false, make: (capacity) => new BinaryHeap(capacity, { ties: 'lifo' }) },
  { name: 'BucketQueue', whole: true, make: (capacity) => new Buckets(capacity) },
];

const peers: readonly Contender[] = [
  { name: 'flatqueue', whole: false, make: () => new FlatQueueAdapter() },
  { name: 'flatqueue, fixed', whole: false, make: (capacity) => new FlatQueueAdapter(capacity) },
  { name: 'tinyqueue', whole: false, make: () => new TinyQueueAdapter() },
  { name: 'heap-js', whole: false, make: () => new HeapJsAdapter() },
  { name: 'fastpriorityqueue', whole: false, make: () => new FastPriorityQueueAdapter() },
];

export const contenders: readonly Contender[] = [...own, ...peers];

/** More entries than any workload ever holds, second ones included. */
export const CAPACITY = 2 ** 21;

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `n` entries with random keys go in, then all come out. */
export function fill(n: number, whole = false): Workload {
  const random = seeded(1);
  const keys = new Float64Array(n).map(() => (whole ? Math.floor(random() * n) : random() * n));
  return {
    name: `${n} filled`,
    whole,
    pops: n,
    run(queue) {
      queue.clear();
      for (let id = 0; id < n; id++) queue.push(id, keys[id]);
      let sum = 0;
      for (let i = 0; i < n; i++) sum += i * queue.pop();
      return sum;
    },
  };
}

/** `n` entries are held: the first one comes out and goes in again with a key that is greater by a random step. */
export function hold(n: number, pops: number): Workload {
  const random = seeded(2);
  const steps = new Float64Array(2 ** 16).map(() => 100 * random());
  const keys = new Float64Array(n);
  return {
    name: `${n} held`,
    whole: false,
    pops,
    run(queue) {
      queue.clear();
      for (let id = 0; id < n; id++) queue.push(id, (keys[id] = steps[id & 0xffff]));
      let sum = 0;
      for (let i = 0; i < pops; i++) {
        const id = queue.pop();
        queue.push(id, (keys[id] += steps[(7 * i) & 0xffff]));
        sum += id;
      }
      return sum;
    },
  };
}

/** As `hold`, and every second time another entry gets a smaller key, though none below that popped: as in Dijkstra's algorithm. */
export function mix(n: number, pops: number, whole: boolean): Workload {
  const random = seeded(3);
  const steps = new Float64Array(2 ** 16).map(() => (whole ? 1 + Math.floor(200 * random()) : 200 * random()));
  const targets = new Int32Array(2 ** 16).map(() => Math.floor(n * random()));
  const keys = new Float64Array(n);
  return {
    name: `${n} mixed${whole ? ', whole' : ''}`,
    whole,
    pops,
    run(queue) {
      queue.clear();
      for (let id = 0; id < n; id++) queue.push(id, (keys[id] = steps[id & 0xffff]));
      const decreases = queue.decrease !== undefined;
      let sum = 0;
      for (let i = 0; i < pops; i++) {
        let key = queue.peekKey();
        let id = queue.pop();
        while (key !== keys[id]) {
          key = queue.peekKey();
          id = queue.pop();
        }
        queue.push(id, (keys[id] = key + steps[i & 0xffff]));
        sum += id;
        if (i % 2 === 0) continue;
        const other = targets[i & 0xffff];
        const lower = Math.max(key, keys[other] - Math.floor(steps[(3 * i) & 0xffff] / 2));
        if (lower === keys[other]) continue;
        keys[other] = lower;
        if (decreases) queue.decrease!(other, lower);
        else queue.push(other, lower);
      }
      return sum;
    },
  };
}

/** Dijkstra's algorithm over all of a square grid whose cells cost 1 to 9; straight and diagonal steps as given. */
export function flood(side: number, straight: number, diagonal: number, name: string): Workload {
  const random = seeded(4);
  const stride = side + 2;
  // A border of blocked cells, and a tenth of the others.
  const cells = new Uint8Array(stride * stride);
  for (let y = 1; y <= side; y++) for (let x = 1; x <= side; x++) cells[y * stride + x] = random() < 0.1 ? 0 : 1 + Math.floor(9 * random());
  const offsets = [1, stride, -1, -stride, stride + 1, stride - 1, -stride - 1, -stride + 1];
  const start = (side >> 1) * (stride + 1);
  cells[start] = 1;
  const g = new Float64Array(stride * stride);
  const closed = new Uint8Array(stride * stride);
  const search = (queue: BenchQueue): number => {
    g.fill(Infinity);
    closed.fill(0);
    queue.clear();
    const decreases = queue.decrease !== undefined;
    let expanded = 0;
    let waiting = 1;
    g[start] = 0;
    queue.push(start, 0);
    while (waiting > 0) {
      const v = queue.pop();
      waiting--;
      if (closed[v] === 1) continue;
      closed[v] = 1;
      expanded++;
      for (let d = 0; d < 8; d++) {
        const u = v + offsets[d];
        if (cells[u] === 0 || closed[u] === 1) continue;
        const cost = g[v] + (d < 4 ? straight : diagonal) * cells[u];
        if (cost >= g[u]) continue;
        if (decreases && g[u] !== Infinity) queue.decrease!(u, cost);
        else {
          queue.push(u, cost);
          waiting++;
        }
        g[u] = cost;
      }
    }
    return expanded;
  };
  return { name, whole: Number.isInteger(diagonal), pops: search(new BinaryHeap(stride * stride)), run: search };
}

/** The workloads of the README's table, made when asked for: some are large. */
export const workloads: readonly (() => Workload)[] = [
  () => fill(1_000_000),
  () => hold(10_000, 500_000),
  () => mix(10_000, 500_000, false),
  () => mix(1_000, 500_000, true),
  () => mix(10_000, 500_000, true),
  () => mix(100_000, 500_000, true),
  () => flood(512, 1, Math.SQRT2, 'Dijkstra, √2'),
  () => flood(512, 70, 99, 'Dijkstra, 70/99'),
];

/** Whether a queue gives back what it is given, smallest first: peers are asked before they are timed. */
export function sorts(queue: BenchQueue): boolean {
  const random = seeded(5);
  const keys = Array.from({ length: 1000 }, () => Math.floor(300 * random()));
  queue.clear();
  keys.forEach((key, id) => queue.push(id, key));
  const popped = keys.map(() => keys[queue.pop()]);
  return popped.every((key, i) => i === 0 || popped[i - 1] <= key);
}
