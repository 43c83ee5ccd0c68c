import type { Graph, Lattice } from '@pf/graph';
import { ArcBuffer, isLattice } from '@pf/graph/kit';

/** Who is told of the changes of a world later than they happen: of how many it knows. */
interface Reader {
  told: number;
}

/** Which arcs have changed, and in which order: for planners that are told when they are asked again, and for ways that are being walked. */
export class ChangeLog {
  /** How many changes there have been. */
  count = 0;
  /** How many changes it holds at once. Beyond so many, an answer is found anew sooner than mended. */
  readonly capacity: number;
  private readonly graph: Graph;
  private readonly arcs: ArcBuffer;
  /** Tails of changed arcs, change i at i modulo the capacity. */
  private readonly tails: Uint32Array;
  /** By vertex: as of which change its arcs are as they are. */
  private readonly changedAt: Uint32Array;
  /** As of which change all arcs may be as they are. */
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

  /** Any arc may be another now: it is not known which. */
  addAll(): void {
    this.allChangedAt = ++this.count;
  }

  /** Whether it still holds all that a reader has not been told. */
  holds({ told }: Reader): boolean {
    return told >= this.allChangedAt && this.count - told <= this.capacity;
  }

  /** Tells a reader the next changes: writes their tails, `most` at most, into `out`, and returns how many. Of several of one vertex it tells the last. */
  tell(reader: Reader, most: number, out: Uint32Array): number {
    const { tails, changedAt, count, capacity } = this;
    let n = 0;
    for (; reader.told < count && n < most; reader.told++) {
      const tail = tails[reader.told % capacity];
      if (changedAt[tail] === reader.told + 1) out[n++] = tail;
    }
    return n;
  }

  /** Whether the arcs of a vertex have changed, or may have, after so many changes. */
  hasTouched(v: number, since: number): boolean {
    return this.changedAt[v] > since || this.allChangedAt > since;
  }

  /** Writes what each arc of a path of `n` vertices costs, behind the place `at`. Throws where the path is no sequence of arcs. */
  costsOf(path: Uint32Array, n: number, out: Float64Array, at: number): void {
    if (isLattice(this.graph)) return costsOfSteps(this.graph, path, n, out, at);
    for (let i = 1; i < n; i++) {
      const cost = this.costOf(path[i - 1], path[i]);
      if (cost === Infinity) refuseJump(path[i - 1], path[i]);
      out[at + i] = cost;
    }
  }

  /** What an arc costs as the world is now; Infinity where there is none. */
  costOf(from: number, head: number): number {
    return this.arcs.costOf(from, head);
  }
}

/** The same without asking for all arcs of every vertex: a way has hundreds, and most steps go where the last one went. */
function costsOfSteps({ maxDegree, offsets, moves, lengths, weights, weighted }: Lattice, path: Uint32Array, n: number, out: Float64Array, at: number): void {
  let step = 0;
  let direction = 0;
  for (let i = 1; i < n; i++) {
    const from = path[i - 1];
    const to = path[i];
    if (to - from !== step) {
      step = to - from;
      for (direction = maxDegree - 1; direction >= 0 && offsets[direction] !== step; direction--);
    }
    if (direction < 0 || ((moves[from] >> direction) & 1) === 0) refuseJump(from, to);
    out[at + i] = weighted ? lengths[direction] * weights[to] : lengths[direction];
  }
}

function refuseJump(from: number, to: number): never {
  throw new TypeError(
    `The path that a planner gave leads from vertex ${from} to ${to}, between which there is no arc: a dispatcher takes planners whose paths have every vertex ` +
      'on the way. LazyThetaStar gives points only; AStar or JumpPointSearch give all.',
  );
}
