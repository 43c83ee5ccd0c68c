/** The vertices of a graph in order; on a grid the cells of the map without the border. */
export function verticesOf(graph: { readonly vertexCount: number; hasVertex?(v: number): boolean }): number[] {
  return Array.from({ length: graph.vertexCount }, (_, v) => v).filter((v) => graph.hasVertex?.(v) ?? true);
}
