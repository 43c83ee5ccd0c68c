import { checkOptions, checkVertex, shown } from '@pf/graph/kit';
import type { Grid, PublishedGrid } from '@pf/grid';
import { GridPublisher } from '@pf/grid';
import type { CancelSignal, PathAnswer, PathQueryOptions } from './query.ts';
import { Query, reasonOf } from './query.ts';

/** Options of `PathPool.add`. */
export interface PoolGridOptions {
  /** For a search of your own: `options.data` of the function that makes it. Copied to each worker that gets a query of the grid. */
  readonly data?: unknown;
}

/** A grid of a `PathPool`. */
export interface PoolGrid {
  /**
   * Finds the cheapest path between two vertices. If the signal is aborted, rejects with its reason, or with an AbortError if that is no Error. Rejects after
   * the time limit, with a TimeoutError; if the pool is full, with a QueueFullError; once the grid is removed or the pool closed, with a ClosedError; and if
   * start or goal is not a vertex, or `data` cannot be copied.
   */
  search(start: number, goal: number, options?: PathQueryOptions): Promise<PathAnswer>;
  /** Removes the grid from the pool and its workers. Unanswered queries reject with a ClosedError. */
  remove(): void;
}

/** What a grid needs of its pool. */
interface Owner {
  /** Throws if it takes no query. */
  check(): void;
  add(query: Query): void;
  settled(): void;
  removed(): void;
}

/** A grid, and its queries that are not yet answered. */
export class PooledGrid implements PoolGrid {
  readonly queries = new Set<Query>();
  private readonly publisher: GridPublisher;
  private ended: Error | undefined;

  constructor(
    private readonly grid: Grid,
    readonly number: number,
    readonly forSearch: unknown,
    private readonly pool: Owner,
  ) {
    this.publisher = new GridPublisher(grid);
  }

  get published(): PublishedGrid {
    return this.publisher.published;
  }

  /** Shows the edits to the workers. If the grid cannot be read, queries that no worker has yet reject. */
  publish(): void {
    if (this.queries.size === 0) return;
    try {
      this.publisher.publish();
    } catch (error) {
      // `costOf` of a unit threw. Queries at workers see the grid from before.
      for (const query of [...this.queries]) if (query.onStop === undefined) query.fail(errorOf(error));
    }
  }

  async search(start: number, goal: number, options: PathQueryOptions = {}): Promise<PathAnswer> {
    checkVertex(this.grid, start, 'start');
    checkVertex(this.grid, goal, 'goal');
    checkOptions(options, ['signal', 'timeLimit', 'data'], 'PathPool.search');
    const { signal, timeLimit = Infinity, data } = options;
    if (typeof timeLimit !== 'number' || !(timeLimit >= 0)) throw new RangeError(`timeLimit must be a number of milliseconds from 0, got ${shown(timeLimit)}.`);
    if (signal !== undefined && typeof (signal as Partial<CancelSignal> | null)?.addEventListener !== 'function') throw new TypeError(`signal must be an AbortSignal, got ${shown(signal)}.`);
    if (this.ended !== undefined) throw this.ended;
    if (signal?.aborted === true) throw reasonOf(signal);
    this.pool.check();
    const copy = data === undefined ? undefined : copyOf(data);
    return new Promise((resolve, reject) => {
      const query: Query = new Query(this, start, goal, resolve, reject, () => {
        this.queries.delete(query);
        this.pool.settled();
      }, signal, timeLimit, copy);
      this.queries.add(query);
      this.pool.add(query);
    });
  }

  remove(): void {
    this.end(closedError('The grid was removed from the pool.'));
    this.pool.removed();
  }

  end(reason: Error): void {
    this.ended ??= reason;
    this.failAll(reason);
  }

  failAll(reason: Error): void {
    for (const query of [...this.queries]) query.fail(reason);
  }
}

export function copyOf(data: unknown): unknown {
  try {
    return structuredClone(data);
  } catch (error) {
    throw new TypeError(`data is copied to a worker, as by postMessage: pass plain objects, arrays and numbers, without functions. ${errorOf(error).message}`, { cause: error });
  }
}

/** The error of queries that are closed before their answer. */
export function closedError(message: string): Error {
  return Object.assign(new Error(message), { name: 'ClosedError' });
}

export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
