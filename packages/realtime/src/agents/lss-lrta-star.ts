/**
 * LSS-LRTA* — S. Koenig and X. Sun, "Comparing real-time and incremental heuristic search for real-time situated
 * agents", JAAMAS 18, 2009: A* for `lookahead` expansions, then a bounded Dijkstra from the frontier raises all estimates within.
 * RTAA* — S. Koenig and M. Likhachev, "Real-time adaptive A*", AAMAS 2006: h(s) = f* − g(s), an update that takes less time.
 * daLSS-LRTA*, daRTAA* — C. Hernández and J. Baier, "Avoiding and escaping depressions in real-time heuristic search",
 * JAIR 43, 2012: move to the frontier vertex whose estimate was raised least; ties are broken by the smaller f.
 *
 * wLSS-LRTA* — N. Rivera, J. Baier and C. Hernández, "Incorporating weights into real-time heuristic search", Artificial Intelligence 225, 2015: costs are multiplied
 * by `weight` in the Dijkstra that raises estimates.
 *
 * Departure: an empty frontier, or one whose estimates are all above the cost of any path, proves that the goal is unreachable, and the agent reports that.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBoolean, checkOption, checkTails, shown } from '@pf/graph/kit';
import type { AgentOptions, LearningAgent } from '../agent.ts';
import { LookaheadAgent } from './lookahead-agent.ts';

/** Options of `LssLrtaStar`: those of every agent, its lookahead, and its rules of learning and moving. */
export interface LssLrtaStarOptions extends AgentOptions {
  /** The number of expansions of a local search. Default 32. */
  readonly lookahead?: number | undefined;
  /** The update of estimates after a local search: by Dijkstra from its frontier (LSS-LRTA*), or from f* (RTAA*). Default 'dijkstra'. */
  readonly update?: 'dijkstra' | 'adaptive' | undefined;
  /** Moves to the frontier vertex whose estimate was raised least: daLSS-LRTA*, daRTAA*. Default false. */
  readonly avoidDepressions?: boolean | undefined;
  /**
   * Factor on costs when Dijkstra raises estimates: wLSS-LRTA*. Above 1 the agent leaves depressions sooner, and its estimates are at most `weight` times the true
   * cost. 1 or more; default 1.
   */
  readonly weight?: number | undefined;
}

/**
 * Real-time search with local search spaces: LSS-LRTA*, RTAA*, both with depression avoidance, and wLSS-LRTA*.
 *
 * A step expands at most `lookahead` vertices and raises at most as many estimates. Steps along an earlier path expand none. If costs are above 0
 * and the goal can be reached from every vertex, the agent reaches it. A consistent heuristic stays consistent if `weight` is 1.
 *
 * Memory: 56 bytes a vertex, and up to 12 more for a large `lookahead`.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { LssLrtaStar } from '@pf/realtime';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
 * const agent = new LssLrtaStar(grid, { heuristic: grid.heuristic(), lookahead: 8 });
 * agent.begin(grid.vertex(0, 1), grid.vertex(2, 1));
 * while (agent.status === 'moving') agent.step();
 * agent.cost; // → 4
 * ```
 */
export class LssLrtaStar extends LookaheadAgent implements LearningAgent {
  private readonly dijkstra: boolean;
  private readonly avoidDepressions: boolean;
  private readonly closed: Int32Array;
  private closedCount = 0;

  constructor(graph: Graph, options: LssLrtaStarOptions = {}) {
    super(graph, options, 'LssLrtaStar', ['update', 'avoidDepressions', 'weight']);
    const { update = 'dijkstra', avoidDepressions = false, weight = 1 } = options;
    checkOption('update', update, ['dijkstra', 'adaptive']);
    checkBoolean(avoidDepressions, 'avoidDepressions');
    if (typeof weight !== 'number' || !(weight >= 1 && weight < Infinity)) throw new RangeError(`weight must be 1 or more and finite, got ${shown(weight)}: it is how many times costs count when estimates are raised.`);
    if (weight !== 1 && update === 'adaptive') throw new RangeError(`weight must be 1 with update 'adaptive', got ${weight}: use update 'dijkstra', the default, to learn with a weight.`);
    this.learned.weight = weight;
    this.dijkstra = update === 'dijkstra';
    this.avoidDepressions = avoidDepressions;
    this.closed = new Int32Array(this.route.length);
  }

  h(v: number): number {
    return this.learned.get(v);
  }

  begin(start: number, goal: number): void {
    this.checkEnds(start, goal);
    if (this.working || goal !== this.goal) this.learned.begin(goal);
    this.beginEpisode(start, goal);
    this.left = 0;
  }

