/**
 * TBA* — Y. Björnsson, V. Bulitko and N. Sturtevant, "TBA*: time-bounded A*", IJCAI 2009: one A* spread over many moves. Each
 * step expands a few vertices and traces a part of the path to the best open vertex. The agent follows the last path that was
 * traced completely. While its vertex is not on that path, it goes back along the search tree.
 * TBAA* — C. Hernández, J. Baier, T. Uras and S. Koenig, "Time-bounded adaptive A*", AAMAS 2012: if the path turns out to be
 * blocked, a new A* begins at the agent, and the expanded vertices of the old one raise the heuristic.
 *
 * Departures:
 * - An estimate is raised when its vertex is next generated, from the f* of the search that expanded it. So a restart costs almost nothing.
 * - A one-way arc on which the agent cannot go back starts a new search too.
 * - At the end of a traced path the agent waits; in the paper it moves back and forth.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkOptions, checkTails, LAST_STAMP, lastingHeuristic, nextStamp, shown } from '@pf/graph/kit';
import { BinaryHeap } from '@pf/queues';
import type { AgentOptions, LearningAgent } from '../agent.ts';
import { LearnedHeuristic } from '../learned-heuristic.ts';
import { EpisodeAgent } from './episode-agent.ts';
import { TracedPath } from './traced-path.ts';

/** Options of `TbaStar`: those of every agent, and the limits of a step. */
export interface TbaStarOptions extends AgentOptions {
  /** The number of expansions in a step. Default 16. */
  readonly expansions?: number | undefined;
  /** The number of vertices traced back in a step. Default ten times `expansions`, since tracing is that much cheaper. */
  readonly traces?: number | undefined;
}

/** The number of vertices whose raised estimates each new search stores. So the f* of at most vertexCount ÷ 8 searches are kept. */
const STORED = 8;

