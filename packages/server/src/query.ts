import type { Signal } from '@pf/graph';
import type { PublishedGrid } from '@pf/grid';

/** The answer to a query. */
export interface PathAnswer {
  /** The cost of the path; Infinity if there is none. */
  readonly cost: number;
  /** Vertices from start to goal; empty if there is no path. */
  readonly path: Uint32Array;
  /** The `version` of the grid for which the answer is valid. */
  readonly version: number;
  readonly expanded: number;
}

/** Cancels a query, such as an `AbortSignal`. */
export interface CancelSignal extends Signal {
  /** The error with which the query then rejects. */
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The grid of a query. */
export interface QueriedGrid {
  readonly number: number;
  readonly published: PublishedGrid;
  /** Data for its search in the worker. */
  readonly forSearch: unknown;
}

/** Options of a query. */
export interface PathQueryOptions {
  /** Cancels the query, queued or running; it then rejects with the signal's reason. */
  readonly signal?: CancelSignal | undefined;
  /** Milliseconds until it rejects with an error whose name is TimeoutError. Time in the queue counts. Default: none. */
  readonly timeLimit?: number | undefined;
  /** Given to `begin` of the worker's search as its third argument, for a search of your own. It is copied when `search` is called, as `postMessage` does. */
  readonly data?: unknown;
}

/** The longest delay of a timer in milliseconds; longer ones elapse at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** A query from its submission until it is settled. */
export class Query {
  settled = false;
  /** The number of workers that died while they had it. */
  deaths = 0;
  /** Called when it is settled before its worker has answered; undefined while no worker has it. */
  onStop: (() => void) | undefined;
  /** Its number in the order of submission. */
  number = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly deadline: number;

  constructor(
    readonly grid: QueriedGrid,
    readonly start: number,
    readonly goal: number,
    private readonly resolve: (answer: PathAnswer) => void,
    private readonly reject: (error: Error) => void,
    private readonly onSettled: () => void,
    private readonly signal: CancelSignal | undefined,
    private readonly timeLimit: number,
    readonly data?: unknown,
  ) {
    this.deadline = performance.now() + timeLimit;
    if (signal !== undefined) listen(signal, this);
    if (timeLimit < Infinity) this.startTimer(timeLimit);
  }

  /** Milliseconds until its time limit. */
  get left(): number {
    return this.deadline - performance.now();
  }

  expire(): void {
    this.fail(Object.assign(new Error(`The query was not answered within its time limit of ${this.timeLimit} ms.`), { name: 'TimeoutError' }));
  }

  answer(answer: PathAnswer): void {
    if (this.settle()) this.resolve(answer);
  }

  fail(error: Error): void {
    if (this.settle()) this.reject(error);
  }

  private startTimer(left: number): void {
    this.timer = setTimeout(() => (left > LONGEST_TIMER ? this.startTimer(left - LONGEST_TIMER) : this.expire()), Math.min(left, LONGEST_TIMER));
  }

  private settle(): boolean {
    if (this.settled) return false;
    this.settled = true;
    clearTimeout(this.timer);
    if (this.signal !== undefined) unlisten(this.signal, this);
    this.onSettled();
    this.onStop?.();
    return true;
  }
}

/** The error with which a query rejects when its signal is aborted. */
export function reasonOf(signal: CancelSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : Object.assign(new Error('The query was cancelled by its signal.'), { name: 'AbortError' });
}

/** By signal: its unsettled queries, and their common listener. Of many listeners, Node warns as of a leak, and each removal takes longer. */
const listening = new WeakMap<CancelSignal, { readonly queries: Set<Query>; readonly abort: () => void }>();

function listen(signal: CancelSignal, query: Query): void {
  const known = listening.get(signal);
  if (known !== undefined) return void known.queries.add(query);
  const queries = new Set([query]);
  const abort = (): void => queries.forEach((each) => each.fail(reasonOf(signal)));
  signal.addEventListener('abort', abort);
  listening.set(signal, { queries, abort });
}

function unlisten(signal: CancelSignal, query: Query): void {
  const { queries, abort } = listening.get(signal)!;
  queries.delete(query);
  if (queries.size > 0) return;
  listening.delete(signal);
  signal.removeEventListener('abort', abort);
}

/** Queries in the order of submission. Those whose worker died come first, then those that a worker gave back. */
export class QueryQueue {
  private readonly again: Query[] = [];
  private readonly back: Query[] = [];
  private queries: Query[] = [];
  private first = 0;
  private submitted = 0;

  add(query: Query): void {
    query.number = this.submitted++;
    this.queries.push(query);
  }

  addAgain(query: Query): void {
    this.again.push(query);
  }

  putBack(query: Query): void {
    let at = this.back.length;
    while (at > 0 && this.back[at - 1].number > query.number) at--;
    this.back.splice(at, 0, query);
  }

  /** The next query that is not settled, without taking it. */
  peek(): Query | undefined {
    for (const early of [this.again, this.back]) {
      while (early.length > 0 && early[0].settled) early.shift();
      if (early.length > 0) return early[0];
    }
    while (this.first < this.queries.length && this.queries[this.first].settled) this.first++;
    // Settled queries would keep their grids in memory.
    if (this.first === this.queries.length) this.queries.length = this.first = 0;
    if (this.first > 1024 && 2 * this.first > this.queries.length) {
      this.queries = this.queries.slice(this.first);
      this.first = 0;
    }
    return this.queries[this.first];
  }

  take(): Query | undefined {
    const query = this.peek();
    if (query === undefined) return undefined;
    if (query === this.again[0]) this.again.shift();
    else if (query === this.back[0]) this.back.shift();
    else this.first++;
    return query;
  }
}
