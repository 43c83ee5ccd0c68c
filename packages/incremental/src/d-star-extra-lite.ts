/**
 * D* Extra Lite: a search from the goal whose tree is cut where an arc of it became dearer, and grows again from the rim of the cut.
 *
 * M. Przybylski, B. Putz, "D* Extra Lite: A Dynamic A* with Search-Tree Cutting and Frontier-Gap Repairing", International Journal of
 * Applied Mathematics and Computer Science 27(2), 2017.
 *
 * Departures: buckets hold vertices by the first part of the key only, g + h + k_m, which is all that its end needs: no vertex below
 * the start's matters; an arc that fell, or is new, is followed at once from its tail instead of opening its head again.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { Arcs } from './arcs.ts';
import { KeyQueue } from './key-queue.ts';
import type { PlannerOptions } from './planner.ts';
import { noHeuristic } from './planner.ts';
import { RoutePlanner } from './route-planner.ts';

/**
 * D* Extra Lite: the planner for mazes.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { DStarExtraLite } from '@pf/incremental';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { metric: '5/7' });
 * const planner = new DStarExtraLite(grid, { heuristic: grid.heuristic() });
 * planner.begin(grid.vertex(0, 1), grid.vertex(2, 1));
 * planner.plan();
 * planner.cost; // → 20
 * ```
 */
export class DStarExtraLite extends RoutePlanner {
  /** The parent in the search tree. */
  protected readonly ahead: Int32Array;
  private readonly arcs: Arcs;
  private readonly heuristic: Heuristic;
  private readonly buckets: boolean;
  private readonly open: KeyQueue;
  /** The cost to the goal along the tree, or more where a part of the tree has become cheaper. */
  private readonly g: Float64Array;
  /** The question in whose tree a vertex is. */
  private readonly visited: Uint32Array;
  private question = 1;
  private km = 0;
  /** The start for which keys are computed. */
  private last = NO_VERTEX;
  /** The vertices that one change has cut off. */
  private readonly cut: Uint32Array;

  constructor(graph: Graph, options: PlannerOptions = {}) {
    super(graph);
    const n = graph.vertexCount;
    this.arcs = new Arcs(graph);
    const order = options.queue ?? (this.arcs.whole() ? 'buckets' : 'smaller-g');
    this.buckets = order === 'buckets';
    this.arcs.check({ planner: 'D* Extra Lite', whole: this.buckets, positive: false });
    this.open = new KeyQueue(n, order);
    this.heuristic = options.heuristic ?? noHeuristic;
    this.ahead = new Int32Array(n);
    this.g = new Float64Array(n);
    this.visited = new Uint32Array(n);
    this.cut = new Uint32Array(n);
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    if (n === 0) return;
    this.arcs.checkChanged(tails, n, { planner: 'D* Extra Lite', whole: this.buckets, positive: false });
    this.refocus();
    this.reopen(this.cutBranches(tails, n));
    for (let i = 0; i < n; i++) this.followLeaving(tails[i]);
  }

  isOpen(v: number): boolean {
    return this.open.has(v);
  }

  /** The cost from `v` to the goal along the tree; Infinity outside it. For drawing. */
  gOf(v: number): number {
    return this.visited[v] === this.question ? this.g[v] : Infinity;
  }

  protected reset(): void {
    this.question++;
    this.open.clear();
    this.km = 0;
    this.last = this.start;
    this.visit(this.goal, 0, NO_VERTEX);
  }

  protected goalMoved(_from: number): void {
    this.reset();
  }

  protected moved(_from: number, along: boolean): void {
    if (along) this.cost = this.g[this.start];
  }

