import type { Graph } from '@pf/graph';
import { checkWorld } from '@pf/graph/kit';

/**
 * What a search has to know of its graph between two calls: that the search has room for its vertices and arcs, and whether it was edited.
 *
 * The labels of a search that is run in slices hold in the world in which it set out, and in no other. So a search that is run on after an
 * edit sets out anew, with the same question; what it tells is then true in the world as it was in the last slice. That is asked once
 * a slice, and costs nothing. Where every slice finds an edit, every slice is a search of its own, and ends only where it is long enough.
 *
 * A slice that was broken off, by what the graph or a heuristic threw, leaves a vertex closed whose arcs were not followed, and is likewise searched anew.
 */
export class EditCheck {
  private readonly vertexCount: number;
  private readonly maxDegree: number;
  private version: number | undefined;
  /** From the beginning of a slice to its end, to which one that was broken off never comes. */
  private within = false;
  /** Set while the search works, never after an error: a callback of the graph or the heuristic then cannot use the same search. */
  busy = false;

  constructor(private readonly graph: Graph) {
    checkWorld(graph, 'A search');
    this.vertexCount = graph.vertexCount;
    this.maxDegree = graph.maxDegree;
  }

  /** Throws where the search is at work: only a callback of its own can ask it then, and would change the labels under its hands. */
  checkIdle(): void {
    if (this.busy) throw new Error('A search was asked a question from within its own graph or heuristic, while it was at work on another: make a second search for that.');
  }

  /** Throws where the search is at work, and as `checkFit`: before a question is taken. */
  check(): void {
    this.checkIdle();
    this.checkFit();
  }

  /** Throws where vertices have come or gone since the search was made, or some have more arcs than any had. */
  private checkFit(): void {
    const { vertexCount, maxDegree } = this.graph;
    if (vertexCount !== this.vertexCount) {
      throw new RangeError(`The graph has ${vertexCount} vertices, but had ${this.vertexCount} when this search was made: make a new search.`);
    }
    if (maxDegree <= this.maxDegree) return;
    throw new RangeError(`The graph has up to ${maxDegree} arcs at a vertex, but had up to ${this.maxDegree} when this search was made: make a new search.`);
  }

  /** A search has set out in the graph as it is now. */
  begin(): void {
    this.version = this.graph.version;
    this.within = false;
  }

  /** Whether the graph was edited since, or the last slice broken off; throws as `checkFit` does. */
  get stale(): boolean {
    if (this.graph.version === this.version && !this.within) return false;
    this.checkFit();
    return true;
  }

  /** A slice begins. */
  enter(): void {
    this.within = true;
  }

  /** A slice has come to its end. */
  leave(): void {
    this.within = false;
  }
}