  /** The next step plans again, since a change may lie on the path. */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    checkTails(this.graph, tails, n);
    this.learned.arcsChanged(tails, n);
    if (n > 0) this.left = 0;
  }

  forget(): void {
    this.learned.begin(this.goal);
    this.left = 0;
  }

  protected plan(): boolean {
    this.expandLocally();
    if (this.open.peekKey(0) === Infinity) return false;
    this.follow(this.chooseTarget());
    if (this.dijkstra) this.raiseByDijkstra();
    else this.raiseAtOnce();
    return !this.learned.provesUnreachable(this.learned.get(this.at));
  }

  /** A* from the present vertex, until the goal is at the top of the queue or `lookahead` vertices are expanded. */
  private expandLocally(): void {
    const { arcs, open, g, parent, generated, learned, closed, expanded, touched, lookahead, avoidDepressions } = this;
    const { to, cost } = arcs;
    const search = this.nextSearch();
    let expansions = 0;
    let closedCount = 0;
    let touchedCount = 0;
    open.clear();
    g[this.at] = 0;
    generated[this.at] = search;
    touched[touchedCount++] = this.at;
    open.push(this.at, learned.get(this.at), 0);
    while (expansions < lookahead && open.size > 0 && open.peek() !== this.goal) {
      const u = open.pop();
      expansions++;
      // Inconsistent estimates and rounding can lead to a second expansion.
      if (expanded[u] !== search) closed[closedCount++] = u;
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
        const f = candidate + learned.get(v);
        // Tie-breaking is worth its time only if the agent moves to the top of the queue.
        if (avoidDepressions) open.update(v, f, 0);
        else open.update(v, withoutRounding(f), -candidate);
        this.counters.generated++;
      }
    }
    this.closedCount = closedCount;
    this.touchedCount = touchedCount;
    this.counters.expanded += expansions;
  }

  /** The top of the queue; with depression avoidance, the open vertex whose estimate was raised least. */
  private chooseTarget(): number {
    const { open, g, learned, touched } = this;
    if (!this.avoidDepressions) return open.peek();
    let best = NO_VERTEX;
    let leastRise = Infinity;
    let leastF = Infinity;
    for (let i = 0; i < this.touchedCount; i++) {
      const v = touched[i];
      // No path leads from a vertex with the estimate Infinity.
      if (!open.has(v)) continue;
      const f = g[v] + learned.get(v);
      if (f === Infinity) continue;
      const rise = learned.get(v) - learned.initial(v);
      // A rise within rounding does not count: it could send the agent back and forth for ever.
      const slack = 1e-12 * learned.get(v);
      if (rise > leastRise + slack || (rise >= leastRise - slack && f >= leastF)) continue;
      best = v;
      leastRise = rise;
      leastF = f;
    }
    return best;
  }

  /** Raises the estimate of each expanded vertex to f* − g. */
  private raiseAtOnce(): void {
    const { learned, g, closed } = this;
    const top = this.open.peek();
    const f = g[top] + learned.get(top);
    for (let i = 0; i < this.closedCount; i++) {
      const raised = f - g[closed[i]];
      if (raised > learned.get(closed[i])) learned.set(closed[i], raised);
    }
  }

  /** Raises the estimate of each expanded vertex to the least sum of the cost to a frontier vertex and its estimate. */
  private raiseByDijkstra(): void {
    const { arcs, open, learned, touched, closed, expanded, search } = this;
    const { weight } = learned;
    const { to, cost } = arcs;
    for (let i = 0; i < this.closedCount; i++) learned.set(closed[i], Infinity);
    for (let i = 0; i < this.touchedCount; i++) {
      if (open.has(touched[i])) open.update(touched[i], learned.get(touched[i]), 0);
    }
    let left = this.closedCount;
    while (left > 0 && open.size > 0) {
      const s = open.pop();
      const h = learned.get(s);
      if (expanded[s] === search) {
        // Its estimate is final.
        expanded[s] = 0;
        left--;
      }
      const n = arcs.entering(s);
      for (let i = 0; i < n; i++) {
        const p = to[i];
        const raised = weight * cost[i] + h;
        if (expanded[p] !== search || learned.get(p) <= raised) continue;
        learned.set(p, raised);
        open.update(p, raised, 0);
      }
    }
  }
}

/** The 29 highest bits of a number (T. J. Dekker, Numerische Mathematik 18, 1971). Sums of √2 in different orders differ only in the others. */
function withoutRounding(f: number): number {
  const shifted = f * (2 ** 24 + 1);
  return f < 1e300 ? shifted - (shifted - f) : f;
}
