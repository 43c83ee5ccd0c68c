import type { Graph, Heuristic } from '@pf/graph';
import { checkTails, EditFollower, shown } from '@pf/graph/kit';
import { successorsOf } from './arc-list.ts';
import { NO_SIDE } from './chordal-graph.ts';
import type { CustomizableStructure } from './customizable-structure.ts';
import type { EdgeCosts } from './customise.ts';
import type { HierarchyHeuristicOptions } from './hierarchy-heuristic.ts';
import { hierarchyHeuristic } from './hierarchy-heuristic.ts';
import { relaxTriangles, takeArcs } from './customise.ts';
import { MetricRepair } from './metric-repair.ts';
import type { Hierarchy, UpwardArcs } from './upward-graph.ts';

/**
 * The costs of one kind of traveller over a `CustomizableHierarchy`, which several may share: by time, by length, on foot. `customise` of the hierarchy makes one.
 *
 * One made without costs of its own follows the graph: after `graph.setCost` and its like, call `arcsChanged`, or leave it to the next query to find out. Memory:
 * 32 bytes an edge of the hierarchy and 8 an arc of the graph, and 1 more an edge once single arcs change.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { CustomizableHierarchy, EliminationQuery } from '@pf/preprocess';
 *
 * const roads = new CompressedGraph(3, [[0, 1, 2], [1, 2, 2], [0, 2, 9]]);
 * const metric = CustomizableHierarchy.build(roads).customise();
 * const query = new EliminationQuery(metric);
 * query.search(0, 2); // → 4
 * roads.setCost(0, 1, 20);
 * metric.arcsChanged([0], 1); // → 1
 * query.search(0, 2); // → 9
 * ```
 */
export class CustomMetric implements Hierarchy {
  readonly rank: Uint32Array;
  readonly vertex: Uint32Array;
  readonly up: UpwardArcs & EdgeCosts;
  readonly down: UpwardArcs & EdgeCosts;
  /** By arc of the graph, as `successors` lists them, those of vertex 0 first: what it costs. Change it by `setCosts`. */
  readonly costs: Float64Array;
  /** No arc costs less than this. */
  leastCost = Infinity;
  /** Another number after every change: what was found before may no longer hold. */
  version = 0;
  private repair: MetricRepair | undefined;
  private readonly follower: EditFollower | undefined;
  private readonly position: Uint32Array;
  private readonly to: Uint32Array;
  private readonly cost: Float64Array;

  /** Made by `customise` of the hierarchy. */
  constructor(
    readonly hierarchy: CustomizableStructure,
    costs?: ArrayLike<number>,
  ) {
    const { edges, arcHead, graph } = hierarchy;
    const { length } = edges.head;
    this.rank = hierarchy.rank;
    this.vertex = hierarchy.vertex;
    this.up = { first: edges.first, head: edges.head, cost: new Float64Array(length), parts: new Int32Array(2 * length) };
    this.down = { first: edges.first, head: edges.head, cost: new Float64Array(length), parts: new Int32Array(2 * length) };
    this.costs = new Float64Array(arcHead.length);
    this.to = new Uint32Array(graph.maxDegree);
    this.cost = new Float64Array(graph.maxDegree);
    this.position = new Uint32Array(hierarchy.rank.length);
    if (costs === undefined) this.follower = new EditFollower(graph);
    this.customise(costs);
  }

  get graph(): Graph {
    return this.hierarchy.graph;
  }

  /** Takes other costs, one an arc, for all arcs at once; without them, those that the graph has now. */
  customise(costs?: ArrayLike<number>): void {
    const { hierarchy, follower } = this;
    if (costs !== undefined) {
      if (follower !== undefined) throw new Error('This metric follows the costs of its graph: change those, or make a metric of its own costs by customise(costs) of the hierarchy.');
      checkCosts(costs, this.costs.length);
      this.costs.set(costs);
    } else if (follower !== undefined) {
      const take = (arc: number, cost: number): void => void (this.costs[arc] = cost);
      for (let v = 0; v < this.rank.length; v++) this.read(v, take);
      follower.catchUp();
    }
    this.leastCost = Infinity;
    for (let a = 0; a < this.costs.length; a++) if (this.costs[a] < this.leastCost) this.leastCost = this.costs[a];
    takeArcs(hierarchy.edgeArcs, this.costs, this.up, this.down);
    relaxTriangles(hierarchy.edges, this.up, this.down, this.position);
    this.version++;
  }

