import { checkHierarchy } from './upward-graph.ts';
import { checkVertex } from '@pf/graph/kit';
import { ArcPath } from './arc-path.ts';
import { checkEnds, PathQuery } from './path-query.ts';
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
export class HierarchyQuery extends PathQuery {
  private readonly forward: UpwardSearch;
  private readonly backward: UpwardSearch;

  constructor(private readonly hierarchy: QueriedHierarchy) {
    checkHierarchy(hierarchy, 'HierarchyQuery', 'arcHead', 'a ContractionHierarchy (EliminationQuery takes a CustomMetric)');
    const { up, down, rank } = hierarchy;
    super(new Unpacker(up.parts, down.parts), new ArcPath(hierarchy.arcHead, rank.length, () => hierarchy.leastCost));
    this.forward = new UpwardSearch(rank.length, up, down, this.counters);
    this.backward = new UpwardSearch(rank.length, down, up, this.counters);
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

  protected check(): void {
    this.hierarchy.check();
  }

  /** Does nothing: the path remains valid for the costs of the build. */
  protected checkPath(): void {}

  private clear(): void {
    this.hierarchy.check();
    this.reset();
    this.forward.clear();
    this.backward.clear();
  }

  protected slice(budget: number): boolean {
    const { forward, backward } = this;
    let forwardLeast = forward.least;
    let backwardLeast = backward.least;
    for (let spent = 0; spent < budget; spent++) {
      const isForward = forwardLeast <= backwardLeast;
      if (!((isForward ? forwardLeast : backwardLeast) < this.best)) return true;
      const r = isForward ? forward.settle(this.best) : backward.settle(this.best);
      if (isForward) forwardLeast = forward.least;
      else backwardLeast = backward.least;
      if (r < 0) continue;
      const through = forward.distance[r] + backward.distance[r];
      if (through >= this.best) continue;
      this.best = through;
      this.meeting = r;
    }
    return false;
  }

  protected traceClimb(meeting: number, climb: number[]): number {
    const { forward } = this;
    let root = meeting;
    for (; forward.arc(root) !== NO_ARC; root = forward.parent(root)) climb.push(forward.arc(root));
    return this.hierarchy.vertex[root];
  }

  protected unpackDescent(meeting: number, unpacker: Unpacker, out: Uint32Array, at: number): number {
    const { backward } = this;
    for (let r = meeting; backward.arc(r) !== NO_ARC; r = backward.parent(r)) at = unpacker.unpack(backward.arc(r), false, out, at);
    return at;
  }
}
