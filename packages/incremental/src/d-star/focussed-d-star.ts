/**
 * Focussed D*, the predecessor of D* Lite. Changes propagate from the goal outwards as raised and lowered states; a bias keeps
 * them focussed on the robot as it moves.
 *
 * A. Stentz, "The Focussed D* Algorithm for Real-Time Replanning", IJCAI 1995.
 *
 * Departures:
 * - Arcs are directed. A blocked cell has no arcs, so h may be Infinity; such a state raises its neighbours but never creates one.
 * - A change is reported by its tail: MODIFY-COST opens the heads of remaining arcs if that would change
 *   the tail, and raises the tail at once if its arc is gone.
 * - The order of the queue. A raised state must come before its descendants, even if a move lies between their insertions. The paper
 *   orders by [f + bias, f, k] and adds an ε to the bias with each move. Here f uses the estimate less a ten-millionth of it, so f grows along
 *   each arc and falls with each move, and no relevant pair is tied, not even by rounding. If f and the bias become so large that
 *   rounding would hide this, the query restarts without a bias; if the costs alone are that large, with a larger share.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkOptions, checkSelfEstimate, checkWorld, isLattice, nextStamp } from '@pf/graph/kit';
import { BinaryHeap } from '@pf/queues';
import type { PlannerOptions } from '../planner.ts';
import { checkEstimate } from '../planner.ts';
import { RoutePlanner } from '../route-planner.ts';

/** Options of `FocussedDStar`: only the heuristic, as its queue is fixed. */
export type FocussedDStarOptions = Pick<PlannerOptions, 'heuristic'>;

/** Share of the estimate left out of f, and the factor on it each time rounding hides that share. */
const SHARE = 1e-7;
const COARSER = 1e3;
/** Limit of keys as a multiple of the cheapest arc: up to it, sums resolve that arc. To resolve a fraction of the arc, keys must be smaller by the same factor. */
const SIGNIFICANT = 2 ** 52 / 8;

/**
 * Stentz's Focussed D*, for comparison with D* Lite.
 *
 * Estimates must not change while arcs do. For a grid pass `heuristic({ least: 1 })`, as without `least` they follow the cheapest cell. On
 * graphs that are not lattices, such as meshes, the default is 0.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { FocussedDStar } from '@pf/incremental';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
 * const planner = new FocussedDStar(grid, { heuristic: grid.heuristic({ least: 1 }) });
 * planner.begin(grid.vertex(0, 1), grid.vertex(2, 1));
 * planner.run();
 * planner.cost; // → 4
 * ```
 */
export class FocussedDStar extends RoutePlanner {
  /** The paper's backpointer b. */
  protected readonly nextVertex: Int32Array;
  /** By f + bias. */
  private readonly open: BinaryHeap;
  /** Current cost to the goal. */
  private readonly h: Float64Array;
  /** Smallest h since the state was opened; below h in a raised state. */
  private readonly k: Float64Array;
  /** The query for which the state is not NEW. */
  private readonly known: Uint32Array;
  private query = 1;
  private bias = 0;
  private share = SHARE;
  /** The robot's position that keys are focussed on. */
  private robot = NO_VERTEX;

  constructor(graph: Graph, options: FocussedDStarOptions = {}) {
    checkOptions(options, ['heuristic'], 'FocussedDStar');
    checkWorld(graph, 'A planner');
    // Estimates of a mesh change as faces come and go.
    super(graph, { planner: 'Focussed D*', positive: true }, 'smaller-g', options.heuristic ?? (isLattice(graph) ? undefined : () => 0));
    const n = graph.vertexCount;
    this.open = new BinaryHeap(n);
    this.nextVertex = new Int32Array(n);
    this.h = new Float64Array(n);
    this.k = new Float64Array(n);
    this.known = new Uint32Array(n);
  }

  isOpen(v: number): boolean {
    return this.open.has(v);
  }

  /** The current cost from `v` to the goal (the paper's h); Infinity if not reached. For drawing. */
  g(v: number): number {
    return this.costOf(v) / this.arcs.unit;
  }

  protected reset(): void {
    this.share = SHARE;
    this.restart();
  }

  private restart(): void {
    this.query = nextStamp(this.known, this.query);
    this.open.clear();
    this.bias = 0;
    this.robot = this.start;
    checkSelfEstimate(this.heuristic, this.robot);
    this.insert(this.goal, 0, NO_VERTEX);
  }

  protected moved(along: boolean): void {
    if (along) this.total = this.h[this.start];
  }

  protected changed(tails: ArrayLike<number>, n: number): void {
    this.unsettle();
    this.refocus();
    for (let i = 0; i < n; i++) this.modifyCosts(tails[i]);
  }

