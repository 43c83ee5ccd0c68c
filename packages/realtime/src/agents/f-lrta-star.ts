/**
 * f-LRTA* — N. Sturtevant and V. Bulitko, "Learning where you are going and from whence you came: h- and g-cost learning in real-time
 * heuristic search", IJCAI 2011. Besides estimates to the goal, it learns costs from the start. It prunes vertices that are on no cheapest path: those
 * through which the goal is farther than by a known path, and those that no neighbour needs for its cost.
 *
 * Departures:
 * - Predecessors are read when a vertex may be pruned, not stored in lists. Costs from the start are propagated once a local search, in rising order.
 * - Once a path to the goal is known, the agent prefers vertices that it reaches at their known cost. Otherwise it can settle on a path that is not the cheapest.
 * - If everything ahead is pruned and nothing leads back, as with one-way arcs, the episode continues without pruning, with the heuristic's own estimates.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkTails, shown } from '@pf/graph/kit';
import type { AgentOptions, RealTimeAgent } from '../agent.ts';
import { ROUNDING } from '../agent.ts';
import { StartCosts } from '../start-costs.ts';
import { LookaheadAgent } from './lookahead-agent.ts';

/** Options of `FLrtaStar`: those of every agent, its lookahead, and the weight of estimates. */
export interface FLrtaStarOptions extends AgentOptions {
  /** The number of expansions of a local search. Default 32. */
  readonly lookahead?: number | undefined;
  /** The agent moves to the vertex with the least sum of cost from the start and `weight` times its estimate. 1 or more; default 1.5, as in the paper. */
  readonly weight?: number | undefined;
}

/**
 * f-LRTA*: learns costs from the start as well as estimates, and settles on a path after walking about half as far as LSS-LRTA*. For an agent that makes the same
 * trip many times: what it learns holds for one start and one goal, and is forgotten after a reported edit.
 *
 * A step expands at most `lookahead` vertices, and then reads the arcs of all generated ones. If all arcs lead both ways and there is a path, the agent reaches
 * the goal, and after enough trips walks a cheapest path. Memory: 97 bytes a vertex, and up to 8 more for a large `lookahead`.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { FLrtaStar } from '@pf/realtime';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
 * const agent = new FLrtaStar(grid, { lookahead: 4 });
 * for (let trip = 0; trip < 5; trip++) {
 *   agent.begin(grid.vertex(0, 1), grid.vertex(2, 1));
 *   while (agent.status === 'moving') agent.step();
 * }
 * agent.cost; // → 4
 * ```
 */
export class FLrtaStar extends LookaheadAgent implements RealTimeAgent {
  private readonly start: StartCosts;
  private readonly weight: number;
  private from = NO_VERTEX;
  /** Whether an estimate or a cost has changed in this episode, or something was pruned. */
  private changed = false;

  constructor(graph: Graph, options: FLrtaStarOptions = {}) {
    super(graph, options, 'FLrtaStar', ['weight']);
    const { weight = 1.5 } = options;
    if (typeof weight !== 'number' || !(weight >= 1 && weight < Infinity)) throw new RangeError(`weight must be 1 or more and finite, got ${shown(weight)}: it multiplies estimates when the agent chooses a vertex.`);
    this.weight = weight;
    this.start = new StartCosts(graph, this.learned);
  }

  /** Whether this episode has learned anything. After an episode that has not, every trip takes the same path. */
  get learning(): boolean {
    return this.changed;
  }

  begin(start: number, goal: number): void {
    this.checkEnds(start, goal);
    const isNew = this.working || goal !== this.goal || start !== this.from;
    this.beginEpisode(start, goal);
    if (isNew) {
      this.from = start;
      this.learnAnew(start);
    }
    this.left = 0;
    this.changed = false;
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    checkTails(this.graph, tails, n);
    this.learned.arcsChanged(tails, n);
    if (n > 0) this.forget();
  }

  /** Until the next `begin`, costs from the start are those from the present vertex. */
  forget(): void {
    this.from = NO_VERTEX;
    this.left = 0;
    if (this.at !== NO_VERTEX) this.learnAnew(this.at);
  }

  private learnAnew(start: number): void {
    this.learned.begin(this.goal);
    this.start.begin(start, this.goal);
  }

  protected plan(): boolean {
    const { start, learned, at, touched } = this;
    if (start.isPruned(at)) return this.goBack();
    // Known from an earlier trip: a local search would raise estimates again.
    if (!start.pruning && learned.provesUnreachable(learned.get(at))) return false;
    this.expandAhead();
    if (start.propagate(touched, this.touchedCount)) this.changed = true;
    this.raise();
    if (start.pruning && start.prune(touched, this.touchedCount)) this.changed = true;
    let target = start.cost(this.goal) < Infinity ? this.best(true) : NO_VERTEX;
    if (target === NO_VERTEX) target = this.best(false);
    if (target === NO_VERTEX) return this.goBack();
    if (!start.pruning && learned.provesUnreachable(learned.get(at))) return false;
    this.follow(target);
    return true;
  }

