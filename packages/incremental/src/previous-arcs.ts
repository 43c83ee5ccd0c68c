import type { Lattice } from '@pf/graph';
import type { Arcs } from './arcs.ts';

/**
 * The moves of each vertex of a lattice when they were last read. Most observations are walls, which remove arcs. If a
 * vertex has only lost arcs, no path through it became cheaper. A comparison of two bytes shows that. On other graphs, and with terrain
 * costs, every change counts as a possible improvement.
 */
export class PreviousArcs {
  private readonly lattice: Lattice | undefined;
  private readonly moves: Uint8Array;
  private weighted = false;

  constructor(arcs: Arcs) {
    this.lattice = arcs.lattice;
    this.moves = new Uint8Array(arcs.lattice === undefined ? 0 : arcs.graph.vertexCount);
  }

  /** Call when a query starts. */
  begin(): void {
    this.weighted = false;
    this.watch();
  }

  /** Call before changes are handled: terrain that had costs may return to 1. */
  watch(): void {
    this.weighted ||= this.lattice !== undefined && this.lattice.weighted;
  }

  note(v: number): void {
    if (this.lattice !== undefined) this.moves[v] = this.lattice.moves[v];
  }

  /** Stores the moves of all vertices. */
  noteAll(): void {
    if (this.lattice !== undefined) this.moves.set(this.lattice.moves);
  }

  /** Stored moves of `v`, as a byte of directions. */
  noted(v: number): number {
    return this.moves[v];
  }

  /** Whether an arc out of `v` may be new or cheaper since the moves were stored; stores the current ones. */
  gained(v: number): boolean {
    const { lattice } = this;
    if (lattice === undefined) return true;
    const before = this.moves[v];
    const now = lattice.moves[v];
    this.moves[v] = now;
    return this.weighted || (now & ~before) !== 0;
  }
}
