/**
 * Bidirectional front-to-end search with a proof of optimality by pairs of open vertices. No path through u, open forward, and v, open backward, costs
 * less than lb(u, v) = max(f(u), f(v), g(u) + g(v) + ε), where ε is the cost of the cheapest arc. The rule decides which vertex is expanded next:
 *
 * - `nbs`: both of a pair with the lowest lb. J. Chen, R. Holte, S. Zilles, N. Sturtevant, "Front-to-End Bidirectional Heuristic Search with
 *   Near-Optimal Node Expansions", IJCAI 2017.
 * - `dvcbs`: a vertex of a minimum vertex cover of all pairs with the lowest lb. S. Shperberg, A. Felner, N. Sturtevant, S. Shimony, A. Hayoun,
 *   "Enriching Non-Parametric Bidirectional Search Algorithms", AAAI 2019.
 * - `mm`, `mme`: the vertex with the lowest priority max(f, 2g), or max(f, 2g + ε). R. Holte, A. Felner, G. Sharon, N. Sturtevant, "Bidirectional
 *   Search That Is Guaranteed to Meet in the Middle", AAAI 2016; ε: G. Sharon, R. Holte, A. Felner, N. Sturtevant, "An Improved Priority Function for
 *   Bidirectional Heuristic Search", SoCS 2016.
 *
 * Departures: `dvcbs` groups vertices by g, computes a cover again when the bound or the lowest group of a side changes, and expands the lowest
 * group of the cover. Ties are broken by the heap.
 */
import { Counters, NO_VERTEX } from '@pf/graph';
import type { Graph, Heuristic } from '@pf/graph';
import { checkVertex } from '@pf/graph/kit';
import { cheapestArc } from './minimum-expansions.ts';
import { CLOSED, READY, Side, STATES, WAITING } from './open-side.ts';

/** Relative difference of equal sums. */
const ROUNDING = 1e-12;

export type PairRule = 'nbs' | 'dvcbs' | 'mm' | 'mme';

export class FrontToEndSearch {
  cost = Infinity;
  /** No path costs less. */
  lowerBound = 0;
  readonly counters = new Counters();
  /** Expansions of the last query while the lower bound was below the cost: those that any such search must make or replace by others. */
  necessary = 0;
  private readonly sides: readonly [Side, Side];
  private readonly to: Uint32Array;
  private readonly arcCost: Float64Array;
  private readonly epsilon: number;
  private readonly meets: boolean;
  private query = 0;
  private start = NO_VERTEX;
  private goal = NO_VERTEX;
  private meeting = NO_VERTEX;
  /** Cost of the best path so far. */
  private best = Infinity;
  /** Expansions since the lower bound rose last. */
  private sinceRise = 0;
  /** Of `nbs`: whether the backward vertex of the pair is next. Of `dvcbs`: the side of the cover, and the group and bound that it was computed for. */
  private second = false;
  private covering = 0;
  private coveredGroup = NaN;
  private coveredBound = NaN;

  constructor(
    private readonly graph: Graph,
    private readonly rule: PairRule,
    private readonly heuristic: Heuristic,
  ) {
    this.sides = [new Side(graph.vertexCount), new Side(graph.vertexCount)];
    this.to = new Uint32Array(graph.maxDegree);
    this.arcCost = new Float64Array(graph.maxDegree);
    this.epsilon = cheapestArc(graph);
    this.meets = rule === 'mm' || rule === 'mme';
  }

  search(start: number, goal: number): number {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    this.start = start;
    this.goal = goal;
    this.query++;
    this.counters.reset();
    this.cost = Infinity;
    this.best = start === goal ? 0 : Infinity;
    this.meeting = start;
    this.lowerBound = 0;
    this.sinceRise = 0;
    this.second = false;
    this.coveredBound = NaN;
    for (const side of this.sides) side.clear();
    this.label(0, start, 0, NO_VERTEX);
    this.label(1, goal, 0, NO_VERTEX);
    for (let side = this.next(); side >= 0; side = this.next()) this.expand(side);
    this.necessary = this.counters.expanded - (this.isProved() ? this.sinceRise : 0);
    return (this.cost = this.best);
  }

