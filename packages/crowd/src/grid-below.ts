import type { Graph, Located } from '@pf/graph';

interface Cells extends Graph {
  readonly stride: number;
  readonly width: number;
  readonly height: number;
  readonly movement?: string | undefined;
}

/** What numbers the vertices of a graph: the graph below a view, or the grid of a `LinkedGrid` or `TorusGrid`. */
export function numberedBy(graph: Graph & { readonly grid?: Graph | null | undefined }): Graph | undefined {
  const below = graph.viewOf ?? graph.grid;
  return below?.vertexCount === graph.vertexCount && below !== graph ? below : undefined;
}

/** A map with joined edges, as a `TorusGrid` of @pf/grid. */
export interface Torus extends Graph, Located {
  readonly joins: string;
  /** Take coordinates that count on past joined edges. */
  contains(x: number, y: number): boolean;
  vertex(x: number, y: number): number;
}

/** The torus that numbers the vertices of a graph, or the graph itself if it is one. */
export function torusBelow(graph: Graph): Torus | undefined {
  if (typeof (graph as Partial<Torus>).joins === 'string') return graph as Torus;
  const below = numberedBy(graph);
  return below && torusBelow(below);
}

/** The grid that numbers the vertices of a graph, or the graph itself if it is one. */
export function gridBelow(graph: Graph): Cells | undefined {
  if (typeof (graph as Partial<Cells>).stride === 'number') return graph as Cells;
  const below = numberedBy(graph);
  return below && gridBelow(below);
}
