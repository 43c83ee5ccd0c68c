import { nextStamp } from '@pf/graph/kit';

/**
 * State of a search with a weighted heuristic: the vertices that it has expanded, since it expands none twice, and those that have become
 * inconsistent since then (INCONS of ARA* and AD*). The next search handles those.
 */
export class Weighting {
  /** The factor of the heuristic, 1 or more. */
  weight: number;
  /** By vertex: the search that expanded it last, plus 1 if it is deferred to the next one. */
  private readonly closed: Uint32Array;
  /** Vertices deferred to the next search, or within this one for a new key. */
  private readonly deferred: Uint32Array;
  private deferredCount = 0;
  private search = 0;

  /** `weighted`: the weight is or may become more than 1. `rekeyed`: the queue is emptied into it and refilled with new keys. */
  constructor(vertexCount: number, weight: number, weighted: boolean, rekeyed: boolean) {
    this.weight = weight;
    this.closed = new Uint32Array(weighted ? vertexCount : 0);
    this.deferred = new Uint32Array(rekeyed ? vertexCount : 0);
  }

  /** Whether the weight exceeds 1. */
  get active(): boolean {
    return this.weight > 1;
  }

  /** Starts a new query. */
  reset(): void {
    this.deferredCount = 0;
    this.beginSearch();
  }

  /** Starts a new search, in which every vertex may be expanded again. */
  beginSearch(): void {
    this.search = nextStamp(this.closed, this.search, 2);
  }

  close(v: number): void {
    this.closed[v] = this.search;
  }

  /** Defers `v` to the next search if this one has expanded it; returns whether it has. */
  postpone(v: number): boolean {
    const { closed, search } = this;
    if (closed[v] < search) return false;
    if (closed[v] === search) this.deferred[this.deferredCount++] = v;
    closed[v] = search + 1;
    return true;
  }

  /** Defers `v` to the next search. */
  keep(v: number): void {
    this.deferred[this.deferredCount++] = v;
  }

  /** Whether no vertex is deferred. */
  get isEmpty(): boolean {
    return this.deferredCount === 0;
  }

  /** Removes and returns the vertex deferred last. */
  release(): number {
    return this.deferred[--this.deferredCount];
  }
}
