/**
 * What a search has done since it was asked: deterministic, so that tests can hold it and people compare it.
 *
 * @example
 * ```ts
 * import { Counters } from '@pf/graph';
 *
 * const counters = new Counters();
 * counters.expanded += 3;
 * counters.reset();
 * counters.expanded; // → 0
 * ```
 */
export class Counters {
  /** Vertices whose arcs were looked at. */
  expanded = 0;
  /** Arcs that gave a vertex its first or a better cost. */
  generated = 0;
  /** Expansions of a vertex that had been expanded before in the same search. */
  reopened = 0;
  /** Entries put into, moved in, or taken from the queue. */
  queueOperations = 0;
  /**
   * Apart from what is counted: whoever compares or prints that does not mean this. No `#` field: through a proxy, as frameworks for pages put around all that
   * they are given, none can be read.
   */
  private declare asked: number;

  constructor() {
    Object.defineProperty(this, 'asked', { value: 0, writable: true });
  }

  /** How often they were reset, as each new question does: whoever shares a search with others sees by it that one of them has asked another. */
  get questions(): number {
    return this.asked;
  }

  reset(): void {
    this.asked++;
    this.expanded = 0;
    this.generated = 0;
    this.reopened = 0;
    this.queueOperations = 0;
  }
}