  path(out: Uint32Array): number {
    if (this.cost === Infinity) return 0;
    const [forward, backward] = this.sides;
    let n = 0;
    for (let v = this.meeting; v !== NO_VERTEX; v = forward.parent[v]) out[n++] = v;
    out.subarray(0, n).reverse();
    for (let v = this.meeting; v !== this.goal; ) out[n++] = v = backward.parent[v];
    return n;
  }

  /** The greatest g among the expanded vertices of a side. */
  deepest(side: 0 | 1): number {
    return this.sides[side].deepest;
  }

  /** The side whose first vertex is to be expanded; −1 if the search is finished. */
  private next(): number {
    return this.meets ? this.nextOfMeeting() : this.nextOfPair();
  }

  /** MM: the side with the lower priority. */
  private nextOfMeeting(): number {
    const [forward, backward] = this.sides;
    const priorities = [this.peekPriority(forward), this.peekPriority(backward)];
    const least = Math.min(priorities[0], priorities[1]);
    const [f, fBack] = [this.peekF(forward), this.peekF(backward)];
    const sum = this.peekG(forward, WAITING) + this.peekG(backward, WAITING) + this.epsilon;
    this.raise(Math.max(least, f, fBack, sum));
    if (least === Infinity || this.isProved()) return -1;
    return priorities[0] <= priorities[1] ? 0 : 1;
  }

  /** NBS and DVCBS: raises the bound until a pair of ready vertices is within it. */
  private nextOfPair(): number {
    const { sides: [forward, backward], epsilon } = this;
    if (this.second) {
      this.second = false;
      if (this.peekG(backward, READY) < Infinity) return this.isProved() ? -1 : 1;
    }
    for (;;) {
      if (this.isProved()) return -1;
      const waiting = [this.peekF(forward), this.peekF(backward)];
      if (waiting[0] < this.lowerBound) this.makeReady(forward);
      else if (waiting[1] < this.lowerBound) this.makeReady(backward);
      else {
        const ready = [this.peekG(forward, READY), this.peekG(backward, READY)];
        // Everything that one side can reach is closed.
        if (Math.min(waiting[0], ready[0]) === Infinity || Math.min(waiting[1], ready[1]) === Infinity) return -1;
        const sum = ready[0] + ready[1] + epsilon;
        if (sum <= this.lowerBound) return this.choose(ready[0], ready[1]);
        if (waiting[0] <= this.lowerBound) this.makeReady(forward);
        else if (waiting[1] <= this.lowerBound) this.makeReady(backward);
        else this.raise(Math.min(waiting[0], waiting[1], sum));
      }
    }
  }

  private choose(gForward: number, gBackward: number): number {
    if (this.rule === 'nbs') {
      this.second = true;
      return 0;
    }
    const group = this.covering === 0 ? gForward : gBackward;
    if (this.coveredBound === this.lowerBound && this.coveredGroup === group) return this.covering;
    const [inForward, inBackward] = this.cover();
    this.covering = inForward && (!inBackward || gForward <= gBackward) ? 0 : 1;
    this.coveredBound = this.lowerBound;
    this.coveredGroup = this.covering === 0 ? gForward : gBackward;
    return this.covering;
  }

  /** Whether a minimum vertex cover of the pairs within the bound has vertices of each side: it is the lowest groups of both. */
  private cover(): [boolean, boolean] {
    const { sides: [{ groups: forward }, { groups: backward }], lowerBound, epsilon } = this;
    let back = 0;
    let j = 0;
    while (j < backward.keys.length && forward.keys[0] + backward.keys[j] + epsilon <= lowerBound) back += backward.counts[j++];
    let least = back;
    let best: [boolean, boolean] = [false, true];
    let front = 0;
    for (let i = 0; j > 0; i++) {
      front += forward.counts[i];
      const following = i + 1 < forward.keys.length ? forward.keys[i + 1] : Infinity;
      while (j > 0 && !(following + backward.keys[j - 1] + epsilon <= lowerBound)) back -= backward.counts[--j];
      if (front + back >= least) continue;
      least = front + back;
      best = [true, j > 0];
    }
    return best;
  }

