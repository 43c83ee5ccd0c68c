import type { Graph, Signal } from '@pf/graph';
import { Counters } from '@pf/graph';
import { checkBegun, checkBudget, checkWorld, isLive, sliceOf } from '@pf/graph/kit';
import type { Resumable } from './run-in-slices.ts';

/** After an edit of more arcs, a search starts over. */
const MOST_TAILS = 1024;

/**
 * Base of all searches that run in slices.
 *
 * If the graph is edited between two slices, the answer holds for the graph of the last slice. A search that has read nothing of what changed continues, as if the
 * edit had come before it; any other starts over with the same query. The check runs once a slice and takes no measurable time. If an edit near its
 * start comes before every slice, each slice starts from scratch and must be long enough to finish.
 *
 * A slice interrupted by an exception of the graph or a heuristic leaves a vertex closed but its arcs unread, so the search restarts too.
 */
export abstract class SlicedSearch implements Resumable {
  readonly counters = new Counters();
  /**
   * Whether `run` looks for edits; true from each `begin` on. Where the world is edited faster than a search ends, set it to false: this query continues, and its path may cross
   * closed arcs, or not be the cheapest; without a path there may be one. A `Dispatcher` does so by itself.
   */
  followsEdits = true;
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
  /** For the tails of edits; made by the first edit between two slices. */
  private tails: Uint32Array | undefined;

  constructor(
    /** The graph on which it searches. */
    readonly graph: Graph,
  ) {
    checkWorld(graph, 'A search');
    this.vertexCount = graph.vertexCount;
    this.maxDegree = graph.maxDegree;
  }

  /**
   * Continues the search for at most `budget` expansions, or until `signal` is aborted, which is read between slices. Returns whether it is finished;
   * if not, call it again. If the `version` of the graph shows an edit in the meantime, as it does on grids, the search starts over unless `isStale` is false; after an
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
      if (this.isStale) this.startOver();
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
    this.followsEdits = true;
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

  /**
   * Whether the next `run` of an unfinished query starts over: the graph was edited since the last one where the search had been, or so that its estimates change, or a slice
   * was interrupted. False after edits elsewhere for `AStar` without `nearest`, `Dijkstra`, `DistanceField` after `begin`, `BidirectionalAStar` and `BidirectionalDijkstra`, on grids and on graphs with `changedSince` that are
   * no views by `avoiding` or `withCosts`: without a heuristic, or with one whose `revision` has stayed, as those of grids have while the lowest terrain cost stays. Throws as `checkSize` does.
   */
  get isStale(): boolean {
    const { graph, version } = this;
    if (graph.version === version) return false;
    this.checkSize();
    if (!this.followsEdits && !Number.isNaN(version)) return false;
    if (version === undefined || Number.isNaN(version) || graph.changedSince === undefined || isLive(graph)) return true;
    this.tails ??= new Uint32Array(Math.min(MOST_TAILS, this.vertexCount));
    const n = graph.changedSince(version, this.tails);
    if (n < 0 || !this.isUntouched(this.tails, n)) return true;
    this.version = graph.version;
    return false;
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

  /** Whether the search has read none of the arcs of these vertices, and its estimates have not changed. */
  protected isUntouched(_tails: Uint32Array, _n: number): boolean {
    return false;
  }

  /** Starts over with the same query, in the current world. */
  protected abstract restart(): void;
  /** Makes at most `budget` expansions; returns whether the search is finished. */
  protected abstract slice(budget: number): boolean;
}
