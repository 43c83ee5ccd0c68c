/**
 * What LPA* and D* Lite share: a search from the goal that keeps, for each vertex, its cost to the goal as last expanded (`g`) and as its
 * successors now have it (`rhs`), and expands those where the two differ, as far as the path from the start asks for it.
 *
 * S. Koenig, M. Likhachev, D. Furcy, "Lifelong Planning A*", Artificial Intelligence 155, 2004; M. Likhachev, S. Koenig, "A Generalized
 * Framework for Lifelong Planning A* Search", ICAPS 2005 (inflation, ties); the optimizations: S. Koenig, M. Likhachev, "Fast Replanning
 * for Navigation in Unknown Terrain", IEEE Transactions on Robotics 21(3), 2005.
 *
 * Departures: LPA* too searches from the goal, since changes are reported by the tails of arcs, and rhs then changes at the tails; a pointer
 * to the successor that gives rhs replaces the tests for equal costs, so that real costs need no care there; where costs are real,
 * the search goes on while the top of the queue is within rounding of the start's key.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { lastingHeuristic } from '@pf/graph/kit';
import { Arcs, GREATEST, GREATEST_EXACT, NO_LATTICE } from '../arcs.ts';
import { KeyQueue } from './key-queue.ts';
import { PreviousArcs } from '../previous-arcs.ts';
import type { PlannerOptions } from '../planner.ts';
import { RoutePlanner } from '../route-planner.ts';
import { nextStamp } from '../stamps.ts';
import { StartHeuristic } from '../start-heuristic.ts';

/** What sets the searches of this family apart. */
export interface LifelongTraits {
  readonly planner: string;
  /** By how much the heuristic is multiplied, and a way may be more expensive than the cheapest; at least 1. */
  readonly inflation: number;
  /** Whether a move of the start adds to all future keys (k_m), so that those in the queue stay lower bounds, or computes all of them anew. */
  readonly lazyKeys: boolean;
  /** False: as first published, every neighbour of an expanded vertex looks at all of its successors again. */
  readonly optimized: boolean;
}

export abstract class LifelongSearch extends RoutePlanner {
  /** The successor that gives rhs. */
  protected readonly ahead: Int32Array;
  /** For the arcs of a vertex while those of another are gone through. */
  private readonly around: Arcs;
  private readonly lastMoves: PreviousArcs;
  private open: KeyQueue;
  private readonly inflated: boolean;
  /** Costs are whole numbers and stay so: sums of them are exact, and so are comparisons of keys. */
  private whole: boolean;
  private readonly gValues: Float64Array | Int32Array;
  private readonly rhsValues: Float64Array | Int32Array;
  /** What g and rhs hold in place of Infinity. */
  private readonly infinity: number;
  /** The question that g, rhs and ahead belong to; of another one, g = rhs = Infinity. */
  private readonly stamp: Uint32Array;
  private question = 1;
  /** From the start that keys are computed for. */
  private readonly estimates: StartHeuristic;
  private km = 0;
  /** Inflation only: `searched` of the search that has expanded a vertex last, plus 1 where the next one has to look at it again. */
  private readonly closed: Uint32Array;
  /** Vertices that wait for the next search, or for a key of their own in this one: no search with lazy keys is inflated. */
  private readonly postponed: Uint32Array;
  private postponedCount = 0;
  private searched = 0;
  private searching = false;

  constructor(
    graph: Graph,
    options: PlannerOptions,
    private readonly traits: LifelongTraits,
  ) {
    super(graph, { planner: traits.planner, positive: true, heap: 'larger-g' }, options.queue, options.heuristic);
    const n = graph.vertexCount;
    this.around = new Arcs(graph);
    this.lastMoves = new PreviousArcs(this.arcs);
    this.inflated = traits.inflation > 1;
    this.whole = this.buckets || this.arcs.alwaysWhole();
    this.open = new KeyQueue(n, this.order);
    this.ahead = new Int32Array(n);
    const greatest = this.arcs.greatestSum();
    const bounded = greatest < GREATEST;
    this.infinity = bounded ? GREATEST : Infinity;
    this.gValues = bounded ? new Int32Array(n) : new Float64Array(n);
    this.rhsValues = bounded ? new Int32Array(n) : new Float64Array(n);
    this.estimates = new StartHeuristic(n, options.heuristic ?? lastingHeuristic(graph), { unit: this.arcs.unit, whole: this.whole, greatest: bounded ? greatest : Infinity });
    this.stamp = new Uint32Array(n);
    this.closed = new Uint32Array(this.inflated ? n : 0);
    this.postponed = new Uint32Array(traits.lazyKeys ? 0 : n);
  }

  isOpen(v: number): boolean {
    return this.open.has(v);
  }

