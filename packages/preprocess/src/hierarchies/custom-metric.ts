import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBudget, checkFit, checkList, checkVertex, EditFollower, shown } from '@pf/graph/kit';
import { successorsOf } from './arc-list.ts';
import type { ChordalGraph, EdgeArcs } from './chordal-graph.ts';
import { NO_SIDE } from './chordal-graph.ts';
import type { EdgeCosts } from './customise.ts';
import type { HierarchyHeuristicOptions } from './hierarchy-heuristic.ts';
import { hierarchyHeuristic } from './hierarchy-heuristic.ts';
import { Customisation } from './customise.ts';
import { MetricRepair } from './metric-repair.ts';
import type { Hierarchy, UpwardArcs } from './upward-graph.ts';

/** The parts of a hierarchy that a metric needs. */
export interface CustomizableStructure {
  readonly graph: Graph;
  /** By vertex: its rank. */
  readonly rank: Uint32Array;
  /** By rank: its vertex. */
  readonly vertex: Uint32Array;
  readonly edges: ChordalGraph;
  readonly edgeArcs: EdgeArcs;
  /** The arcs of vertex v are firstArc[v] … firstArc[v + 1] − 1; `arcHead` holds their heads. */
  readonly firstArc: Uint32Array;
  readonly arcHead: Uint32Array;
}

