/**
 * LRTA* — R. E. Korf, "Real-time heuristic search", Artificial Intelligence 42, 1990.
 * LRTA*(k) — C. Hernández and P. Meseguer, "LRTA*(k)", IJCAI 2005: a raised estimate is propagated to at most k − 1 other
 * vertices that the agent has visited and whose estimates depend on the raised one.
 *
 * k = 1 is LRTA*. Departures: propagation goes to predecessors, since on directed graphs their estimates depend on a vertex;
 * an estimate above the cost of any path ends the episode as unreachable.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkOptions, checkTails, lastingHeuristic, nextStamp, shown } from '@pf/graph/kit';
import type { AgentOptions, LearningAgent } from '../agent.ts';
import { LearnedHeuristic } from '../learned-heuristic.ts';
import { EpisodeAgent } from './episode-agent.ts';

/** Options of `LrtaStar`: those of every agent, and the reach of its learning. */
export interface LrtaStarOptions extends AgentOptions {
  /** The number of estimates that a step may update. Default 1, which is LRTA*. */
  readonly k?: number | undefined;
}

/**
 * LRTA* and LRTA*(k): looks one arc ahead, raises the estimate of its vertex, and moves to the best neighbour.
 *
 * A step expands at most k + 1 vertices, one if k = 1. If costs are above 0 and the goal can be reached from every vertex, the agent reaches it. Estimates
 * stay admissible, and with k = 1 also consistent.
 *
 * Memory: 20 bytes a vertex, and 4 for each of k, at most 24 a vertex.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { LrtaStar } from '@pf/realtime';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
 * const agent = new LrtaStar(grid, { heuristic: grid.heuristic() });
 * agent.begin(grid.vertex(0, 1), grid.vertex(2, 1));
 * while (agent.status === 'moving') agent.step();
 * agent.cost >= 4; // → true
 * ```
 */
export class LrtaStar extends EpisodeAgent implements LearningAgent {
  private readonly learned: LearnedHeuristic;
  private readonly k: number;
  /** For vertices visited in this episode: the neighbour on which the estimate depends; NO_VERTEX while the vertex is queued. */
  private readonly support: Int32Array;
  private readonly visited: Uint32Array;
  private episode = 0;
  /** The vertices to update: the i-th at i modulo the length. */
  private readonly queue: Int32Array;
  /** The index in the arc buffers of the neighbour that `update` chose. */
  private chosen = 0;

  constructor(graph: Graph, options: LrtaStarOptions = {}) {
    super(graph);
    checkOptions(options, ['heuristic', 'costBound', 'k'], 'LrtaStar');
    const { heuristic = lastingHeuristic(graph), k = 1, costBound } = options;
    if (!Number.isInteger(k) || k < 1) throw new RangeError(`k must be a whole number of at least 1, got ${shown(k)}: it is the number of estimates that a step may raise.`);
    this.k = k;
    this.learned = new LearnedHeuristic(graph, heuristic, costBound);
    this.support = new Int32Array(graph.vertexCount);
    this.visited = new Uint32Array(graph.vertexCount);
    this.queue = new Int32Array(Math.min(k, graph.vertexCount));
  }

  h(v: number): number {
    return this.learned.get(v);
  }

  begin(start: number, goal: number): void {
    this.checkEnds(start, goal);
    if (goal !== this.goal) this.learned.begin(goal);
    this.beginEpisode(start, goal);
    this.episode = nextStamp(this.visited, this.episode);
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    checkTails(this.graph, tails, n);
    this.learned.arcsChanged(tails, n);
  }

  forget(): void {
    this.learned.begin(this.goal);
  }

  protected advance(): void {
    if (this.k > 1) this.propagate();
    const next = this.update(this.at);
    if (this.learned.provesUnreachable(this.learned.get(this.at))) {
      this.state = 'unreachable';
      return;
    }
    this.moveTo(next, this.arcs.cost[this.chosen]);
  }

  /** Updates the estimate of the present vertex, then of visited vertices whose estimates depend on it, first in, first out; k in all. */
  private propagate(): void {
    const { arcs, learned, support, visited, queue, episode } = this;
    visited[this.at] = episode;
    queue[0] = this.at;
    let left = this.k - 1;
    for (let head = 0, tail = 1; head < tail; head++) {
      const v = queue[head % queue.length];
      const before = learned.get(v);
      support[v] = this.update(v);
      const h = learned.get(v);
      // Without a path, estimates would raise each other for ever.
      if (h === before || left === 0 || learned.provesUnreachable(h)) continue;
      const n = arcs.entering(v);
      for (let i = 0; i < n && left > 0; i++) {
        const w = arcs.to[i];
        if (visited[w] !== episode || support[w] !== v) continue;
        // A queued vertex has no support, so it is queued at most once, and the queue is long enough.
        support[w] = NO_VERTEX;
        queue[tail++ % queue.length] = w;
        left--;
      }
    }
  }

  /** Raises the estimate of `v` to the least sum of cost and estimate over its neighbours; returns that neighbour. */
  private update(v: number): number {
    const { arcs, learned } = this;
    const n = arcs.leaving(v);
    this.counters.expanded++;
    let best = NO_VERTEX;
    let least = Infinity;
    for (let i = 0; i < n; i++) {
      const f = arcs.cost[i] + learned.get(arcs.to[i]);
      // An arc from a vertex to itself is no move.
      if (f < least && arcs.to[i] !== v) {
        least = f;
        best = arcs.to[i];
        this.chosen = i;
      }
    }
    this.counters.generated += n;
    if (least > learned.get(v)) learned.set(v, least);
    return best;
  }
}
