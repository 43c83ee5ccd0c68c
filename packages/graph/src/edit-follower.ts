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
  /** What `find` found. */
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
   * Whether the reported tails are all that changed since the last `catchUp`, as far as the graph knows. If not, `completed` gives all of them.
   * Without `changedSince`, a report counts for one edit: for a `version` that rose by at most 1. Without a `version`, every report is complete.
   */
  isComplete(reported: ArrayLike<number>, n: number): boolean {
    const { graph, version } = this;
    if (version === undefined || graph.version === version) return true;
    if (graph.changedSince === undefined) return graph.version === version + 1;
    const found = this.find();
    if (found < 0 || found > n) return false;
    const { tails } = this;
    let i = 0;
    // Usually the record of one edit: the same tails in the same order.
    while (i < found && tails[i] === reported[i]) i++;
    if (i === found) return true;
    const known = new Set<number>();
    for (let k = 0; k < n; k++) known.add(reported[k]);
    while (i < found && known.has(tails[i])) i++;
    return i === found;
  }

  /** The reported tails and all recorded ones, each once; undefined if there is no record. */
  completed(reported: ArrayLike<number>, n: number): Uint32Array | undefined {
    const found = this.find();
    if (found < 0) return undefined;
    // A view may have changes that its graph does not know.
    const all = new Set(this.tails.subarray(0, found));
    for (let i = 0; i < n; i++) all.add(reported[i]);
    return Uint32Array.from(all);
  }
}