/**
 * One A* spread over many moves, for known and unknown terrain. Needs a consistent heuristic.
 *
 * A step expands at most `expansions` vertices and traces at most `traces`. A search proves an unreachable goal after at most V ÷ `expansions` steps, where V
 * is the number of reachable vertices. If one-way arcs start new searches again and again, an estimate above the cost of any path proves it.
 *
 * Memory: 65 bytes a vertex.
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
export class TbaStar extends EpisodeAgent implements LearningAgent {
  private readonly learned: LearnedHeuristic;
  private readonly expansions: number;
  private readonly traces: number;
  private readonly open: BinaryHeap;
  private readonly g: Float64Array;
  private readonly parent: Int32Array;
  /** The search that set g and parent, and the one that expanded the vertex with that g. */
  private readonly generated: Uint32Array;
  private readonly closed: Uint32Array;
  private search = 0;
  /** The first search for the present goal. Results of older searches do not apply to it. */
  private firstSearch = 1;
  /** The least open f at the end of each search, search i at i modulo the length. It raises the estimates of the vertices that the search expanded. */
  private readonly fStar: Float64Array;
  /** The next vertex whose raised estimate is stored. */
  private nextStored = 0;
  /** The path being followed, and the one being traced. */
  private following: TracedPath;
  private tracing: TracedPath;
  private isTracing = false;
  private tip = NO_VERTEX;
  private tipOfTrace = NO_VERTEX;
  private tracedTo = NO_VERTEX;
  private goalTraced = false;

  constructor(graph: Graph, options: TbaStarOptions = {}) {
    super(graph);
    checkOptions(options, ['heuristic', 'costBound', 'expansions', 'traces'], 'TbaStar');
    const { heuristic = lastingHeuristic(graph), expansions = 16, traces = 10 * expansions, costBound } = options;
    if (!Number.isInteger(expansions) || expansions < 1) throw new RangeError(`expansions must be a whole number of at least 1, got ${shown(expansions)}.`);
    if (!Number.isInteger(traces) || traces < 1) throw new RangeError(`traces must be a whole number of at least 1, got ${shown(traces)}.`);
    const n = graph.vertexCount;
    this.learned = new LearnedHeuristic(graph, heuristic, costBound);
    this.expansions = expansions;
    this.traces = traces;
    this.open = new BinaryHeap(n);
    this.g = new Float64Array(n);
    this.parent = new Int32Array(n);
    this.generated = new Uint32Array(n);
    this.closed = new Uint32Array(n);
    this.fStar = new Float64Array(Math.ceil(n / STORED));
    this.following = new TracedPath(n);
    this.tracing = new TracedPath(n);
  }

  h(v: number): number {
    const h = this.learned.get(v);
    const search = this.generated[v];
    if (search === this.search || this.closed[v] !== search || search < this.firstSearch) return h;
    return Math.max(h, this.fStar[search % this.fStar.length] - this.g[v]);
  }

  begin(start: number, goal: number): void {
    this.checkEnds(start, goal);
    this.endSearch();
    if (this.working || goal !== this.goal) {
      this.learned.begin(goal);
      this.firstSearch = this.search + 1;
    }
    this.beginEpisode(start, goal);
    this.working = true;
    this.beginSearch();
    this.working = false;
  }

  /**
   * Begins a new search if a change closes the path, or if learned estimates are forgotten. A vertex with an arc to a new or cheaper vertex is
   * expanded again. The agent notices other changes when it reaches them.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    const { arcs, open, g, closed, learned, following, search } = this;
    checkTails(this.graph, tails, n);
    let mustRestart = learned.arcsChanged(tails, n, (v) => this.h(v));
    if (mustRestart) this.firstSearch = search + 1;
    for (let i = 0; i < n; i++) {
      const v = tails[i];
      // Otherwise an empty queue would not prove that there is no path. This must happen before the search ends, since its f* would raise this estimate too far.
      if (closed[v] === search && this.improvesAnArc(v)) open.update(v, g[v] + learned.get(v));
      mustRestart ||= following.has(v) && arcs.costOf(v, following.next[v]) === Infinity;
    }
    if (mustRestart) this.restart();
  }

  forget(): void {
    if (this.goal === NO_VERTEX) return;
    this.learned.begin(this.goal);
    this.firstSearch = this.search + 1;
    this.restart();
  }

  protected advance(): void {
    this.expand();
    // An empty queue proves that no path exists, and so do estimates above the cost of any path. In a world of one-way arcs, the agent may restart so often
    // that no search empties its queue. Costs count from here, since the path from the start may be closed.
    if (this.learned.provesUnreachable(this.open.peekKey() - this.g[this.at])) {
      this.state = 'unreachable';
      return;
    }
    this.trace();
    this.move();
  }

  private move(): void {
    let next = NO_VERTEX;
    if (this.following.has(this.at)) next = this.following.next[this.at];
    // At the tip of the path the agent waits. Elsewhere off the path, it goes back.
    else if (this.at !== this.tip) next = this.parent[this.at];
    if (next === NO_VERTEX) return;
    const cost = this.arcs.costOf(this.at, next);
    if (cost === Infinity) return this.restart();
    this.moveTo(next, cost);
  }

  private expand(): void {
    const { arcs, open, g, parent, generated, closed, learned, search } = this;
    const { to, cost } = arcs;
    for (let i = 0; i < this.expansions && open.size > 0 && open.peek() !== this.goal; i++) {
      const u = open.pop();
      closed[u] = search;
      this.counters.expanded++;
      const n = arcs.leaving(u);
      for (let j = 0; j < n; j++) {
        const v = to[j];
        const candidate = g[u] + cost[j];
        if (generated[v] === search) {
          if (g[v] <= candidate) continue;
          // This may change the branch that is being traced. A trace of two states of it could form a circle.
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

  /** Whether an arc from `v` leads to a vertex that the search has not generated, or only at a higher cost. */
  private improvesAnArc(v: number): boolean {
    const { arcs, g, generated, search } = this;
    const { to, cost } = arcs;
    for (let i = arcs.leaving(v) - 1; i >= 0; i--) if (generated[to[i]] !== search || g[to[i]] > g[v] + cost[i]) return true;
    return false;
  }

  /** Continues the trace from the best open vertex towards the agent or the root. A complete trace becomes the path to follow. */
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
    // Infinity if the queue is empty: no path leads from the expanded vertices to the goal.
    this.fStar[this.search % this.fStar.length] = this.open.peekKey();
  }

  private beginSearch(): void {
    const { at } = this;
    if (this.search === LAST_STAMP) {
      // Estimates that are raised but not stored are lost.
      this.closed.fill(0);
      this.firstSearch = 1;
    }
    this.search = nextStamp(this.generated, this.search);
    // The f* of the last search raises this estimate too: the estimates of its neighbours depend on it.
    this.learned.set(at, this.h(at));
    this.storeEstimates();
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

  /** Stores the estimates of the next vertices in turn, so that each is stored before the f* that raises it is overwritten. */
  private storeEstimates(): void {
    const { closed, learned } = this;
    for (let i = 0; i < STORED; i++) {
      const v = this.nextStored;
      if (closed[v] >= this.firstSearch) learned.set(v, this.h(v));
      closed[v] = 0;
      this.nextStored = v + 1 === closed.length ? 0 : v + 1;
    }
  }
}