  /** If everything ahead is pruned: sets the path to the neighbour nearest to the start. */
  private goBack(): boolean {
    const { start, at, arcs } = this;
    const { to } = arcs;
    if (!start.pruning) return false;
    let back = NO_VERTEX;
    for (let i = arcs.leaving(at) - 1; i >= 0; i--) {
      if (start.cost(to[i]) < start.cost(back === NO_VERTEX ? at : back)) back = to[i];
    }
    if (back !== NO_VERTEX) {
      this.route[this.left++] = back;
      return true;
    }
    // No neighbour is nearer to the start: there is no path, or an arc is one-way. The next step finds out without pruning.
    this.learned.begin(this.goal);
    start.stop();
    return true;
  }

  /** A* from the present vertex, until the goal is at the top of the queue or `lookahead` vertices are expanded. */
  private expandAhead(): void {
    const { arcs, open, g, parent, generated, expanded, learned, start, touched, lookahead, goal } = this;
    const { to, cost } = arcs;
    const search = this.nextSearch();
    let expansions = 0;
    let touchedCount = 0;
    open.clear();
    g[this.at] = 0;
    generated[this.at] = search;
    touched[touchedCount++] = this.at;
    open.push(this.at, learned.get(this.at), 0);
    while (expansions < lookahead && open.size > 0 && open.peek() !== goal) {
      const u = open.pop();
      if (start.isPruned(u)) continue;
      expansions++;
      expanded[u] = search;
      const n = arcs.leaving(u);
      for (let i = 0; i < n; i++) {
        const v = to[i];
        const candidate = g[u] + cost[i];
        if (generated[v] !== search) {
          generated[v] = search;
          touched[touchedCount++] = v;
        } else if (g[v] <= candidate) continue;
        g[v] = candidate;
        parent[v] = u;
        open.update(v, candidate + learned.get(v), -candidate);
        this.counters.generated++;
      }
    }
    this.touchedCount = touchedCount;
    this.counters.expanded += expansions;
  }

  /**
   * The frontier vertex with the least sum of cost from the start and weighted estimate; ties are broken by the larger cost. Without pruning the costs are from the
   * present vertex, and the weight is 1, as in LSS-LRTA*. `onwards`: only vertices that are reached from here at their known cost from the start.
   */
  private best(onwards: boolean): number {
    const { learned, start, expanded, search, touched, g } = this;
    const { pruning } = start;
    const here = start.cost(this.at);
    const weight = pruning ? this.weight : 1;
    let best = NO_VERTEX;
    let least = Infinity;
    let farthest = 0;
    for (let i = 0; i < this.touchedCount; i++) {
      const v = touched[i];
      if (expanded[v] === search || start.isPruned(v)) continue;
      const behind = pruning ? start.cost(v) : g[v];
      if (onwards && here + g[v] > behind * ROUNDING) continue;
      const f = behind + weight * learned.get(v);
      if (f === Infinity || f > least * ROUNDING || (f * ROUNDING >= least && behind <= farthest)) continue;
      best = v;
      least = f;
      farthest = behind;
    }
    return best;
  }

  /** Raises the estimate of each expanded vertex to the lowest cost to a frontier vertex plus its estimate. */
  private raise(): void {
    const { arcs, open, learned, touched, expanded, search, start, g } = this;
    const { to, cost } = arcs;
    let pending = 0;
    open.clear();
    for (let i = 0; i < this.touchedCount; i++) {
      const v = touched[i];
      if (expanded[v] === search) pending++;
      else if (!start.isPruned(v)) open.push(v, learned.get(v), 0);
    }
    // A frontier of pruned vertices proves nothing about the distance to the goal.
    if (start.pruning && open.size === 0) return;
    for (let i = 0; i < this.touchedCount; i++) {
      const v = touched[i];
      if (expanded[v] !== search) continue;
      g[v] = learned.get(v);
      learned.set(v, Infinity);
    }
    while (pending > 0 && open.size > 0) {
      const s = open.pop();
      const h = learned.get(s);
      if (expanded[s] === search) {
        pending--;
        if (h > g[s] * ROUNDING) this.changed = true;
      }
      const n = arcs.entering(s);
      for (let i = 0; i < n; i++) {
        const p = to[i];
        if (expanded[p] !== search || learned.get(p) <= cost[i] + h) continue;
        learned.set(p, cost[i] + h);
        open.update(p, cost[i] + h, 0);
      }
    }
    if (pending > 0) this.changed = true;
  }
}
