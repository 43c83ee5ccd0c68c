import { checkHierarchy } from './upward-graph.ts';
import { ArcPath } from './arc-path.ts';
import type { ContractionHierarchy } from './contraction-hierarchy.ts';
import { PathQuery } from './path-query.ts';
import { Unpacker } from './unpack.ts';
import { NO_ARC, UpwardSearch } from './upward-search.ts';

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

  constructor(private readonly hierarchy: ContractionHierarchy) {
    checkHierarchy(hierarchy, 'HierarchyQuery', 'arcHead', 'a ContractionHierarchy (EliminationQuery takes a CustomMetric)');
    const { up, down, rank } = hierarchy;
    super(hierarchy.graph, new Unpacker(up.parts, down.parts), new ArcPath(hierarchy.arcHead, rank.length, () => hierarchy.leastCost));
    this.forward = new UpwardSearch(rank.length, up, down, this.counters);
    this.backward = new UpwardSearch(rank.length, down, up, this.counters);
  }

  protected enter(starts: ArrayLike<number>, startCosts: ArrayLike<number>, goals: ArrayLike<number>, goalCosts: ArrayLike<number>): void {
    const { hierarchy, forward, backward } = this;
    hierarchy.check();
    this.reset();
    forward.clear();
    backward.clear();
    for (let i = 0; i < starts.length; i++) forward.enter(hierarchy.rank[starts[i]], startCosts[i]);
    for (let i = 0; i < goals.length; i++) backward.enter(hierarchy.rank[goals[i]], goalCosts[i]);
  }

  protected check(): void {
    this.hierarchy.check();
  }

  /** Does nothing: the path remains valid for the costs of the build. */
  protected checkPath(): void {}

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
