/**
 * A flow field: the cheapest paths from everywhere to one goal, shared by all units that have this goal. LPA* (S. Koenig, M. Likhachev, D. Furcy, "Lifelong Planning
 * A*", Artificial Intelligence 155, 2004) from the goal, without a heuristic: it grows like Dijkstra's algorithm, and repairs only what a change affects.
 *
 * A whole field costs far more than one path, so it is worth its cost only for many units:
 * - Once the searches of all units with this goal would cost more, by the mean of those so far, it may grow to the end. Searches that edits end count too.
 * - Before that, it may spend a small part of what searches to its goal spend.
 *
 * A part that is not repaired yet can be followed as long as costs fall along it: it is as good as a path planned before the change.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { ArcBuffer, isLattice } from '@pf/graph/kit';
import { BinaryHeap } from '@pf/queues';
import { checkPredecessors } from './check-predecessors.ts';

/** The cost of one expansion, in expansions of A*, which takes shortcuts on lattices and near lattices. */
const LATTICE_COST = 4;
const GRAPH_COST = 2;
/** The number of expansions of searches that pay for one expansion here. */
const CREDIT_RATE = 64;

/** The tree of cheapest paths to one goal, grown on demand. Memory: 40 bytes a vertex. Arcs must cost more than 0. */
export class FlowField {
  /** The goal of the field; NO_VERTEX before the first. */
  goal = NO_VERTEX;
  /** The number of units that follow it. */
  users = 0;
  /** The cost of one expansion, in expansions of a search. */
  readonly expansionCost: number;
  /** The number of expansions that it may still make. */
  private credit = 0;
  /** Whether it may grow to the end. */
  private isFunded = false;
  /** Whether the graph threw while it grew. It then grows again after an edit. */
  private hasFailed = false;
  /** The searches to this goal that ended, made without it, and the expansions of all, ended or not. */
  private searches = 0;
  private searchExpansions = 0;
  private readonly graph: Graph;
  private readonly entering: ArcBuffer;
  private readonly leaving: ArcBuffer;
  /** The vertices where `g` and `rhs` differ, ordered by the smaller of the two. */
  private readonly open: BinaryHeap;
  /** `g`: the cost to the goal when last expanded. `rhs`: the cost as computed from the successors now. `successor`: the one that gives `rhs`. */
  private readonly g: Float64Array;
  private readonly rhs: Float64Array;
  private readonly successor: Int32Array;
  /** The arrays above are valid for a vertex if this is the current generation. */
  private readonly generations: Uint32Array;
  private generation = 0;

  constructor(graph: Graph) {
    const n = graph.vertexCount;
    this.graph = graph;
    this.expansionCost = isLattice(graph) || graph.nearLattice !== undefined ? LATTICE_COST : GRAPH_COST;
    this.entering = new ArcBuffer(graph);
    this.leaving = new ArcBuffer(graph);
    this.open = new BinaryHeap(n);
    this.g = new Float64Array(n);
    this.rhs = new Float64Array(n);
    this.successor = new Int32Array(n);
    this.generations = new Uint32Array(n);
  }

  begin(goal: number): void {
    this.credit = 0;
    this.isFunded = false;
    this.hasFailed = false;
    this.searchExpansions = 0;
    this.searches = 0;
    this.restart(goal);
  }

  /** Begins again after an edit that may have changed any arc. What searches have paid stays. */
  allChanged(): void {
    this.hasFailed = false;
    this.restart(this.goal);
    if (this.isFunded) this.credit = this.graph.vertexCount;
  }

  private restart(goal: number): void {
    this.goal = goal;
    this.generation++;
    this.open.clear();
    this.reset(goal);
    this.rhs[goal] = 0;
    this.updateQueue(goal);
  }

  /** Records expansions of a search to this goal, whether it has ended, and how many units have this goal. */
  addSearch(expansions: number, units: number, hasEnded: boolean): void {
    this.credit += expansions / CREDIT_RATE;
    this.searchExpansions += expansions;
    if (hasEnded) this.searches++;
    const mean = this.searchExpansions / (hasEnded ? this.searches : this.searches + 1);
    if (this.isFunded || mean * units < this.expansionCost * this.graph.vertexCount) return;
    this.isFunded = true;
    this.credit += this.graph.vertexCount;
  }

