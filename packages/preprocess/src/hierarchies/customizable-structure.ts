import type { Graph } from '@pf/graph';
import type { ChordalGraph, EdgeArcs } from './chordal-graph.ts';

/** The parts of a hierarchy that a metric needs. */
export interface CustomizableStructure {
  readonly graph: Graph;
  /** By vertex: its rank. */
  readonly rank: Uint32Array;
  /** By rank: its vertex. */
  readonly vertex: Uint32Array;
  readonly edges: ChordalGraph;
  readonly edgeArcs: EdgeArcs;
  /** The arcs of vertex v are firstArc[v] … firstArc[v + 1] − 1; `arcHead` holds their heads. */
  readonly firstArc: Uint32Array;
  readonly arcHead: Uint32Array;
}
