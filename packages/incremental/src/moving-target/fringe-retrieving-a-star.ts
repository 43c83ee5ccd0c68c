/**
 * Generalized Fringe-Retrieving A*. The next search starts from the part of the last search tree below the agent, with the open list that an
 * A* search from there would have.
 *
 * X. Sun, W. Yeoh, S. Koenig, "Generalized Fringe-Retrieving A*: Faster Moving Target Search on State Lattices", AAMAS 2010. On grids: X. Sun,
 * W. Yeoh, S. Koenig, "Efficient Incremental Search for Moving Target Search", IJCAI 2009 (FRA*).
 *
 * Departures:
 * - Costs may change. A branch whose first arc became more expensive is removed as if it were not below the agent. After a cheaper arc, so is
 *   everything farther from the root than the head of that arc.
 * - One pass over the closed vertices in the order of their expansion finds the branches that stay.
 * - On lattices with a canonical order of moves, only the canonical moves of the branches that stay are made, and all of the new root's.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkOptions, LAST_STAMP, NO_DIRECTION } from '@pf/graph/kit';
import { CLOSED, MARKS, ON_ROUTE, RepeatedAStar } from '../adaptive/repeated-a-star.ts';
import { INFINITE_COST } from '../arcs.ts';
import type { PlannerOptions } from '../planner.ts';
import { PreviousArcs } from '../previous-arcs.ts';
import { PRECISION, ROUNDING } from '../route-planner.ts';

/**
 * Pursues a moving goal. The next search keeps the part of the last search tree below the agent. A goal that moves within that part needs no search.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { FringeRetrievingAStar } from '@pf/incremental';
 *
 * const grid = new Grid(9, 1, { movement: 'four' });
 * const planner = new FringeRetrievingAStar(grid);
 * planner.begin(grid.vertex(0, 0), grid.vertex(7, 0));
 * planner.run();
 * planner.counters.expanded; // → 7
 *
 * planner.moveTo(planner.next());
 * planner.goalMovedTo(grid.vertex(6, 0));
 * planner.run();
 * [planner.cost, planner.counters.expanded]; // → [5, 7]
 * ```
 */
export class FringeRetrievingAStar extends RepeatedAStar {
  /** Root of the search tree; NO_VERTEX before the first search. Its g is the sum of the agent's moves since then. */
  private root = NO_VERTEX;
  /** From the front: vertices that leave the tree, then those that return to it. From the end: its other open vertices. */
  private readonly list: Uint32Array;
  /** Closed vertices whose arcs have changed since branches were last removed, and a flag for each vertex. */
  private readonly changedTails: Uint32Array;
  private changedCount = 0;
  private readonly isChanged: Uint8Array;
  /** Closed vertices with a larger g may have too high costs, since an arc became cheaper. */
  private limit = Infinity;
  /** The goal of the last search, which has its final g although it is open. */
  private lastGoal = NO_VERTEX;
  private readonly previousArcs: PreviousArcs;
  /** With a larger g of the root, the next search starts from scratch, before keys exceed 32 bits or become inexact. */
  private readonly mostRoot: number;

  constructor(graph: Graph, options: PlannerOptions = {}) {
    checkOptions(options, ['heuristic', 'queue'], 'FringeRetrievingAStar');
    super(graph, options);
    const n = graph.vertexCount;
    this.list = new Uint32Array(n);
    this.changedTails = new Uint32Array(n);
    this.isChanged = new Uint8Array(n);
    this.previousArcs = new PreviousArcs(this.arcs);
    this.mostRoot = this.bounded ? INFINITE_COST - 2 * this.mostShift : this.mostShift;
  }

  /** Cost from the root of the search tree to `v`; Infinity if it is not in the tree. For drawing. */
  override g(v: number): number {
    return super.g(v) - (this.root === NO_VERTEX ? 0 : this.gValues[this.root] / this.arcs.unit);
  }

  protected override reset(): void {
    super.reset();
    this.forgetTree();
    this.previousArcs.begin();
    this.previousArcs.noteAll();
  }

  protected override goalMoved(): void {
    this.searching = false;
  }

