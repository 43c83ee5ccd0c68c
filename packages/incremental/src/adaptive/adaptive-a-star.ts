/**
 * Adaptive A*: after each search, each expanded vertex gets the estimate f − g. It is consistent and never lower than before, so the next search knows more.
 *
 * S. Koenig, M. Likhachev, "Adaptive A*", AAMAS 2005. Costs that fall: X. Sun, S. Koenig, W. Yeoh, "Generalized Adaptive A*", AAMAS
 * 2008. A goal that moves: S. Koenig, M. Likhachev, X. Sun, "Speeding up Moving-Target Search", AAMAS 2007, the lazy version.
 *
 * Departures: a planner gets the tails of changed arcs, not their old costs. It detects a fallen cost by estimates that become inconsistent; others need no
 * repair. A move of the goal does not lower every estimate but raises one number, `shift`, that is part of each of them.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkOption, checkOptions, LAST_STAMP, nextStamp } from '@pf/graph/kit';
import { PreviousArcs } from '../previous-arcs.ts';
import type { PlannerOptions } from '../planner.ts';
import { PRECISION, ROUNDING } from '../route-planner.ts';
import { RepeatedAStar } from './repeated-a-star.ts';

/** Options of `AdaptiveAStar` and `MultipathAdaptiveAStar`: heuristic, queue, and the treatment of falling costs. */
export interface AdaptiveAStarOptions extends PlannerOptions {
  /**
   * What to do if a cost falls and learned estimates become too high: `repair` lowers them (Generalized Adaptive A*), `forget`
   * restarts from the heuristic (Adaptive A*, for costs that only rise). Default repair.
   */
  readonly falling?: 'repair' | 'forget' | undefined;
}

/** The number of vertices that learn, or are passed on a path, in the time of one expansion. */
const LESSONS = 8;
/**
 * Plans again by A* after each change, with a heuristic that improves from search to search. The planner for moving goals.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { AdaptiveAStar } from '@pf/incremental';
 *
 * const grid = Grid.fromRows(['....', '.##.', '....'], { movement: 'four' });
 * const planner = new AdaptiveAStar(grid, { heuristic: grid.heuristic() });
 * planner.begin(grid.vertex(0, 1), grid.vertex(3, 1));
 * planner.learned(grid.vertex(0, 1)); // → 3
 * planner.run();
 * planner.learned(grid.vertex(0, 1)); // → 5
 * ```
 */
export class AdaptiveAStar extends RepeatedAStar {
  /** Cost of the arc to `nextVertex`. Pointers are kept for later searches. */
  private readonly nextCost: Float64Array | Int32Array;
  /** By vertex: the last walk along the pointers that passed it. If it is the latest walk, the vertex may be on the path. */
  private readonly walked: Uint32Array;
  private walk = 0;
  /** The vertex at which the budget interrupted a walk. */
  private walker = NO_VERTEX;
  private readonly previousArcs: PreviousArcs;
  private readonly falling: 'repair' | 'forget';
  /** Whether the queue holds vertices with lowered estimates, which their predecessors may have to follow. */
  private repairing = false;
  /** Vertices expanded by the last search that have not learned yet. */
  private unlearned = 0;
  /** Rounding error of estimates learned on the most expensive path so far; 0 for whole costs. */
  private tolerance = 0;

  constructor(graph: Graph, options: AdaptiveAStarOptions = {}) {
    checkOptions(options, ['heuristic', 'queue', 'falling'], new.target === AdaptiveAStar ? 'AdaptiveAStar' : 'MultipathAdaptiveAStar');
    super(graph, { ...options, direction: 'forward' });
    checkOption('option falling', (this.falling = options.falling ?? 'repair'), ['repair', 'forget']);
    this.nextCost = this.h instanceof Int32Array ? new Int32Array(graph.vertexCount) : new Float64Array(graph.vertexCount);
    this.walked = new Uint32Array(graph.vertexCount);
    this.previousArcs = new PreviousArcs(this.arcs);
  }

  /** The learned estimate from `v` to the goal. A move of the goal counts from the next `run`. */
  learned(v: number): number {
    if (this.epochs[v] !== this.epoch) this.estimate(v);
    return (this.h[v] - this.shift) / this.arcs.unit;
  }

