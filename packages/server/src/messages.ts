import type { PublishedGrid } from '@pf/grid';

/** Message to a worker: first the grid of the pool, then queries; another grid before its first query. */
export type ToPathWorker =
  | {
      readonly published: PublishedGrid;
      /** The `within` of the pool. */
      readonly within: number;
      /** In shared memory: one entry for each query that a worker may have at once. The value 1 stops that query; while the worker searches for it, the value is 2, and while it makes the search of its grid, 3. */
      readonly stop: Int32Array;
    }
  | {
      /** The number of another grid, whose queries follow. That of the pool has number 0. */
      readonly added: number;
      readonly grid: PublishedGrid;
      /** The data for its search. */
      readonly data: unknown;
    }
  | {
      /** The number of a grid that was removed. */
      readonly removed: number;
    }
  | {
      /** For each query: its entry of `stop`, start, goal, remaining milliseconds, and the number of its grid. */
      readonly queries: Float64Array;
      /** The data of queries that have some, by entry. */
      readonly data?: Readonly<Record<number, unknown>>;
    };

/** Message from a worker: ready once it has the grid, then answers. */
export type FromPathWorker =
  | { readonly ready: true }
  | {
      /** For each answer: the entry of the query, its outcome, cost, version, expansions and length of the path. */
      readonly answers: Float64Array;
      /** The paths, one after the other. */
      readonly paths: Uint32Array;
      /** The errors of queries that failed, by entry. */
      readonly errors: Readonly<Record<number, string>>;
      /** Milliseconds that the answers took. */
      readonly busy: number;
    };

/** Values of `stop`: the query shall stop; the worker has begun it; the worker has begun to make the search of its grid. */
export const STOP = 1;
export const BEGUN = 2;
export const PREPARING = 3;
export const QUERY_FIELDS = 5;
export const ANSWER_FIELDS = 6;
/** Outcomes of a query. */
export const ANSWERED = 0;
export const STOPPED = 1;
export const FAILED = 2;
