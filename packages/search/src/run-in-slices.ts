import type { Signal } from '@pf/graph';
import { checkFunction, checkOptions, shown } from '@pf/graph/kit';

/** A search that can be run in parts. */
export interface Resumable {
  /** Makes at most `budget` expansions, fewer if the signal is aborted. Returns true once it is done. */
  run(budget?: number, signal?: Signal): boolean;
}

/** Options of `runInSlices`: the length of slices, the pause between them, and a signal. */
export interface SlicesOptions {
  /** Expansions a slice. Default 10,000: between a fraction of a millisecond and a few milliseconds, depending on search and machine. */
  readonly budget?: number | undefined;
  /** Returns a promise for the pause between two slices, such as until the next frame. Default: a turn of the event loop. */
  readonly pause?: (() => Promise<unknown>) | undefined;
  /** Stops the work between slices, or within one. */
  readonly signal?: Signal | undefined;
}

/** The last call of `runInSlices` for each search. */
const callers = new WeakMap<Resumable, object>();

/**
 * Runs a search that was begun to its end, in slices with pauses between them. If the signal is aborted first, rejects with the signal's reason if that
 * is an Error, else with an error named AbortError. The search can then still be resumed. Another call for the same search takes over, and the first one rejects.
 * Do not ask the search anything else in a pause, such as by `search`: the call would resolve with that answer.
 *
 * A grid may be edited in the pauses. After an edit where the search has been, it starts over with the same query, and its counters keep counting. The result is valid for the world
 * of the last slice. With edits in every pause, the search ends only if it fits in one slice: raise the budget, or search a copy of the grid. Edits of a
 * graph without a `version` are not noticed: do not edit it until the search is done, or call `begin` again.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { AStar, runInSlices } from '@pf/search';
 *
 * const grid = new Grid(50, 50);
 * const astar = new AStar(grid);
 * astar.begin(grid.vertex(0, 0), grid.vertex(49, 49));
 * await runInSlices(astar, { budget: 20 });
 * astar.cost; // ≈ 69.2965
 * ```
 */
export async function runInSlices(search: Resumable, options: SlicesOptions = {}): Promise<void> {
  checkOptions(options, ['budget', 'pause', 'signal'], 'runInSlices');
  if (typeof (search as Partial<Resumable> | null | undefined)?.run !== 'function') throw new TypeError(`runInSlices takes a search that was begun, such as an AStar, got ${shown(search)}.`);
  const { budget = 10_000, pause = turnOfTheEventLoop, signal } = options;
  if (typeof budget !== 'number' || !(budget >= 1)) throw new RangeError(`A slice needs a budget of at least one expansion, got ${shown(budget)}.`);
  checkFunction(pause, 'pause');
  const caller = {};
  callers.set(search, caller);
  let isDone: boolean;
  do {
    isDone = search.run(budget, signal);
    if (!isDone) throwIfAborted(signal);
    // The code that awaits this call continues later, even after a single slice. By then the search may have another query.
    await (isDone ? undefined : pause());
    if (callers.get(search) === caller) continue;
    throwIfAborted(signal);
    throw new Error('Another call of runInSlices took over this search: make a search for each query that runs at the same time.');
  } while (!isDone);
}

/** Throws the reason of an `AbortSignal` that is an Error; for others an error of the same name. */
function throwIfAborted(signal: (Signal & { readonly reason?: unknown }) | undefined): void {
  if (signal?.aborted !== true) return;
  throw signal.reason instanceof Error ? signal.reason : Object.assign(new Error('The search was stopped by its signal.'), { name: 'AbortError' });
}

/** Lets messages, input and rendering come first. Pages delay nested calls of `setTimeout` by 4 ms, a message between two ports not at all. */
function turnOfTheEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') return void setImmediate(resolve);
    if (typeof MessageChannel !== 'function') return void setTimeout(resolve);
    const { port1, port2 } = new MessageChannel();
    Object.assign(port1, { onmessage: () => (port1.close(), resolve()) });
    port2.postMessage(0);
  });
}