  /**
   * Call after an edit of the graph with the vertices whose outgoing arcs changed: recomputes only what depends on them, and returns how many edges that was. An arc that
   * was not there when the hierarchy was built throws.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): number {
    const { follower, hierarchy } = this;
    if (follower === undefined) throw new Error('This metric has costs of its own: change them by setCosts(arcs, costs).');
    checkTails(hierarchy.graph, tails, n);
    if (!follower.isComplete(tails, n)) return this.catchUp();
    for (let i = 0; i < n; i++) this.read(tails[i], (arc, cost) => this.enter(arc, cost));
    follower.catchUp();
    return this.recompute();
  }

  /** Gives single arcs other costs, Infinity to close them; recomputes only what depends on them, and returns how many edges that was. */
  setCosts(arcs: ArrayLike<number>, costs: ArrayLike<number>, n = arcs.length): number {
    if (this.follower !== undefined) throw new Error('This metric follows the costs of its graph: change those, and call arcsChanged.');
    for (let i = 0; i < n; i++) {
      if (!(Number.isInteger(arcs[i]) && arcs[i] >= 0 && arcs[i] < this.costs.length)) {
        throw new RangeError(`Arcs have the numbers from 0 to ${this.costs.length - 1}, got ${shown(arcs[i])}.`);
      }
      checkCost(costs[i], arcs[i]);
    }
    for (let i = 0; i < n; i++) this.enter(arcs[i], costs[i]);
    return this.recompute();
  }

  /** Takes in the edits of the graph that nobody has reported; queries call it. */
  check(): void {
    if (this.follower !== undefined && this.follower.isBehind) this.catchUp();
  }

  /**
   * The exact cost from a vertex to a goal, computed when it is asked for: a heuristic for A* and for planners. Over a graph where costs have risen since, it is a
   * lower bound, and still consistent; where one has fallen below the metric's it is none. Planners that keep estimates, such as LPA* and D* Lite, need that of a metric
   * with costs of its own: one that follows the graph would change under them.
   */
  heuristic(options: HierarchyHeuristicOptions = {}): Heuristic {
    return hierarchyHeuristic(this, options);
  }

  private catchUp(): number {
    const { follower, hierarchy } = this;
    const n = follower!.find();
    if (n < 0) {
      this.customise();
      return hierarchy.edges.head.length;
    }
    for (let i = 0; i < n; i++) this.read(follower!.tails[i], (arc, cost) => this.enter(arc, cost));
    follower!.catchUp();
    return this.recompute();
  }

  private enter(arc: number, cost: number): void {
    const { costs, hierarchy } = this;
    if (costs[arc] === cost) return;
    costs[arc] = cost;
    if (cost < this.leastCost) this.leastCost = cost;
    const side = hierarchy.edgeArcs.side[arc];
    if (side === NO_SIDE) return;
    this.repair ??= new MetricRepair(hierarchy.edges, hierarchy.edgeArcs, costs, this.up, this.down);
    this.repair.add(side >>> 1);
  }

  private recompute(): number {
    this.version++;
    return this.repair?.run() ?? 0;
  }

  /** Gives each arc of `v`, by its number, its cost in the graph as it is now. One that the graph leaves out is closed. */
  private read(v: number, take: (arc: number, cost: number) => void): void {
    const { to, cost } = this;
    const { graph, firstArc, arcHead } = this.hierarchy;
    const n = successorsOf(graph, v, to, cost, true);
    let i = 0;
    for (let arc = firstArc[v]; arc < firstArc[v + 1]; arc++) {
      const isThere = i < n && to[i] === arcHead[arc];
      take(arc, isThere ? cost[i++] : Infinity);
    }
    if (i < n) throw new RangeError(`The arc from ${v} to ${to[i]} was not there when the hierarchy was built, or stands elsewhere among the arcs of ${v}: build it anew.`);
  }
}

function checkCosts(costs: ArrayLike<number>, count: number): void {
  if (costs.length !== count) throw new RangeError(`The hierarchy has ${count} arcs, each of which needs a cost, got ${costs.length}.`);
  for (let a = 0; a < count; a++) checkCost(costs[a], a);
}

function checkCost(cost: number, arc: number): void {
  if (cost >= 0) return;
  throw new RangeError(`The cost of arc ${arc} must be a number, 0 or more, Infinity where it is closed, got ${shown(cost)}.`);
}
