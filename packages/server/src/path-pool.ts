import { checkFactory, checkGrid, checkOptions, shown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import type { BuildWorker } from '@pf/preprocess';
import type { FromPathWorker, ToPathWorker } from './messages.ts';
import type { PoolGrid, PoolGridOptions } from './pool-grid.ts';
import { closedError, copyOf, errorOf, PooledGrid } from './pool-grid.ts';
import type { PoolWorkerOptions } from './pool-worker.ts';
import { AHEAD, PoolWorker } from './pool-worker.ts';
import type { PathAnswer, PathQueryOptions, Query } from './query.ts';
import { QueryQueue } from './query.ts';

/** Options of `PathPool`. */
export interface PathPoolOptions {
  /** Starts a worker: `pathWorker` of @pf/server/node, or `() => webWorker(new Worker(…))` of @pf/preprocess/web. */
  readonly worker: () => BuildWorker<ToPathWorker, FromPathWorker>;
  /** Number of workers. The number of cores less one leaves a core for the game. */
  readonly workers: number;
  /** A path costs at most this multiple of the cheapest, from 1 to 1e100. Default 1. A search of your own gets it too. */
  readonly within?: number | undefined;
  /** Maximum number of unanswered queries; further ones are rejected. Default 10,000. */
  readonly maxQueries?: number | undefined;
  /** Milliseconds without an answer after which a worker that has the grid counts as dead, and is replaced. Infinity: never. Default 10,000. */
  readonly deadAfter?: number | undefined;
}

/** A query is rejected when this many workers have died while they had it. */
const DEATHS = 3;
/** The pool ends if this many workers in a row die before any was ready. */
const FALSE_STARTS = 3;
/** Delay in milliseconds before a worker that died before its first answer is replaced. Multiplied by the number in a row that died before they were ready. */
const PAUSE = 50;
/** The longest delay before another attempt to make a worker, in pauses. */
const LONGEST_PAUSE = 20;

/**
 * Answers path queries on worker threads, over a grid that may be edited at any time; also over several (`add`).
 *
 * - Edit the grid as usual: a query sees all edits made before it. Each answer is valid for one version of the grid, and has its number.
 * - A worker that dies or hangs is replaced, and others answer its queries. A query is rejected after three workers died while they had it.
 * - A worker may take any time to start: it fails only by an exit or an error.
 * - A replacement that cannot be made, or dies before its first answer, is tried again after a pause. Without any worker, queries reject with the error of that attempt.
 * - Workers get queries in the order of submission, some milliseconds of work at once. Those behind a longer search go to the next free worker.
 * - The queries of a worker that died come first; of these, the one that it had begun comes last.
 *
 * Memory: 9 bytes a cell for all workers together, and in each worker a copy of the grid and the memory of its search.
 *
 * @example
 * ```ts no-run
 * import { Grid } from '@pf/grid';
 * import { PathPool } from '@pf/server';
 * import { pathWorker } from '@pf/server/node';
 *
 * const grid = new Grid(200, 200);
 * const pool = new PathPool(grid, { worker: pathWorker, workers: 3 });
 * grid.setRectangle(50, 0, 1, 150, 0);
 * const { cost, path, version } = await pool.search(grid.vertex(0, 0), grid.vertex(199, 0));
 * version === grid.version; // until the next edit
 * pool.close();
 * ```
 */
export class PathPool {
  private readonly grid: PooledGrid;
  private readonly grids = new Set<PooledGrid>();
  private added = 0;
  private readonly options: PoolWorkerOptions;
  private readonly maxQueries: number;
  private readonly queue = new QueryQueue();
  private readonly workers: PoolWorker[] = [];
  /** Called when the next query is settled. */
  private readonly waiters: (() => void)[] = [];
  private readonly nextSettled = async (): Promise<void> => new Promise((resolve) => this.waiters.push(resolve));
  private isScheduled = false;
  private falseStarts = 0;
  /** Workers in a row that could not be made. */
  private failures = 0;
  private everReady = false;
  private readonly retries = new Set<ReturnType<typeof setTimeout>>();
  private looking: ReturnType<typeof setTimeout> | undefined;
  private ended: Error | undefined;

  constructor(grid: Grid, options: PathPoolOptions) {
    checkGrid(grid, 'PathPool');
    checkOptions(options, ['worker', 'workers', 'within', 'maxQueries', 'deadAfter'], 'PathPool');
    const { worker, workers, within = 1, maxQueries = 10_000, deadAfter = 10_000 } = (options as PathPoolOptions | undefined) ?? ({} as PathPoolOptions);
    checkFactory(worker, 'worker must be a function that starts one, such as pathWorker of @pf/server/node');
    if (!Number.isInteger(workers) || workers < 1) throw new RangeError(`workers must be a whole number of at least 1, got ${shown(workers)}.`);
    if (typeof within !== 'number' || !(within >= 1 && within <= 1e100)) throw new RangeError(`within must be from 1, for the cheapest path, to 1e100, got ${shown(within)}.`);
    if (!Number.isInteger(maxQueries) || maxQueries < 1) throw new RangeError(`maxQueries must be a whole number of at least 1, got ${shown(maxQueries)}.`);
    if (typeof deadAfter !== 'number' || !(deadAfter > 0)) throw new RangeError(`deadAfter must be a number of milliseconds above 0, got ${shown(deadAfter)}.`);
    this.grid = this.addGrid(grid);
    this.maxQueries = maxQueries;
    this.options = { worker, grid: this.grid, within, deadAfter };
    try {
      for (let i = 0; i < workers; i++) this.addWorker();
    } catch (error) {
      this.end(error as Error);
      throw error;
    }
  }

  /** The number of unanswered queries. */
  get queries(): number {
    return [...this.grids].reduce((sum, { queries }) => sum + queries.size, 0);
  }

  /** Whether there is no room for another query. */
  get full(): boolean {
    return this.queries >= this.maxQueries;
  }

  /** Finds the cheapest path between two vertices of the grid of the pool: see `PoolGrid.search`. */
  search(start: number, goal: number, options: PathQueryOptions = {}): Promise<PathAnswer> {
    return this.grid.search(start, goal, options);
  }

  /**
   * Adds another grid, such as a dungeon that opens: the same workers answer its queries, in the order of submission to the pool. Each worker takes a copy with the first query that it gets.
   *
   * @example
   * ```ts no-run
   * import { Grid } from '@pf/grid';
   * import { PathPool } from '@pf/server';
   * import { pathWorker } from '@pf/server/node';
   *
   * const pool = new PathPool(new Grid(200, 200), { worker: pathWorker, workers: 3 });
   * const cellar = new Grid(50, 50);
   * const dungeon = pool.add(cellar);
   * const { path } = await dungeon.search(cellar.vertex(0, 0), cellar.vertex(49, 49));
   * dungeon.remove();
   * ```
   */
  add(grid: Grid, options: PoolGridOptions = {}): PoolGrid {
    checkGrid(grid, 'PathPool.add');
    checkOptions(options, ['data'], 'PathPool.add');
    if (this.ended !== undefined) throw this.ended;
    return this.addGrid(grid, copyOf(options.data));
  }

  /** Resolves once there is room for another query: `while (pool.full) await pool.room()`. */
  async room(): Promise<void> {
    while (this.full) await this.nextSettled();
  }

  /** Resolves once no query is open and the handlers of all answers have run; also after `close`. */
  async idle(): Promise<void> {
    do {
      while (this.queries > 0) await this.nextSettled();
      // The handlers of the last one run in microtasks, and may ask again.
      await new Promise((resolve) => setTimeout(resolve));
    } while (this.queries > 0);
  }

  /** Ends the workers. Unanswered queries reject with a ClosedError. */
  close(): void {
    this.end(closedError('The pool was closed.'));
  }

  private addGrid(grid: Grid, data?: unknown): PooledGrid {
    const added: PooledGrid = new PooledGrid(grid, this.added++, data, {
      check: () => {
        if (this.full) throw Object.assign(new Error(`The pool has ${this.maxQueries} unanswered queries: wait for room() before more, or raise maxQueries.`), { name: 'QueueFullError' });
      },
      add: (query) => {
        this.queue.add(query);
        this.sendSoon();
      },
      settled: () => this.waiters.splice(0).forEach((resolve) => resolve()),
      removed: () => {
        this.grids.delete(added);
        for (const worker of [...this.workers]) worker.forget(added);
      },
    });
    this.grids.add(added);
    return added;
  }

  /** Throws if no worker can be made, or if it takes no messages. */
  private addWorker(): void {
    if (this.ended !== undefined) return;
    const worker: PoolWorker = new PoolWorker(
      this.options,
      () => {
        // It has the grid now.
        if (!worker.hasAnswered) {
          this.falseStarts = 0;
          this.everReady = true;
        }
        this.sendQueries();
      },
      (reason, queries) => this.replace(worker, reason, queries),
    );
    this.workers.push(worker);
    try {
      worker.start();
    } catch (error) {
      this.remove(worker);
      worker.end();
      throw error;
    }
  }

  /** Adds a worker in place of one that died. */
  private addReplacement(): void {
    try {
      this.addWorker();
      this.failures = 0;
    } catch (error) {
      this.retryLater(++this.failures);
      if (this.workers.length === 0) this.failAll(errorOf(error));
    }
  }

  private retryLater(attempts: number): void {
    const timer = setTimeout(() => {
      this.retries.delete(timer);
      this.addReplacement();
    }, PAUSE * Math.min(attempts, LONGEST_PAUSE));
    this.retries.add(timer);
  }

  private failAll(reason: Error): void {
    for (const grid of this.grids) grid.failAll(reason);
  }

  private remove(worker: PoolWorker): void {
    const at = this.workers.indexOf(worker);
    if (at >= 0) this.workers.splice(at, 1);
  }

  private replace(worker: PoolWorker, reason: string, queries: readonly Query[]): void {
    this.remove(worker);
    if (this.ended !== undefined) return;
    // Replacements can start, as this one did.
    if (worker.hasAnswered) this.falseStarts = 0;
    if (!worker.ready && ++this.falseStarts >= FALSE_STARTS && !this.everReady) {
      return this.end(new Error(`${FALSE_STARTS} workers died before they had the grid; last reason: ${reason}`));
    }
    for (const query of queries) {
      if (++query.deaths === DEATHS) query.fail(new Error(`${DEATHS} workers died or hung while they had this query; last reason: ${reason}`));
      else this.queue.addAgain(query);
    }
    if (worker.hasAnswered) this.addReplacement();
    else this.retryLater(Math.max(1, this.falseStarts));
    if (!worker.ready) {
      // Several replacements may die in turns, so that there is always one that is not ready.
      const hopeless = this.workers.length === 0 || (this.falseStarts >= FALSE_STARTS && !this.workers.some(({ ready }) => ready));
      if (this.everReady && hopeless) this.failAll(new Error(`A worker died before it had the grid: ${reason}`));
    }
    this.sendQueries();
  }

  /** Sends at the next microtask, so that queries submitted together reach a worker in one message. */
  private sendSoon(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    queueMicrotask(() => {
      this.isScheduled = false;
      this.sendQueries();
    });
  }

  private sendQueries(): void {
    if (this.ended !== undefined) return;
    const { queue, workers } = this;
    const stuck = workers.filter((worker) => worker.stuck && worker.busy > 1);
    const isMoving = stuck.length > 0 && workers.some(({ soonIdle }) => soonIdle);
    if (isMoving || queue.peek() !== undefined) this.sendTo(isMoving ? stuck : []);
    this.lookSoon();
  }

  /** Sends the queue to workers with little work. It begins with queries that the stuck ones have not begun. */
  private sendTo(stuck: readonly PoolWorker[]): void {
    const { queue, workers } = this;
    for (const grid of this.grids) grid.publish();
    let room = workers.reduce((sum, worker) => sum + worker.room, 0);
    for (const worker of stuck) room -= worker.giveBack(queue, room);
    const waiting = this.queries - workers.reduce((sum, { busy }) => sum + busy, 0);
    // A worker that takes no message is removed meanwhile.
    for (const worker of [...workers].sort((a, b) => a.busy - b.busy)) worker.take(queue, Math.max(1, Math.ceil(waiting / workers.length)));
  }

  /** While queries wait at workers, looks every few milliseconds for workers that are stuck. */
  private lookSoon(): void {
    if (this.looking !== undefined || this.workers.length < 2 || !this.workers.some(({ busy, stuck }) => busy > 1 && !stuck)) return;
    this.looking = setTimeout(() => {
      this.looking = undefined;
      for (const worker of this.workers) worker.look();
      this.sendQueries();
    }, AHEAD);
  }

  private end(reason: Error): void {
    if (this.ended !== undefined) return;
    this.ended = reason;
    for (const timer of this.retries) clearTimeout(timer);
    clearTimeout(this.looking);
    for (const worker of this.workers) worker.end();
    for (const grid of this.grids) grid.end(reason);
  }
}
