import type { Graph } from '@pf/graph';
import { checkWorld } from '@pf/graph/kit';

/**
 * Checks a search's graph between calls: whether it still fits the search's arrays, and whether it was edited.
 *
 * Labels are valid only for the graph at the start of a search. If the graph is edited between two slices, the search
 * restarts with the same query, so its answer holds for the graph of the last slice. The check runs once
 * a slice and takes no measurable time. If the graph is edited before every slice, each slice starts from scratch and must be long enough to finish.
 *
 * A slice interrupted by an exception of the graph or a heuristic leaves a vertex closed but its arcs unread, so the search restarts too.
 */
export class EditCheck {
  private readonly vertexCount: number;
  private readonly maxDegree: number;
  private version: number | undefined;
  /** Whether a query has begun. */
  begun = false;
  /** Set from the start of a slice to its end. Remains set after an exception. */
  private within = false;
  /** Set while the search works, cleared after errors. Callbacks of the graph or the heuristic cannot start or continue a query then. */
  busy = false;

  constructor(private readonly graph: Graph) {
    checkWorld(graph, 'A search');
    this.vertexCount = graph.vertexCount;
    this.maxDegree = graph.maxDegree;
    this.version = graph.version;
  }

  /** Throws if the search is working: a callback must not start a query that would overwrite its labels. */
  checkIdle(): void {
    if (this.busy) throw new Error('A search was called from within its own graph or heuristic: make a second search for that query.');
  }

  /** Call before a query: throws if the search is working, and as `checkFit`. */
  check(): void {
    this.checkIdle();
    this.checkFit();
  }

  /** Throws if the number of vertices or the maximum degree has changed since the search was created. */
  private checkFit(): void {
    const { vertexCount, maxDegree } = this.graph;
    const isSame = vertexCount === this.vertexCount;
    if (isSame && maxDegree <= this.maxDegree) return;
    const [now, before] = isSame ? [`up to ${maxDegree} arcs at a vertex`, `up to ${this.maxDegree}`] : [`${vertexCount} vertices`, this.vertexCount];
    throw new RangeError(`The graph has ${now}, but had ${before} when this search was made: make a new search.`);
  }

  /** Records the start of a search on the current graph. */
  begin(): void {
    this.begun = true;
    this.version = this.graph.version;
    this.within = false;
  }

  /** Whether the graph was edited since then, or the last slice was interrupted; throws as `checkFit` does. */
  get stale(): boolean {
    if (this.graph.version === this.version && !this.within) return false;
    this.checkFit();
    return true;
  }

  /** Call at the start of a slice. */
  enter(): void {
    this.within = true;
  }

  /** Call at the end of a slice. */
  leave(): void {
    this.within = false;
  }
}
