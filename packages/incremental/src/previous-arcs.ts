import type { Lattice } from '@pf/graph';
import type { Arcs } from './arcs.ts';

/**
 * The moves that a vertex of a lattice had when it was looked at last. Most of what a character sees is walls: arcs that go. Where a
 * vertex has only lost arcs, nothing can have become better, and one comparison of bytes says so. Of other graphs, and where terrain has
 * costs, it says that anything may have happened.
 */
export class PreviousArcs {
  private readonly lattice: Lattice | undefined;
  private readonly moves: Uint8Array;
  private weighted = false;

  constructor(arcs: Arcs) {
    this.lattice = arcs.lattice;
    this.moves = new Uint8Array(arcs.lattice === undefined ? 0 : arcs.graph.vertexCount);
  }

  /** Call when a question begins. */
  begin(): void {
    this.weighted = false;
    this.watch();
  }

  /** Call before changes are looked at: costs that have been there once may fall back to 1. */
  watch(): void {
    this.weighted ||= this.lattice !== undefined && this.lattice.weighted;
  }

  note(v: number): void {
    if (this.lattice !== undefined) this.moves[v] = this.lattice.moves[v];
  }

  /** The moves of `v` as they were noted, a byte of directions. */
  noted(v: number): number {
    return this.moves[v];
  }

  /** Whether an arc out of `v` can have come or become cheaper since it was noted; notes it. */
  gained(v: number): boolean {
    const { lattice } = this;
    if (lattice === undefined) return true;
    const before = this.moves[v];
    const now = lattice.moves[v];
    this.moves[v] = now;
    return this.weighted || (now & ~before) !== 0;
  }
}