  /** The cost from `v` to the goal as last expanded; Infinity where it was not. For drawing, as `rhs`. */
  g(v: number): number {
    return this.valueAt(this.gValues, v);
  }

  /** The cost from `v` to the goal as its successors now have it; where it is not `g(v)`, `v` is open or need not be. */
  rhs(v: number): number {
    return this.valueAt(this.rhsValues, v);
  }

  private valueAt(values: Float64Array | Int32Array, v: number): number {
    return this.stamp[v] === this.question && values[v] !== this.infinity ? values[v] / this.arcs.unit : Infinity;
  }

  protected reset(): void {
    this.question = nextStamp(this.stamp, this.question);
    this.searched = nextStamp(this.closed, this.searched, 2);
    this.open.clear();
    this.km = 0;
    this.estimates.startAt(this.start);
    this.postponedCount = 0;
    this.searching = false;
    this.lastMoves.begin();
    this.touch(this.start);
    this.touch(this.goal);
    this.rhsValues[this.goal] = 0;
    this.enqueue(this.goal);
  }

  protected override takeHeap(): void {
    super.takeHeap();
    this.whole = false;
    this.open = new KeyQueue(this.ahead.length, this.order);
    this.estimates.takeReals();
  }

  protected moved(along: boolean): void {
    if (this.stamp[this.start] !== this.question) {
      this.touch(this.start);
      // Arcs of it may be there by now that nobody has told of yet.
      this.lookAhead(this.start);
    }
    // The bound of an inflated way is that of the way as a whole: from farther along, the same way may be too expensive.
    if (this.inflated) this.unsettle();
    else if (along) this.total = this.costAhead();
  }

  protected changed(tails: ArrayLike<number>, n: number): void {
    this.unsettle();
    this.newSearch();
    this.lastMoves.watch();
    this.estimates.forget(tails, n);
    for (let i = 0; i < n; i++) this.leavingChanged(tails[i]);
  }

  protected search(budget: number): boolean {
    const { open, arcs, counters, gValues: g, rhsValues: rhs, ahead, stamp, question, infinity, start, whole, inflated } = this;
    const { optimized } = this.traits;
    // On a lattice the arcs are read from bytes here, without a call.
    const { to, cost, lattice, lengths, degree, backSteps } = arcs;
    const { moves, weights } = lattice ?? NO_LATTICE;
    // What was postponed may be all that leads on from where the start is now.
    if (inflated && !this.searching) this.newSearch();
    for (;;) {
      const top = open.topRank();
      const rhsOfStart = rhs[start];
      if (rhsOfStart <= g[start]) {
        if (rhsOfStart === infinity) {
          // A rank of Infinity would make the engine take all ranks for real numbers.
          if (open.size === 0) break;
        } else {
          const k = this.keyOf(start, rhsOfStart, 1);
          const rank = open.rank(whole ? k : k + k * 1e-9, 1);
          if (top > rank || (top === rank && !(whole && open.topFirst(1, rhsOfStart)))) break;
        }
      }
      if (!this.searching) {
        // A start that moved along its way ends above, by the keys that there are; all others want keys of their own.
        this.newSearch();
        if (this.question !== question) return this.search(budget);
        continue;
      }
      const u = open.peek();
      const over = g[u] < rhs[u] ? 0 : 1;
      const least = over === 0 ? g[u] : rhs[u];
      const rank = open.rank(this.keyOf(u, least, over), over);
      if (budget-- <= 0) return false;
      if (top < rank) {
        // Put in for an earlier start: its key was a lower bound. It counts against the budget: there may be very many.
        open.place(u, rank, over, least);
        counters.queueOperations++;
        continue;
      }
      open.pop();
      counters.queueOperations++;
      counters.expanded++;
      this.lastExpanded = u;
      if (over === 1) {
        g[u] = least;
        if (inflated) this.closed[u] = this.searched;
      } else {
        g[u] = infinity;
        this.enqueue(u);
      }
      const weight = lattice !== undefined && lattice.weighted ? weights[u] : 1;
      const n = lattice !== undefined ? degree : arcs.entering(u);
      for (let i = 0; i < n; i++) {
        let v: number;
        let through = least;
        if (lattice === undefined) {
          v = to[i];
          through += cost[i];
        } else {
          v = u + backSteps[i];
          if (((moves[v] >> i) & 1) === 0) continue;
          through += lengths[i] * weight;
        }
        if (stamp[v] !== question) this.touch(v);
        if (over === 0 || through >= rhs[v]) {
          if (!optimized || (over === 0 && ahead[v] === u)) this.lookAhead(v);
          continue;
        }
        rhs[v] = through;
        ahead[v] = u;
        counters.generated++;
        this.enqueue(v);
      }
    }
    this.searching = false;
    this.total = this.costAhead();
    return true;
  }

