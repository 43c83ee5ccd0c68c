import type { Graph, Lattice } from '@pf/graph';
import { ArcBuffer, isLattice } from '@pf/graph/kit';

/** Whether a unit can take a step back at once. Units make room only by such steps: by others, some could never come back. */
export class ArcsBack {
  private readonly arcs: ArcBuffer;
  /** What the graph equals, but for the vertices in `differs`. */
  private readonly lattice: (Lattice & { readonly sides?: object | undefined }) | undefined;
  private readonly isGrid: boolean;
  private readonly differs: Uint8Array | undefined;

  constructor(private readonly graph: Graph) {
    this.arcs = new ArcBuffer(graph);
    this.lattice = isLattice(graph) ? graph : graph.nearLattice?.lattice;
    this.isGrid = this.lattice !== undefined && 'movement' in this.lattice;
    this.differs = graph.nearLattice?.differs;
  }

  /** Whether an arc leads back over the one from `tail` to `head`. Not if the graph throws. */
  has(tail: number, head: number): boolean {
    const { lattice, differs } = this;
    if (lattice === undefined || differs?.[tail] === 1) return this.hasArc(head, tail);
    // Without one-way sides, all steps of a grid lead both ways.
    if (this.isGrid && lattice.sides === undefined) return true;
    const { moves, offsets } = lattice;
    for (let d = 0; d < offsets.length; d++) if (head + offsets[d] === tail && ((moves[head] >> d) & 1) === 1) return true;
    return false;
  }

  /** By `successors`: a graph may be searched forward only. */
  private hasArc(tail: number, head: number): boolean {
    const { graph, arcs: { to, cost } } = this;
    try {
      const n = graph.successors(tail, to, cost);
      for (let k = 0; k < n; k++) if (to[k] === head) return true;
    } catch {
      // It is not known that the unit could come back.
    }
    return false;
  }
}
