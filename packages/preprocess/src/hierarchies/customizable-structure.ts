import type { Graph } from '@pf/graph';
import type { ChordalGraph, EdgeArcs } from './chordal-graph.ts';

/** What a metric needs to know of the hierarchy that its costs lie over. */
export interface CustomizableStructure {
  readonly graph: Graph;
  /** By vertex: its rank. */
  readonly rank: Uint32Array;
  /** By rank: its vertex. */
  readonly vertex: Uint32Array;
  readonly edges: ChordalGraph;
  readonly edgeArcs: EdgeArcs;
  /** The arcs of vertex v have the numbers firstArc[v] … firstArc[v + 1] − 1; where they lead. */
  readonly firstArc: Uint32Array;
  readonly arcHead: Uint32Array;
}
