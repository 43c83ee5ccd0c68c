/**
 * Focussed D*: the predecessor of D* Lite. States are raised and lowered as waves of change run from the goal outwards, and a bias keeps
 * the waves directed at the robot as it moves.
 *
 * A. Stentz, "The Focussed D* Algorithm for Real-Time Replanning", IJCAI 1995.
 *
 * Departures: arcs have directions here; what is blocked has no arc, so that h may be Infinity, and such a state raises its neighbours
 * but never makes a new one; a change is reported by its tail, so MODIFY-COST opens the heads of arcs that remain where that would change
 * the tail, and raises the tail at once where its arc is gone; the queue is ordered otherwise. All rests on a raised state coming before
 * those that hang on it, also when it waits from before a move and they do not. The paper's [f + bias, f, k] with an ε added to the bias a move
 * leaves that to the ε. Here f falls short by a ten-millionth of the estimate, so that it grows along each arc and sinks with each
 * move: no two that matter are ever tied, not even by the rounding of real costs. Where f and the bias come to be so great that they would
 * round that away, the question begins anew: without a bias, and with more left out where the costs themselves are as great as that.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkHeuristic, checkOptions, isLattice, lastingHeuristic } from '@pf/graph/kit';
import { BinaryHeap } from '@pf/queues';
import type { PlannerOptions } from '../planner.ts';
import { checkEstimate } from '../planner.ts';
import { RoutePlanner } from '../route-planner.ts';
import { nextStamp } from '../stamps.ts';

/** Options of `FocussedDStar`: only the heuristic. Its queue orders by three numbers at once, so that no other would do. */
export type FocussedDStarOptions = Pick<PlannerOptions, 'heuristic'>;

/** So much of the estimate is left out of f; and so many times as much where that is lost in the rounding of f, up to all of it. */
const SHARE = 1e-7;
const COARSER = 1e3;
/** All of the cheapest arc is still distinguished in sums of so many of them, and a share of it in as great a share of that. */
const TOLD_APART = 2 ** 52 / 8;