  protected search(budget: number): boolean {
    const { open, arcs, counters, g, visited, question, start } = this;
    if (!this.done()) this.refocus();
    while (!this.done()) {
      const u = open.peek();
      const f = this.f(u);
      if (open.topRank() < open.rank(f, 1)) {
        // Put in for an earlier start: its key was a lower bound.
        open.place(u, open.rank(f, 1), 1, g[u]);
        counters.queueOperations++;
        continue;
      }
      if (budget-- <= 0) return false;
      open.pop();
      counters.queueOperations++;
      counters.expanded++;
      this.lastExpanded = u;
      const gu = g[u];
      const n = arcs.entering(u);
      for (let i = 0; i < n; i++) {
        const v = arcs.to[i];
        const through = arcs.cost[i] + gu;
        if (visited[v] !== question || through < g[v]) this.visit(v, through, u);
      }
    }
    this.cost = visited[start] === question ? g[start] : Infinity;
    return true;
  }

  /** Whether nothing in the queue can make the way from the start cheaper. */
  private done(): boolean {
    const { start, last } = this;
    if (this.visited[start] !== this.question) return this.open.size === 0;
    return this.open.topRank() >= this.open.rank(this.g[start] + (start === last ? 0 : this.estimate(start)) + this.km, 1);
  }

  /** Directs all keys to come at the start as it is now. */
  private refocus(): void {
    if (this.last === this.start) return;
    const h = this.heuristic(this.last, this.start);
    // Up where estimates are rounded down, or those in the queue could be no lower bounds any more.
    this.km += this.buckets ? Math.ceil(h - 1e-9) : h;
    this.last = this.start;
  }

  /** Hangs `v` into the tree below `parent`. */
  private visit(v: number, g: number, parent: number): void {
    this.visited[v] = this.question;
    this.g[v] = g;
    this.ahead[v] = parent;
    this.open.place(v, this.open.rank(this.f(v), 1), 1, g);
    this.counters.generated++;
    this.counters.queueOperations++;
  }

  /** Cuts the branches that hang on an arc that is gone or dearer; returns how many vertices it has written to `cut`. */
  private cutBranches(tails: ArrayLike<number>, n: number): number {
    const { arcs, ahead, cut, g, visited, question } = this;
    let count = 0;
    for (let i = 0; i < n; i++) {
      const u = tails[i];
      if (visited[u] !== question || u === this.goal) continue;
      if (arcs.between(u, ahead[u]) + g[ahead[u]] <= g[u]) continue;
      visited[u] = 0;
      cut[count++] = u;
      for (let j = count - 1; j < count; j++) {
        const v = cut[j];
        const m = arcs.entering(v);
        for (let k = 0; k < m; k++) {
          const child = arcs.to[k];
          if (ahead[child] !== v || visited[child] !== question) continue;
          visited[child] = 0;
          cut[count++] = child;
        }
      }
    }
    return count;
  }

  /** Takes what was cut off out of the queue, and puts in the vertices around it, from which it can be reached again. */
  private reopen(count: number): void {
    const { arcs, cut, g, open, visited, question } = this;
    if (count > 0) this.unsettle();
    for (let i = 0; i < count; i++) {
      open.remove(cut[i]);
      const n = arcs.leaving(cut[i]);
      for (let j = 0; j < n; j++) {
        const v = arcs.to[j];
        if (visited[v] !== question || open.has(v)) continue;
        open.place(v, open.rank(this.f(v), 1), 1, g[v]);
        this.counters.queueOperations++;
      }
    }
  }

  /** Hangs `u` to whichever of its successors is better than its parent now. */
  private followLeaving(u: number): void {
    const { arcs, g, visited, question } = this;
    let least = visited[u] === question ? g[u] : Infinity;
    let head = NO_VERTEX;
    const n = arcs.leaving(u);
    for (let i = 0; i < n; i++) {
      const v = arcs.to[i];
      if (visited[v] !== question || arcs.cost[i] + g[v] >= least) continue;
      least = arcs.cost[i] + g[v];
      head = v;
    }
    if (head === NO_VERTEX) return;
    this.visit(u, least, head);
    this.unsettle();
  }

  private f(u: number): number {
    return this.g[u] + this.estimate(u) + this.km;
  }

  private estimate(u: number): number {
    const h = this.heuristic(this.last, u);
    // A whole number below a consistent estimate is consistent as well where costs are whole.
    return this.buckets ? Math.floor(h + 1e-9) : h;
  }
}
