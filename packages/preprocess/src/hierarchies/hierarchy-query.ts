import { checkHierarchy } from './upward-graph.ts';
import type { Graph, Signal } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { checkBudget, checkBuffer, checkVertex, sliceOf } from '@pf/graph/kit';
import { ArcPath } from './arc-path.ts';
import type { ShortcutArcs } from './shortcut-arcs.ts';
import { Unpacker } from './unpack.ts';
import type { Hierarchy } from './upward-graph.ts';
import { NO_ARC, UpwardSearch } from './upward-search.ts';

/** The parts of a hierarchy that a query needs. */
export interface QueriedHierarchy extends Hierarchy {
  readonly up: ShortcutArcs;
  readonly down: ShortcutArcs;
  /** By arc of the graph: its head. */
  readonly arcHead: Uint32Array;
  /** The cost of the cheapest arc of the graph. */
  readonly leastCost: number;
}

/**
 * Finds costs and paths in a contraction hierarchy by two upward searches, one from each end.
 *
 * Allocates in its constructor, 16 bytes a vertex and direction. A query touches a few hundred vertices. Several queries may share a hierarchy.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { ContractionHierarchy, HierarchyQuery } from '@pf/preprocess';
 *
 * const roads = new CompressedGraph(4, [[0, 1, 2], [1, 2, 2], [2, 3, 2], [0, 3, 9]]);
 * const query = new HierarchyQuery(ContractionHierarchy.build(roads));
 * const out = new Uint32Array(roads.vertexCount);
 * query.search(0, 3); // → 6
 * query.path(out); // → 4
 * out; // → [0, 1, 2, 3]
 * ```
 */
export class HierarchyQuery {
  readonly counters = new Counters();
  private readonly forward: UpwardSearch;
  private readonly backward: UpwardSearch;
  private readonly unpacker: Unpacker;
  private best = Infinity;
  private readonly route: ArcPath;
  private isUnpacked = false;
  /** The highest rank of the best path. */
  private meeting = NO_VERTEX;
  private finished = true;

  constructor(private readonly hierarchy: QueriedHierarchy) {
    checkHierarchy(hierarchy, 'HierarchyQuery');
    const { up, down, rank } = hierarchy;
    this.forward = new UpwardSearch(rank.length, up, down, this.counters);
    this.backward = new UpwardSearch(rank.length, down, up, this.counters);
    this.unpacker = new Unpacker(up.parts, down.parts);
    this.route = new ArcPath(hierarchy.arcHead, rank.length, () => hierarchy.leastCost);
  }

  /** The cost of the cheapest path, Infinity if there is none. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /** Starts a query; `run` answers it. */
  begin(start: number, goal: number): void {
    const { graph, rank } = this.hierarchy;
    checkVertex(graph, start, 'start');
    checkVertex(graph, goal, 'goal');
    this.clear();
    this.forward.enter(rank[start], 0);
    this.backward.enter(rank[goal], 0);
  }

  /**
   * Like `begin`, with several starts and goals, each with an initial cost. Finds the path with the lowest total. For positions between vertices,
   * such as a house on a road.
   *
   * @example
   * ```ts
   * import { CompressedGraph } from '@pf/graph';
   * import { ContractionHierarchy, HierarchyQuery } from '@pf/preprocess';
   *
   * const road = new CompressedGraph(4, [[0, 1, 5], [1, 2, 5], [2, 3, 5]], { directed: false });
   * const query = new HierarchyQuery(ContractionHierarchy.build(road));
   * query.beginBetween([0, 1], [4, 1], [3], [0]); // from between 0 and 1
   * query.run(); // → true
   * query.cost; // → 11
   * ```
   */
  beginBetween(starts: ArrayLike<number>, startCosts: ArrayLike<number>, goals: ArrayLike<number>, goalCosts: ArrayLike<number>): void {
    checkEnds(this.hierarchy.graph, 'start', starts, startCosts);
    checkEnds(this.hierarchy.graph, 'goal', goals, goalCosts);
    this.clear();
    const { rank } = this.hierarchy;
    for (let i = 0; i < starts.length; i++) this.forward.enter(rank[starts[i]], startCosts[i]);
    for (let i = 0; i < goals.length; i++) this.backward.enter(rank[goals[i]], goalCosts[i]);
  }

