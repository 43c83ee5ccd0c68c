import { checkReport, checkTails } from './checks.ts';
import type { Graph } from './graph.ts';
import { isLattice } from './graph.ts';

/** With more changed tails than this, starting over costs less than applying them. On a graph that is no lattice, starting over may read all arcs: there it is a share of the vertices. */
const MOST = 4096;
const SHARE = 1 / 16;

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
  /** What `find` or `complete` found. */
  tails: Uint32Array = new Uint32Array(0);
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
    const { vertexCount } = graph;
    this.makeRoom(Math.min(vertexCount, isLattice(graph) ? MOST : Math.max(MOST, Math.floor(vertexCount * SHARE))));
    return graph.changedSince(version, this.tails);
  }

  /**
   * Completes a report: writes the reported tails and those that the graph has recorded since the last `catchUp` to
   * `tails`. Returns their number; −1 if there is no record. Throws if a reported one is no vertex.
   *
   * Without `changedSince`, a report counts for one edit: for a `version` that rose by at most 1. Without a `version`, every report is complete.
   */
  complete(reported: ArrayLike<number>, n: number): number {
    const { graph, version } = this;
    checkReport(reported, n);
    let found = 0;
    if (version !== undefined && graph.version !== version) {
      if (graph.changedSince !== undefined) found = this.find();
      else if (graph.version !== version + 1) found = -1;
      const { tails } = this;
      let i = 0;
      while (i < found && i < n && tails[i] === reported[i]) i++;
      // Usually the record of one edit: the same tails in the same order.
      if (i === n && i === found) return n;
    }
    checkTails(graph, reported, n);
    // A view may have changes that its graph has not recorded.
    return found < 0 ? -1 : this.merge(found, reported, n);
  }

  /** As `complete`: the list and its length. All vertices if there is no record. */
  completeOrAll(reported: ArrayLike<number>, n: number): [tails: Uint32Array, n: number] {
    const all = this.complete(reported, n);
    return all < 0 ? [Uint32Array.from({ length: this.graph.vertexCount }, (_, v) => v), this.graph.vertexCount] : [this.tails, all];
  }

  /** Writes the reported tails, and after them those of the first `found` that are not among them; returns their number. */
  private merge(found: number, reported: ArrayLike<number>, n: number): number {
    const recorded = this.tails.slice(0, found);
    const known = new Set<number>();
    this.makeRoom(found + n);
    const { tails } = this;
    for (let i = 0; i < n; i++) known.add((tails[i] = reported[i]));
    let count = n;
    for (const v of recorded) if (!known.has(v)) tails[count++] = v;
    return count;
  }

  private makeRoom(size: number): void {
    if (this.tails.length < size) this.tails = new Uint32Array(size);
  }
}
