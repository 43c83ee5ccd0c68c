import { checkFunction } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { GridFollower } from '@pf/grid';
import { BoundedSearch } from '@pf/search';
import type { FromPathWorker, ToPathWorker } from './messages.ts';
import { ANSWERED, BEGUN, FAILED, PREPARING, QUERY_FIELDS, STOP, STOPPED } from './messages.ts';

/** The methods of a search that a worker needs; most searches of `@pf` have them. */
export interface WorkerSearch {
  readonly cost: number;
  readonly counters: { readonly expanded: number };
  /** `data` is that of the query, undefined without. */
  begin(start: number, goal: number, data?: unknown): void;
  run(budget?: number, signal?: { readonly aborted: boolean }): boolean;
  path(out: Uint32Array): number;
}

/** After this many milliseconds of work, answers are posted even if more queries are queued, so that new queries arrive before the worker is idle. */
const HOLD = 1;

/**
 * Handles the messages of a `PathPool` in a worker: follows its grids and answers queries. For a worker of your own, with another search or with precomputed data.
 * `makeSearch` creates the search of a grid, with the `within` of the pool and the `data` of `PathPool.add`; by default a `BoundedSearch`. The search must follow the edits of its grid.
 *
 * @example
 * ```ts no-run
 * // my-path-worker.js; start it by pathWorker('my-path-worker.js') of @pf/server/node
 * import { parentPort } from 'node:worker_threads';
 * import { AStar } from '@pf/search';
 * import { pathLoop } from '@pf/server';
 *
 * parentPort?.on('message', pathLoop((message) => parentPort?.postMessage(message), (grid) => new AStar(grid, { nearest: true })));
 * ```
 */
export function pathLoop(
  post: (message: FromPathWorker) => void,
  makeSearch?: (grid: Grid, options: { readonly within: number; readonly data: unknown }) => WorkerSearch,
): (message: ToPathWorker) => void {
  checkFunction(post, 'post');
  if (makeSearch !== undefined) checkFunction(makeSearch, 'makeSearch');
  let worker: PathWorker | undefined;
  return (message) => {
    if ('published' in message) {
      worker = new PathWorker(message, post, makeSearch);
      post({ ready: true });
    } else worker?.handle(message);
  };
}

/** A grid whose search is not yet made. */
type Added = Pick<Extract<ToPathWorker, { readonly added: number }>, 'grid' | 'data'>;

/** The copy of a grid, and its search. */
interface Followed {
  readonly follower: GridFollower;
  readonly search: WorkerSearch;
  readonly out: Uint32Array;
}

class PathWorker {
  /** By number. Those that were added without a search, until their first query. */
  private readonly grids = new Map<number, Followed | Added>();
  private readonly stop: Int32Array;
  private readonly within: number;
  private answers: number[] = [];
  private paths: Uint32Array[] = [];
  private errors: Record<number, string> = {};

  constructor(
    { published, within, stop }: Extract<ToPathWorker, { readonly published: unknown }>,
    private readonly post: (message: FromPathWorker) => void,
    private readonly makeSearch: NonNullable<Parameters<typeof pathLoop>[1]> = (grid, { within: bound }) => new BoundedSearch(grid, { within: bound }),
  ) {
    this.stop = stop;
    this.within = within;
    this.grids.set(0, this.follow({ grid: published, data: undefined }));
  }

  handle(message: Exclude<ToPathWorker, { readonly published: unknown }>): void {
    if ('queries' in message) this.answer(message);
    else if ('removed' in message) this.grids.delete(message.removed);
    else this.grids.set(message.added, message);
  }

  private follow({ grid, data }: Added): Followed {
    const follower = new GridFollower(grid);
    return { follower, search: this.makeSearch(follower.grid, { within: this.within, data }), out: new Uint32Array(follower.grid.vertexCount) };
  }

  private answer({ queries, data }: Extract<ToPathWorker, { readonly queries: unknown }>): void {
    const received = performance.now();
    let begun = received;
    for (let i = 0; i < queries.length; i += QUERY_FIELDS) {
      this.answerOne(queries[i], queries[i + 1], queries[i + 2], received + queries[i + 3], queries[i + 4], data?.[queries[i]]);
      const now = performance.now();
      if (now - begun < HOLD && i + QUERY_FIELDS < queries.length) continue;
      this.flush(now - begun);
      begun = now;
    }
  }

  private answerOne(entry: number, start: number, goal: number, deadline: number, number: number, data: unknown): void {
    const { stop, grids } = this;
    // Read between every few hundred expansions.
    const signal = {
      get aborted(): boolean {
        return Atomics.load(stop, entry) === STOP || performance.now() >= deadline;
      },
    };
    Atomics.compareExchange(stop, entry, 0, BEGUN);
    let [outcome, cost, version, expanded, length] = [STOPPED, Infinity, 0, 0, 0];
    try {
      const added = grids.get(number);
      if (added !== undefined && !('follower' in added) && !signal.aborted) {
        Atomics.compareExchange(stop, entry, BEGUN, PREPARING);
        grids.set(number, this.follow(added));
        Atomics.compareExchange(stop, entry, PREPARING, BEGUN);
      }
      const grid = grids.get(number);
      // Without the grid, it was removed, and nobody waits for the answer.
      if (grid !== undefined && 'follower' in grid && !signal.aborted) {
        const { follower, search, out } = grid;
        version = follower.update();
        search.begin(start, goal, data);
        if (search.run(Infinity, signal)) {
          outcome = ANSWERED;
          ({ cost } = search);
          ({ expanded } = search.counters);
          length = search.path(out);
          if (length > 0) this.paths.push(out.slice(0, length));
        } else if (!signal.aborted) throw new Error('its run returned false, though nothing had stopped it: with a budget of Infinity it must finish.');
      }
    } catch (error) {
      outcome = FAILED;
      this.errors[entry] = error instanceof Error ? error.message : String(error);
    }
    for (const value of [BEGUN, PREPARING]) Atomics.compareExchange(stop, entry, value, 0);
    this.answers.push(entry, outcome, cost, version, expanded, length);
  }

  private flush(busy: number): void {
    const paths = new Uint32Array(this.paths.reduce((sum, path) => sum + path.length, 0));
    let at = 0;
    for (const path of this.paths) {
      paths.set(path, at);
      at += path.length;
    }
    // Copies, not transfers: once a buffer was detached, V8 checks every access to any typed array of the thread.
    this.post({ answers: Float64Array.from(this.answers), paths, errors: this.errors, busy });
    this.answers = [];
    this.paths = [];
    this.errors = {};
  }
}
