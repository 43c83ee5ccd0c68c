import type { PublishedGrid } from '@pf/grid';

/** Message to a worker: first the grid, then queries. */
export type ToPathWorker =
  | {
      readonly published: PublishedGrid;
      /** The bound of `BoundedSearch`. */
      readonly within: number;
      /** One entry for each query that a worker may have at once; 1 stops it. In shared memory. */
      readonly stop: Int32Array;
    }
  | {
      /** Of each query: its entry of `stop`, start, goal, and the milliseconds that are left. */
      readonly queries: Float64Array;
    };

/** Message from a worker: that it has the grid, or answers. */
export type FromPathWorker =
  | { readonly ready: true }
  | {
      /** Of each answer: the entry of the query, what became of it, cost, version, expansions and length of the path. */
      readonly answers: Float64Array;
      /** The paths, one after the other. */
      readonly paths: Uint32Array;
      /** Of the queries that failed, by their entry. */
      readonly errors: Readonly<Record<number, string>>;
      /** Milliseconds that the answers took. */
      readonly busy: number;
    };

export const QUERY_FIELDS = 4;
export const ANSWER_FIELDS = 6;
/** What may become of a query. */
export const ANSWERED = 0;
export const STOPPED = 1;
export const FAILED = 2;
