import type { Graph, Signal } from '@pf/graph';
import { checkArcs, checkFunction, checkOptions } from '@pf/graph/kit';

/** Progress and cancellation of a build on the calling thread. */
export interface ProgressCallbacks {
  /** Called with the number of finished cases, regions or other units, and their total. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /**
   * Read as often. Once aborted, the build throws an error named AbortError. Since the thread is busy, abort it from `onProgress`,
   * or pass an object whose getter compares the time with a deadline.
   */
  readonly signal?: Signal | undefined;
}

/** The names of `ProgressCallbacks`. */
const PROGRESS_OPTIONS = ['onProgress', 'signal'];

/** Throws unless these are options of a build: its own, or those of `ProgressCallbacks`. */
export function checkBuild(graph: Graph, options: ProgressCallbacks, names: readonly string[], where: string): void {
  checkArcs(graph, where);
  checkOptions(options, [...names, ...PROGRESS_OPTIONS], where);
  if (options.onProgress !== undefined) checkFunction(options.onProgress, 'onProgress');
}

/** Call after each unit of work. */
export function reportProgress({ onProgress, signal }: ProgressCallbacks, done: number, total: number): void {
  onProgress?.(done, total);
  if (signal?.aborted === true) throw abortError(`The build was stopped after ${done} of ${total}.`);
}

/** The error of an aborted build. */
export function abortError(message: string): Error {
  return Object.assign(new Error(message), { name: 'AbortError' });
}