  protected override changed(tails: ArrayLike<number>, n: number): void {
    this.searching = false;
    this.previousArcs.watch();
    const { nextVertex, arcs, changedTails, gValues: g, isChanged, mark, root, stamp } = this;
    for (let i = 0; i < n; i++) {
      const u = tails[i];
      // In a mesh with cuts, the same number may now be another face.
      this.epochs[u] = 0;
      const gained = this.previousArcs.gained(u);
      // Estimates from a root that is now another face bound nothing.
      if (u === root && arcs.lattice === undefined) this.root = NO_VERTEX;
      if (this.root === NO_VERTEX) {
        this.unsettle();
        continue;
      }
      if (this.reached(u) && isChanged[u] === 0) {
        isChanged[u] = 1;
        changedTails[this.changedCount++] = u;
      }
      if (gained) this.followGains(u);
      if (this.settled && stamp[u] === mark + ON_ROUTE && g[u] + arcs.between(u, nextVertex[u]) > g[nextVertex[u]] + this.slack(g[u])) this.unsettle();
    }
  }

  protected override search(budget: number): boolean {
    if (!this.searching) {
      if (this.holdsPath()) return this.finish(this.goal, budget);
      this.retrieve();
    }
    return super.search(budget);
  }

  protected override beginSearch(): void {
    this.forgetTree();
    super.beginSearch();
    this.root = this.start;
  }

  protected override finish(via: number, budget: number): boolean {
    const { gValues: g, goal, start } = this;
    this.searching = false;
    if (via === NO_VERTEX) return super.finish(via, budget);
    this.found = g[goal];
    this.total = g[goal] - g[start];
    // The sum of the moves so far has become so large that rounding hides the rest.
    if (!this.exact && g[start] > 0 && g[goal] * ROUNDING > PRECISION * this.total) {
      this.forgetTree();
      return this.search(budget);
    }
    this.lastGoal = goal;
    this.layRoute(goal);
    return true;
  }

  private forgetTree(): void {
    this.root = NO_VERTEX;
    this.forgetChanges();
    if (this.anchor !== this.goal) this.forget();
  }

  private forgetChanges(): void {
    for (let i = 0; i < this.changedCount; i++) this.isChanged[this.changedTails[i]] = 0;
    this.changedCount = 0;
    this.limit = Infinity;
    this.lastGoal = NO_VERTEX;
  }

  /** Rounding error of sums of this size. */
  private slack(sum: number): number {
    return this.exact ? 0 : sum * ROUNDING;
  }

  /** Lowers `limit` to the lowest cost that new or cheaper arcs out of `u` have lowered. Drops a path that may no longer be the cheapest. */
  private followGains(u: number): void {
    const { arcs, gValues: g, goal, mark, root, stamp } = this;
    const closed = this.reached(u);
    const from = closed ? g[u] : g[root] + this.estimateOf(root, u);
    const n = arcs.leaving(u);
    for (let i = 0; i < n; i++) {
      const v = arcs.to[i];
      const through = from + arcs.cost[i];
      if (closed && stamp[v] >= mark && through >= g[v] - this.slack(through)) continue;
      if (through < this.limit) this.limit = through;
      if (this.settled && through + this.estimateOf(v, goal) < this.found) this.unsettle();
    }
  }

  /** Whether the tree has a cheapest path from the start to the goal. */
  private holdsPath(): boolean {
    const { goal, gValues: g, isChanged, lastGoal, limit, parent, root, start } = this;
    if (root === NO_VERTEX || !this.reached(start) || !(this.reached(goal) || goal === lastGoal) || g[goal] > limit) return false;
    for (let v = goal; v !== start; v = parent[v]) {
      if (v === root || (isChanged[parent[v]] === 1 && !this.holdsArc(v))) return false;
    }
    return true;
  }

  /** Whether the arc from the parent of `v` costs no more than before. */
  private holdsArc(v: number): boolean {
    const { arcs, gValues: g, parent } = this;
    return g[parent[v]] + arcs.between(parent[v], v) <= g[v] + this.slack(g[v]);
  }

