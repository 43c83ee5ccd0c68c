/**
 * What a search did for its latest query. The numbers are deterministic: tests can assert them, and people compare them.
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
  /** Arcs that gave a vertex its first or a better cost. */
  generated = 0;
  /** Expansions of a vertex that had been expanded before in the same search. */
  reopened = 0;
  /** Pushes, updates and pops of the queue. */
  queueOperations = 0;
  // Declared, not initialised, so that it does not appear when counters are printed or compared. Not a `#` field, since the proxies of page frameworks cannot read those.
  private declare queryCount: number;

  constructor() {
    Object.defineProperty(this, 'queryCount', { value: 0, writable: true });
  }

  /** How many queries there were: each `reset` counts. Users that share a search see by it that another one has asked. */
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
