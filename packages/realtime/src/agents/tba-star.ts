/**
 * TBA* — Y. Björnsson, V. Bulitko and N. Sturtevant, "TBA*: time-bounded A*", IJCAI 2009: one A* is spread over the moves. Each
 * step expands a few vertices and traces a piece of the path to the best open vertex; the agent follows the last path that
 * was traced whole, and goes back along the tree where that path does not pass through the place where it stands.
 * TBAA* — C. Hernández, J. Baier, T. Uras and S. Koenig, "Time-bounded adaptive A*", AAMAS 2012: where the way turns out to
 * be blocked, a new A* begins at the agent, and what the old one expanded raises the heuristic.
 *
 * Departures: estimates are raised when a vertex is next met, from the f* of the search that expanded it, so that a restart
 * costs next to nothing; an arc without a way back, on which the agent cannot retreat, makes it begin a new search there as well; at
 * the end of a traced path the agent waits, where the paper makes it pace to and fro.
 */
import type { Graph } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { ArcBuffer, checkOptions, checkTails, checkVertex, lastingHeuristic } from '@pf/graph/kit';
import { BinaryHeap } from '@pf/queues';
import type { AgentOptions, AgentStatus, LearningAgent } from '../agent.ts';
import { LearnedHeuristic } from '../learned-heuristic.ts';
import { TracedPath } from './traced-path.ts';

/** Options of `TbaStar`: that of every agent, and how its work a step is bounded. */
export interface TbaStarOptions extends AgentOptions {
  /** Expansions a step. Default 16. */
  readonly expansions?: number | undefined;
  /** Vertices traced back a step. Default ten times `expansions`: a trace is that much cheaper. */
  readonly traces?: number | undefined;
}

/** How many estimates each new search writes down for good, so that as many f* as an eighth of the vertices are all that is ever needed. */
const WRITTEN = 8;

/**
 * One A* spread over the moves, for known and for unknown terrain; needs a consistent heuristic.
 *
 * A step expands at most `expansions` vertices and traces at most `traces`. It holds 65 bytes a vertex. An unreachable goal is
 * known after as many steps as the reachable part has vertices, divided by `expansions`, in each search; where arcs without a way back make
 * it begin ever new ones, once an estimate exceeds the cost of any path.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { TbaStar } from '@pf/realtime';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
 * const agent = new TbaStar(grid, { heuristic: grid.heuristic(), expansions: 4 });
 * agent.begin(grid.vertex(0, 1), grid.vertex(2, 1));
 * while (agent.status === 'moving') agent.step();
 * agent.position === grid.vertex(2, 1); // → true
 * ```
 */
export class TbaStar implements LearningAgent {
  readonly counters = new Counters();
  private readonly graph: Graph;
  private readonly arcs: ArcBuffer;
  private readonly learned: LearnedHeuristic;
  private readonly expansions: number;
  private readonly traces: number;
  private readonly open: BinaryHeap;
  private readonly g: Float64Array;
  private readonly parent: Int32Array;
  /** The search that gave g and parent, and the one that expanded the vertex with that g. */
  private readonly generated: Uint32Array;
  private readonly closed: Uint32Array;
  private search = 0;
  /** The first search for the present goal: what older ones found says nothing of it. */
  private firstSearch = 1;
  /** The least f left of each search when it ended, search i at i modulo the length: what raises the estimates of the vertices that it expanded. */
  private readonly fStar: Float64Array;
  /** The first of the vertices whose estimates are written down next, and need no f* from then on. */
  private unwritten = 0;
  /** The path being followed, and the one being traced. */
  private following: TracedPath;
  private tracing: TracedPath;
  private isTracing = false;
  private tip = NO_VERTEX;
  private tipOfTrace = NO_VERTEX;
  private tracedTo = NO_VERTEX;
  private goalTraced = false;
  private goal = NO_VERTEX;
  private at = NO_VERTEX;
  private walked = 0;
  private state: AgentStatus = 'reached';

  constructor(graph: Graph, options: TbaStarOptions = {}) {
    checkOptions(options, ['heuristic', 'costBound', 'expansions', 'traces'], 'TbaStar');
    const { heuristic = lastingHeuristic(graph), expansions = 16, traces = 10 * expansions, costBound } = options;
    if (!Number.isInteger(expansions) || expansions < 1) throw new RangeError(`expansions must be a whole number of at least 1, got ${expansions}.`);
    if (!Number.isInteger(traces) || traces < 1) throw new RangeError(`traces must be a whole number of at least 1, got ${traces}.`);
    const n = graph.vertexCount;
    this.graph = graph;
    this.arcs = new ArcBuffer(graph);
    this.learned = new LearnedHeuristic(graph, heuristic, costBound);
    this.expansions = expansions;
    this.traces = traces;
    this.open = new BinaryHeap(n);
    this.g = new Float64Array(n);
    this.parent = new Int32Array(n);
    this.generated = new Uint32Array(n);
    this.closed = new Uint32Array(n);
    this.fStar = new Float64Array(Math.ceil(n / WRITTEN));
    this.following = new TracedPath(n);
    this.tracing = new TracedPath(n);
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
    const h = this.learned.get(v);
    const search = this.generated[v];
    if (search === this.search || this.closed[v] !== search || search < this.firstSearch) return h;
    return Math.max(h, this.fStar[search % this.fStar.length] - this.g[v]);
  }

