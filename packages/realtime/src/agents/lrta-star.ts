/**
 * LRTA* — R. E. Korf, "Real-time heuristic search", Artificial Intelligence 42, 1990.
 * LRTA*(k) — C. Hernández and P. Meseguer, "LRTA*(k)", IJCAI 2005: a raised estimate is propagated to at most k − 1
 * vertices that the agent has already visited and whose estimate rested on the one that rose.
 *
 * k = 1 is LRTA*. Departures: propagation goes to predecessors, which on directed graphs are the vertices that an estimate can
 * matter to; an estimate above the cost of any path ends the episode as unreachable.
 */
import type { Graph } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { ArcBuffer, checkOptions, checkTails, checkVertex, lastingHeuristic } from '@pf/graph/kit';
import type { AgentOptions, AgentStatus, LearningAgent } from '../agent.ts';
import { LearnedHeuristic } from '../learned-heuristic.ts';

/** Options of `LrtaStar`: that of every agent, and how far what it learned is passed on. */
export interface LrtaStarOptions extends AgentOptions {
  /** At most so many estimates are looked at a step. Default 1: LRTA* itself. */
  readonly k?: number | undefined;
}

/**
 * LRTA* and LRTA*(k): look one arc ahead, raise the own estimate, move to the most promising neighbour.
 *
 * A step expands at most k + 1 vertices, one where k = 1. It holds 20 bytes a vertex, and 4 for each of k, but no more than 24 a vertex.
 * On a graph from all of whose vertices the goal can be reached, with costs above 0, the goal is reached; estimates stay admissible, and
 * consistent for k = 1 where they were.
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
export class LrtaStar implements LearningAgent {
  readonly counters = new Counters();
  private readonly graph: Graph;
  private readonly arcs: ArcBuffer;
  private readonly learned: LearnedHeuristic;
  private readonly k: number;
  /** The neighbour on which the estimate of a vertex rests that was visited in this episode; NO_VERTEX while it waits to be looked at. */
  private readonly support: Int32Array;
  private readonly visited: Uint32Array;
  private episode = 0;
  /** Who waits to be looked at, the i-th at i modulo the length. */
  private readonly queue: Int32Array;
  /** Where in the arc buffers the neighbour stands that `look` chose. */
  private chosen = 0;
  private goal = NO_VERTEX;
  private at = NO_VERTEX;
  private walked = 0;
  private state: AgentStatus = 'reached';

  constructor(graph: Graph, options: LrtaStarOptions = {}) {
    checkOptions(options, ['heuristic', 'costBound', 'k'], 'LrtaStar');
    const { heuristic = lastingHeuristic(graph), k = 1, costBound } = options;
    if (!Number.isInteger(k) || k < 1) throw new RangeError(`k must be a whole number of at least 1, got ${k}: it is how many estimates a step may raise.`);
    this.graph = graph;
    this.k = k;
    this.arcs = new ArcBuffer(graph);
    this.learned = new LearnedHeuristic(graph, heuristic, costBound);
    this.support = new Int32Array(graph.vertexCount);
    this.visited = new Uint32Array(graph.vertexCount);
    this.queue = new Int32Array(Math.min(k, graph.vertexCount));
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
    this.walked = 0;
    this.episode++;
    this.counters.reset();
    this.state = start === goal ? 'reached' : 'moving';
  }

  /** Of the arcs themselves nothing is stored but what the most expensive costs: only what was learned from them has to be looked at. */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    checkTails(this.graph, tails, n);
    this.learned.arcsChanged(tails, n);
  }

  forget(): void {
    this.learned.begin(this.goal);
  }

  step(): number {
    if (this.state !== 'moving') return this.at;
    if (this.k > 1) this.propagate();
    const next = this.look(this.at);
    if (this.learned.provesUnreachable(this.learned.get(this.at))) {
      this.state = 'unreachable';
      return this.at;
    }
    this.walked += this.arcs.cost[this.chosen];
    this.at = next;
    if (next === this.goal) this.state = 'reached';
    return next;
  }

  /** Raises the estimate here, then those of visited vertices that rested on it, first in first out, k in all. */
  private propagate(): void {
    const { graph, arcs, learned, support, visited, queue, episode } = this;
    visited[this.at] = episode;
    queue[0] = this.at;
    let left = this.k - 1;
    for (let head = 0, tail = 1; head < tail; head++) {
      const v = queue[head % queue.length];
      const before = learned.get(v);
      support[v] = this.look(v);
      const h = learned.get(v);
      // Where there is no path, estimates would go on rising by each other for ever.
      if (h === before || left === 0 || learned.provesUnreachable(h)) continue;
      const n = graph.predecessors(v, arcs.to, arcs.cost);
      for (let i = 0; i < n && left > 0; i++) {
        const w = arcs.to[i];
        if (visited[w] !== episode || support[w] !== v) continue;
        // Until it is looked at, it rests on nobody: so it waits once at most, and there is room for all.
        support[w] = NO_VERTEX;
        queue[tail++ % queue.length] = w;
        left--;
      }
    }
  }

  /** The neighbour of `v` with the least cost + estimate; raises the estimate of `v` to that sum. */
  private look(v: number): number {
    const { arcs, learned } = this;
    const n = this.graph.successors(v, arcs.to, arcs.cost);
    this.counters.expanded++;
    let best = NO_VERTEX;
    let least = Infinity;
    for (let i = 0; i < n; i++) {
      const f = arcs.cost[i] + learned.get(arcs.to[i]);
      if (f < least) {
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
