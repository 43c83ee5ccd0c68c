import { checkHierarchy } from './upward-graph.ts';
import { checkVertex } from '@pf/graph/kit';
import { ArcPath } from './arc-path.ts';
import type { CustomMetric } from './custom-metric.ts';
import { PathQuery } from './path-query.ts';
import { Unpacker } from './unpack.ts';

const NOWHERE = -1;

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
  /** By rank: the edge of its best path, from the rank below. */
  private readonly before: Uint32Array;
  private readonly after: Uint32Array;
  private startRank = NOWHERE;
  private goalRank = NOWHERE;
  /** The current rank on each side. */
  private x = NOWHERE;
  private y = NOWHERE;
  private version = -1;

  constructor(private readonly metric: CustomMetric) {
    checkHierarchy(metric, 'EliminationQuery', 'hierarchy', 'a metric, CustomizableHierarchy.build(graph).customise()');
    const { length } = metric.rank;
    super(new Unpacker(metric.up.parts, metric.down.parts), new ArcPath(metric.hierarchy.arcHead, length, () => metric.leastCost));
    this.fromStart = new Float64Array(length).fill(Infinity);
    this.toGoal = new Float64Array(length).fill(Infinity);
    this.before = new Uint32Array(length);
    this.after = new Uint32Array(length);
  }

  /** Starts a query; `run` answers it. */
  begin(start: number, goal: number): void {
    const { graph, rank } = this.metric.hierarchy;
    checkVertex(graph, start, 'start');
    checkVertex(graph, goal, 'goal');
    this.metric.check();
    this.clear();
    this.startRank = rank[start];
    this.goalRank = rank[goal];
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

  /** Clears the last query: it wrote only on two paths to the root. */
  private clear(): void {
    const { first, head } = this.metric.hierarchy.edges;
    const { fromStart, toGoal } = this;
    for (let r = this.startRank; r >= 0; r = first[r] < first[r + 1] ? head[first[r]] : NOWHERE) fromStart[r] = Infinity;
    for (let r = this.goalRank; r >= 0; r = first[r] < first[r + 1] ? head[first[r]] : NOWHERE) toGoal[r] = Infinity;
  }

  private restart(): void {
    this.version = this.metric.version;
    this.reset();
    this.x = this.startRank;
    this.y = this.goalRank;
    this.fromStart[this.x] = 0;
    this.toGoal[this.y] = 0;
  }

  protected slice(budget: number): boolean {
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
        x = first[x] < first[x + 1] ? head[first[x]] : NOWHERE;
      } else if (y < x) {
        climb(y, toGoal, after, first, head, down, best);
        y = first[y] < first[y + 1] ? head[first[y]] : NOWHERE;
      } else {
        const through = fromStart[x] + toGoal[x];
        if (through < best) {
          best = through;
          this.meeting = x;
        }
        climb(x, fromStart, before, first, head, up, best);
        climb(x, toGoal, after, first, head, down, best);
        x = y = first[x] < first[x + 1] ? head[first[x]] : NOWHERE;
      }
    }
    this.counters.expanded += spent;
    this.x = x;
    this.y = y;
    this.best = best;
    return x < 0 || y < 0;
  }

  protected traceClimb(meeting: number, climb: number[]): number {
    const { before, startRank } = this;
    const { edges, vertex } = this.metric.hierarchy;
    for (let r = meeting; r !== startRank; r = edges.tail[before[r]]) climb.push(before[r]);
    return vertex[startRank];
  }

  protected unpackDescent(meeting: number, unpacker: Unpacker, out: Uint32Array, at: number): number {
    const { after, goalRank } = this;
    const { tail } = this.metric.hierarchy.edges;
    for (let r = meeting; r !== goalRank; r = tail[after[r]]) at = unpacker.unpack(after[r], false, out, at);
    return at;
  }
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
