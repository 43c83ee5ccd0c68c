import { shown } from '@pf/graph/kit';
import type { BuildWorker } from '@pf/preprocess';
import type { FromPathWorker, ToPathWorker } from './messages.ts';
import { ANSWER_FIELDS, ANSWERED, BEGUN, FAILED, PREPARING, STOP, STOPPED } from './messages.ts';
import { errorOf } from './pool-grid.ts';
import type { QueriedGrid, Query, QueryQueue } from './query.ts';
import { LONGEST_TIMER } from './query.ts';

/** The maximum number of queries that a worker has at once. */
const ENTRIES = 256;
/** Milliseconds of work given to a worker at once. After as many in one search it is `stuck`, and others may take over its other queries. */
export const AHEAD = 4;
/** The minimum number of slices of `deadAfter`. A period in which this thread was busy counts as one slice. */
const SLICES = 10;

/** Options of a `PoolWorker`. */
export interface PoolWorkerOptions {
  readonly worker: () => BuildWorker<ToPathWorker, FromPathWorker>;
  readonly grid: QueriedGrid;
  readonly within: number;
  readonly deadAfter: number;
}

/** One worker of a pool, and the queries that it has. */
export class PoolWorker {
  /** Whether it has reported that it has the grid. */
  ready = false;
  /** Whether it has answered a query. */
  hasAnswered = false;
  /** Whether it is busy with a long search. Until its next answer it gets no queries. */
  stuck = false;
  private readonly worker: BuildWorker<ToPathWorker, FromPathWorker>;
  /** The grids that it has. */
  private readonly grids: Set<QueriedGrid>;
  private readonly stop = new Int32Array(new SharedArrayBuffer(4 * ENTRIES));
  /** By entry, in the order in which they were sent. */
  private readonly queries = new Map<number, Query>();
  /** By entry: those that were given back, until it has dropped them. */
  private readonly dropped = new Map<number, Query>();
  /** The query that it was searching for at the last `look`, if there was one; null: none since its last answer. */
  private seen: Query | null | undefined = null;
  private readonly unused = Array.from({ length: ENTRIES }, (_, i) => i);
  /** Milliseconds a query, as a moving average. */
  private pace = AHEAD;
  private watch: ReturnType<typeof setInterval> | undefined;
  private silent = 0;
  private dead = false;

  /** Makes the worker; `start` gives it the grid. */
  constructor(
    private readonly options: PoolWorkerOptions,
    private readonly onAnswers: () => void,
    private readonly onDeath: (reason: string, queries: readonly Query[]) => void,
  ) {
    const worker = options.worker();
    const methods = worker as unknown as Readonly<Record<string, unknown>> | undefined;
    if (!['post', 'listen', 'end'].every((name) => typeof methods?.[name] === 'function')) {
      throw new TypeError(`worker must return a worker with post, listen and end, such as pathWorker() or webWorker(new Worker(url)), got ${shown(worker)}.`);
    }
    this.worker = worker;
    this.grids = new Set([options.grid]);
  }

  /** Throws if the worker takes no messages. */
  start(): void {
    const { options } = this;
    this.worker.listen(
      (message) => this.receive(message),
      (reason) => this.die(reason),
    );
    // A worker of the user's own may report at once that it has died.
    if (this.dead) return;
    this.worker.post({ published: options.grid.published, within: options.within, stop: this.stop });
    const { deadAfter } = options;
    if (deadAfter === Infinity || this.dead) return;
    const slice = Math.max(1, Math.min(deadAfter / SLICES, LONGEST_TIMER));
    this.watch = setInterval(() => {
      // On a busy machine a thread may take any time to start, and any search to be made.
      if (!this.ready || this.busy + this.dropped.size === 0 || this.stop.includes(PREPARING)) this.silent = 0;
      else if (++this.silent > Math.max(SLICES, deadAfter / slice)) this.die(`it gave no answer for ${deadAfter} ms`);
    }, slice);
  }

  /** The number of its queries. */
  get busy(): number {
    return this.queries.size;
  }

  /** Whether it has little work. A query whose worker died stays alone until its answer, to see whether it was the cause. */
  get free(): boolean {
    if (!this.ready || this.dead || this.stuck || 2 * this.busy > this.enough) return false;
    for (const { deaths } of this.queries.values()) if (deaths > 0) return false;
    return true;
  }

  /** Whether it will soon have nothing to do. */
  get soonIdle(): boolean {
    return this.free && this.busy * this.pace <= AHEAD / 2;
  }

  /** The number of queries of stuck workers that it can begin soon. */
  get room(): number {
    return this.soonIdle ? this.enough >> 1 : 0;
  }

