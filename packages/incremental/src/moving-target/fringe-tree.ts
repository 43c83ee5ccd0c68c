/** The search tree of Fringe-Retrieving A*, and how a part of it becomes the tree of the next search. The sources and departures are those of fringe-retrieving-a-star.ts. */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { LAST_STAMP, NO_DIRECTION } from '@pf/graph/kit';
import { CLOSED, MARKS, RepeatedAStar } from '../adaptive/repeated-a-star.ts';
import { INFINITE_COST } from '../arcs.ts';
import { UPKEEP } from '../lifelong/lifelong-search.ts';
import type { PlannerOptions } from '../planner.ts';
import { ROUNDING } from '../route-planner.ts';

export abstract class FringeTree extends RepeatedAStar {
  /** Root of the search tree; NO_VERTEX before the first search. Its g is the sum of the agent's moves since then. */
  protected root = NO_VERTEX;
  /** From the front: vertices that leave the tree, then those that return to it. From the end: its other open vertices. */
  protected readonly list: Uint32Array;
  /** Closed vertices whose arcs have changed since branches were last removed, and a flag for each vertex. */
  protected readonly changedTails: Uint32Array;
  protected changedCount = 0;
  protected readonly isChanged: Uint8Array;
  /** Closed vertices with a larger g may have too high costs, since an arc became cheaper. */
  protected limit = Infinity;
  /** The goal of the last search, which has its final g although it is open. */
  protected lastGoal = NO_VERTEX;
  /** What is left of making another vertex the root. 3: the closed vertices that stay are found; 2: the open ones; 1: others are reached again; 0: nothing. */
  private retrieving = 0;
  /** The root to be; how many vertices this step has looked at; the closed vertices that stay, those that leave, and those that are reached again; where the open ones begin in the list. */
  private nextRoot = NO_VERTEX;
  private looked = 0;
  private kept = 0;
  private gone = 0;
  private entered = 0;
  private first = 0;
  /** With a larger g of the root, the next search starts from scratch, before keys exceed 32 bits or become inexact. */
  private readonly mostRoot: number;

  constructor(graph: Graph, options: PlannerOptions) {
    super(graph, options);
    const n = graph.vertexCount;
    this.list = new Uint32Array(n);
    this.changedTails = new Uint32Array(n);
    this.isChanged = new Uint8Array(n);
    this.mostRoot = this.bounded ? INFINITE_COST - 2 * this.mostShift : this.mostShift;
  }

  protected forgetTree(): void {
    this.root = NO_VERTEX;
    this.retrieving = 0;
    this.forgetChanges();
    if (this.anchor !== this.goal) this.forget();
  }

  protected forgetChanges(): void {
    for (let i = 0; i < this.changedCount; i++) this.isChanged[this.changedTails[i]] = 0;
    this.changedCount = 0;
    this.limit = Infinity;
    this.lastGoal = NO_VERTEX;
  }

  /** Rounding error of sums of this size. */
  protected slack(sum: number): number {
    return this.exact ? 0 : sum * ROUNDING;
  }

  /** Whether the arc from the parent of `v` costs no more than before. */
  protected holdsArc(v: number): boolean {
    const { arcs, gValues: g, parent } = this;
    return g[parent[v]] + arcs.between(parent[v], v) <= g[v] + this.slack(g[v]);
  }

  protected get isRetrieving(): boolean {
    return this.retrieving > 0;
  }

  /** Begins to make the start the root of the tree, and the open list that of a search from there to the goal. If that is impossible, the next search begins anew. */
  protected beginRetrieval(): void {
    const { arcs, gValues: g, limit, mark: old, root, stamp, start } = this;
    if (root === NO_VERTEX || !this.reached(start) || g[start] > limit || g[start] > this.mostRoot || old > LAST_STAMP - 2 * MARKS || this.sufficient !== arcs.lattice?.sufficient) {
      return this.forgetTree();
    }
    this.mark = old + MARKS;
    stamp[start] = this.mark + CLOSED;
    this.nextRoot = start;
    this.looked = this.kept = this.gone = this.entered = 0;
    this.first = this.list.length;
    this.retrieving = 3;
  }

