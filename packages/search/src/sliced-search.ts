import type { Graph, Signal } from '@pf/graph';
import { Counters } from '@pf/graph';
import { checkBegun, checkBudget, checkWorld, sliceOf } from '@pf/graph/kit';
import type { Resumable } from './run-in-slices.ts';

/**
 * Base of all searches that run in slices.
 *
 * Labels are valid only for the graph at the start of a search. If the graph is edited between two slices, the search
 * restarts with the same query, so its answer holds for the graph of the last slice. The check runs once
 * a slice and takes no measurable time. If the graph is edited before every slice, each slice starts from scratch and must be long enough to finish.
 *
 * A slice interrupted by an exception of the graph or a heuristic leaves a vertex closed but its arcs unread, so the search restarts too.
 */
export abstract class SlicedSearch implements Resumable {
  readonly counters = new Counters();
  /** Whether the query is finished; true before the first. */
  protected finished = true;
  /** Whether a query has begun. */
  protected begun = false;
  /** Set while the search works, cleared after errors. Callbacks of the graph or the heuristic cannot start or continue a query then. */
  protected busy = false;
  /** That of the graph whose labels these are. NaN, which equals no version, during a slice and after an exception. */
  protected version: number | undefined = NaN;
  private readonly vertexCount: number;
  private readonly maxDegree: number;

  constructor(protected readonly graph: Graph) {
    checkWorld(graph, 'A search');
    this.vertexCount = graph.vertexCount;
    this.maxDegree = graph.maxDegree;
  }

  /**
   * Continues the search for at most `budget` expansions, or until `signal` is aborted, which is read between slices. Returns whether it is finished;
   * if not, call it again. If the `version` of the graph shows an edit in the meantime, as it does on grids, the search starts over; after an
   * edit of another graph, call `begin`. It also starts over if `begin` or the last slice threw. Throws before the first `begin`.
   */
  run(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    this.checkIdle();
    if (this.finished) {
      checkBegun(this.begun, 'search');
      return true;
    }
    this.busy = true;
    try {
      if (this.stale) this.startOver();
      const { version } = this;
      this.version = NaN;
      let left = budget;
      do {
        if (signal?.aborted === true) break;
        const piece = sliceOf(left, signal);
        this.finished = this.slice(piece);
        left -= piece;
      } while (!this.finished && left > 0);
      this.version = version;
    } finally {
      this.busy = false;
    }
    return this.finished;
  }

  /** Starts a new query by `restart`. The search counts as busy meanwhile, since `restart` may call the heuristic. If that throws, `run` starts over. */
  protected beginQuery(): void {
    this.counters.reset();
    this.finished = false;
    this.version = NaN;
    this.busy = true;
    try {
      this.startOver();
    } finally {
      this.busy = false;
    }
  }

  /** Throws if the search is working: a callback must not start a query that would overwrite its labels. */
  protected checkIdle(): void {
    if (this.busy) throw new Error('A search was called from within its own graph or heuristic: make a second search for that query.');
  }

  /** Call before a query: throws if the search is working, and as `checkSize`. */
  protected check(): void {
    this.checkIdle();
    this.checkSize();
  }

  /** Whether the graph was edited since the search started, or a slice was interrupted; throws as `checkSize` does. */
  protected get stale(): boolean {
    if (this.graph.version === this.version) return false;
    this.checkSize();
    return true;
  }

  /** Throws if the number of vertices or the maximum degree has changed since the search was created. */
  private checkSize(): void {
    const { vertexCount, maxDegree } = this.graph;
    const isSame = vertexCount === this.vertexCount;
    if (isSame && maxDegree <= this.maxDegree) return;
    const [now, before] = isSame ? [`up to ${maxDegree} arcs at a vertex`, `up to ${this.maxDegree}`] : [`${vertexCount} vertices`, this.vertexCount];
    throw new RangeError(`The graph has ${now}, but had ${before} when this search was made: make a new search.`);
  }

  private startOver(): void {
    // Read before: the heuristic may edit the graph.
    const { version } = this.graph;
    this.restart();
    this.begun = true;
    this.version = version;
  }

  /** Starts over with the same query, in the current world. */
  protected abstract restart(): void;
  /** Makes at most `budget` expansions; returns whether the search is finished. */
  protected abstract slice(budget: number): boolean;
}