  protected override reset(): void {
    super.reset();
    this.unlearned = 0;
    this.walker = NO_VERTEX;
    this.repairing = false;
    this.previousArcs.begin();
  }

  protected override moved(along: boolean, from: number): void {
    this.breakOff();
    if (along) this.total = this.rest(from, this.h[this.start] - this.h[this.goal], this.tolerance);
  }

  protected override goalMoved(): void {
    if (this.shift > this.mostShift || this.epoch === LAST_STAMP) this.reset();
    else this.breakOff();
  }

  protected override changed(tails: ArrayLike<number>, n: number): void {
    this.breakOff(this.isUnread(tails, n));
    this.previousArcs.watch();
    this.edited = this.arcs.lattice === undefined;
    if (this.tooCoarse()) this.unsettle();
    for (let i = 0; i < n; i++) this.leavingChanged(tails[i]);
  }

  protected override search(budget: number): boolean {
    if (this.unlearned > 0) return this.conclude(budget);
    if (!this.searching) {
      if (this.edited && this.anchor !== this.goal) this.reset();
      budget = this.repair(budget);
      if (this.repairing) return false;
      if (this.anchor !== this.goal) this.followGoal();
      if (this.walker === NO_VERTEX) this.walk = nextStamp(this.walked, this.walk);
      const arrives = this.arrives(this.start, budget);
      if (arrives === undefined) return false;
      if (arrives) {
        this.total = this.h[this.start] - this.h[this.goal];
        return this.tooCoarse() ? this.searchAfresh(budget) : true;
      }
    }
    return super.search(budget);
  }

  protected override finish(via: number, budget: number): boolean {
    super.finish(via, budget);
    if (via === NO_VERTEX) return true;
    if (!this.exact) this.tolerance = Math.max(this.tolerance, this.found * ROUNDING);
    if (this.tooCoarse()) return this.searchAfresh(budget);
    this.unlearned = this.closedCount;
    return this.conclude(budget);
  }

  protected override forget(): void {
    super.forget();
    this.tolerance = 0;
  }

  protected override layRoute(via: number): void {
    const { start, parent, nextVertex, nextCost, gValues: g, walk, walked } = this;
    for (let v = via; v !== start; v = parent[v]) {
      const u = parent[v];
      nextVertex[u] = v;
      nextCost[u] = g[v] - g[u];
      walked[u] = walk;
    }
  }

  protected override estimate(v: number): void {
    const before = this.h[v];
    const known = this.epochs[v] >= this.firstEpoch;
    super.estimate(v);
    const fresh = this.h[v] + this.shift;
    this.h[v] = known && before > fresh ? before : fresh;
    if (known) return;
    this.nextVertex[v] = NO_VERTEX;
    this.previousArcs.note(v);
  }

  /**
   * Whether the pointers lead from `u` to the goal along arcs on which the estimate falls by exactly their costs, and so along a cheapest path.
   * Undefined if the budget ran out; call it again to continue.
   */
  protected arrives(u: number, budget: number): boolean | undefined {
    const { nextVertex, nextCost, epochs, epoch, goal, h, tolerance, walk, walked } = this;
    let v = this.walker === NO_VERTEX ? u : this.walker;
    this.walker = NO_VERTEX;
    for (let left = (budget + 1) * LESSONS; v !== goal; left--) {
      if (left <= 0) {
        this.walker = v;
        return undefined;
      }
      // If an earlier walk of this search failed here, this one fails too.
      if (walked[v] === walk) return false;
      walked[v] = walk;
      if (epochs[v] !== epoch) this.estimate(v);
      const next = nextVertex[v];
      if (next === NO_VERTEX) return false;
      if (epochs[next] !== epoch) this.estimate(next);
      if (Math.abs(h[v] - h[next] - nextCost[v]) > tolerance) return false;
      v = next;
    }
    return true;
  }

  /** Whether the path is much cheaper than earlier ones. Estimates learned on those are then too inexact. */
  private tooCoarse(): boolean {
    return this.tolerance > PRECISION * this.total && this.start !== this.goal;
  }

  private searchAfresh(budget: number): boolean {
    this.unsettle();
    this.forget();
    return this.search(budget);
  }

  /** Ends unfinished work after a change, but for a search that `continues`; results of the last search stay valid. */
  private breakOff(continues = false): void {
    this.searching = continues;
    this.walker = NO_VERTEX;
    this.learn(Infinity);
  }