  /** Called every few milliseconds: it is stuck if it searches for the same query as at the last call. */
  look(): void {
    if (this.stuck) return;
    let searched: Query | null | undefined = this.busy > 0 ? undefined : null;
    for (const [entry, query] of this.queries) if (Atomics.load(this.stop, entry) >= BEGUN) searched = query;
    this.stuck = searched === this.seen && searched !== null;
    this.seen = searched;
  }

  /** Gives back up to `most` of the queries that it has not begun, or whose answers it holds. Returns their number. */
  giveBack(queue: QueryQueue, most: number): number {
    let n = 0;
    for (const [entry, query] of this.queries) {
      if (n === most) break;
      if (Atomics.compareExchange(this.stop, entry, 0, STOP) !== 0) continue;
      this.queries.delete(entry);
      this.dropped.set(entry, query);
      query.onStop = undefined;
      queue.putBack(query);
      n++;
    }
    return n;
  }

  /** Takes up to `share` queries if it has little work. */
  take(queue: QueryQueue, share: number): void {
    if (!this.free) return;
    const had = this.busy;
    const most = Math.min(this.enough, had + share, had + this.unused.length);
    const batch: number[] = [];
    const data: Record<number, unknown> = {};
    const added: QueriedGrid[] = [];
    for (let count = had; count < most; count++) {
      const suspect = (queue.peek()?.deaths ?? 0) > 0;
      if (suspect && count > 0) break;
      const query = queue.take();
      if (query === undefined) break;
      const entry = this.unused.pop()!;
      this.queries.set(entry, query);
      Atomics.store(this.stop, entry, 0);
      query.onStop = () => void Atomics.store(this.stop, entry, STOP);
      batch.push(entry, query.start, query.goal, query.left, query.grid.number);
      if (!this.grids.has(query.grid)) added.push(query.grid);
      this.grids.add(query.grid);
      if (query.data !== undefined) data[entry] = query.data;
      if (suspect) break;
    }
    if (batch.length === 0) return;
    for (const { number, published, forSearch } of added) this.post({ added: number, grid: published, data: forSearch });
    this.post({ queries: Float64Array.from(batch), data });
  }

  /** Drops a grid. Its queries have been settled. */
  forget(grid: QueriedGrid): void {
    if (this.grids.delete(grid)) this.post({ removed: grid.number });
  }

  private post(message: ToPathWorker): void {
    if (this.dead) return;
    try {
      this.worker.post(message);
    } catch (error) {
      this.die(`it took no message: ${errorOf(error).message}`);
    }
  }

  /** The number of queries that it should have. */
  private get enough(): number {
    return Math.min(ENTRIES, Math.max(2, Math.ceil(AHEAD / this.pace)));
  }

  end(): void {
    this.dead = true;
    clearInterval(this.watch);
    this.worker.end();
  }

  private receive(message: FromPathWorker): void {
    if (this.dead) return;
    this.silent = 0;
    this.stuck = false;
    this.seen = null;
    if ('ready' in message) this.ready = true;
    else this.deliver(message);
    this.onAnswers();
  }

  private deliver({ answers, paths, errors, busy }: Exclude<FromPathWorker, { readonly ready: true }>): void {
    this.hasAnswered = true;
    let at = 0;
    for (let i = 0; i < answers.length; i += ANSWER_FIELDS) {
      const [entry, outcome, cost, version, expanded, length] = answers.subarray(i, i + ANSWER_FIELDS);
      const dropped = this.dropped.get(entry);
      const query = dropped ?? this.queries.get(entry)!;
      this.queries.delete(entry);
      this.dropped.delete(entry);
      this.unused.push(entry);
      // It is queued again, or another worker has it.
      if (dropped !== undefined && outcome === STOPPED) continue;
      if (dropped === undefined) query.onStop = undefined;
      if (outcome === ANSWERED) query.answer({ cost, path: paths.slice(at, at + length), version, expanded });
      else if (outcome === FAILED) query.fail(new Error(`The search failed: ${errors[entry]}`));
      else query.expire();
      at += length;
    }
    const pace = busy / (answers.length / ANSWER_FIELDS);
    this.pace = Math.max(1e-3, 0.7 * this.pace + 0.3 * pace);
  }

  private die(reason: string): void {
    if (this.dead) return;
    this.end();
    const { stop } = this;
    // The one that it had begun may be the cause, and comes last.
    const left = [...this.queries].sort(([a], [b]) => Atomics.load(stop, a) - Atomics.load(stop, b)).map(([, query]) => query);
    for (const query of left) query.onStop = undefined;
    this.onDeath(reason, left.filter(({ settled }) => !settled));
  }
}
