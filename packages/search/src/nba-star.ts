import type { Graph, Heuristic } from '@pf/graph';
import { checkVertex, Counters, NO_VERTEX } from '@pf/graph';
import { LazyHeap } from '@pf/queues';
import { estimates } from './choose-frontier.ts';
import type { Signal } from './signal.ts';
import { SIGNAL_INTERVAL } from './signal.ts';

/** What `NBAStar` can be told: only how it estimates. */
export interface NBAStarOptions {
  /**
   * Consistent: h(v) ≤ cost of the arc to u + h(u). Estimates to the goal and from the start are both asked of it. Default:
   * `graph.heuristic()` where the graph has one, as grids do; else 0.
   */
  readonly heuristic?: Heuristic | undefined;
}

/** One of the two searches. */
class Side {
  readonly g: Float64Array;
  readonly parents: Int32Array;
  readonly open = new LazyHeap();
  /** F of the paper: the lowest g + h that was open when this side was last asked. */
  F = 0;

  constructor(vertexCount: number) {
    this.g = new Float64Array(vertexCount);
    this.parents = new Int32Array(vertexCount);
  }
}

/** What a vertex's word says beside its stamp: labelled by the forward side, by the backward side, no longer in M. */
const LABELLED = [1, 2] as const;
const REJECTED = 4;
const STAMP_STEP = 8;
const STAMP = -STAMP_STEP;

/**
 * NBA*, new bidirectional A*: Pijls & Post, "Yet Another Bidirectional Algorithm for Finding the Shortest Path", Econometric
 * Institute Report EI 2009-10, Erasmus University Rotterdam, 2009.
 *
 * Both sides share M, the vertices that neither has taken out yet: each vertex is expanded once in all. A vertex taken out is
 * expanded only if g₁ + h₁ < L and g₁ + F₂ − h₂ < L, where L is the cost of the best path seen and F₂ the lowest key of the other side.
 * It ends when either side has nothing open. Departures: the sides take turns by the number of entries that they have
 * open, and a better label is pushed beside the old one. 28 bytes a vertex and 12 for each open entry of both sides.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { NBAStar } from '@pf/search';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...']);
 * const search = new NBAStar(grid);
 * search.search(grid.vertex(0, 0), grid.vertex(2, 2)); // → 4
 * search.path(new Uint32Array(grid.vertexCount)); // → 5
 * ```
 */
export class NBAStar {
  readonly counters = new Counters();
  /** The cost of the path found; Infinity before, and where there is none. */
  cost = Infinity;
  private readonly sides: readonly [Side, Side];
  private readonly words: Int32Array;
  private stamp = 0;
  private L = Infinity;
  private meeting = NO_VERTEX;
  private start = NO_VERTEX;
  private goal = NO_VERTEX;
  private finished = true;
  private readonly toGoal: Heuristic;
  private readonly fromStart: Heuristic;
  private readonly to: Uint32Array;
  private readonly arcCost: Float64Array;

  constructor(
    private readonly graph: Graph,
    options: NBAStarOptions = {},
  ) {
    const { vertexCount, maxDegree } = graph;
    this.sides = [new Side(vertexCount), new Side(vertexCount)];
    this.words = new Int32Array(vertexCount);
    const { toGoal, fromStart } = estimates(graph, options.heuristic);
    this.toGoal = toGoal;
    this.fromStart = fromStart;
    this.to = new Uint32Array(maxDegree);
    this.arcCost = new Float64Array(maxDegree);
  }