  /** Makes the start the root of the tree, and the open list that of a search from there to the goal. If that is impossible, a new search begins. */
  private retrieve(): void {
    const { arcs, arrival, changedTails, closed, epochs, gValues: g, goal, isChanged, limit, mark: old, list, open, parent, root, stamp, start } = this;
    if (root === NO_VERTEX || !this.reached(start) || g[start] > limit || g[start] > this.mostRoot || old > LAST_STAMP - 2 * MARKS || this.sufficient !== arcs.lattice?.sufficient) {
      return this.forgetTree();
    }
    const mark = (this.mark = old + MARKS);
    const { h } = this;
    const keeps = mark + CLOSED;
    stamp[start] = keeps;
    let kept = 0;
    let gone = 0;
    const n = this.closedCount;
    for (let i = 0; i < n; i++) {
      const v = closed[i];
      if (v !== start) {
        // The vertex is open again.
        if (stamp[v] < old + CLOSED) continue;
        const u = parent[v];
        if (v === root || stamp[u] < keeps || g[v] > limit || (isChanged[u] === 1 && !this.holdsArc(v))) {
          list[gone++] = v;
          continue;
        }
        stamp[v] = keeps;
      }
      closed[kept++] = v;
    }
    this.closedCount = kept;
    let first = list.length;
    for (let f = open.peekPriority(); f < Infinity; f = open.peekPriority()) {
      const v = open.peek();
      open.pop();
      if (stamp[v] < old || stamp[v] >= old + CLOSED || g[v] + h[v] !== f) continue;
      const u = parent[v];
      if (v !== root && stamp[u] >= keeps && (isChanged[u] === 0 || this.holdsArc(v))) {
        stamp[v] = mark;
        list[--first] = v;
      } else list[gone++] = v;
    }
    parent[start] = NO_VERTEX;
    if (this.sufficient !== undefined) arrival[start] = NO_DIRECTION;
    this.root = start;
    let entered = 0;
    for (let i = 0; i < gone; i++) if (this.enter(list[i])) list[entered++] = list[i];
    first = this.leave(start, first);
    for (let i = 0; i < this.changedCount; i++) if (this.reached(changedTails[i])) first = this.leave(changedTails[i], first);
    this.forgetChanges();
    if (this.anchor !== goal) this.forget();
    open.clear();
    for (let i = 0; i < entered; i++) this.place(list[i]);
    for (let i = first; i < list.length; i++) this.place(list[i]);
    if (epochs[goal] !== this.epoch) this.estimate(goal);
    if (stamp[goal] < mark) {
      stamp[goal] = mark;
      g[goal] = this.unreached;
    }
    this.searching = true;
  }

  private place(v: number): void {
    this.estimate(v);
    this.open.push(v, this.gValues[v] + this.h[v], this.gValues[v]);
    this.counters.queueOperations++;
  }

  /** Opens `v` as a child of the best of its closed predecessors, if it has any. */
  private enter(v: number): boolean {
    const { arcs, arrival, gValues: g, mark, parent, stamp, sufficient } = this;
    const { lattice, steps } = arcs;
    const keeps = mark + CLOSED;
    let least = this.unreached;
    const n = lattice === undefined ? arcs.entering(v) : arcs.degree;
    for (let i = 0; i < n; i++) {
      const u = lattice === undefined ? arcs.to[i] : v - steps[i];
      if (stamp[u] < keeps) continue;
      if (lattice !== undefined && (((sufficient === undefined ? lattice.moves[u] : sufficient[(arrival[u] << 8) | lattice.moves[u]]) >> i) & 1) === 0) continue;
      const through = g[u] + (lattice === undefined ? arcs.cost[i] : arcs.lengths[i] * (lattice.weighted ? lattice.weights[v] : 1));
      if (through >= least) continue;
      least = through;
      parent[v] = u;
      if (sufficient !== undefined) arrival[v] = i;
    }
    if (least === this.unreached) return false;
    g[v] = least;
    stamp[v] = mark;
    return true;
  }

  /** Makes the moves out of a closed vertex again. Newly open vertices are written before `first` in the list, whose new beginning is returned. */
  private leave(u: number, first: number): number {
    const { arcs, arrival, gValues: g, mark, list, parent, stamp, sufficient } = this;
    const { lattice } = arcs;
    const n = lattice === undefined ? arcs.leaving(u) : arcs.degree;
    const moves = lattice === undefined ? 0 : sufficient === undefined ? lattice.moves[u] : sufficient[(arrival[u] << 8) | lattice.moves[u]];
    for (let i = 0; i < n; i++) {
      if (lattice !== undefined && ((moves >> i) & 1) === 0) continue;
      const v = lattice === undefined ? arcs.to[i] : u + arcs.steps[i];
      if (stamp[v] >= mark + CLOSED) continue;
      const through = g[u] + (lattice === undefined ? arcs.cost[i] : arcs.lengths[i] * (lattice.weighted ? lattice.weights[v] : 1));
      if (stamp[v] < mark) {
        stamp[v] = mark;
        list[--first] = v;
      } else if (through >= g[v]) continue;
      g[v] = through;
      parent[v] = u;
      if (sufficient !== undefined) arrival[v] = i;
    }
    return first;
  }
}