  protected search(budget: number): boolean {
    const { open, k } = this;
    this.refocus();
    for (;;) {
      const x = open.peek();
      if (x === -1) break;
      const f = k[x] + this.toRobot(x);
      if (open.peekKey() !== f + this.bias) {
        // Inserted for an earlier position of the robot. It counts against the budget, as there may be many.
        if (budget-- <= 0) return false;
        open.update(x, f + this.bias);
        this.counters.queueOperations++;
        continue;
      }
      const cost = this.costOf(this.start);
      if (this.isTooGreat(this.bias + Math.min(f, cost))) {
        // Either the bias makes up half of the key and is dropped, or the costs are large.
        if (2 * this.bias < f) this.share = Math.min(1, COARSER * this.share);
        this.restart();
        continue;
      }
      if (f >= cost) break;
      if (budget-- <= 0) return false;
      open.pop();
      this.counters.queueOperations++;
      this.counters.expanded++;
      this.lastExpanded = x;
      this.processState(x, f);
    }
    this.total = this.costOf(this.start);
    return true;
  }

  /** Lowers a raised state through its neighbours if possible, and propagates the result. */
  private processState(x: number, f: number): void {
    const { arcs, nextVertex, h, k, known, query, open } = this;
    if (k[x] < h[x]) {
      const n = arcs.leaving(x);
      for (let i = 0; i < n; i++) {
        const y = arcs.to[i];
        if (h[x] <= this.costOf(y) + arcs.cost[i]) continue;
        if (h[y] + this.toRobot(y) > f) continue;
        nextVertex[x] = y;
        h[x] = h[y] + arcs.cost[i];
      }
    }
    const lower = k[x] === h[x];
    const n = arcs.entering(x);
    for (let i = 0; i < n; i++) {
      const y = arcs.to[i];
      const through = h[x] + arcs.cost[i];
      if (known[y] !== query) {
        if (through < Infinity) this.insert(y, through, x);
      } else if (nextVertex[y] === x) {
        if (h[y] !== through) this.insert(y, through, x);
      } else if (h[y] > through) {
        if (lower) this.insert(y, through, x);
        else if (!open.has(x)) this.insert(x, h[x], nextVertex[x]);
      }
    }
    if (lower) return;
    const m = arcs.leaving(x);
    for (let i = 0; i < m; i++) {
      const y = arcs.to[i];
      // States not above f have already lowered x.
      if (known[y] === query && !open.has(y) && h[x] > h[y] + arcs.cost[i]) this.insert(y, h[y], nextVertex[y]);
    }
  }

  /** Opens `x` at a new h. */
  private insert(x: number, h: number, nextVertex: number): void {
    const fresh = this.known[x] !== this.query;
    if (fresh) this.k[x] = h;
    else this.k[x] = Math.min(this.open.has(x) ? this.k[x] : this.h[x], h);
    this.known[x] = this.query;
    this.h[x] = h;
    this.nextVertex[x] = nextVertex;
    const f = this.k[x] + this.toRobot(x);
    this.open.update(x, f + this.bias);
    this.counters.generated++;
    this.counters.queueOperations++;
  }

  /** Handles changes of the arcs that leave `u`. */
  private modifyCosts(u: number): void {
    const { arcs, nextVertex, h, open } = this;
    if (u === this.goal) return;
    const cost = this.costOf(u);
    const parent = this.known[u] === this.query ? nextVertex[u] : NO_VERTEX;
    let gone = true;
    const n = arcs.leaving(u);
    for (let i = 0; i < n; i++) {
      const v = arcs.to[i];
      const through = this.costOf(v) + arcs.cost[i];
      if (v === parent) gone = false;
      if (v === parent ? through === cost : through >= cost) continue;
      if (!open.has(v)) this.insert(v, h[v], nextVertex[v]);
    }
    if (gone && cost < Infinity) this.insert(u, Infinity, parent);
  }

  private refocus(): void {
    if (this.robot === this.start) return;
    const rise = this.estimate(this.start);
    if (this.isTooGreat(this.bias + rise)) return this.restart();
    // Without estimates, f does not depend on the robot's position.
    if (this.share < 1) this.bias += rise;
    this.robot = this.start;
  }

  /** Whether rounding may hide the share left out of the estimate at keys this large. */
  private isTooGreat(key: number): boolean {
    return this.share < 1 && key > this.share * SIGNIFICANT * this.arcs.lowest;
  }

  private costOf(x: number): number {
    return this.known[x] === this.query ? this.h[x] : Infinity;
  }

  private toRobot(x: number): number {
    return (1 - this.share) * this.estimate(x);
  }

  private estimate(x: number): number {
    const estimate = this.heuristic(this.robot, x);
    checkEstimate(estimate, this.robot, x);
    return estimate * this.arcs.unit;
  }
}
