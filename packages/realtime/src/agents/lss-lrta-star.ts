/**
 * LSS-LRTA* — S. Koenig and X. Sun, "Comparing real-time and incremental heuristic search for real-time situated
 * agents", JAAMAS 18, 2009: A* for `lookahead` expansions, then a bounded Dijkstra from the frontier raises all estimates within.
 * RTAA* — S. Koenig and M. Likhachev, "Real-time adaptive A*", AAMAS 2006: the cheaper update h(s) = f* − g(s).
 * daLSS-LRTA*, daRTAA* — C. Hernández and J. Baier, "Avoiding and escaping depressions in real-time heuristic search",
 * JAIR 43, 2012: move to the frontier vertex whose estimate was raised least, the smaller f among equals.
 *
 * Departure: a frontier that is empty, or from all of which the estimate says that there is no path, proves that the goal cannot be reached, and
 * is reported as that.
 */
import type { Graph } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { ArcBuffer, checkOption, checkOptions, checkTails, checkVertex, lastingHeuristic } from '@pf/graph/kit';
import { TupleHeap } from '@pf/queues';
import type { AgentOptions, AgentStatus, LearningAgent } from '../agent.ts';
import { LearnedHeuristic } from '../learned-heuristic.ts';

/** Options of `LssLrtaStar`: that of every agent, how far it looks ahead, and how it learns and moves by what it saw. */
export interface LssLrtaStarOptions extends AgentOptions {
  /** Expansions of a local search. Default 32. */
  readonly lookahead?: number | undefined;
  /** How estimates are raised after a local search: by Dijkstra from its frontier (LSS-LRTA*), or at once (RTAA*). Default 'dijkstra'. */
  readonly update?: 'dijkstra' | 'adaptive' | undefined;
  /** Move to the frontier vertex whose estimate was raised least: daLSS-LRTA*, daRTAA*. Default false. */
  readonly avoidDepressions?: boolean | undefined;
}

