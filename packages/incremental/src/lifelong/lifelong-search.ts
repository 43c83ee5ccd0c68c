/**
 * Base of LPA* and D* Lite: a search from the goal that keeps for each vertex its cost to the goal when last expanded (`g`) and as computed
 * from its successors now (`rhs`). It expands vertices where the two differ, until the path from the start is final. If `forward`, as in Moving
 * Target D* Lite, it searches from the start to the goal instead.
 *
 * S. Koenig, M. Likhachev, D. Furcy, "Lifelong Planning A*", Artificial Intelligence 155, 2004; M. Likhachev, S. Koenig, "A Generalized
 * Framework for Lifelong Planning A* Search", ICAPS 2005 (weights, ties); the optimizations: S. Koenig, M. Likhachev, "Fast Replanning
 * for Navigation in Unknown Terrain", IEEE Transactions on Robotics 21(3), 2005.
 *
 * Departures: LPA* too searches from the goal, as changes are reported by the tails of arcs, where rhs then changes. A pointer
 * to the successor that gives rhs replaces tests for equal costs, which rounding would break. With real costs,
 * the search continues while the top of the queue is within rounding of the start's key.
 */
import { NO_VERTEX } from '@pf/graph';
import { GREATEST_EXACT, NO_LATTICE } from '../arcs.ts';
import { LifelongTree } from './lifelong-tree.ts';

/** The number of vertices that may be looked at for the budget of one expansion where a search tree or its queue is updated. */
export const UPKEEP = 8;

export abstract class LifelongSearch extends LifelongTree {
  /** Whether keys in the queue were computed with another weight. */
  private reweighted = false;
  /** What is left of the keys to recompute. 3 and 1: deferred vertices return to the queue; 2: all leave it, for new keys. */
  private requeuing = 0;
  /** Tails of arcs that changed meanwhile, to be looked at after that. */
  private waiting = new Uint32Array(0);
  private waitingCount = 0;
  /** Vertices that left the queue or returned to it so far. */
  protected requeued = 0;
  protected searching = false;

  override isOpen(v: number): boolean {
    return super.isOpen(v) || (this.requeuing > 0 && this.labels.has(v) && this.labels.g[v] !== this.labels.rhs[v]);
  }

  protected reset(): void {
    this.labels.reset();
    this.weighting.reset();
    this.reweighted = false;
    this.requeuing = 0;
    this.waitingCount = 0;
    this.open.clear();
    this.km = 0;
    this.root = this.forward ? this.start : this.goal;
    this.target = this.forward ? this.goal : this.start;
    this.estimates.begin(this.target);
    this.searching = false;
    this.previousArcs.begin();
    this.touch(this.target);
    this.touch(this.root);
    this.labels.rhs[this.root] = 0;
    this.enqueue(this.root);
  }

  protected moved(along: boolean, _from: number): void {
    this.setTarget(this.start);
    // The bound holds for a weighted path as a whole; the rest of the path may exceed it.
    if (this.weighting.active) this.unsettle();
    else if (along) this.total = this.costAhead();
  }

  protected setTarget(v: number): void {
    this.target = v;
    if (this.arcs.lattice === undefined) this.estimates.foresee(v);
    if (this.labels.has(v)) return;
    this.touch(v);
    // The vertex may have arcs now that were not reported yet.
    this.lookAhead(v);
  }

  protected changed(tails: ArrayLike<number>, n: number): void {
    this.unsettle();
    this.newSearch();
    this.previousArcs.watch();
    this.estimates.forget(tails, n);
    if (this.requeuing > 1) {
      if (n > this.waiting.length) this.waiting = new Uint32Array(2 * n);
      for (let i = 0; i < n; i++) this.waiting[i] = tails[i];
      this.waitingCount = n;
      return;
    }
    this.requeue(Infinity);
    for (let i = 0; i < n; i++) this.follow(tails[i]);
  }

  /** Handles changed arcs that leave `u`. */
  private follow(u: number): void {
    const { labels, labels: { nextVertex } } = this;
    // Its best arc is unchanged, and no arc became cheaper.
    if (labels.has(u) && !this.previousArcs.gained(u) && (nextVertex[u] === NO_VERTEX || this.arcs.joins(u, nextVertex[u]))) return;
    this.lookAhead(u);
  }

