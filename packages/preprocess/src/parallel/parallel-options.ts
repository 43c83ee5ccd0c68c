import type { Graph } from '@pf/graph';
import { checkArcs, checkFactory, checkFunction, checkOptions, shown } from '@pf/graph/kit';

/** Throws unless a parallel build can begin with this graph and these options. */
export function checkParallelBuild(graph: Graph, options: object | undefined): void {
  checkArcs(graph, 'buildInParallel');
  checkOptions(options, ['worker', 'workers', 'signal', 'onProgress', 'store', 'deadAfter', 'now'], 'buildInParallel');
  const { worker, workers, signal, onProgress, store, deadAfter = 1, now } = (options ?? {}) as Readonly<Record<string, unknown>>;
  checkFactory(worker, 'worker must be a function that starts one, such as nodeWorker itself or () => webWorker(…)');
  if (!(Number.isInteger(workers) && (workers as number) >= 1)) throw new RangeError(`workers must be a whole number of at least 1, got ${shown(workers)}.`);
  if (!(typeof deadAfter === 'number' && deadAfter > 0)) throw new RangeError(`deadAfter must be a number of milliseconds above 0, got ${shown(deadAfter)}.`);
  if (signal !== undefined && typeof (signal as { readonly aborted?: unknown }).aborted !== 'boolean') {
    throw new TypeError(`signal must have \`aborted\`, true or false, as the signal of an AbortController has, got ${shown(signal)}.`);
  }
  if (onProgress !== undefined) checkFunction(onProgress, 'onProgress');
  if (store !== undefined) for (const name of ['read', 'write'] as const) checkFunction((store as Readonly<Record<string, unknown>>)[name], `store.${name}`);
  if (now !== undefined) checkFunction(now, 'now');
}

/** Returns the worker that an option made. Throws if it lacks a method. */
export function checkWorker<T extends object>(worker: T): T {
  const methods = worker as Readonly<Record<string, unknown>> | undefined;
  if (['post', 'listen', 'end'].every((name) => typeof methods?.[name] === 'function')) return worker;
  throw new TypeError(`worker must return a worker with post, listen and end, such as nodeWorker() or webWorker(new Worker(url)), got ${shown(worker)}.`);
}