/**
 * Local search spaces: LSS-LRTA*, RTAA*, and both with depression avoidance.
 *
 * A step expands at most `lookahead` vertices, and raises at most as many estimates; steps along a path already found
 * expand none. It holds 56 bytes a vertex and what a local search sees, 68 in all where that may be everything. The goal is
 * reached where it can be reached from everywhere and costs are above 0; a consistent heuristic stays consistent.
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
export class LssLrtaStar implements LearningAgent {
  readonly counters = new Counters();
  private readonly graph: Graph;
  private readonly arcs: ArcBuffer;
  private readonly learned: LearnedHeuristic;
  private readonly lookahead: number;
  private readonly dijkstra: boolean;
  private readonly avoidDepressions: boolean;
  /** By f; without depression avoidance but for rounding, and the larger g first. */
  private readonly open: TupleHeap;
  private readonly g: Float64Array;
  private readonly parent: Int32Array;
  /** g and parent are of the present local search where this is its number. */
  private readonly generated: Uint32Array;
  private search = 0;
  /** Its number again for the vertices that it expanded, until their estimates are raised. */
  private readonly expanded: Uint32Array;
  private readonly closed: Int32Array;
  private closedCount = 0;
  /** Every vertex generated: those still open are the frontier. */
  private readonly touched: Int32Array;
  private touchedCount = 0;
  /** The path to walk, last vertex first, and how much of it is left. */
  private readonly route: Int32Array;
  private left = 0;
  private goal = NO_VERTEX;
  private at = NO_VERTEX;
  private walked = 0;
  private state: AgentStatus = 'reached';

  constructor(graph: Graph, options: LssLrtaStarOptions = {}) {
    checkOptions(options, ['heuristic', 'costBound', 'lookahead', 'update', 'avoidDepressions'], 'LssLrtaStar');
    const { heuristic = lastingHeuristic(graph), lookahead = 32, update = 'dijkstra', avoidDepressions = false, costBound } = options;
    if (!Number.isInteger(lookahead) || lookahead < 1) {
      throw new RangeError(`lookahead must be a whole number of at least 1, got ${lookahead}: it is how many vertices a step may expand.`);
    }
    checkOption('update', update, ['dijkstra', 'adaptive']);
    const n = graph.vertexCount;
    this.graph = graph;
    this.arcs = new ArcBuffer(graph);
    this.learned = new LearnedHeuristic(graph, heuristic, costBound);
    this.lookahead = lookahead;
    this.dijkstra = update === 'dijkstra';
    this.avoidDepressions = avoidDepressions;
    this.open = new TupleHeap(n, 2);
    this.g = new Float64Array(n);
    this.parent = new Int32Array(n);
    this.generated = new Uint32Array(n);
    this.expanded = new Uint32Array(n);
    this.touched = new Int32Array(Math.min(n, lookahead * graph.maxDegree + 1));
    // A path to the frontier has an arc for each expanded vertex at most, and there are no more of these than vertices.
    this.closed = new Int32Array(Math.min(n, lookahead));
    this.route = new Int32Array(Math.min(n, lookahead));
  }

  get position(): number {
    return this.at;
  }

  get status(): AgentStatus {
    return this.state;
  }

  get cost(): number {
    return this.walked;
  }

  h(v: number): number {
    return this.learned.get(v);
  }

  begin(start: number, goal: number): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    if (goal !== this.goal) this.learned.begin(goal);
    this.goal = goal;
    this.at = start;
    this.left = 0;
    this.walked = 0;
    this.counters.reset();
    this.state = start === goal ? 'reached' : 'moving';
  }

  /** What has changed may lie on the path being walked: the next step plans anew. */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    checkTails(this.graph, tails, n);
    this.learned.arcsChanged(tails, n);
    if (n > 0) this.left = 0;
  }

  forget(): void {
    this.learned.begin(this.goal);
    this.left = 0;
  }

  step(): number {
    if (this.state !== 'moving') return this.at;
    let cost = this.costAhead();
    if (cost === Infinity) {
      this.left = 0;
      if (!this.plan()) {
        this.state = 'unreachable';
        return this.at;
      }
      cost = this.costAhead();
    }
    const next = this.route[--this.left];
    this.walked += cost;
    this.at = next;
    if (next === this.goal) this.state = 'reached';
    return next;
  }

  /** What the next arc of the path costs; Infinity where the path has been walked, and before a wall that was not reported. */
  private costAhead(): number {
    return this.left === 0 ? Infinity : this.arcs.costOf(this.at, this.route[this.left - 1]);
  }

  /** One local search, its learning, and the path to the best vertex of its frontier; false if there is no path. */
  private plan(): boolean {
    this.expandAhead();
    if (this.open.peekKey(0) === Infinity) return false;
    const target = this.chooseTarget();
    for (let v = target; v !== this.at; v = this.parent[v]) this.route[this.left++] = v;
    if (this.dijkstra) this.raiseByDijkstra();
    else this.raiseAtOnce();
    return !this.learned.provesUnreachable(this.learned.get(this.at));
  }

  /** A* from here until the goal stands at the top of the queue or `lookahead` vertices are expanded. */
  private expandAhead(): void {
    const { graph, open, g, parent, generated, learned, closed, expanded, touched, lookahead, avoidDepressions } = this;
    const { to, cost } = this.arcs;
    const search = ++this.search;
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
      // With an estimate that is not consistent, or by rounding, it can be expanded again.
      if (expanded[u] !== search) closed[closedCount++] = u;
      expanded[u] = search;
      const n = graph.successors(u, to, cost);
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
        // Measured to pay where the top of the queue is where the agent goes, and not where it is chosen otherwise.
        if (avoidDepressions) open.update(v, f, 0);
        else open.update(v, withoutRounding(f), -candidate);
        this.counters.generated++;
      }
    }
    this.closedCount = closedCount;
    this.touchedCount = touchedCount;
    this.counters.expanded += expansions;
  }

  /** The top of the queue, or under depression avoidance the open vertex whose estimate rose least. */
  private chooseTarget(): number {
    const { open, g, learned, touched } = this;
    if (!this.avoidDepressions) return open.peek();
    let best = NO_VERTEX;
    let leastRise = Infinity;
    let leastF = Infinity;
    for (let i = 0; i < this.touchedCount; i++) {
      const v = touched[i];
      // From where the estimate is Infinity there is no path, however little it rose.
      if (!open.has(v)) continue;
      const f = g[v] + learned.get(v);
      if (f === Infinity) continue;
      const rise = learned.get(v) - learned.initial(v);
      // A rise by rounding is none: taken for one, it can send the agent to and fro for ever.
      const slack = 1e-12 * learned.get(v);
      if (rise > leastRise + slack || (rise >= leastRise - slack && f >= leastF)) continue;
      best = v;
      leastRise = rise;
      leastF = f;
    }
    return best;
  }

  private raiseAtOnce(): void {
    const { learned, g, closed } = this;
    const top = this.open.peek();
    const f = g[top] + learned.get(top);
    for (let i = 0; i < this.closedCount; i++) {
      const raised = f - g[closed[i]];
      if (raised > learned.get(closed[i])) learned.set(closed[i], raised);
    }
  }

  /** The estimate of each expanded vertex becomes the least cost over the frontier plus the estimate there. */
  private raiseByDijkstra(): void {
    const { graph, open, learned, touched, closed, expanded, search } = this;
    const { to, cost } = this.arcs;
    for (let i = 0; i < this.closedCount; i++) learned.set(closed[i], Infinity);
    for (let i = 0; i < this.touchedCount; i++) {
      if (open.has(touched[i])) open.update(touched[i], learned.get(touched[i]), 0);
    }
    let waiting = this.closedCount;
    while (waiting > 0 && open.size > 0) {
      const s = open.pop();
      const h = learned.get(s);
      if (expanded[s] === search) {
        expanded[s] = 0;
        waiting--;
      }
      const n = graph.predecessors(s, to, cost);
      for (let i = 0; i < n; i++) {
        const p = to[i];
        if (expanded[p] !== search || learned.get(p) <= cost[i] + h) continue;
        learned.set(p, cost[i] + h);
        open.update(p, cost[i] + h, 0);
      }
    }
  }
}

/** The 29 highest bits of a number (T. J. Dekker, Numerische Mathematik 18, 1971): sums of √2 in another order differ in the lowest. */
function withoutRounding(f: number): number {
  const shifted = f * (2 ** 24 + 1);
  return f < 1e300 ? shifted - (shifted - f) : f;
}