  protected search(budget: number): boolean {
    const { open, arcs, counters, forward, root, target, weighting, traits: { optimized, interpolates } } = this;
    const { g, rhs, nextVertex, stamp, query, infinity } = this.labels;
    // On a lattice, arcs are read from bytes here without a call.
    const { to, cost, lattice, lengths, degree } = arcs;
    const steps = forward ? arcs.steps : arcs.backSteps;
    const { moves, weights } = lattice ?? NO_LATTICE;
    const closes = weighting.active;
    // From the new start, the path may lead only through postponed vertices.
    if ((closes || this.reweighted) && !this.searching) this.newSearch();
    budget = this.requeue(budget);
    if (budget < 0) return false;
    for (;;) {
      const top = open.topRank();
      // A rank of Infinity would make the engine treat all ranks as doubles.
      if (rhs[target] <= g[target] && (rhs[target] === infinity ? open.size === 0 : this.isFinal(top))) break;
      if (!this.searching) {
        // A target that moved along its path was handled above with the existing keys; any other needs new keys.
        this.newSearch();
        return this.search(budget);
      }
      const u = open.peek();
      const over = g[u] < rhs[u] ? 0 : 1;
      const least = over === 0 ? g[u] : rhs[u];
      const rank = open.rank(this.keyOf(u, least, over), over);
      if (budget-- <= 0) return false;
      if (top < rank) {
        // Inserted for an earlier target: its key was a lower bound. It counts against the budget, as there may be many.
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
        if (closes) weighting.close(u);
      } else {
        g[u] = infinity;
        this.enqueue(u);
      }
      const weighted = lattice !== undefined && lattice.weighted;
      const n = lattice !== undefined ? degree : forward ? arcs.leaving(u) : arcs.entering(u);
      for (let i = 0; i < n; i++) {
        let v: number;
        let through = least;
        if (lattice === undefined) {
          v = to[i];
          through += cost[i];
        } else {
          v = u + steps[i];
          if (((moves[forward ? u : v] >> i) & 1) === 0) continue;
          through += weighted ? lengths[i] * weights[forward ? v : u] : lengths[i];
        }
        if (stamp[v] !== query) this.touch(v);
        if (over === 0 || interpolates === true || through >= rhs[v]) {
          if (!optimized || (over === 0 && nextVertex[v] === u)) this.lookAhead(v);
          continue;
        }
        // Needed only while the branches of an earlier root are in the tree.
        if (v === root) continue;
        rhs[v] = through;
        nextVertex[v] = u;
        counters.generated++;
        this.enqueue(v);
      }
    }
    this.searching = false;
    this.total = this.costAhead();
    return true;
  }

  /** Whether rhs of the target, which is finite and at most its g, is final. `top` is the rank of the top of the queue. */
  protected isFinal(top: number): boolean {
    const { labels, open, target, whole } = this;
    const found = labels.rhs[target];
    const k = this.keyOf(target, found, 1);
    const rank = open.rank(whole ? k : k + k * 1e-9, 1);
    return top > rank || (top === rank && !(whole && open.topFirst(1, found)));
  }

  /** Sets the weight of the next search. */
  protected setWeight(weight: number): void {
    if (weight === this.weighting.weight) return;
    this.weighting.weight = weight;
    this.reweighted = true;
    this.searching = false;
    this.unsettle();
  }

  /** Computes all later keys for the current target. */
  protected newSearch(): void {
    // What is left of an earlier target or weight.
    this.requeue(Infinity);
    const moved = this.estimates.start !== this.target;
    this.searching = true;
    if (moved) {
      const rise = this.estimates.moveTo(this.target);
      if (this.traits.lazyKeys) this.km += rise;
      if (this.whole && this.km > GREATEST_EXACT) return this.reset();
    }
    this.weighting.beginSearch();
    this.requeuing = (moved || this.reweighted) && !this.traits.lazyKeys ? 3 : 1;
    this.reweighted = false;
  }

  /** Continues to recompute keys. Returns the rest of the budget, or −1 if it is used up before. */
  private requeue(budget: number): number {
    const { open, weighting } = this;
    let left = UPKEEP * budget;
    for (; this.requeuing > 0; this.requeuing--) {
      while (this.requeuing === 2 ? open.size > 0 : !weighting.isEmpty) {
        if (left-- <= 0) return -1;
        if (this.requeuing === 2) weighting.keep(open.pop());
        else this.enqueue(weighting.release());
        this.requeued++;
      }
    }
    for (let i = 0; i < this.waitingCount; i++) this.follow(this.waiting[i]);
    left -= this.waitingCount;
    this.waitingCount = 0;
    return Math.floor(left / UPKEEP);
  }

  /** Cost of the path along the pointers: rhs of the start, or less after a weighted search. */
  protected costAhead(): number {
    const { around, goal, start, labels } = this;
    if (labels.rhs[start] === labels.infinity) return Infinity;
    if (!this.weighting.active) return labels.rhs[start];
    return labels.costAlong(start, goal, around);
  }
}
