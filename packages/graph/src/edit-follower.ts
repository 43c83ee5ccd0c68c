import type { Graph } from './graph.ts';

/** After more changed tails than this, starting over costs less than following them. */
const MOST = 4096;

/**
 * Finds edits that were not reported, for anything that keeps results about a graph.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { EditFollower } from '@pf/graph/kit';
 *
 * const roads = new CompressedGraph(3, [[0, 1, 2], [1, 2, 3]]);
 * const edits = new EditFollower(roads);
 * roads.setCost(1, 2, 9);
 * edits.isBehind; // → true
 * edits.find(); // → 1
 * edits.tails[0]; // → 1
 * edits.catchUp();
 * edits.isBehind; // → false
 * ```
 */
export class EditFollower {
  /** What `find` and `isComplete` found. */
  tails = new Uint32Array(0);
  private version: number | undefined;

  constructor(private readonly graph: Graph) {
    this.version = graph.version;
  }

  /** Whether the graph was edited since the last `catchUp`. */
  get isBehind(): boolean {
    return this.graph.version !== this.version;
  }

  /** Marks all edits so far as known. */
  catchUp(): void {
    this.version = this.graph.version;
  }

  /** Writes the tails of the arcs that changed since the last `catchUp` to `tails`. Returns how many; −1 if the graph does not say. */
  find(): number {
    const { graph, version } = this;
    if (version === undefined || graph.changedSince === undefined) return -1;
    if (this.tails.length === 0) this.tails = new Uint32Array(Math.min(graph.vertexCount, MOST));
    return graph.changedSince(version, this.tails);
  }

  /**
   * Whether these reported tails are all that changed, as far as the graph says: there may have been more edits than the reported one. If not, `tails` holds
   * the missing ones too.
   */
  isComplete(reported: ArrayLike<number>, n: number): boolean {
    const { version } = this.graph;
    if (version === undefined || this.version === undefined || version - this.version <= 1) return true;
    const found = this.find();
    if (found < 0) return true;
    const known = new Set<number>();
    for (let i = 0; i < n; i++) known.add(reported[i]);
    for (let i = 0; i < found; i++) if (!known.has(this.tails[i])) return false;
    return true;
  }
}
