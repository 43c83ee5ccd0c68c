/**
 * The work of a search for its latest query. The numbers are deterministic, so tests can assert them.
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
  /** Expansions: vertices whose arcs were read. */
  expanded = 0;
  /** Arcs that gave a vertex its first cost or a better one. */
  generated = 0;
  /** Repeated expansions of a vertex in the same search. */
  reopened = 0;
  /** Pushes, updates and pops of the queue. */
  queueOperations = 0;
  // Declared, not initialised, so that printed and compared counters do not include it. Not a `#` field, since the proxies of page frameworks cannot read those.
  private declare queryCount: number;

  constructor() {
    Object.defineProperty(this, 'queryCount', { value: 0, writable: true });
  }

  /** The number of queries: `reset` counts each. By it, users that share a search notice a query of another user. */
  get queries(): number {
    return this.queryCount;
  }

  reset(): void {
    this.queryCount++;
    this.expanded = 0;
    this.generated = 0;
    this.reopened = 0;
    this.queueOperations = 0;
  }
}
