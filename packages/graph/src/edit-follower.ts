import type { Graph } from './graph.ts';

/** With more changed tails than this, starting over costs less than applying them. */
const MOST = 4096;

/**
 * Finds unreported edits of a graph, for a structure with results that depend on it.
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

  /** Marks all edits so far as applied. */
  catchUp(): void {
    this.version = this.graph.version;
  }

  /** Writes the tails of the arcs that changed since the last `catchUp` to `tails`. Returns their number; −1 if the graph has no record of them. */
  find(): number {
    const { graph, version } = this;
    if (version === undefined || graph.changedSince === undefined) return -1;
    if (this.tails.length === 0) this.tails = new Uint32Array(Math.min(graph.vertexCount, MOST));
    return graph.changedSince(version, this.tails);
  }

  /**
   * Whether the reported tails include all that the graph has recorded since the last `catchUp`. If not, `tails` holds all of them, the missing ones too.
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