  /** Computes all later keys for the present start. */
  private newSearch(): void {
    const moved = this.estimates.start !== this.start;
    this.searching = true;
    if (moved) {
      const rise = this.estimates.moveTo(this.start);
      if (this.traits.lazyKeys) this.km += rise;
      if (this.whole && this.km > GREATEST_EXACT) return this.reset();
    }
    this.searched = nextStamp(this.closed, this.searched, 2);
    while (this.postponedCount > 0) this.enqueue(this.postponed[--this.postponedCount]);
    if (!moved || this.traits.lazyKeys) return;
    const { open, postponed } = this;
    let n = 0;
    while (open.size > 0) postponed[n++] = open.pop();
    while (n > 0) this.enqueue(postponed[--n]);
  }

  /** Handles changes of the arcs that leave `u`. */
  private leavingChanged(u: number): void {
    if (this.stamp[u] === this.question && !this.lastMoves.gained(u) && (this.ahead[u] === NO_VERTEX || this.arcs.joins(u, this.ahead[u]))) return;
    this.lookAhead(u);
  }

  /** Begins to keep values for `u`. */
  private touch(u: number): void {
    if (this.stamp[u] === this.question) return;
    this.stamp[u] = this.question;
    this.gValues[u] = this.infinity;
    this.rhsValues[u] = this.infinity;
    this.ahead[u] = NO_VERTEX;
    this.lastMoves.note(u);
  }

  /** Computes rhs of `u` from its successors. */
  private lookAhead(u: number): void {
    if (u !== this.goal) {
      const { around, gValues: g, stamp, question } = this;
      const { to, cost, lattice, lengths, degree, steps } = around;
      const { moves, weights } = lattice ?? NO_LATTICE;
      const weighted = lattice !== undefined && lattice.weighted;
      const open = lattice !== undefined ? moves[u] : 0;
      let least = this.infinity;
      let head = NO_VERTEX;
      const n = lattice !== undefined ? degree : around.leaving(u);
      for (let i = 0; i < n; i++) {
        if (lattice !== undefined && ((open >> i) & 1) === 0) continue;
        const v = lattice !== undefined ? u + steps[i] : to[i];
        if (stamp[v] !== question) continue;
        const through = g[v] + (lattice === undefined ? cost[i] : weighted ? lengths[i] * weights[v] : lengths[i]);
        if (through >= least) continue;
        least = through;
        head = v;
      }
      if (stamp[u] !== question) {
        // Far from all that was searched: most of what is reported to a planner, where there are many.
        if (head === NO_VERTEX) return;
        this.touch(u);
      }
      this.rhsValues[u] = least;
      this.ahead[u] = head;
    }
    this.enqueue(u);
  }

  /** Puts `u` where it belongs: into the queue if it is inconsistent, out of it if not. */
  private enqueue(u: number): void {
    const { open } = this;
    const g = this.gValues[u];
    const rhs = this.rhsValues[u];
    if (g === rhs) {
      if (open.remove(u)) this.counters.queueOperations++;
      return;
    }
    const over = g < rhs ? 0 : 1;
    const least = over === 0 ? g : rhs;
    if (over === 1 && this.inflated && this.postpone(u)) return;
    open.place(u, open.rank(this.keyOf(u, least, over), over), over, least);
    this.counters.queueOperations++;
  }

  /** Keeps out of the queue what this search has expanded already. Inflated keys could make it expand that again and again. */
  private postpone(u: number): boolean {
    const { closed, searched } = this;
    if (closed[u] < searched) return false;
    if (closed[u] === searched) this.postponed[this.postponedCount++] = u;
    closed[u] = searched + 1;
    this.open.remove(u);
    return true;
  }

  /** The first part of a key. An inflated estimate would let underconsistent vertices come too late. */
  private keyOf(u: number, least: number, over: 0 | 1): number {
    const h = this.estimates.to(u);
    return least + this.km + (this.inflated && over === 1 ? this.traits.inflation * h : h);
  }

  /** What the way along the pointers costs: rhs of the start, but that an inflated search may know a part of it better. */
  private costAhead(): number {
    const { around, ahead, goal, start } = this;
    if (this.rhsValues[start] === this.infinity) return Infinity;
    if (!this.inflated) return this.rhsValues[start];
    let sum = 0;
    let v = start;
    for (let steps = 0; v !== goal && steps < ahead.length; v = ahead[v], steps++) sum += around.between(v, ahead[v]);
    // In a circle only where arcs have changed that not reported of.
    return v === goal ? sum : Infinity;
  }
}