  /** The cost of the cheapest path; Infinity where there is none. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /** Sets out from both ends; `run` does the work. */
  begin(start: number, goal: number): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    this.stamp = (this.stamp + STAMP_STEP) | 0;
    if (this.stamp === 0) {
      this.words.fill(0);
      this.stamp = STAMP_STEP;
    }
    this.start = start;
    this.goal = goal;
    this.counters.reset();
    this.cost = Infinity;
    this.L = start === goal ? 0 : Infinity;
    this.meeting = start === goal ? start : NO_VERTEX;
    this.finished = false;
    this.plant(0, start, this.toGoal(start, goal));
    this.plant(1, goal, this.fromStart(goal, start));
  }

  /**
   * Goes on for at most `budget` expansions, or until `signal` is aborted, which is looked at now and then. Returns whether the search
   * is finished; if not, call it again.
   */
  run(budget = Infinity, signal?: Signal): boolean {
    if (this.finished) return true;
    const { words, sides, counters } = this;
    for (let spent = 0; spent < budget; spent++) {
      if (signal !== undefined && spent % SIGNAL_INTERVAL === 0 && signal.aborted) return false;
      const mine = sides[0].open.size <= sides[1].open.size ? 0 : 1;
      const side = sides[mine];
      const key = side.open.peekKey();
      const v = side.open.pop();
      // The lowest key of all that is open is at least L, or nothing is.
      if (v < 0 || key >= this.L) {
        this.finished = true;
        this.cost = this.L;
        return true;
      }
      counters.queueOperations++;
      side.F = key;
      if ((words[v] & REJECTED) !== 0) continue;
      words[v] |= REJECTED;
      if (side.g[v] + sides[1 - mine].F - this.estimate(1 - mine, v) >= this.L) continue;
      counters.expanded++;
      this.expand(v, mine);
    }
    return false;
  }

  /** Writes the path, start first, both ends included; returns how many vertices it has, 0 where there is no path. */
  path(out: Uint32Array): number {
    const [forward, backward] = this.sides;
    if (this.cost === Infinity) return 0;
    let length = 0;
    for (let v = this.meeting; v !== NO_VERTEX; v = forward.parents[v]) length = write(out, length, v);
    out.subarray(0, length).reverse();
    for (let v = backward.parents[this.meeting]; v !== NO_VERTEX; v = backward.parents[v]) length = write(out, length, v);
    return length;
  }

  /** Whether `v` waits to be taken out of M by either side. */
  isOpen(v: number): boolean {
    return (this.words[v] & STAMP) === this.stamp && (this.words[v] & REJECTED) === 0;
  }

  /** Whether `v` was taken out of M. */
  isClosed(v: number): boolean {
    return (this.words[v] & STAMP) === this.stamp && (this.words[v] & REJECTED) !== 0;
  }

  private plant(mine: 0 | 1, v: number, key: number): void {
    const side = this.sides[mine];
    side.open.clear();
    side.F = key;
    side.g[v] = 0;
    side.parents[v] = NO_VERTEX;
    const word = this.words[v];
    this.words[v] = ((word & STAMP) === this.stamp ? word : this.stamp) | LABELLED[mine];
    side.open.push(v, key);
    this.counters.queueOperations++;
  }

  private expand(v: number, mine: 0 | 1): void {
    const { graph, words, stamp, to, arcCost, sides, counters } = this;
    const { g, parents, open } = sides[mine];
    const other = sides[1 - mine];
    const flag = LABELLED[mine];
    const otherFlag = LABELLED[1 - mine];
    const n = mine === 0 ? graph.successors(v, to, arcCost) : graph.predecessors(v, to, arcCost);
    for (let i = 0; i < n; i++) {
      const u = to[i];
      const word = (words[u] & STAMP) === stamp ? words[u] : stamp;
      if ((word & REJECTED) !== 0) continue;
      const gu = g[v] + arcCost[i];
      if ((word & flag) !== 0 && gu >= g[u]) continue;
      words[u] = word | flag;
      g[u] = gu;
      parents[u] = v;
      counters.generated++;
      counters.queueOperations++;
      open.push(u, gu + this.estimate(mine, u));
      if ((word & otherFlag) !== 0 && gu + other.g[u] < this.L) {
        this.L = gu + other.g[u];
        this.meeting = u;
      }
    }
  }

  /** h of a side: forward to the goal, backward from the start. */
  private estimate(side: number, v: number): number {
    return side === 0 ? this.toGoal(v, this.goal) : this.fromStart(v, this.start);
  }
}

function write(out: Uint32Array, length: number, v: number): number {
  if (length === out.length) throw new RangeError(`The path has more than the ${out.length} vertices that the buffer holds: pass one of up to vertexCount entries.`);
  out[length] = v;
  return length + 1;
}