  /** Whether no path is cheaper than the best so far, except by rounding. */
  private isProved(): boolean {
    return this.lowerBound >= this.best * (1 - ROUNDING);
  }

  private raise(bound: number): void {
    if (bound <= this.lowerBound) return;
    // Rounding makes several bounds of one.
    if (bound > this.lowerBound * (1 + ROUNDING)) this.sinceRise = 0;
    this.lowerBound = bound;
  }

  private makeReady(side: Side): void {
    const v = side.byF.pop();
    side.state[v] = this.query * STATES + READY;
    side.byG.push(v, side.g[v]);
    if (this.rule === 'dvcbs') side.groups.add(side.g[v], 1);
    this.counters.queueOperations++;
  }

  /** The lowest f of vertices that are open and not ready. */
  private peekF(side: Side): number {
    const { byF, g, h, state } = side;
    while (byF.size > 0 && !(state[byF.peek()] === this.query * STATES + WAITING && byF.peekKey() === g[byF.peek()] + h[byF.peek()])) byF.pop();
    return byF.peekKey();
  }

  private peekG({ byG, g, state }: Side, required: number): number {
    while (byG.size > 0 && !(state[byG.peek()] === this.query * STATES + required && byG.peekKey() === g[byG.peek()])) byG.pop();
    return byG.peekKey();
  }

  private peekPriority(side: Side): number {
    const { byPriority, state } = side;
    while (byPriority.size > 0 && !(state[byPriority.peek()] === this.query * STATES + WAITING && byPriority.peekKey() === this.priority(side, byPriority.peek()))) byPriority.pop();
    return byPriority.peekKey();
  }

  private priority({ g, h }: Side, v: number): number {
    return Math.max(g[v] + h[v], 2 * g[v] + (this.rule === 'mme' ? this.epsilon : 0));
  }

  private expand(mine: number): void {
    const { graph, to, arcCost, counters, sides } = this;
    const side = sides[mine];
    const v = (this.meets ? side.byPriority : side.byG).pop();
    if (this.rule === 'dvcbs') side.groups.add(side.g[v], -1);
    side.state[v] = this.query * STATES + CLOSED;
    if (side.g[v] > side.deepest) side.deepest = side.g[v];
    counters.expanded++;
    counters.queueOperations++;
    this.sinceRise++;
    const n = mine === 0 ? graph.successors(v, to, arcCost) : graph.predecessors(v, to, arcCost);
    for (let i = 0; i < n; i++) this.label(mine, to[i], side.g[v] + arcCost[i], v);
  }

  private label(mine: number, u: number, g: number, parent: number): void {
    const { counters, goal, heuristic, query, rule, sides, start } = this;
    const side = sides[mine];
    const other = sides[1 - mine];
    if (side.state[u] > query * STATES) {
      if (g >= side.g[u]) return;
      if (side.state[u] === query * STATES + CLOSED) counters.reopened++;
      if (rule === 'dvcbs' && side.state[u] === query * STATES + READY) side.groups.add(side.g[u], -1);
    } else side.h[u] = mine === 0 ? heuristic(u, goal) : heuristic(start, u);
    side.state[u] = query * STATES + WAITING;
    side.g[u] = g;
    side.parent[u] = parent;
    side.byF.push(u, g + side.h[u]);
    if (this.meets) {
      side.byG.push(u, g);
      side.byPriority.push(u, this.priority(side, u));
    }
    counters.generated++;
    counters.queueOperations++;
    if (other.state[u] > query * STATES && g + other.g[u] < this.best) {
      this.best = g + other.g[u];
      this.meeting = u;
    }
  }
}
