/**
 * ARA*: M. Likhachev, G. Gordon, S. Thrun, "ARA*: Anytime A* with Provable Bounds on Sub-Optimality", NIPS 2003.
 *
 * A weighted A* that continues at a lower weight and keeps its labels. Within one pass no vertex is expanded twice; one that gets a better label after
 * its expansion is expanded again in the next pass.
 *
 * Departures: if a pass proves a bound below its weight, the next weight is below that bound. Vertices that cannot be on a cheaper path are not opened.
 */
import type { Graph, Heuristic, Signal } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBudget, checkBuffer, checkHeuristic, checkOptions, checkRead, checkSelfEstimate, checkVertex, grown, lastingHeuristic, nextStamp, reverseFirst, shown } from '@pf/graph/kit';
import { BinaryHeap } from '@pf/queues';
import { throwBadEstimate } from './frontier/frontier.ts';
import { SlicedSearch } from './sliced-search.ts';

/** Options of `ARAStar`: the bound of its first path, and the steps of its weight. */
export interface ARAStarOptions {
  /** Must be consistent. Default: the graph's own if it has one, as grids do; else 0. */
  readonly heuristic?: Heuristic | undefined;
  /** The first path costs at most this multiple of the cheapest, 1 to 1e100. Default 3. */
  readonly weight?: number | undefined;
  /** Decrease of the weight from one path to the next. Default 0.5. */
  readonly step?: number | undefined;
}

const GREATEST_WEIGHT = 1e100;
const ROUNDING = 1e-12;
/** The weight falls by at least this fraction, since small steps from a large weight would take too long. */
const LEAST_FALL = 1 / 8;

/**
 * ARA*: finds a path within a stated bound quickly, and better ones while there is time.
 *
 * `search`, or `begin` and `run`, find the first path; each `improve` continues towards the cheapest. `cost`, `bound` and `path` describe the best path
 * so far. Memory: 44 bytes a vertex. After an edit of a graph with a `version` it starts over.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { ARAStar } from '@pf/search';
 *
 * const grid = Grid.fromRows(['......', '.####.', '......']);
 * const search = new ARAStar(grid, { weight: 5 });
 * search.search(grid.vertex(0, 0), grid.vertex(5, 2)) < Infinity; // → true
 * while (!search.improve(100)); // in a game: once a frame
 * search.cost; // → 7
 * search.bound; // → 1
 * ```
 */
export class ARAStar extends SlicedSearch {
  /** The cost of the best path so far; Infinity before the first, and if there is none. */
  cost = Infinity;
  /** The path costs at most this multiple of the cheapest; Infinity before the first path and if there is none. */
  bound = Infinity;
  /** The factor on estimates in the current pass. */
  weight: number;
  private readonly heuristic: Heuristic;
  private readonly firstWeight: number;
  private readonly step: number;
  private start = NO_VERTEX;
  private goal = NO_VERTEX;
  private readonly gValues: Float64Array;
  private readonly hValues: Float64Array;
  private readonly parents: Int32Array;
  private readonly open: BinaryHeap;
  /** By vertex: the query that labelled it; 0 before the first. */
  private readonly labelled: Int32Array;
  private question = 1;
  /** By vertex: the pass that expanded it last; plus 1 if it is to be expanded again in the next pass. */
  private readonly expanded: Int32Array;
  private pass = 0;
  /** Vertices that got a better label after their expansion in this pass (INCONS); between passes, also those that are open. */
  private inconsistent: Uint32Array = new Uint32Array(64);
  private inconsistentCount = 0;
  /** The best path, and that of the current pass, from goal to start. */
  private best: Uint32Array = new Uint32Array(64);
  private traced: Uint32Array = new Uint32Array(64);
  private bestLength = 0;
  private readonly to: Uint32Array;
  private readonly arcCost: Float64Array;

