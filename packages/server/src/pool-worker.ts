import { shown } from '@pf/graph/kit';
import type { PublishedGrid } from '@pf/grid';
import type { BuildWorker } from '@pf/preprocess';
import type { FromPathWorker, ToPathWorker } from './messages.ts';
import { ANSWER_FIELDS, ANSWERED, FAILED, STOP } from './messages.ts';
import type { Query, QueryQueue } from './query.ts';
import { LONGEST_TIMER } from './query.ts';

/** The maximum number of queries that a worker has at once. */
const ENTRIES = 256;
/** Milliseconds of work given to a worker at once: enough to keep it busy, but few queries wait behind a long one. */
const AHEAD = 4;
/** The minimum number of slices of `deadAfter`. A period in which this thread was busy counts as one slice. */
const SLICES = 10;

/** Options of a `PoolWorker`. */
export interface PoolWorkerOptions {
  readonly worker: () => BuildWorker<ToPathWorker, FromPathWorker>;
  readonly published: PublishedGrid;
  readonly within: number;
  readonly deadAfter: number;
}

/** One worker of a pool, and the queries that it has. */
export class PoolWorker {
  /** Whether it has reported that it has the grid. */
  ready = false;
  /** Whether it has answered a query. */
  hasAnswered = false;
  private readonly worker: BuildWorker<ToPathWorker, FromPathWorker>;
  private readonly stop = new Int32Array(new SharedArrayBuffer(4 * ENTRIES));
  /** By entry, in the order in which they were sent. */
  private readonly queries = new Map<number, Query>();
  private readonly free = Array.from({ length: ENTRIES }, (_, i) => i);
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
    this.worker.post({ published: options.published, within: options.within, stop: this.stop });
    const { deadAfter } = options;
    if (deadAfter === Infinity || this.dead) return;
    const slice = Math.max(1, Math.min(deadAfter / SLICES, LONGEST_TIMER));
    this.watch = setInterval(() => {
      // On a busy machine a thread may take any time to start.
      if (!this.ready || this.busy === 0) this.silent = 0;
      else if (++this.silent > Math.max(SLICES, deadAfter / slice)) this.die(`it gave no answer for ${deadAfter} ms`);
    }, slice);
  }

  /** The number of its queries. */
  get busy(): number {
    return this.queries.size;
  }

  /** Takes up to `share` queries if it has too little work. A query whose worker died stays alone until its answer, to see whether it was the cause. */
  take(queue: QueryQueue, share: number): void {
    const had = this.busy;
    const enough = Math.min(ENTRIES, Math.max(2, Math.ceil(AHEAD / this.pace)));
    if (!this.ready || this.dead || 2 * had > enough) return;
    for (const { deaths } of this.queries.values()) if (deaths > 0) return;
    const most = Math.min(enough, had + share);
    const batch: number[] = [];
    const data: Record<number, unknown> = {};
    for (let count = had; count < most; count++) {
      const suspect = (queue.peek()?.deaths ?? 0) > 0;
      if (suspect && count > 0) break;
      const query = queue.take();
      if (query === undefined) break;
      const entry = this.free.pop()!;
      this.queries.set(entry, query);
      Atomics.store(this.stop, entry, 0);
      query.onStop = () => void Atomics.store(this.stop, entry, STOP);
      batch.push(entry, query.start, query.goal, query.left);
      if (query.data !== undefined) data[entry] = query.data;
      if (suspect) break;
    }
    if (batch.length === 0) return;
    try {
      this.worker.post({ queries: Float64Array.from(batch), data });
    } catch (error) {
      this.die(`it took no message: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  end(): void {
    this.dead = true;
    clearInterval(this.watch);
    this.worker.end();
  }

  private receive(message: FromPathWorker): void {
    if (this.dead) return;
    this.silent = 0;
    if ('ready' in message) this.ready = true;
    else this.deliver(message);
    this.onAnswers();
  }

  private deliver({ answers, paths, errors, busy }: Exclude<FromPathWorker, { readonly ready: true }>): void {
    this.hasAnswered = true;
    let at = 0;
    for (let i = 0; i < answers.length; i += ANSWER_FIELDS) {
      const [entry, outcome, cost, version, expanded, length] = answers.subarray(i, i + ANSWER_FIELDS);
      const query = this.queries.get(entry)!;
      this.queries.delete(entry);
      this.free.push(entry);
      query.onStop = undefined;
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