  /** Lowers every estimate by that of the new goal, by raising `shift`. Estimates must be consistent. */
  private followGoal(): void {
    if (this.epochs[this.goal] !== this.epoch) this.estimate(this.goal);
    this.shift = this.h[this.goal];
    this.anchor = this.goal;
    this.epoch++;
  }

  /** Ends the search once all expanded vertices have learned. */
  private conclude(budget: number): boolean {
    this.learn(budget);
    this.total = this.unlearned === 0 ? this.found - this.h[this.goal] : Infinity;
    return this.unlearned === 0;
  }

  /** Updates the estimates of expanded vertices. They are consistent only after the last of them. */
  private learn(budget: number): void {
    const { closed, gValues: g, h, found } = this;
    const rest = Math.max(0, this.unlearned - budget * LESSONS);
    for (let i = this.unlearned - 1; i >= rest; i--) {
      const v = closed[i];
      if (found - g[v] > h[v]) h[v] = found - g[v];
    }
    this.unlearned = rest;
  }

  /** Handles changes of the arcs that leave `u`. */
  private leavingChanged(u: number): void {
    const { arcs, nextVertex, nextCost, epochs, h } = this;
    // The estimate of an unvisited vertex is the heuristic, which is consistent.
    if (epochs[u] < this.firstEpoch) return;
    if (!this.previousArcs.gained(u)) {
      if (nextVertex[u] !== NO_VERTEX && !arcs.joins(u, nextVertex[u])) this.pointElsewhere(u, NO_VERTEX, 0);
      return;
    }
    if (epochs[u] !== this.epoch) this.estimate(u);
    // If the last search found no path, a new arc from a reached vertex may create one.
    if (this.settled && this.total === Infinity && this.reached(u)) this.unsettle();
    let onward = Infinity;
    let least = Infinity;
    let head = NO_VERTEX;
    for (let i = 0, n = arcs.leaving(u); i < n; i++) {
      const v = arcs.to[i];
      if (epochs[v] !== this.epoch) this.estimate(v);
      if (v === nextVertex[u] && arcs.cost[i] < onward) onward = arcs.cost[i];
      if (arcs.cost[i] + h[v] >= least) continue;
      least = arcs.cost[i] + h[v];
      head = v;
    }
    if (nextVertex[u] !== NO_VERTEX && onward !== nextCost[u]) this.pointElsewhere(u, onward < Infinity ? nextVertex[u] : NO_VERTEX, onward);
    if (h[u] <= least + this.tolerance) return;
    this.unsettle();
    // It has used the estimates that are lowered now.
    this.searching = false;
    if (this.falling === 'forget') return this.forget();
    if (!this.repairing) this.open.clear();
    this.repairing = true;
    this.lower(u, head, least);
  }

  private pointElsewhere(u: number, head: number, cost: number): void {
    if (this.walked[u] === this.walk) this.unsettle();
    this.nextVertex[u] = head;
    this.nextCost[u] = cost;
  }

  /** Propagates lowered estimates to predecessors by Dijkstra's algorithm; returns the remaining budget. */
  private repair(budget: number): number {
    const { open, arcs, counters, epochs, h } = this;
    while (this.repairing) {
      const least = open.peekPriority();
      if (least === Infinity) this.repairing = false;
      else if (budget <= 0) return 0;
      else {
        const u = open.peek();
        open.pop();
        if (h[u] !== least) continue;
        budget--;
        counters.expanded++;
        this.lastExpanded = u;
        for (let i = 0, n = arcs.entering(u); i < n; i++) {
          const v = arcs.to[i];
          if (epochs[v] < this.firstEpoch) continue;
          if (epochs[v] !== this.epoch) this.estimate(v);
          if (h[v] > arcs.cost[i] + h[u] + this.tolerance) this.lower(v, u, arcs.cost[i] + h[u]);
        }
      }
    }
    return budget;
  }

  /** Lowers the estimate of `v` to the cost through `head` and points `v` there. */
  private lower(v: number, head: number, estimate: number): void {
    this.nextVertex[v] = head;
    this.nextCost[v] = estimate - this.h[head];
    this.h[v] = estimate;
    this.open.push(v, estimate, estimate);
    this.counters.queueOperations++;
  }
}
