import type { Graph, Lattice } from '@pf/graph';
import { ArcBuffer, isLattice } from '@pf/graph/kit';

/** A reader of the log. It may read changes later than they happen. */
interface Reader {
  /** The number of changes that it has read so far. */
  changesRead: number;
}

/** Records which arcs have changed, in order, for planners that learn of changes at their next query and for paths that units follow. */
export class ChangeLog {
  /** The number of changes so far. */
  count = 0;
  /** The number of changes kept. With more than that, a new search costs less than a repair. */
  readonly capacity: number;
  private readonly graph: Graph;
  private readonly arcs: ArcBuffer;
  /** The tails of changed arcs: change i at index i modulo the capacity. */
  private readonly tails: Uint32Array;
  /** By vertex: the number of its last change, counted from 1, as 32 bits. */
  private readonly changedAt: Uint32Array;
  /** The number of the last change that may have affected every arc. */
  private allChangedAt = 0;

  constructor(graph: Graph) {
    this.graph = graph;
    this.arcs = new ArcBuffer(graph);
    this.capacity = Math.max(64, graph.vertexCount >> 3);
    this.tails = new Uint32Array(this.capacity);
    this.changedAt = new Uint32Array(graph.vertexCount);
  }

  add(tails: ArrayLike<number>, n: number): void {
    for (let i = 0; i < n; i++) {
      this.tails[this.count++ % this.capacity] = tails[i];
      this.changedAt[tails[i]] = this.count;
    }
  }

  /** Records an edit that may have changed any arc. */
  addAll(): void {
    this.allChangedAt = ++this.count;
  }

  /** Whether the log still has every change that the reader has not read yet. */
  isComplete({ changesRead }: Reader): boolean {
    return changesRead >= this.allChangedAt && this.count - changesRead <= this.capacity;
  }

  /** Writes the tails of the next changes, at most `limit`, to `out` and returns how many. A vertex that changed several times is written once, at its last change. */
  read(reader: Reader, limit: number, out: Uint32Array): number {
    const { tails, changedAt, count, capacity } = this;
    let n = 0;
    for (; reader.changesRead < count && n < limit; reader.changesRead++) {
      const tail = tails[reader.changesRead % capacity];
      if (changedAt[tail] === (reader.changesRead + 1) >>> 0) out[n++] = tail;
    }
    return n;
  }

  /** Whether the arcs of a vertex have changed, or may have, after the first `since` changes. */
  hasTouched(v: number, since: number): boolean {
    // Of 32 bits the difference decides. After 2³¹ changes, vertices that never changed may count as touched.
    return ((this.changedAt[v] - since) | 0) > 0 || this.allChangedAt > since;
  }

  /** Writes the cost of each arc of a path of `n` vertices to `out`, from index `first` + 1 on. Throws if an arc is missing, unless some `mayBeClosed`. */
  costsOf(path: Uint32Array, n: number, out: Float64Array, first: number, mayBeClosed = false): void {
    if (isLattice(this.graph) && !mayBeClosed) return costsOfSteps(this.graph, path, n, out, first);
    for (let i = 1; i < n; i++) {
      const cost = this.costOf(path[i - 1], path[i]);
      if (cost === Infinity && !mayBeClosed) throwNoArc(path[i - 1], path[i]);
      out[first + i] = cost;
    }
  }

  /** The current cost of an arc; Infinity if there is none. */
  costOf(from: number, head: number): number {
    return this.arcs.costOf(from, head);
  }
}

/** The cost on a lattice, without reading all arcs of a vertex. A path has hundreds of steps, and most go in the direction of the step before. */
function costsOfSteps({ maxDegree, offsets, moves, lengths, weights, weighted }: Lattice, path: Uint32Array, n: number, out: Float64Array, first: number): void {
  let step = 0;
  let direction = -1;
  for (let i = 1; i < n; i++) {
    const from = path[i - 1];
    const to = path[i];
    if (to - from !== step) {
      step = to - from;
      for (direction = maxDegree - 1; direction >= 0 && offsets[direction] !== step; direction--);
    }
    if (direction < 0 || ((moves[from] >> direction) & 1) === 0) throwNoArc(from, to);
    out[first + i] = weighted ? lengths[direction] * weights[to] : lengths[direction];
  }
}

function throwNoArc(from: number, to: number): never {
  throw new TypeError(
    `The path of a planner goes from vertex ${from} to ${to}, between which there is no arc. A dispatcher needs planners for its own graph, ` +
      'whose paths contain every vertex: AStar or JumpPointSearch instead of LazyThetaStar, for example.',
  );
}