  constructor(
    graph: Graph,
    options: ARAStarOptions = {},
  ) {
    super(graph);
    checkOptions(options, ['heuristic', 'weight', 'step'], 'ARAStar');
    const { heuristic = lastingHeuristic(graph), weight = 3, step = 0.5 } = options;
    checkHeuristic(heuristic);
    if (typeof weight !== 'number' || !(weight >= 1 && weight <= GREATEST_WEIGHT)) throw new RangeError(`The weight of the heuristic must be from 1 to ${GREATEST_WEIGHT}, got ${shown(weight)}.`);
    if (typeof step !== 'number' || !(step > 0)) throw new RangeError(`The step by which the weight falls must be above 0, got ${shown(step)}.`);
    this.heuristic = heuristic;
    this.firstWeight = weight;
    this.weight = weight;
    this.step = step;
    const n = graph.vertexCount;
    this.gValues = new Float64Array(n);
    this.hValues = new Float64Array(n);
    this.parents = new Int32Array(n);
    this.labelled = new Int32Array(n);
    this.expanded = new Int32Array(n);
    this.open = new BinaryHeap(n);
    this.to = new Uint32Array(graph.maxDegree);
    this.arcCost = new Float64Array(graph.maxDegree);
  }

  /** The cost of a first path, at most `weight` times the optimum; Infinity if there is none. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /** Begins a search. `run` continues it to the first path, `improve` to better ones. */
  begin(start: number, goal: number): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    this.check();
    this.start = start;
    this.goal = goal;
    this.beginQuery();
  }

  /**
   * Continues for at most `budget` expansions, or until `signal` is aborted: to the first path, then to better ones. Returns true once the path is the
   * cheapest, or it is known that none exists.
   */
  improve(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    if (this.begun && this.isStale) this.finished = false;
    let left = budget;
    for (;;) {
      const before = this.counters.expanded;
      if (!this.run(left, signal)) return false;
      left -= this.counters.expanded - before;
      if (this.bound === 1 || this.cost === Infinity) return true;
      if (!(left > 0) || signal?.aborted === true) return false;
      this.lowerWeight();
    }
  }

  /** Writes the best path so far, start first; returns the number of its vertices, 0 if there is none. */
  path(out: Uint32Array): number {
    checkBuffer(out);
    const { best, bestLength } = this;
    if (this.cost === Infinity) return 0;
    if (out.length < bestLength) throw new RangeError(`The path has more than the ${out.length} vertices that the buffer holds: pass one of up to vertexCount entries.`);
    for (let i = 0; i < bestLength; i++) out[i] = best[i];
    reverseFirst(out, bestLength);
    return bestLength;
  }

  /** The cost of the cheapest path to `v` found so far; Infinity if there is none. */
  g(v: number): number {
    return this.labelled[v] === this.question ? this.gValues[v] : Infinity;
  }

  /** Whether `v` is open. */
  isOpen(v: number): boolean {
    return this.open.has(v);
  }

  /** Whether the current pass has expanded `v`. */
  isClosed(v: number): boolean {
    return this.labelled[v] === this.question && (this.expanded[v] === this.pass || this.expanded[v] === this.pass + 1);
  }

  protected restart(): void {
    const { start, goal } = this;
    this.cost = Infinity;
    this.bound = Infinity;
    this.bestLength = 0;
    this.weight = this.firstWeight;
    checkSelfEstimate(this.heuristic, goal);
    this.question = nextStamp(this.labelled, this.question, 1);
    this.pass = nextStamp(this.expanded, this.pass, 2);
    this.open.clear();
    this.inconsistentCount = 0;
    this.label(start, 0, NO_VERTEX);
    if (Number.isNaN(this.hValues[start])) throwBadEstimate(start, goal, NaN);
    this.open.push(start, this.weight * this.hValues[start]);
  }

  /** A pass, or a part of it: weighted A* that does not re-expand a vertex. */
  protected slice(budget: number): boolean {
    const { graph, open, gValues: g, hValues: h, parents, labelled, expanded, to, arcCost, counters, question, pass, weight, goal } = this;
    for (let left = budget; ; left--) {
      const limit = labelled[goal] === question && g[goal] < this.cost ? g[goal] : this.cost;
      if (open.size === 0 || open.peekKey() >= limit) break;
      if (left <= 0) return false;
      const v = open.pop();
      expanded[v] = pass;
      counters.expanded++;
      const n = graph.successors(v, to, arcCost);
      const gv = g[v];
      for (let i = 0; i < n; i++) {
        const u = to[i];
        const gu = gv + arcCost[i];
        if (!(arcCost[i] >= 0 && u < g.length)) checkRead(g.length, v, n, to, arcCost);
        if (labelled[u] !== question) this.label(u, gu, v);
        else {
          if (gu >= g[u]) continue;
          g[u] = gu;
          parents[u] = v;
        }
        const key = gu + weight * h[u];
        if (Number.isNaN(key)) throwBadEstimate(u, goal, NaN);
        counters.generated++;
        if (expanded[u] === pass) this.postpone(u);
        else if (expanded[u] === pass + 1) continue;
        else if (gu + h[u] < this.cost) {
          open.update(u, key);
          counters.queueOperations++;
        }
      }
    }
    this.conclude();
    return true;
  }

  /** Gives a vertex its first label. */
  private label(v: number, g: number, parent: number): void {
    this.labelled[v] = this.question;
    this.expanded[v] = 0;
    this.gValues[v] = g;
    this.parents[v] = parent;
    this.hValues[v] = this.heuristic(v, this.goal);
  }

  /** Defers a vertex that this pass has already expanded to the next pass. */
  private postpone(v: number): void {
    this.expanded[v] = this.pass + 1;
    this.keep(v);
  }

  private keep(v: number): void {
    if (this.inconsistentCount === this.inconsistent.length) this.inconsistent = grown(this.inconsistent);
    this.inconsistent[this.inconsistentCount++] = v;
  }

  /** Ends a pass. The path is within the weight, and within the bound that the remaining vertices prove. */
  private conclude(): void {
    const { goal, gValues: g, hValues: h, open } = this;
    if (this.labelled[goal] !== this.question) return;
    this.keepPath();
    const { cost } = this;
    for (let v = open.pop(); v >= 0; v = open.pop()) this.keep(v);
    let least = cost;
    for (let i = 0; i < this.inconsistentCount; i++) least = Math.min(least, g[this.inconsistent[i]] + h[this.inconsistent[i]]);
    const proved = cost <= least + ROUNDING * cost ? 1 : least > 0 ? cost / least : Infinity; // estimates may be below 0
    this.bound = Math.min(this.bound, this.weight, proved);
  }

  /** Keeps the path of this pass if it is the best one. It may cost less than the label of the goal: labels behind a deferred vertex are out of date. */
  private keepPath(): void {
    const { graph, parents, to, arcCost } = this;
    let [cost, length] = [0, 0];
    for (let v = this.goal; v !== NO_VERTEX; v = parents[v]) {
      if (length === this.traced.length) this.traced = grown(this.traced);
      this.traced[length++] = v;
    }
    // From the start, in the order in which labels were summed.
    for (let i = length - 1; i > 0; i--) {
      let least = Infinity;
      const n = graph.successors(this.traced[i], to, arcCost);
      for (let k = 0; k < n; k++) if (to[k] === this.traced[i - 1] && arcCost[k] < least) least = arcCost[k];
      cost += least;
    }
    if (cost >= this.cost) return;
    this.cost = cost;
    this.bestLength = length;
    [this.best, this.traced] = [this.traced, this.best];
  }

  /** Begins the next pass: all vertices that can be on a cheaper path are ordered by a lower weight. */
  private lowerWeight(): void {
    const from = Math.min(this.weight, this.bound);
    this.weight = Math.max(1, from - Math.max(this.step, LEAST_FALL * from));
    const { open, gValues: g, hValues: h, weight, inconsistent, cost } = this;
    this.pass = nextStamp(this.expanded, this.pass, 2);
    for (let i = 0; i < this.inconsistentCount; i++) {
      const v = inconsistent[i];
      if (g[v] + h[v] < cost) open.push(v, g[v] + weight * h[v]);
    }
    this.counters.queueOperations += open.size;
    this.inconsistentCount = 0;
    this.finished = false;
  }
}