  /** Whether there is something to expand, and credit for it. */
  get hasWork(): boolean {
    return this.credit >= 1 && this.open.size > 0 && !this.hasFailed;
  }

  /** Repairs and grows the field, nearest vertices first, with at most `budget` expansions; returns how many it made. */
  run(budget: number): number {
    let expansions = 0;
    try {
      for (; expansions < budget && this.hasWork; expansions++) {
        this.credit--;
        this.expand();
      }
    } catch (error) {
      // The graph threw in the middle of an expansion.
      this.restart(this.goal);
      this.hasFailed = true;
      throw error;
    }
    return expansions;
  }

  /** Whether it is certain that no path leads from `v` to the goal. */
  isUnreachable(v: number): boolean {
    return this.open.size === 0 && (this.generations[v] !== this.generation || this.g[v] === Infinity);
  }

  /** The next vertex on the path from `v`; NO_VERTEX if none is known. */
  next(v: number): number {
    const { g, successor } = this;
    if (this.generations[v] !== this.generation) return NO_VERTEX;
    // If costs do not fall, a part that is not repaired yet could lead in a circle. They do not fall either where there is no successor.
    return g[successor[v]] < g[v] && g[v] < Infinity ? successor[v] : NO_VERTEX;
  }

  /** The cost from `v` to the goal when last expanded; Infinity if it is not known. */
  cost(v: number): number {
    return this.generations[v] === this.generation ? this.g[v] : Infinity;
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    this.hasFailed = false;
    try {
      for (let i = 0; i < n; i++) this.updateRhs(tails[i]);
    } catch {
      // The graph threw. If it still does, so will the next expansion.
      this.restart(this.goal);
    }
    // A field that is paid for is repaired completely, since its users would not notice a path that became cheaper. That takes at most two expansions a vertex.
    if (this.isFunded) this.credit = Math.max(this.credit, 2 * this.graph.vertexCount);
  }

  private expand(): void {
    const { open, g, rhs, successor, generations, generation } = this;
    const { to, cost } = this.entering;
    const u = open.pop();
    const isCheaper = rhs[u] < g[u];
    g[u] = isCheaper ? rhs[u] : Infinity;
    if (!isCheaper) this.updateQueue(u);
    const n = this.graph.predecessors(u, to, cost);
    if (n === 0 && u === this.goal) checkPredecessors(this.graph, u);
    for (let i = 0; i < n; i++) {
      const v = to[i];
      if (!isCheaper) {
        if (generations[v] === generation && successor[v] === u) this.updateRhs(v);
        continue;
      }
      if (generations[v] !== generation) this.reset(v);
      const through = g[u] + cost[i];
      if (through >= rhs[v]) continue;
      rhs[v] = through;
      successor[v] = u;
      this.updateQueue(v);
    }
  }

  /** Recomputes the best successor of `v`. */
  private updateRhs(v: number): void {
    if (v === this.goal) return;
    const { g, generations, generation } = this;
    const { to, cost } = this.leaving;
    const n = this.graph.successors(v, to, cost);
    let least = Infinity;
    let best = NO_VERTEX;
    for (let i = 0; i < n; i++) {
      if (generations[to[i]] !== generation || g[to[i]] + cost[i] >= least) continue;
      least = g[to[i]] + cost[i];
      best = to[i];
    }
    if (generations[v] !== generation) this.reset(v);
    this.rhs[v] = least;
    this.successor[v] = best;
    this.updateQueue(v);
  }

  private reset(v: number): void {
    this.generations[v] = this.generation;
    this.g[v] = Infinity;
    this.rhs[v] = Infinity;
    this.successor[v] = NO_VERTEX;
  }

  /** Queues a vertex whose two costs differ, and removes one whose costs agree. */
  private updateQueue(v: number): void {
    const { open, g, rhs } = this;
    if (g[v] === rhs[v]) open.remove(v);
    else open.update(v, Math.min(g[v], rhs[v]));
  }
}