/**
 * One set of costs over a `CustomizableHierarchy`: travel times, lengths, costs for pedestrians. Made by the hierarchy's `customise`; metrics share
 * the hierarchy.
 *
 * A metric made without costs of its own follows the graph. After an edit such as `graph.setCost`, you can call `arcsChanged`; otherwise the next query
 * finds the changes. Always report those of a graph without a `version`, and new results of the function of a view, `avoiding` or `withCosts`.
 *
 * Memory: 32 bytes an edge of the hierarchy and 8 an arc of the graph; 1 more an edge and 4 a vertex once single arcs change.
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
  /** The cost of each arc of the graph, in the order of `successors` at the build, those of vertex 0 first. Change it with `setCosts`. */
  readonly costs: Float64Array;
  /** The cost of the cheapest arc, or a lower bound of it. */
  leastCost = Infinity;
  private changes = 0;
  private readonly customisation: Customisation;
  private repair: MetricRepair | undefined;
  private readonly follower: EditFollower | undefined;
  /** Whether reading the graph has failed, so that its costs must all be read again. */
  private torn = false;
  private readonly to: Uint32Array;
  private readonly cost: Float64Array;

  /** Called by `customise` of the hierarchy. */
  constructor(
    readonly hierarchy: CustomizableStructure,
    costs?: ArrayLike<number>,
  ) {
    if ((hierarchy as Partial<CustomizableStructure> | null | undefined)?.edgeArcs === undefined) throw new TypeError(`A CustomMetric is made by customise() of a CustomizableHierarchy, got ${shown(hierarchy)}.`);
    const { edges, edgeArcs, arcHead, graph } = hierarchy;
    const { length } = edges.head;
    this.rank = hierarchy.rank;
    this.vertex = hierarchy.vertex;
    this.up = { first: edges.first, head: edges.head, cost: new Float64Array(length), parts: new Int32Array(2 * length) };
    this.down = { first: edges.first, head: edges.head, cost: new Float64Array(length), parts: new Int32Array(2 * length) };
    this.costs = new Float64Array(arcHead.length);
    this.customisation = new Customisation(edges, edgeArcs, this.costs, this.up, this.down);
    this.to = new Uint32Array(graph.maxDegree);
    this.cost = new Float64Array(graph.maxDegree);
    if (costs === undefined) this.follower = new EditFollower(graph);
    this.customise(costs);
  }

  /** Changes with every change of costs, those of the graph included; earlier results may then be outdated. */
  get version(): number {
    if (this.isBehind || !this.customisation.isFinished) this.check();
    return this.changes;
  }

  get graph(): Graph {
    return this.hierarchy.graph;
  }

  /** Replaces the costs of all arcs; without an argument, by the costs that the graph has now. */
  customise(costs?: ArrayLike<number>): void {
    this.begin(costs);
    this.run();
  }

  /**
   * As `customise`, in slices: `begin` reads the costs, `run` does the rest. Until it is finished, a query over this metric, its heuristic or `setCosts` does all that is left at once:
   * let another metric answer meanwhile. That one needs the costs that change in between, too.
   *
   * @example
   * ```ts
   * import { CompressedGraph } from '@pf/graph';
   * import { CustomizableHierarchy, EliminationQuery } from '@pf/preprocess';
   *
   * const hierarchy = CustomizableHierarchy.build(new CompressedGraph(3, [[0, 1, 2], [1, 2, 2], [0, 2, 9]]));
   * let [answering, next] = [[2, 9, 2], [2, 9, 2]].map((costs) => new EliminationQuery(hierarchy.customise(costs)));
   * next.metric.begin([20, 9, 2]); // a jam
   * for (let isReady = false; !isReady; isReady = next.metric.run(100_000)) answering.search(0, 2); // → 4
   * [answering, next] = [next, answering];
   * answering.search(0, 2); // → 9
   * ```
   */
  begin(costs?: ArrayLike<number>): void {
    const { follower } = this;
    if (costs !== undefined) {
      if (follower !== undefined) throw new Error('This metric follows the costs of its graph: change those, or make a metric with costs of its own by customise(costs) of the hierarchy.');
      checkCosts(costs, this.costs.length);
      this.costs.set(costs);
    } else if (follower !== undefined) {
      // Read first, since the graph may throw midway.
      this.torn = true;
      const read = new Float64Array(this.costs.length);
      const take = (arc: number, cost: number): void => void (read[arc] = cost);
      for (let v = 0; v < this.rank.length; v++) this.read(v, take);
      this.torn = false;
      this.costs.set(read);
      follower.catchUp();
    }
    this.leastCost = Infinity;
    for (let a = 0; a < this.costs.length; a++) if (this.costs[a] < this.leastCost) this.leastCost = this.costs[a];
    this.customisation.begin();
    this.changes++;
  }

  /** Goes on after `begin`, for about `budget` arcs and detours: 100,000 suit a frame. A slice ends with a vertex, so it may take longer where vertices have thousands of edges. Returns whether it is finished. */
  run(budget = Infinity): boolean {
    checkBudget(budget);
    return this.customisation.run(budget);
  }

  /**
   * Call after an edit of the graph with the vertices whose outgoing arcs changed. Recomputes the edges that depend on them, or all if they are many, and
   * returns their number. Throws if an arc did not exist when the hierarchy was built.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): number {
    const { follower } = this;
    if (follower === undefined) throw new Error('This metric has costs of its own: change them by setCosts(arcs, costs).');
    const all = follower.complete(tails, n);
    return all < 0 || this.torn ? this.catchUp() : this.follow(follower, all);
  }

  /**
   * The number of the arc from `from` to `to` in `costs`, the first of parallel ones; NO_VERTEX if there is none. Closed arcs count too.
   *
   * @example
   * ```ts
   * import { CompressedGraph } from '@pf/graph';
   * import { CustomizableHierarchy, EliminationQuery } from '@pf/preprocess';
   *
   * const roads = new CompressedGraph(3, [[0, 1, 2], [1, 2, 2], [0, 2, 3]]);
   * const lorries = CustomizableHierarchy.build(roads).customise([2, 3, 2]);
   * lorries.setCosts([lorries.arc(0, 2)], [Infinity]); // → 1
   * new EliminationQuery(lorries).search(0, 2); // → 4
   * ```
   */
  arc(from: number, to: number): number {
    const { graph, firstArc, arcHead } = this.hierarchy;
    checkVertex(graph, from, 'tail of an arc');
    checkVertex(graph, to, 'head of an arc');
    checkFit(graph, 'hierarchy', this.rank.length);
    for (let arc = firstArc[from]; arc < firstArc[from + 1]; arc++) if (arcHead[arc] === to) return arc;
    return NO_VERTEX;
  }

  /** Changes the costs of single arcs; Infinity closes an arc. Recomputes the edges that depend on them, or all if they are many, and returns their number. */
  setCosts(arcs: ArrayLike<number>, costs: ArrayLike<number>, n = (arcs as ArrayLike<number> | null | undefined)?.length ?? 0): number {
    if (this.follower !== undefined) throw new Error('This metric follows the costs of its graph: change those, and call arcsChanged.');
    checkList(arcs, 'arcs');
    checkList(costs, 'costs');
    if (!(Number.isInteger(n) && n >= 0)) throw new RangeError(`The number of arcs must be a whole number from 0 on, got ${shown(n)}.`);
    for (let i = 0; i < n; i++) {
      if (!(Number.isInteger(arcs[i]) && arcs[i] >= 0 && arcs[i] < this.costs.length)) {
        throw new RangeError(`An arc must be a number from 0 to ${this.costs.length - 1}, got ${shown(arcs[i])}.`);
      }
      checkCost(costs[i], arcs[i]);
    }
    for (let i = 0; i < n; i++) this.enter(arcs[i], costs[i]);
    return this.recompute();
  }

  /** Applies unreported edits of the graph; throws if it has more vertices than the hierarchy. Queries call it. */
  check(): void {
    checkFit(this.graph, 'hierarchy', this.rank.length);
    this.run();
    if (this.isBehind) this.catchUp();
  }

  /**
   * The exact cost from a vertex to a goal, computed on demand, as a heuristic. If the metric follows the graph, so does its heuristic: searches accept it,
   * planners reject it, since they keep estimates.
   *
   * The heuristic of a metric with costs of its own is for both. If costs of the graph have risen above the metric's, it is a consistent lower bound; if a cost
   * has fallen below, it is not. After `setCosts`, `customise` or `begin`, call `begin` of planners that have it.
   */
  heuristic(options: HierarchyHeuristicOptions = {}): Heuristic {
    return Object.assign(hierarchyHeuristic(this, options), { follows: this.follower !== undefined || undefined });
  }

  private get isBehind(): boolean {
    return this.torn || this.follower?.isBehind === true;
  }

  private catchUp(): number {
    const follower = this.follower!;
    const n = this.torn ? -1 : follower.find();
    if (n >= 0) return this.follow(follower, n);
    this.customise();
    return this.hierarchy.edges.head.length;
  }

  /** Reads the arcs of the first `n` tails of the follower. */
  private follow(follower: EditFollower, n: number): number {
    this.torn = true;
    for (let i = 0; i < n; i++) this.read(follower.tails[i], (arc, cost) => this.enter(arc, cost));
    this.torn = false;
    follower.catchUp();
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
    this.changes++;
    this.run();
    const recomputed = this.repair?.run() ?? 0;
    if (recomputed >= 0) return recomputed;
    this.customisation.begin();
    this.run();
    return this.hierarchy.edges.head.length;
  }

  /** Passes each arc of `v` and its current cost to `take`. An arc that the graph leaves out is closed. */
  private read(v: number, take: (arc: number, cost: number) => void): void {
    const { to, cost } = this;
    const { graph, firstArc, arcHead } = this.hierarchy;
    const n = successorsOf(graph, v, to, cost, true);
    let known = 0;
    for (let arc = firstArc[v]; arc < firstArc[v + 1]; arc++) {
      // Usually the next one. In a `RoadMap`, a road that was removed and added again is the last.
      let i = known;
      while (i < n && to[i] !== arcHead[arc]) i++;
      take(arc, i < n ? cost[i] : Infinity);
      if (i === n) continue;
      to[i] = to[known];
      cost[i] = cost[known++];
    }
    // The buffer holds as many arcs as a vertex had at the build, or more.
    if (known < n) throw new RangeError(`The arc from ${v} to ${known < to.length ? to[known] : 'a new neighbour'} did not exist when the hierarchy was built: build the hierarchy anew.`);
  }
}

function checkCosts(costs: ArrayLike<number>, count: number): void {
  checkList(costs, 'costs');
  if (costs.length !== count) throw new RangeError(`The hierarchy has ${count} arcs, each of which needs a cost, got ${costs.length}.`);
  for (let a = 0; a < count; a++) checkCost(costs[a], a);
}

function checkCost(cost: number, arc: number): void {
  // JSON writes null for Infinity, and null is at least 0.
  if (typeof cost === 'number' && cost >= 0) return;
  throw new RangeError(`The cost of arc ${arc} must be 0 or more, or Infinity to close it, got ${shown(cost)}.`);
}
