import type { Graph, Lattice } from '@pf/graph';
import { ArcBuffer, isLattice } from '@pf/graph/kit';

/** The way back is looked for among so many vertices: around a block of one-way streets, not around a country. */
const MOST = 512;

/** Whether a unit can come back from a step. Units make room only by such steps: by others, some would be lost in a pit. */
export class ArcsBack {
  private readonly arcs: ArcBuffer;
  /** What the graph equals, but for the vertices in `differs`. */
  private readonly lattice: (Lattice & { readonly sides?: object | undefined }) | undefined;
  private readonly isGrid: boolean;
  private readonly differs: Uint8Array | undefined;
  /** By tail and head: whether paths lead back over arcs that have no arc back, in this version of the graph. */
  private readonly known = new Map<number, boolean>();
  private version: number | undefined;

  constructor(private readonly graph: Graph) {
    this.arcs = new ArcBuffer(graph);
    this.lattice = isLattice(graph) ? graph : graph.nearLattice?.lattice;
    this.isGrid = this.lattice !== undefined && 'movement' in this.lattice;
    this.differs = graph.nearLattice?.differs;
  }

  /** Whether a path leads back from `head` to `tail`. Not if the graph throws. */
  has(tail: number, head: number): boolean {
    const { graph, lattice, differs, known } = this;
    if (lattice !== undefined && differs?.[tail] !== 1) {
      // Without one-way sides, all steps of a grid lead both ways.
      if (this.isGrid && lattice.sides === undefined) return true;
      const { moves, offsets } = lattice;
      for (let d = 0; d < offsets.length; d++) if (head + offsets[d] === tail && ((moves[head] >> d) & 1) === 1) return true;
    }
    if (graph.version !== this.version) known.clear();
    this.version = graph.version;
    const arc = tail * graph.vertexCount + head;
    let leads = known.get(arc);
    if (leads === undefined) known.set(arc, (leads = this.leads(head, tail)));
    return leads;
  }

  /** Looks for a path breadth first, by `successors`: a graph may be searched forward only. */
  private leads(from: number, goal: number): boolean {
    const { graph, arcs: { to, cost } } = this;
    const reached = new Set([from]);
    try {
      for (const v of reached) {
        const n = graph.successors(v, to, cost);
        for (let k = 0; k < n; k++) {
          if (cost[k] === Infinity) continue;
          if (to[k] === goal) return true;
          if (reached.size < MOST) reached.add(to[k]);
        }
      }
    } catch {
      // It is not known that the unit could come back.
    }
    return false;
  }
}