  /** Continues that. Returns the rest of the budget, or −1 if it is used up before. The open list is filled at once, for the goal of that time. */
  protected retrieve(budget: number): number {
    let left = UPKEEP * budget;
    if (this.retrieving === 3) left = this.keepClosed(left);
    if (this.retrieving === 2) left = this.keepOpen(left);
    if (this.retrieving === 1) left = this.reenter(left);
    return this.retrieving > 0 ? -1 : Math.max(0, Math.floor(left / UPKEEP));
  }

  /** Finds the closed vertices below the new root. */
  private keepClosed(left: number): number {
    const { closed, gValues: g, isChanged, limit, list, mark, nextRoot, parent, root, stamp } = this;
    const keeps = mark + CLOSED;
    const n = Math.min(this.closedCount, this.looked + left);
    let { looked: i, kept, gone } = this;
    left -= n - i;
    for (; i < n; i++) {
      const v = closed[i];
      if (v !== nextRoot) {
        // The vertex is open again.
        if (stamp[v] < mark - MARKS + CLOSED) continue;
        const u = parent[v];
        if (v === root || stamp[u] < keeps || g[v] > limit || (isChanged[u] === 1 && !this.holdsArc(v))) {
          list[gone++] = v;
          continue;
        }
        stamp[v] = keeps;
      }
      closed[kept++] = v;
    }
    this.looked = i;
    this.kept = kept;
    this.gone = gone;
    if (i < this.closedCount) return left;
    this.closedCount = kept;
    this.retrieving = 2;
    return left;
  }

  /** Finds the open vertices below those. */
  private keepOpen(left: number): number {
    const { gValues: g, h, isChanged, list, mark, open, parent, root, stamp } = this;
    const old = mark - MARKS;
    for (let f = open.peekPriority(); f < Infinity; f = open.peekPriority()) {
      if (left-- <= 0) return left;
      const v = open.peek();
      open.pop();
      if (stamp[v] < old || stamp[v] >= old + CLOSED || g[v] + h[v] !== f) continue;
      const u = parent[v];
      if (v !== root && stamp[u] >= mark + CLOSED && (isChanged[u] === 0 || this.holdsArc(v))) {
        stamp[v] = mark;
        list[--this.first] = v;
      } else list[this.gone++] = v;
    }
    this.root = this.nextRoot;
    parent[this.root] = NO_VERTEX;
    if (this.sufficient !== undefined) this.arrival[this.root] = NO_DIRECTION;
    this.looked = 0;
    this.retrieving = 1;
    return left;
  }

  /** Opens again what has left the tree and is next to it, and fills the open list. */
  private reenter(left: number): number {
    const { changedTails, epochs, gValues: g, goal, list, mark, stamp } = this;
    for (; this.looked < this.gone; this.looked++) {
      if (left-- <= 0) return left;
      const v = list[this.looked];
      if (this.enter(v)) list[this.entered++] = v;
    }
    let first = this.leave(this.root, this.first);
    for (let i = 0; i < this.changedCount; i++) if (this.reached(changedTails[i])) first = this.leave(changedTails[i], first);
    left -= this.entered + list.length - first + this.changedCount;
    this.forgetChanges();
    if (this.anchor !== goal) this.forget();
    this.open.clear();
    for (let i = 0; i < this.entered; i++) this.place(list[i]);
    for (let i = first; i < list.length; i++) this.place(list[i]);
    if (epochs[goal] !== this.epoch) this.estimate(goal);
    if (stamp[goal] < mark) {
      stamp[goal] = mark;
      g[goal] = this.unreached;
    }
    this.retrieving = 0;
    this.searching = true;
    return left;
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
