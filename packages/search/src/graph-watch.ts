import type { Graph } from '@pf/graph';

/**
 * What a search has to know of its graph between two calls: that it is of the size that the search has room for, and whether it was edited.
 *
 * The labels of a search that is run in slices hold in the world in which it set out, and in no other. So a search that is run on after an
 * edit sets out anew, with the same question; what it tells is then true in the world as it was in the last slice. That is asked once
 * a slice, and costs nothing. Where every slice finds an edit, every slice is a search of its own, and ends only where it is long enough.
 */
export class GraphWatch {
  private readonly vertexCount: number;
  private version: number | undefined;

  constructor(private readonly graph: Graph) {
    this.vertexCount = graph.vertexCount;
  }

  /** A search sets out in the graph as it is now. Throws where vertices have come or gone since the search was made. */
  begin(): void {
    const { vertexCount, version } = this.graph;
    if (vertexCount !== this.vertexCount) {
      throw new RangeError(`The graph has ${vertexCount} vertices, but had ${this.vertexCount} when this search was made: make a new search.`);
    }
    this.version = version;
  }

  /** Whether the graph was edited since. */
  get edited(): boolean {
    return this.graph.version !== this.version;
  }
}
