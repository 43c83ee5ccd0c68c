/**
 * Repeated A*, forward and backward: a new A* search from the agent's cell (backward: to it) whenever its path
 * has become more expensive or a cheaper one may have opened.
 *
 * As in: S. Koenig, "Project: Fast Trajectory Replanning for Computer Games", 2008; A*: P. Hart, N. Nilsson, B. Raphael, IEEE TSSC 4(2), 1968.
 *
 * Departures: on lattices with a canonical order of moves (`canonicalOrder` of @pf/graph), expansions make only the canonical moves. A fallen cost also
 * starts a search, unless the last one shows that it is irrelevant. Ties after g are broken first in, first out, the
 * rule that reproduces the figures of the text.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkOption, checkOptions, grainOf, nextStamp, NO_DIRECTION } from '@pf/graph/kit';
import { INFINITE_COST, NO_LATTICE } from '../arcs.ts';
import type { OpenList } from '../open-list.ts';
import { openList } from '../open-list.ts';
import type { PlannerOptions } from '../planner.ts';
import { ROUNDING } from '../route-planner.ts';
import { EstimatingPlanner } from './estimating-planner.ts';

/** Options of `RepeatedAStar`: heuristic, queue, and direction. */
export interface RepeatedAStarOptions extends PlannerOptions {
  /** Search forward from the start or backward from the goal. Default forward. */
  readonly direction?: 'forward' | 'backward' | undefined;
}

/** Added to the current search's stamp: 0 for an open vertex, this for a reopened one. */
const OPEN_AGAIN = 1;
export const CLOSED = 2;
export const ON_ROUTE = 3;
export const MARKS = 4;

/**
 * Plans by a new A* search whenever a change may affect the path. Simple, and best if changes are rare.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { RepeatedAStar } from '@pf/incremental';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
 * const planner = new RepeatedAStar(grid, { heuristic: grid.heuristic(), direction: 'backward' });
 * planner.begin(grid.vertex(0, 1), grid.vertex(2, 1));
 * planner.run();
 * planner.cost; // → 4
 * ```
 */
export class RepeatedAStar extends EstimatingPlanner {
  protected readonly nextVertex: Int32Array;
  protected open: OpenList;
  /** Cost from the root; valid if the stamp is of this search. */
  protected readonly gValues: Float64Array | Int32Array;
  protected readonly stamp: Uint32Array;
  protected readonly parent: Int32Array;
  /** On 8-connected lattices: direction of the step from the parent. */
  protected readonly arrival: Uint8Array;
  /** Canonical moves by arrival and legal moves; undefined if all moves are needed. */
  protected sufficient: Uint8Array | undefined;
  /** Vertices expanded by this search, each once. */
  protected readonly closed: Uint32Array;
  protected closedCount = 0;
  protected mark = MARKS;
  /** Whether the queue holds a search that can be resumed. */
  protected searching = false;
  /** The f-value of the path from the last search. */
  protected found = Infinity;
  /** Whether keys are rounded: not in subclasses, whose tolerances after edits are smaller. */
  private readonly rounds: boolean;
  /** With a heap, on graphs that are no lattices: what keys are multiples of (`grainOf`), and what is added to them and taken away again for that. */
  private grain = 0;
  private rounder = 0;
  /** The g of the target until it is reached. */
  protected readonly unreached: number;

  constructor(graph: Graph, options: RepeatedAStarOptions = {}) {
    if (new.target === RepeatedAStar) checkOptions(options, ['heuristic', 'queue', 'direction'], 'RepeatedAStar');
    super(graph, options, options.direction === 'backward');
    checkOption('direction', options.direction ?? 'forward', ['forward', 'backward']);
    const n = graph.vertexCount;
    this.open = openList(n, this.order);
    this.rounds = new.target === RepeatedAStar;
    this.unreached = this.bounded ? INFINITE_COST : Infinity;
    this.gValues = this.bounded ? new Int32Array(n) : new Float64Array(n);
    this.stamp = new Uint32Array(n);
    this.parent = new Int32Array(n);
    this.arrival = new Uint8Array(this.arcs.degree === 8 ? n : 0);
    // Here too: a field that a search adds gives each new planner another hidden class, for which V8 discards the compiled code.
    this.sufficient = this.arcs.lattice?.sufficient;
    this.nextVertex = this.backward ? this.parent : new Int32Array(n);
    this.closed = new Uint32Array(n);
  }

