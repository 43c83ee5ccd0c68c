import { checkHierarchy } from './upward-graph.ts';
import { ArcPath } from './arc-path.ts';
import type { CustomMetric } from './custom-metric.ts';
import { PathQuery } from './path-query.ts';
import { Unpacker } from './unpack.ts';

const NOWHERE = -1;
const NO_EDGE = 0xffffffff;

/**
 * Finds costs and paths in a `CustomMetric`. Needs no queue: all vertices that an upward search can reach lie on the path to the root of the
 * elimination tree. Both ends walk up, the lower one first.
 *
 * Allocates in its constructor, 24 bytes a vertex. Several queries may share a metric.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { CustomizableHierarchy, EliminationQuery } from '@pf/preprocess';
 *
 * const roads = new CompressedGraph(4, [[0, 1, 2], [1, 2, 2], [2, 3, 2], [0, 3, 9]]);
 * const query = new EliminationQuery(CustomizableHierarchy.build(roads).customise());
 * const out = new Uint32Array(roads.vertexCount);
 * query.search(0, 3); // → 6
 * query.path(out); // → 4
 * out; // → [0, 1, 2, 3]
 * ```
 */
export class EliminationQuery extends PathQuery {
  /** By rank: the best cost from the start and to the goal so far; Infinity elsewhere. */
  private readonly fromStart: Float64Array;
  private readonly toGoal: Float64Array;
  /** By rank: the edge of its best path, from the rank below; NO_EDGE at an end. */
  private readonly before: Uint32Array;
  private readonly after: Uint32Array;
  /** The ranks of the starts and goals, and their initial costs. */
  private readonly starts: number[] = [];
  private readonly startCosts: number[] = [];
  private readonly goals: number[] = [];
  private readonly goalCosts: number[] = [];
  /** Of several starts or goals, the current ranks of both sides, lowest last. */
  private readonly fronts: number[] = [];
  /** Of one start and one goal, the current rank on each side. */
  private x = NOWHERE;
  private y = NOWHERE;
  private version = -1;

  constructor(readonly metric: CustomMetric) {
    checkHierarchy(metric, 'EliminationQuery', 'hierarchy', 'a metric, CustomizableHierarchy.build(graph).customise()');
    const { length } = metric.rank;
    super(metric.hierarchy.graph, new Unpacker(metric.up.parts, metric.down.parts), new ArcPath(metric.hierarchy.arcHead, length, () => metric.leastCost));
    this.fromStart = new Float64Array(length).fill(Infinity);
    this.toGoal = new Float64Array(length).fill(Infinity);
    this.before = new Uint32Array(length);
    this.after = new Uint32Array(length);
  }

  protected enter(starts: ArrayLike<number>, startCosts: ArrayLike<number>, goals: ArrayLike<number>, goalCosts: ArrayLike<number>): void {
    const { metric } = this;
    const { rank } = metric.hierarchy;
    metric.check();
    this.clear();
    this.starts.length = this.startCosts.length = this.goals.length = this.goalCosts.length = 0;
    for (let i = 0; i < starts.length; i++) {
      this.starts.push(rank[starts[i]]);
      this.startCosts.push(startCosts[i]);
    }
    for (let i = 0; i < goals.length; i++) {
      this.goals.push(rank[goals[i]]);
      this.goalCosts.push(goalCosts[i]);
    }
    this.restart();
  }

  protected check(): void {
    this.metric.check();
    if (this.metric.version === this.version) return;
    this.clear();
    this.restart();
  }

  protected checkPath(): void {
    if (this.metric.version !== this.version) throw new Error('The costs have changed since this path was found: search again.');
  }

  /** Clears the last query: it wrote only on the paths from its ends to the root. */
  private clear(): void {
    const { first, head } = this.metric.hierarchy.edges;
    const { starts, goals, fromStart, toGoal } = this;
    for (let i = 0; i < starts.length; i++) for (let r = starts[i]; r >= 0; r = parentOf(r, first, head)) fromStart[r] = Infinity;
    for (let i = 0; i < goals.length; i++) for (let r = goals[i]; r >= 0; r = parentOf(r, first, head)) toGoal[r] = Infinity;
  }

  private restart(): void {
    const { starts, startCosts, goals, goalCosts, fromStart, toGoal, before, after, fronts } = this;
    this.version = this.metric.version;
    this.reset();
    enterAll(starts, startCosts, fromStart, before);
    enterAll(goals, goalCosts, toGoal, after);
    fronts.length = 0;
    this.x = this.y = NOWHERE;
    if (starts.length === 1 && goals.length === 1) {
      this.x = starts[0];
      this.y = goals[0];
      return;
    }
    for (const r of starts) addFront(fronts, r);
    for (const r of goals) addFront(fronts, r);
  }

