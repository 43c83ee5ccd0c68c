/**
 * Vertex-disjoint paths of least total cost.
 *
 * J. W. Suurballe, "Disjoint Paths in a Network", Networks 4, 1974; with the potentials of J. W. Suurballe, R. E. Tarjan, "A Quick Method for Finding Shortest Pairs
 * of Disjoint Paths", Networks 14, 1984. Each round adds a path by a search in the residual graph: it may enter a path at a vertex, follow it back, and leave it there.
 *
 * Departure: vertices are split without a second graph. State 2v is the arrival at v, 2v + 1 the departure from it.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkOptions, checkRead, checkVertex, nextStamp, shown } from '@pf/graph/kit';
import { SlicedSearch } from '../sliced-search.ts';
import { TieHeap } from '../tie-heap.ts';

/** Options of `DisjointPaths`: how many paths. */
export interface DisjointPathsOptions {
  /** The number of paths. Default 2. */
  readonly count?: number | undefined;
}

/**
 * Finds two paths, or `count`, that share no vertex but their ends, with the least sum of costs: if one vertex is removed, the other path remains.
 *
 * The direct arc from start to goal is one path, also if there are parallel ones. Memory: 84 bytes a vertex, and the open list.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { DisjointPaths } from '@pf/search';
 *
 * // The cheapest path, 0 1 2 3, would leave no second one.
 * const graph = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [0, 2, 3], [1, 3, 3]]);
 * const paths = new DisjointPaths(graph);
 * paths.search(0, 3); // → 8
 * const out = new Uint32Array(4);
 * [...out.subarray(0, paths.path(0, out))]; // → [0, 1, 3]
 * [...out.subarray(0, paths.path(1, out))]; // → [0, 2, 3]
 * ```
 */
export class DisjointPaths extends SlicedSearch {
  private readonly count: number;
  private start = NO_VERTEX;
  private goal = NO_VERTEX;
  private total = Infinity;
  /** The first vertex after the start on each path so far, and the cost of that arc; the cost of each path. */
  private readonly heads: number[] = [];
  private readonly headCosts: number[] = [];
  private readonly pathCosts: number[] = [];
  /** By vertex on a path other than start and goal: the vertices before and after it, and the cost of the arc after it. */
  private readonly isOn: Int32Array;
  private readonly before: Int32Array;
  private readonly after: Int32Array;
  private readonly afterCosts: Float64Array;
  /** By state: its potential, 0 without the stamp of this query. */
  private readonly raised: Int32Array;
  private readonly potentials: Float64Array;
  private query = 0;
  /** By state: its label, open with the stamp of this round, closed with the one after. */
  private readonly labelled: Int32Array;
  private readonly labels: Float64Array;
  private readonly parents: Int32Array;
  private round = 0;
  /** The closed states of this round. */
  private readonly closed: Uint32Array;
  private closedCount = 0;
  private readonly open = new TieHeap('fifo');
  private readonly to: Uint32Array;
  private readonly arcCosts: Float64Array;

  constructor(
    graph: Graph,
    options: DisjointPathsOptions = {},
  ) {
    super(graph);
    checkOptions(options, ['count'], 'DisjointPaths');
    const { count = 2 } = options;
    if (!(Number.isInteger(count) && count >= 1)) throw new RangeError(`count must be a whole number of 1 or more, got ${shown(count)}.`);
    this.count = count;
    const { vertexCount, maxDegree } = graph;
    this.isOn = new Int32Array(vertexCount);
    this.before = new Int32Array(vertexCount);
    this.after = new Int32Array(vertexCount);
    this.afterCosts = new Float64Array(vertexCount);
    this.raised = new Int32Array(2 * vertexCount);
    this.potentials = new Float64Array(2 * vertexCount);
    this.labelled = new Int32Array(2 * vertexCount);
    this.labels = new Float64Array(2 * vertexCount);
    this.parents = new Int32Array(2 * vertexCount);
    this.closed = new Uint32Array(2 * vertexCount);
    this.to = new Uint32Array(maxDegree);
    this.arcCosts = new Float64Array(maxDegree);
  }

