import { nextStamp } from '../stamps.ts';

/**
 * What a search with an inflated heuristic has to remember: which vertices it has expanded, so that it expands none twice, and which of them have become
 * inconsistent since (INCONS of ARA* and AD*). These wait for the next search. Inflated keys could make it expand them again and again.
 */
export class Inflation {
  /** The factor of the heuristic, 1 or more. */
  factor: number;
  /** By vertex: the search that has expanded it last, plus 1 where the next one has to look at it again. */
  private readonly closed: Uint32Array;
  /** Vertices that wait for the next search, or for a key of their own in this one. */
  private readonly waiting: Uint32Array;
  private waitingCount = 0;
  private search = 0;

  /** `inflatable`: the factor is, or may become, more than 1. `rekeyed`: queues are emptied into it and filled again, with other keys. */
  constructor(vertexCount: number, factor: number, inflatable: boolean, rekeyed: boolean) {
    this.factor = factor;
    this.closed = new Uint32Array(inflatable ? vertexCount : 0);
    this.waiting = new Uint32Array(rekeyed ? vertexCount : 0);
  }

  /** Whether estimates count more than once. */
  get active(): boolean {
    return this.factor > 1;
  }

  /** A new question. */
  reset(): void {
    this.waitingCount = 0;
    this.beginSearch();
  }

  /** What was expanded may be expanded again. */
  beginSearch(): void {
    this.search = nextStamp(this.closed, this.search, 2);
  }

  close(v: number): void {
    this.closed[v] = this.search;
  }

  /** Keeps `v` if this search has expanded it; returns whether it has. */
  postpone(v: number): boolean {
    const { closed, search } = this;
    if (closed[v] < search) return false;
    if (closed[v] === search) this.waiting[this.waitingCount++] = v;
    closed[v] = search + 1;
    return true;
  }

  /** Keeps `v` in any case. */
  keep(v: number): void {
    this.waiting[this.waitingCount++] = v;
  }

  /** What was kept last; −1 when nothing is. */
  release(): number {
    return this.waitingCount === 0 ? -1 : this.waiting[--this.waitingCount];
  }
}