  isOpen(v: number): boolean {
    return this.stamp[v] >= this.mark && this.stamp[v] < this.mark + CLOSED && this.gValues[v] < this.unreached;
  }

  /** Cost between `v` and the root of the last search; Infinity if it did not reach `v`. For drawing. */
  g(v: number): number {
    return this.stamp[v] >= this.mark && this.gValues[v] < this.unreached ? this.gValues[v] / this.arcs.unit : Infinity;
  }

  protected reset(): void {
    this.forget();
    this.searching = false;
    this.mark = nextStamp(this.stamp, this.mark, MARKS);
  }

  protected override replaceBuckets(): void {
    super.replaceBuckets();
    this.open = openList(this.closed.length, this.order);
  }

  protected moved(along: boolean, from: number): void {
    this.searching = false;
    if (!along) return;
    this.stamp[from] = this.mark + CLOSED;
    if (this.backward) this.total = this.gValues[this.start];
    else this.total = this.rest(from, this.gValues[this.goal] - this.gValues[this.start], this.exact ? 0 : this.found * ROUNDING);
  }

  protected changed(tails: ArrayLike<number>, n: number): void {
    this.searching = this.isUnread(tails, n);
    // In a mesh with cuts, the same ids may now belong to other faces.
    for (let i = 0; i < n; i++) this.epochs[tails[i]] = 0;
    for (let i = 0; i < n && this.settled; i++) if (this.affectsPath(tails[i])) this.unsettle();
  }

  /**
   * Whether there is an unfinished search that has reached none of these vertices. It has read none of the arcs that leave them, so it is the same as a search that
   * began after their change. A backward search reads arcs from their heads.
   */
  protected isUnread(tails: ArrayLike<number>, n: number): boolean {
    if (!this.searching || this.backward || this.sufficient !== this.arcs.lattice?.sufficient) return false;
    for (let i = 0; i < n; i++) if (this.isOpen(tails[i]) || this.reached(tails[i])) return false;
    return true;
  }

  protected search(budget: number): boolean {
    const { open, arcs, counters, gValues: g, h, stamp, epochs, parent, closed, backward } = this;
    if (!this.searching) this.beginSearch();
    const { mark, epoch } = this;
    const target = backward ? this.start : this.goal;
    // On a lattice, arcs are read from bytes here without a call, which saves a tenth of the time.
    const { to, cost, lattice, lengths, degree } = arcs;
    const { moves, weights } = lattice ?? NO_LATTICE;
    const { arrival, sufficient, grain, rounder } = this;
    // Canonical moves are used only where all moves lead both ways.
    const reversed = backward && sufficient === undefined;
    const steps = reversed ? arcs.backSteps : arcs.steps;
    const weighted = lattice !== undefined && lattice.weighted;
    for (;;) {
      const f = open.peekPriority();
      if (g[target] + h[target] + rounder - rounder <= f) return this.finish(f === Infinity ? NO_VERTEX : target, budget);
      const u = open.peek();
      if (stamp[u] >= mark + CLOSED || g[u] + h[u] + rounder - rounder !== f) {
        open.pop();
        continue;
      }
      const leads = this.leads(u, budget);
      if (leads === true) return this.finish(u, budget);
      if (leads === undefined) return false;
      if (budget-- <= 0) return false;
      open.pop();
      counters.queueOperations++;
      counters.expanded++;
      this.lastExpanded = u;
      if (stamp[u] === mark) closed[this.closedCount++] = u;
      stamp[u] = mark + CLOSED;
      const gu = g[u];
      let i = 0;
      const n = lattice !== undefined ? 0 : backward ? arcs.entering(u) : arcs.leaving(u);
      let directions = lattice === undefined ? 0 : sufficient !== undefined ? sufficient[(arrival[u] << 8) | moves[u]] : reversed ? (1 << degree) - 1 : moves[u];
      while (i < n || directions !== 0) {
        let v: number;
        let through = gu;
        let d = 0;
        if (lattice === undefined) {
          v = to[i];
          through += cost[i++];
        } else {
          d = 31 - Math.clz32(directions & -directions);
          directions &= directions - 1;
          v = u + steps[d];
          if (reversed && ((moves[v] >> d) & 1) === 0) continue;
          through += weighted ? lengths[d] * weights[backward ? u : v] : lengths[d];
        }
        if (stamp[v] < mark) {
          if (epochs[v] !== epoch) this.estimate(v);
          stamp[v] = mark;
        } else {
          if (g[v] - through <= grain) continue;
          if (stamp[v] >= mark + CLOSED) {
            stamp[v] = mark + OPEN_AGAIN;
            counters.reopened++;
          }
        }
        g[v] = through;
        parent[v] = u;
        if (sufficient !== undefined) arrival[v] = d;
        open.push(v, through + h[v] + rounder - rounder, through);
        counters.generated++;
        counters.queueOperations++;
      }
    }
  }