  protected slice(budget: number): boolean {
    if (this.fronts.length > 0) return this.sliceOfSeveral(budget);
    const { fromStart, toGoal, before, after, metric } = this;
    const { first, head, cost: up } = metric.up;
    const { cost: down } = metric.down;
    let { x, y, best } = this;
    let spent = 0;
    // Beyond a root, the two sides cannot meet any more.
    while (x >= 0 && y >= 0 && spent < budget) {
      spent++;
      if (x < y) {
        climb(x, fromStart, before, first, head, up, best);
        x = parentOf(x, first, head);
      } else if (y < x) {
        climb(y, toGoal, after, first, head, down, best);
        y = parentOf(y, first, head);
      } else {
        const through = fromStart[x] + toGoal[x];
        if (through < best) {
          best = through;
          this.meeting = x;
        }
        climb(x, fromStart, before, first, head, up, best);
        climb(x, toGoal, after, first, head, down, best);
        x = y = parentOf(x, first, head);
      }
    }
    this.counters.expanded += spent;
    this.x = x;
    this.y = y;
    this.best = best;
    return x < 0 || y < 0;
  }

  /** As `slice`, with several starts or goals: the lowest rank of all goes first, so that its costs are final. */
  private sliceOfSeveral(budget: number): boolean {
    const { fronts, fromStart, toGoal, before, after, metric } = this;
    const { first, head, cost: up } = metric.up;
    const { cost: down } = metric.down;
    let spent = 0;
    for (; fronts.length > 0 && spent < budget; spent++) {
      const r = fronts.pop()!;
      const through = fromStart[r] + toGoal[r];
      if (through < this.best) {
        this.best = through;
        this.meeting = r;
      }
      climb(r, fromStart, before, first, head, up, this.best);
      climb(r, toGoal, after, first, head, down, this.best);
      const parent = parentOf(r, first, head);
      if (parent >= 0) addFront(fronts, parent);
    }
    this.counters.expanded += spent;
    return fronts.length === 0;
  }

  protected traceClimb(meeting: number, climb: number[]): number {
    const { before } = this;
    const { edges, vertex } = this.metric.hierarchy;
    let r = meeting;
    for (; before[r] !== NO_EDGE; r = edges.tail[before[r]]) climb.push(before[r]);
    return vertex[r];
  }

  protected unpackDescent(meeting: number, unpacker: Unpacker, out: Uint32Array, at: number): number {
    const { after } = this;
    const { tail } = this.metric.hierarchy.edges;
    for (let r = meeting; after[r] !== NO_EDGE; r = tail[after[r]]) at = unpacker.unpack(after[r], false, out, at);
    return at;
  }
}

/** The parent of a rank in the elimination tree: the head of its first edge. NOWHERE above a root. */
function parentOf(r: number, first: Uint32Array, head: Uint32Array): number {
  return first[r] < first[r + 1] ? head[first[r]] : NOWHERE;
}

function enterAll(ranks: number[], costs: number[], distance: Float64Array, edge: Uint32Array): void {
  for (let i = 0; i < ranks.length; i++) {
    if (costs[i] >= distance[ranks[i]]) continue;
    distance[ranks[i]] = costs[i];
    edge[ranks[i]] = NO_EDGE;
  }
}

/** Inserts a rank, once, so that the lowest remains the last. */
function addFront(fronts: number[], rank: number): void {
  let i = fronts.length;
  while (i > 0 && fronts[i - 1] < rank) i--;
  if (i > 0 && fronts[i - 1] === rank) return;
  fronts.push(rank);
  fronts.copyWithin(i + 1, i, fronts.length - 1);
  fronts[i] = rank;
}

/** Relaxes the edges that lead up from rank `r`, unless its cost reaches that of the best path. */
function climb(r: number, distance: Float64Array, edge: Uint32Array, first: Uint32Array, head: Uint32Array, cost: Float64Array, best: number): void {
  const here = distance[r];
  if (!(here < best)) return;
  for (let e = first[r], end = first[r + 1]; e < end; e++) {
    const w = head[e];
    const through = here + cost[e];
    if (through >= distance[w]) continue;
    distance[w] = through;
    edge[w] = e;
  }
}