/**
 * Focussed D*, for comparison and for those who know it. It keeps its keys where arcs change, and so estimates have to stay what they are: on a mesh
 * that is cut it takes none (by default, on what is no lattice), and those of a grid need `least`, as without it they rise and fall with the cheapest cell.
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
  protected readonly ahead: Int32Array;
  private readonly heuristic: Heuristic;
  /** By f + bias. */
  private readonly open: BinaryHeap;
  /** The cost to the goal as estimated now. */
  private readonly h: Float64Array;
  /** The least h since the state was opened: below h in a raised state. */
  private readonly k: Float64Array;
  /** The question for which a state is not new. */
  private readonly known: Uint32Array;
  private question = 1;
  private bias = 0;
  private share = SHARE;
  /** What the cheapest arc that there is or has been costs. */
  private least: number;
  /** The robot's state that the waves are directed at. */
  private robot = NO_VERTEX;

  constructor(graph: Graph, options: FocussedDStarOptions = {}) {
    checkOptions(options, ['heuristic'], 'FocussedDStar');
    super(graph, { planner: 'Focussed D*', positive: true, heap: 'smaller-g' }, 'smaller-g', options.heuristic);
    const n = graph.vertexCount;
    this.least = this.arcs.least();
    // The estimates of a mesh change where faces come and go.
    this.heuristic = options.heuristic ?? (isLattice(graph) ? lastingHeuristic(graph) : () => 0);
    checkHeuristic(this.heuristic);
    this.open = new BinaryHeap(n);
    this.ahead = new Int32Array(n);
    this.h = new Float64Array(n);
    this.k = new Float64Array(n);
    this.known = new Uint32Array(n);
  }

  isOpen(v: number): boolean {
    return this.open.has(v);
  }

  /** The cost from `v` to the goal as the waves have left it, the paper's h; Infinity where none has come. For drawing. */
  g(v: number): number {
    return this.costOf(v) / this.arcs.unit;
  }

  protected reset(): void {
    this.share = SHARE;
    this.restart();
  }

  private restart(): void {
    this.question = nextStamp(this.known, this.question);
    this.open.clear();
    this.bias = 0;
    this.robot = this.start;
    this.insert(this.goal, 0, NO_VERTEX);
  }

  protected moved(along: boolean): void {
    if (along) this.total = this.h[this.start];
  }

  protected changed(tails: ArrayLike<number>, n: number): void {
    this.unsettle();
    this.least = Math.min(this.least, this.arcs.least(tails, n));
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
        // Put in for an earlier position of the robot.
        open.update(x, f + this.bias);
        this.counters.queueOperations++;
        continue;
      }
      const cost = this.costOf(this.start);
      if (this.isTooGreat(this.bias + Math.min(f, cost))) {
        // Half of it is the bias, and goes; or it is the costs.
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

  /** Reduces a raised state if its neighbours can, and passes on what has become of it. */
  private processState(x: number, f: number): void {
    const { arcs, ahead, h, k, known, question, open } = this;
    if (k[x] < h[x]) {
      const n = arcs.leaving(x);
      for (let i = 0; i < n; i++) {
        const y = arcs.to[i];
        if (h[x] <= this.costOf(y) + arcs.cost[i]) continue;
        if (h[y] + this.toRobot(y) > f) continue;
        ahead[x] = y;
        h[x] = h[y] + arcs.cost[i];
      }
    }
    const lower = k[x] === h[x];
    const n = arcs.entering(x);
    for (let i = 0; i < n; i++) {
      const y = arcs.to[i];
      const through = h[x] + arcs.cost[i];
      if (known[y] !== question) {
        if (through < Infinity) this.insert(y, through, x);
      } else if (ahead[y] === x) {
        if (h[y] !== through) this.insert(y, through, x);
      } else if (h[y] > through) {
        if (lower) this.insert(y, through, x);
        else if (!open.has(x)) this.insert(x, h[x], ahead[x]);
      }
    }
    if (lower) return;
    const m = arcs.leaving(x);
    for (let i = 0; i < m; i++) {
      const y = arcs.to[i];
      // Any that is not above f has reduced x before.
      if (known[y] === question && !open.has(y) && h[x] > h[y] + arcs.cost[i]) this.insert(y, h[y], ahead[y]);
    }
  }

  /** Opens `x` at a new h. */
  private insert(x: number, h: number, ahead: number): void {
    const fresh = this.known[x] !== this.question;
    if (fresh) this.k[x] = h;
    else this.k[x] = Math.min(this.open.has(x) ? this.k[x] : this.h[x], h);
    this.known[x] = this.question;
    this.h[x] = h;
    this.ahead[x] = ahead;
    const f = this.k[x] + this.toRobot(x);
    this.open.update(x, f + this.bias);
    this.counters.generated++;
    this.counters.queueOperations++;
  }

  /** What became of the arcs that leave `u`. */
  private modifyCosts(u: number): void {
    const { arcs, ahead, h, open } = this;
    if (u === this.goal) return;
    const cost = this.costOf(u);
    const parent = this.known[u] === this.question ? ahead[u] : NO_VERTEX;
    let gone = true;
    const n = arcs.leaving(u);
    for (let i = 0; i < n; i++) {
      const v = arcs.to[i];
      const through = this.costOf(v) + arcs.cost[i];
      if (v === parent) gone = false;
      if (v === parent ? through === cost : through >= cost) continue;
      if (!open.has(v)) this.insert(v, h[v], ahead[v]);
    }
    if (gone && cost < Infinity) this.insert(u, Infinity, parent);
  }

  private refocus(): void {
    if (this.robot === this.start) return;
    const rise = this.estimate(this.start);
    if (this.isTooGreat(this.bias + rise)) return this.restart();
    // Without estimates, f is the same wherever the robot is.
    if (this.share < 1) this.bias += rise;
    this.robot = this.start;
  }

  /** Whether what is left out of the estimate may be lost in rounding where keys are as great as this. */
  private isTooGreat(key: number): boolean {
    return this.share < 1 && key > this.share * TOLD_APART * this.least;
  }

  private costOf(x: number): number {
    return this.known[x] === this.question ? this.h[x] : Infinity;
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
