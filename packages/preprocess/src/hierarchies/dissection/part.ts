import type { Adjacency } from './adjacency.ts';

/** A part of a graph, its vertices numbered from 0, with buffers for searches in it. Reused for all parts; as large as the graph. */
export class Part {
  count = 0;
  readonly first: Uint32Array;
  readonly head: Uint32Array;
  /** By arc: the reverse arc. */
  readonly twin: Uint32Array;
  /** By vertex: hops from the source of the last search; −1 if not reached. */
  readonly level: Int32Array;
  /** The vertices that the last search reached, in order. */
  readonly queue: Uint32Array;
  private readonly local: Int32Array;
  private readonly next: Uint32Array;

  constructor(private readonly graph: Adjacency) {
    const vertexCount = graph.first.length - 1;
    this.first = new Uint32Array(vertexCount + 1);
    this.head = new Uint32Array(graph.head.length);
    this.twin = new Uint32Array(graph.head.length);
    this.level = new Int32Array(vertexCount);
    this.queue = new Uint32Array(vertexCount);
    this.local = new Int32Array(vertexCount).fill(-1);
    this.next = new Uint32Array(vertexCount);
  }

  /** Loads the part with the vertices order[from] … order[to − 1]. */
  take(order: Uint32Array, from: number, to: number): void {
    const { graph, first, head, twin, local, next } = this;
    const count = to - from;
    this.count = count;
    for (let i = 0; i < count; i++) local[order[from + i]] = i;
    first[0] = 0;
    for (let i = 0; i < count; i++) {
      const v = order[from + i];
      let degree = 0;
      for (let a = graph.first[v]; a < graph.first[v + 1]; a++) if (local[graph.head[a]] >= 0) degree++;
      first[i + 1] = first[i] + degree;
      next[i] = first[i];
    }
    // Vertex i adds itself to the rows of its neighbours. So each row is sorted.
    for (let i = 0; i < count; i++) {
      const v = order[from + i];
      for (let a = graph.first[v]; a < graph.first[v + 1]; a++) {
        const j = local[graph.head[a]];
        if (j >= 0) head[next[j]++] = i;
      }
    }
    // Since rows are sorted, the arcs to a vertex come in the order of its own row.
    for (let i = 0; i < count; i++) next[i] = first[i];
    for (let i = 0; i < count; i++) for (let a = first[i]; a < first[i + 1]; a++) twin[a] = next[head[a]]++;
    for (let i = 0; i < count; i++) local[order[from + i]] = -1;
  }

  /** Breadth-first search from `source`; returns how many vertices it reached. With `fresh`, clears the levels of earlier searches. */
  flood(source: number, fresh = true): number {
    const { first, head, level, queue, count } = this;
    if (fresh) level.fill(-1, 0, count);
    level[source] = 0;
    queue[0] = source;
    let reached = 1;
    for (let done = 0; done < reached; done++) {
      const v = queue[done];
      for (let a = first[v]; a < first[v + 1]; a++) {
        if (level[head[a]] >= 0) continue;
        level[head[a]] = level[v] + 1;
        queue[reached++] = head[a];
      }
    }
    return reached;
  }
}