  /** Whether the last search has expanded `v`. */
  protected reached(v: number): boolean {
    return this.stamp[v] >= this.mark + CLOSED;
  }

  /**
   * Whether a cheapest path from `v` is already known, which only multipath planners can say. Undefined if the budget
   * ran out.
   */
  protected leads(_v: number, _budget: number): boolean | undefined {
    return false;
  }

  /** Stores the result of a search that ended at `via`, or found nothing. Returns true when nothing is left to do. */
  protected finish(via: number, _budget: number): boolean {
    this.searching = false;
    if (via === NO_VERTEX) {
      this.found = Infinity;
      this.total = Infinity;
      return true;
    }
    this.found = this.gValues[via] + this.h[via];
    this.total = this.backward ? this.gValues[via] : this.found - this.h[this.goal];
    this.layRoute(via);
    return true;
  }

  /** Sets `nextVertex` along the path found. */
  protected layRoute(via: number): void {
    const { start, goal, parent, nextVertex, stamp, backward } = this;
    const onRoute = this.mark + ON_ROUTE;
    for (let v = via; v !== (backward ? goal : start); v = parent[v]) {
      if (!backward) nextVertex[parent[v]] = v;
      stamp[backward ? v : parent[v]] = onRoute;
    }
  }

  protected beginSearch(): void {
    if (this.backward) this.forget();
    const [root, target] = this.backward ? [this.goal, this.start] : [this.start, this.goal];
    this.mark = nextStamp(this.stamp, this.mark, MARKS);
    this.closedCount = 0;
    this.searching = true;
    this.open.clear();
    for (const v of [target, root]) {
      if (this.epochs[v] !== this.epoch) this.estimate(v);
      this.stamp[v] = this.mark;
      this.gValues[v] = v === root ? 0 : this.unreached;
    }
    this.parent[root] = NO_VERTEX;
    this.sufficient = this.arcs.lattice?.sufficient;
    if (this.sufficient !== undefined) this.arrival[root] = NO_DIRECTION;
    this.grain = this.rounds && this.arcs.lattice === undefined && this.order !== 'buckets' ? grainOf(this.h[root]) : 0;
    this.rounder = this.grain * 2 ** 52;
    this.open.push(root, this.h[root] + this.rounder - this.rounder, 0);
    this.counters.queueOperations++;
  }

  /**
   * Whether a change of the arcs that leave `u` can make another path the cheapest. For every arc out of an expanded vertex u to a vertex p of the
   * current path, g(p) ≤ g(u) + c; other arcs were shown to be too expensive.
   */
  private affectsPath(u: number): boolean {
    const { arcs, gValues: g, h, stamp, epochs, mark, nextVertex, found, backward } = this;
    const n = arcs.leaving(u);
    const { to, cost, lattice } = arcs;
    let onward = Infinity;
    for (let i = 0; i < n; i++) {
      const v = to[i];
      if (v === nextVertex[u] && cost[i] < onward) onward = cost[i];
      const from = backward ? v : u;
      const into = backward ? u : v;
      if (stamp[from] < mark + CLOSED) continue;
      const through = g[from] + cost[i];
      if (lattice === undefined && stamp[into] >= mark && epochs[into] !== this.epoch) {
        const before = h[into];
        this.estimate(into);
        // In a mesh with cuts, the label may be that of another face.
        if (h[into] !== before) return true;
      }
      if (stamp[into] >= mark && g[into] - through <= this.grain) continue;
      if (epochs[into] !== this.epoch) this.estimate(into);
      if (through + h[into] < found) return true;
    }
    if (stamp[u] !== mark + ON_ROUTE) return false;
    return backward ? g[nextVertex[u]] + onward > g[u] : g[u] + onward > g[nextVertex[u]];
  }
}