  /** Returns the least sum of costs of `count` such paths; Infinity if there are fewer. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.total;
  }

  /** Begins a query; `run` continues it. */
  begin(start: number, goal: number): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    this.check();
    this.start = start;
    this.goal = goal;
    this.beginQuery();
  }

  /** The sum of the costs of all paths; Infinity before they are found, or if there are fewer. */
  get cost(): number {
    return this.total;
  }

  /** Writes path `i`, start first, and returns its number of vertices; 0 if there are fewer than `count`. Path 0 is the cheapest. */
  path(i: number, out: Uint32Array): number {
    checkBuffer(out);
    if (!(Number.isInteger(i) && i >= 0 && i < this.count)) throw new RangeError(`Paths are numbered from 0 to ${this.count - 1}, got ${shown(i)}.`);
    if (this.total === Infinity) return 0;
    const { goal, after } = this;
    let n = 0;
    for (let v = this.start; ; v = n === 1 ? this.heads[i] : after[v]) {
      if (n === out.length) throw new RangeError(`The path has more than the ${n} vertices that the buffer holds: pass one of up to vertexCount entries.`);
      out[n++] = v;
      if (v === goal) return n;
    }
  }

  protected restart(): void {
    this.query = nextStamp(this.raised, this.query);
    if (this.query === 1) this.isOn.fill(0);
    this.heads.length = 0;
    this.headCosts.length = 0;
    this.finished = this.start === this.goal;
    this.total = this.finished ? 0 : Infinity;
    this.beginRound();
  }

  private beginRound(): void {
    this.round = nextStamp(this.labelled, this.round, 2);
    this.closedCount = 0;
    this.open.clear();
    this.label(2 * this.start + 1, 0, NO_VERTEX);
  }

  protected slice(budget: number): boolean {
    const { labelled, labels, closed, open, counters, goal } = this;
    for (let spent = 0; spent < budget; ) {
      const state = open.pop();
      if (state < 0) return true;
      if (labelled[state] !== this.round) continue;
      counters.queueOperations++;
      labelled[state]++;
      closed[this.closedCount++] = state;
      if (state === 2 * goal) {
        this.augment(labels[state]);
        if (this.heads.length === this.count) {
          this.finish();
          return true;
        }
        this.beginRound();
      } else if ((state & 1) === 0) this.arrive(state >> 1);
      else {
        spent++;
        counters.expanded++;
        this.depart(state >> 1);
      }
    }
    return false;
  }

  /** From the arrival at `v`: on, or, where a path is, back along it. */
  private arrive(v: number): void {
    if (this.isOn[v] !== this.query) this.relax(2 * v, 2 * v + 1, 0);
    else if (this.before[v] !== this.start) this.relax(2 * v, 2 * this.before[v] + 1, -this.afterCosts[this.before[v]]);
  }

  /** From the departure from `v`: along each arc that no path takes, or, where a path is, back to the arrival. */
  private depart(v: number): void {
    const { graph, start, heads, to, arcCosts } = this;
    const isOn = this.isOn[v] === this.query;
    const n = graph.successors(v, to, arcCosts);
    checkRead(this.isOn.length, v, n, to, arcCosts);
    for (let i = 0; i < n; i++) {
      const u = to[i];
      const cost = arcCosts[i];
      if (u === start || u === v || cost === Infinity || (isOn ? this.after[v] === u : v === start && heads.includes(u))) continue;
      this.relax(2 * v + 1, 2 * u, cost);
    }
    if (isOn) this.relax(2 * v + 1, 2 * v, 0);
  }

  private relax(from: number, to: number, cost: number): void {
    const { labelled, labels, round } = this;
    if (labelled[to] === round + 1) return;
    // Below 0 only by rounding.
    const label = labels[from] + Math.max(0, cost + this.potential(from) - this.potential(to));
    if (labelled[to] === round && labels[to] <= label) return;
    this.label(to, label, from);
  }

  private label(state: number, label: number, parent: number): void {
    this.labelled[state] = this.round;
    this.labels[state] = label;
    this.parents[state] = parent;
    this.counters.generated++;
    this.counters.queueOperations++;
    this.open.push(state, label, 0);
  }

  private potential(state: number): number {
    return this.raised[state] === this.query ? this.potentials[state] : 0;
  }

  /** Joins the path of this round to the others. All potentials rise by the label, at most by that of the goal; the latter is taken off all. */
  private augment(most: number): void {
    const { closed, closedCount, labels, potentials, raised, query, parents, isOn, before, after, afterCosts, start, goal } = this;
    for (let i = 0; i < closedCount; i++) {
      const state = closed[i];
      potentials[state] = this.potential(state) + labels[state] - most;
      raised[state] = query;
    }
    for (let state = 2 * goal; parents[state] !== NO_VERTEX; state = parents[state]) {
      const v = state >> 1;
      const u = parents[state] >> 1;
      // Departures need no change: `before` and `after` are set at the arrivals next to them.
      if ((state & 1) === 1) continue;
      if (u === v) {
        isOn[v] = 0;
        continue;
      }
      before[v] = u;
      if (v !== goal) isOn[v] = query;
      const cost = this.costOf(u, v);
      if (u === start) {
        this.heads.push(v);
        this.headCosts.push(cost);
      } else {
        after[u] = v;
        afterCosts[u] = cost;
      }
    }
  }

  /** The cost of the cheapest arc from `u` to `v`. */
  private costOf(u: number, v: number): number {
    const { to, arcCosts } = this;
    const n = this.graph.successors(u, to, arcCosts);
    let least = Infinity;
    for (let i = 0; i < n; i++) if (to[i] === v && arcCosts[i] < least) least = arcCosts[i];
    return least;
  }

  /** Sums the costs, and puts the cheapest path first. */
  private finish(): void {
    const { heads, headCosts, pathCosts, goal, after, afterCosts } = this;
    let total = 0;
    for (let i = 0; i < heads.length; i++) {
      let cost = headCosts[i];
      for (let v = heads[i]; v !== goal; v = after[v]) cost += afterCosts[v];
      total += cost;
      const head = heads[i];
      let j = i;
      for (; j > 0 && pathCosts[j - 1] > cost; j--) {
        pathCosts[j] = pathCosts[j - 1];
        heads[j] = heads[j - 1];
      }
      pathCosts[j] = cost;
      heads[j] = head;
    }
    this.total = total;
  }
}
