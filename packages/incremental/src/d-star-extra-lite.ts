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
import { Arcs, NO_LATTICE } from './arcs.ts';
import { KeyQueue } from './key-queue.ts';
import { LastMoves } from './last-moves.ts';
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
  private readonly g: Float64Array | Int32Array;
  /** `inTree` for what is in the tree, one less for what was cut off, and less than that for what only former questions have met. */
  private readonly visited: Uint32Array;
  private inTree = 1;
  private readonly lastMoves: LastMoves;
  /** Estimates from the start for which keys are computed, where their epoch is this one. */
  private readonly h: Float64Array | Int32Array;
  private readonly epochs: Uint32Array;
  private epoch = 0;
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
    this.lastMoves = new LastMoves(this.arcs);
    this.ahead = new Int32Array(n);
    const bounded = this.buckets && this.arcs.bounded();
    this.g = bounded ? new Int32Array(n) : new Float64Array(n);
    this.h = bounded ? new Int32Array(n) : new Float64Array(n);
    this.visited = new Uint32Array(n);
    this.epochs = new Uint32Array(n);
    this.cut = new Uint32Array(n);
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    if (n === 0) return;
    this.arcs.checkChanged(tails, n, { planner: 'D* Extra Lite', whole: this.buckets, positive: false });
    this.refocus();
    this.lastMoves.watch();
    this.reopen(this.cutBranches(tails, n));
    for (let i = 0; i < n; i++) this.followLeaving(tails[i]);
  }

  isOpen(v: number): boolean {
    return this.open.has(v);
  }

  /** The cost from `v` to the goal along the tree; Infinity outside it. For drawing. */
  gOf(v: number): number {
    return this.visited[v] === this.inTree ? this.g[v] : Infinity;
  }

  protected reset(): void {
    this.inTree += 2;
    this.epoch++;
    this.open.clear();
    this.km = 0;
    this.last = this.start;
    this.lastMoves.begin();
    this.visit(this.goal, 0, NO_VERTEX);
  }

  protected goalMoved(_from: number): void {
    this.reset();
  }

  protected moved(_from: number, along: boolean): void {
    if (along) this.cost = this.g[this.start];
  }

  protected search(budget: number): boolean {
    const { open, arcs, counters, g, visited, inTree, start } = this;
    // On a lattice the arcs come from bytes, here and not by a call.
    const { to, cost, lattice, degree, backSteps } = arcs;
    const { moves, lengths, weights } = lattice ?? NO_LATTICE;
    if (!this.done()) this.refocus();
    while (!this.done()) {
      const u = open.peek();
      const gu = g[u];
      const rank = open.rank(this.keyOf(u, gu), 1);
      if (open.topRank() < rank) {
        // Put in for an earlier start: its key was a lower bound.
        open.place(u, rank, 1, gu);
        counters.queueOperations++;
        continue;
      }
      if (budget-- <= 0) return false;
      open.pop();
      counters.queueOperations++;
      counters.expanded++;
      this.lastExpanded = u;
      const weight = lattice !== undefined && lattice.weighted ? weights[u] : 1;
      const n = lattice !== undefined ? degree : arcs.entering(u);
      for (let i = 0; i < n; i++) {
        let v: number;
        let through = gu;
        if (lattice === undefined) {
          v = to[i];
          through += cost[i];
        } else {
          v = u + backSteps[i];
          if (((moves[v] >> i) & 1) === 0) continue;
          through += lengths[i] * weight;
        }
        if (visited[v] !== inTree || through < g[v]) this.visit(v, through, u);
      }
    }
    this.cost = visited[start] === inTree ? g[start] : Infinity;
    return true;
  }

  /** Whether nothing in the queue can make the way from the start cheaper. */
  private done(): boolean {
    const { start } = this;
    if (this.visited[start] !== this.inTree) return this.open.size === 0;
    return this.open.topRank() >= this.open.rank(this.keyOf(start, this.g[start]), 1);
  }

  /** Directs all keys to come at the start as it is now. */
  private refocus(): void {
    if (this.last === this.start) return;
    const h = this.heuristic(this.last, this.start);
    // Up where estimates are rounded down, or those in the queue could be no lower bounds any more.
    this.km += this.buckets ? Math.ceil(h - 1e-9) : h;
    this.last = this.start;
    this.epoch++;
  }

  /** Hangs `v` into the tree below `parent`. */
  private visit(v: number, g: number, parent: number): void {
    const { open, visited } = this;
    if (visited[v] < this.inTree - 1) this.lastMoves.note(v);
    visited[v] = this.inTree;
    this.g[v] = g;
    this.ahead[v] = parent;
    open.place(v, open.rank(this.keyOf(v, g), 1), 1, g);
    this.counters.generated++;
    this.counters.queueOperations++;
  }

  /** Cuts the branches that hang on an arc that is gone or dearer; returns how many vertices it has written to `cut`. */
  private cutBranches(tails: ArrayLike<number>, n: number): number {
    const { arcs, ahead, cut, visited, inTree } = this;
    const { to, lattice, degree, backSteps } = arcs;
    let count = 0;
    for (let i = 0; i < n; i++) {
      const u = tails[i];
      if (visited[u] !== inTree || u === this.goal || this.holds(u)) continue;
      visited[u] = inTree - 1;
      cut[count++] = u;
      for (let j = count - 1; j < count; j++) {
        const v = cut[j];
        const m = lattice !== undefined ? degree : arcs.entering(v);
        for (let k = 0; k < m; k++) {
          // Whose arc to `v` is gone hangs on `v` as well, and has to be cut at any rate.
          const child = lattice !== undefined ? v + backSteps[k] : to[k];
          if (ahead[child] !== v || visited[child] !== inTree) continue;
          visited[child] = inTree - 1;
          cut[count++] = child;
        }
      }
    }
    return count;
  }

  /** Whether the arc from `u` to its parent is there, and no dearer than it was. */
  private holds(u: number): boolean {
    const { arcs, ahead, g } = this;
    const { lattice } = arcs;
    if (lattice !== undefined && !lattice.weighted) return arcs.joins(u, ahead[u]);
    return arcs.between(u, ahead[u]) + g[ahead[u]] <= g[u];
  }

  /** Takes what was cut off out of the queue, and puts in the vertices around it, from which it can be reached again. */
  private reopen(count: number): void {
    const { arcs, cut, g, open, visited, inTree } = this;
    if (count > 0) this.unsettle();
    for (let i = 0; i < count; i++) {
      open.remove(cut[i]);
      const n = arcs.leaving(cut[i]);
      for (let j = 0; j < n; j++) {
        const v = arcs.to[j];
        if (visited[v] !== inTree || open.has(v)) continue;
        open.place(v, open.rank(this.keyOf(v, g[v]), 1), 1, g[v]);
        this.counters.queueOperations++;
      }
    }
  }

  /** Hangs `u` to whichever of its successors is better than its parent now. */
  private followLeaving(u: number): void {
    const { arcs, g, visited, inTree } = this;
    // What has only lost arcs since it was met can have got no better.
    if (visited[u] >= inTree - 1 && !this.lastMoves.gained(u)) return;
    let least = visited[u] === inTree ? g[u] : Infinity;
    let head = NO_VERTEX;
    const n = arcs.leaving(u);
    for (let i = 0; i < n; i++) {
      const v = arcs.to[i];
      if (visited[v] !== inTree || arcs.cost[i] + g[v] >= least) continue;
      least = arcs.cost[i] + g[v];
      head = v;
    }
    if (head === NO_VERTEX) return;
    this.visit(u, least, head);
    this.unsettle();
  }

  /** The part of a key that counts: what a way through `u` costs. */
  private keyOf(u: number, g: number): number {
    return g + this.km + (this.epochs[u] === this.epoch ? this.h[u] : this.estimate(u));
  }

  /** Computes the estimate from the start to `u` for this epoch. Asked for whenever a key is looked at, it is worth keeping. */
  private estimate(u: number): number {
    const h = this.heuristic(this.last, u);
    this.epochs[u] = this.epoch;
    // A whole number below a consistent estimate is consistent as well where costs are whole.
    return (this.h[u] = this.buckets ? Math.floor(h + 1e-9) : h);
  }
}