  /** Goes on for at most `budget` expansions, or until `signal` is aborted. Returns whether it is finished. */
  run(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    if (this.finished) return true;
    this.hierarchy.check();
    let left = budget;
    do {
      if (signal?.aborted === true) break;
      const piece = sliceOf(left, signal);
      this.finished = this.slice(piece);
      left -= piece;
    } while (!this.finished && left > 0);
    return this.finished;
  }

  /** The cost of the cheapest path; Infinity if there is none or if `run` has not finished. */
  get cost(): number {
    return this.finished ? this.best : Infinity;
  }

  /** Writes the vertices of the path, start first, and returns their number; 0 if there is no path. */
  path(out: Uint32Array): number {
    return this.unpacked(out) ? this.route.vertices(out) : 0;
  }

  /**
   * Writes the arcs of the path in order and returns their number. Arcs are numbered in the order of `successors`, those of vertex 0 first. Of
   * parallel arcs, the cheapest is written.
   */
  arcs(out: Uint32Array): number {
    return this.unpacked(out) ? this.route.copy(out) : 0;
  }

  private clear(): void {
    this.hierarchy.check();
    this.counters.reset();
    this.forward.clear();
    this.backward.clear();
    this.best = Infinity;
    this.meeting = NO_VERTEX;
    this.isUnpacked = false;
    this.finished = false;
  }

  private slice(budget: number): boolean {
    const { forward, backward } = this;
    let ahead = forward.least;
    let behind = backward.least;
    for (let spent = 0; spent < budget; spent++) {
      const isAhead = ahead <= behind;
      if (!((isAhead ? ahead : behind) < this.best)) return true;
      const r = isAhead ? forward.settle(this.best) : backward.settle(this.best);
      if (isAhead) ahead = forward.least;
      else behind = backward.least;
      if (r < 0) continue;
      const through = forward.distance[r] + backward.distance[r];
      if (through >= this.best) continue;
      this.best = through;
      this.meeting = r;
    }
    return false;
  }

  /** Unpacks the path, if there is one. */
  private unpacked(out: Uint32Array): boolean {
    checkBuffer(out);
    if (!this.finished || this.meeting === NO_VERTEX) return false;
    if (this.isUnpacked) return true;
    const { forward, backward, unpacker, meeting } = this;
    // The climb is traced from its end, so its arcs are collected first.
    const climb: number[] = [];
    let root = meeting;
    for (; forward.arc(root) !== NO_ARC; root = forward.parent(root)) climb.push(forward.arc(root));
    climb.reverse();
    this.route.fill(this.hierarchy.vertex[root], this.best, (arcs) => {
      let at = 0;
      for (const arc of climb) at = unpacker.unpack(arc, true, arcs, at);
      for (let r = meeting; backward.arc(r) !== NO_ARC; r = backward.parent(r)) at = unpacker.unpack(backward.arc(r), false, arcs, at);
      return at;
    });
    this.isUnpacked = true;
    return true;
  }
}

function checkEnds(graph: Graph, role: string, ends: ArrayLike<number>, costs: ArrayLike<number>): void {
  if (ends.length !== costs.length) throw new RangeError(`Each ${role} needs a cost, got ${ends.length} of the one and ${costs.length} of the other.`);
  for (let i = 0; i < ends.length; i++) {
    checkVertex(graph, ends[i], role);
    if (!(costs[i] >= 0)) throw new RangeError(`The cost of a ${role} must be 0 or more, got ${costs[i]}.`);
  }
}
