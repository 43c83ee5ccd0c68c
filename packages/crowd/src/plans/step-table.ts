import type { Graph } from '@pf/graph';

/**
 * The legal steps from every vertex in one array, since planners of many units read them millions of times.
 *
 * Loops and parallel arcs are left out: a unit may always wait, and every step takes one unit of time, whatever its arc costs.
 * Memory: 4 · `maxDegree` + 2 bytes a vertex.
 */
export class StepTable {
  /** The heads of the steps from `v` are `heads[v · width + k]` for k below `degrees[v]`. */
  readonly width: number;
  readonly heads: Int32Array;
  readonly degrees: Uint16Array;
  private version: number | undefined;
  private readonly to: Uint32Array;
  private readonly cost: Float64Array;
  private readonly tails: Uint32Array;

  constructor(private readonly graph: Graph) {
    const { vertexCount, maxDegree } = graph;
    this.width = Math.max(1, maxDegree);
    this.heads = new Int32Array(vertexCount * this.width);
    this.degrees = new Uint16Array(vertexCount);
    this.to = new Uint32Array(this.width);
    this.cost = new Float64Array(this.width);
    this.tails = new Uint32Array(Math.min(vertexCount, 1024));
    this.readAll();
  }

  /** Follows the edits of the graph; returns whether there were any. */
  refresh(): boolean {
    const { graph, version, tails } = this;
    if (graph.version === version) return false;
    const { vertexCount, maxDegree } = graph;
    if (vertexCount !== this.degrees.length || maxDegree > this.width) {
      throw new RangeError(`The graph has ${vertexCount} vertices of up to ${maxDegree} arcs, but had ${this.degrees.length} of up to ${this.width} when this planner was created: create a new one.`);
    }
    const n = graph.changedSince?.(version!, tails) ?? -1;
    if (n < 0) this.readAll();
    else for (let i = 0; i < n; i++) this.read(tails[i]);
    this.version = graph.version;
    return true;
  }

  /** Whether a step leads from `v` to `u`; waiting is one. */
  has(v: number, u: number): boolean {
    if (v === u) return true;
    const first = v * this.width;
    for (let k = first + this.degrees[v] - 1; k >= first; k--) if (this.heads[k] === u) return true;
    return false;
  }

  private readAll(): void {
    for (let v = 0; v < this.degrees.length; v++) this.read(v);
    this.version = this.graph.version;
  }

  private read(v: number): void {
    const { to, heads } = this;
    const first = v * this.width;
    const n = this.graph.successors(v, to, this.cost);
    let end = first;
    for (let i = 0; i < n; i++) {
      const u = to[i];
      let known = u === v;
      for (let k = first; k < end && !known; k++) known = heads[k] === u;
      if (!known) heads[end++] = u;
    }
    this.degrees[v] = end - first;
  }
}