  begin(start: number, goal: number): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    this.endSearch();
    if (goal !== this.goal) {
      this.learned.begin(goal);
      this.firstSearch = this.search + 1;
    }
    this.goal = goal;
    this.at = start;
    this.walked = 0;
    this.counters.reset();
    this.state = start === goal ? 'reached' : 'moving';
    this.beginSearch();
  }

  /**
   * Begins anew where a change breaks the path being followed, or where what was learned is forgotten. A vertex from which an arc now leads on is
   * expanded again. Other changes are seen when they are met.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    const { arcs, open, g, closed, learned, following, search } = this;
    checkTails(this.graph, tails, n);
    let anew = learned.arcsChanged(tails, n, (v) => this.h(v));
    if (anew) this.firstSearch = search + 1;
    for (let i = 0; i < n; i++) {
      const v = tails[i];
      // So that an empty queue proves that there is no path. And before a search ends: else its f* would raise this estimate too far.
      if (closed[v] === search && this.leadsOn(v)) open.update(v, g[v] + learned.get(v));
      anew ||= following.has(v) && arcs.costOf(v, following.next[v]) === Infinity;
    }
    if (anew) this.restart();
  }

  forget(): void {
    if (this.goal === NO_VERTEX) return;
    this.learned.begin(this.goal);
    this.firstSearch = this.search + 1;
    this.restart();
  }

  step(): number {
    if (this.state !== 'moving') return this.at;
    this.expand();
    // No way goes on from the queue where it is empty. Where all of it is too far off, neither does one: in a world of one-way arcs, on which the agent
    // begins anew again and again, no search may come to the end of its queue. Counted from here: the path from where it began may be gone.
    if (this.learned.provesUnreachable(this.open.peekKey() - this.g[this.at])) {
      this.state = 'unreachable';
      return this.at;
    }
    this.trace();
    this.move();
    return this.at;
  }

  private move(): void {
    let next = NO_VERTEX;
    if (this.following.has(this.at)) next = this.following.next[this.at];
    // The tip of the followed path is where the agent waits; anywhere else off the path, it goes back.
    else if (this.at !== this.tip) next = this.parent[this.at];
    if (next === NO_VERTEX) return;
    const cost = this.arcs.costOf(this.at, next);
    if (cost === Infinity) return this.restart();
    this.walked += cost;
    this.at = next;
    if (next === this.goal) this.state = 'reached';
  }

  private expand(): void {
    const { graph, open, g, parent, generated, closed, learned, search } = this;
    const { to, cost } = this.arcs;
    for (let i = 0; i < this.expansions && open.size > 0 && open.peek() !== this.goal; i++) {
      const u = open.pop();
      closed[u] = search;
      this.counters.expanded++;
      const n = graph.successors(u, to, cost);
      for (let j = 0; j < n; j++) {
        const v = to[j];
        const candidate = g[u] + cost[j];
        if (generated[v] === search) {
          if (g[v] <= candidate) continue;
          // The branch that is being traced may be turned round by this: traced half before and half after, it could go in a circle.
          if (closed[v] === search) this.isTracing = false;
        } else {
          learned.set(v, this.h(v));
          generated[v] = search;
        }
        g[v] = candidate;
        parent[v] = u;
        open.update(v, candidate + learned.get(v));
        this.counters.generated++;
      }
    }
  }

  /** Whether an arc from `v` leads to where the search has not been, or has been on a more expensive way. */
  private leadsOn(v: number): boolean {
    const { g, generated, search } = this;
    const { to, cost } = this.arcs;
    for (let i = this.graph.successors(v, to, cost) - 1; i >= 0; i--) if (generated[to[i]] !== search || g[to[i]] > g[v] + cost[i]) return true;
    return false;
  }

  /** Traces on from the best open vertex towards the agent or the root; a whole trace becomes the path to follow. */
  private trace(): void {
    if (this.goalTraced) return;
    if (!this.isTracing) {
      this.tracing.begin();
      this.tracedTo = this.open.peek();
      this.tipOfTrace = this.tracedTo;
      this.isTracing = true;
    }
    for (let i = 0; i < this.traces; i++) {
      const v = this.tracedTo;
      const parent = this.parent[v];
      if (v === this.at || parent === NO_VERTEX) {
        const followed = this.following;
        this.following = this.tracing;
        this.tracing = followed;
        this.tip = this.tipOfTrace;
        this.goalTraced = this.tip === this.goal;
        this.isTracing = false;
        return;
      }
      this.tracing.set(parent, v);
      this.tracedTo = parent;
    }
  }

  private restart(): void {
    this.endSearch();
    this.beginSearch();
  }

  private endSearch(): void {
    // Infinity where nothing is left: from none of the vertices that it expanded does a way lead to the goal.
    this.fStar[this.search % this.fStar.length] = this.open.peekKey();
  }

  private beginSearch(): void {
    const { at } = this;
    this.search++;
    // Now that the last search has ended, its f* raises this one as well: estimates beside it rest on that.
    this.learned.set(at, this.h(at));
    this.writeDown();
    this.open.clear();
    this.g[at] = 0;
    this.parent[at] = NO_VERTEX;
    this.generated[at] = this.search;
    this.open.push(at, this.learned.get(at));
    this.following.begin();
    this.tracing.begin();
    this.isTracing = false;
    this.goalTraced = false;
    this.tip = at;
  }

  /** Goes on round the vertices, once before the f* of a search gives its place to that of another. */
  private writeDown(): void {
    const { closed, learned } = this;
    for (let i = 0; i < WRITTEN; i++) {
      const v = this.unwritten;
      if (closed[v] >= this.firstSearch) learned.set(v, this.h(v));
      closed[v] = 0;
      this.unwritten = v + 1 === closed.length ? 0 : v + 1;
    }
  }
}
