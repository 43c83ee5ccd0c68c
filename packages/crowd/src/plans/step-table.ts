import type { Graph } from '@pf/graph';
import { isLive } from '@pf/graph/kit';

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
  /** Rises whenever a step changes. */
  revision = 0;
  /** The number of steps without a step back; −1 if they are not counted. */
  private oneWay = -1;
  private readonly isLive: boolean;
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
    this.tails = new Uint32Array(Math.min(vertexCount, Math.max(8192, vertexCount >> 4)));
    this.isLive = isLive(graph);
    this.readAll();
  }

  /** Follows the edits of the graph. At the start of a search, a view whose arcs may change without a new version is read anew. */
  refresh(isStart = true): void {
    const { graph, version, tails } = this;
    if (graph.version === version && !(isStart && this.isLive)) return;
    const { vertexCount, maxDegree } = graph;
    if (vertexCount !== this.degrees.length || maxDegree > this.width) {
      throw new RangeError(`The graph has ${vertexCount} vertices of up to ${maxDegree} arcs, but had ${this.degrees.length} of up to ${this.width} when this planner was created: create a new one.`);
    }
    const n = this.isLive ? -1 : graph.changedSince?.(version!, tails) ?? -1;
    if (n < 0) this.readAll();
    else for (let i = 0; i < n; i++) this.read(tails[i]);
    this.version = graph.version;
  }

  /** The number of steps without a step back. Counts all at the first call, and follows edits from then on. */
  get oneWaySteps(): number {
    if (this.oneWay < 0) {
      const { heads, degrees, width } = this;
      let count = 0;
      for (let v = 0; v < degrees.length; v++) for (let k = v * width; k < v * width + degrees[v]; k++) if (!this.has(heads[k], v)) count++;
      this.oneWay = count;
    }
    return this.oneWay;
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
    const { to, heads, degrees } = this;
    const first = v * this.width;
    const arcs = this.graph.successors(v, to, this.cost);
    let n = 0;
    for (let i = 0; i < arcs; i++) {
      const u = to[i];
      let known = u === v;
      for (let k = 0; k < n && !known; k++) known = to[k] === u;
      if (!known) to[n++] = u;
    }
    let k = n === degrees[v] ? 0 : -1;
    while (k >= 0 && k < n && heads[first + k] === to[k]) k++;
    if (k === n) return;
    this.revision++;
    if (this.oneWay >= 0) this.countSteps(v, -1);
    for (let i = 0; i < n; i++) heads[first + i] = to[i];
    degrees[v] = n;
    if (this.oneWay >= 0) this.countSteps(v, 1);
  }

  /** Counts the steps from `v` as added (`sign` 1) or removed (−1): one without a step back is one-way itself, else the step back is one-way without it. */
  private countSteps(v: number, sign: 1 | -1): void {
    const { heads, degrees, width } = this;
    for (let k = v * width; k < v * width + degrees[v]; k++) this.oneWay += this.has(heads[k], v) ? -sign : sign;
  }
}
