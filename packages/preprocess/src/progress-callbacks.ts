import type { Graph, Signal } from '@pf/graph';
import { checkFunction, checkOptions, checkWorld } from '@pf/graph/kit';

/** Who watches a build that takes a while on the thread that asked for it. */
export interface ProgressCallbacks {
  /** Called as it goes on: so many cases or regions are done, or so much of a partition, of so many. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /**
   * Looked at as often. Once it is aborted, the build ends with an error whose name is AbortError. Since the thread is busy, that is done from `onProgress`,
   * or by an object that compares the clock with a deadline.
   */
  readonly signal?: Signal | undefined;
}

/** The names of `ProgressCallbacks`. */
const PROGRESS_OPTIONS = ['onProgress', 'signal'];

/** Throws unless these are options of a build: its own, and who watches it. */
export function checkBuild(graph: Graph, options: ProgressCallbacks, names: readonly string[], where: string): void {
  checkWorld(graph, where);
  checkOptions(options, [...names, ...PROGRESS_OPTIONS], where);
  if (options.onProgress !== undefined) checkFunction(options.onProgress, 'onProgress');
}

/** To be called after each piece of work. */
export function reportProgress({ onProgress, signal }: ProgressCallbacks, done: number, total: number): void {
  onProgress?.(done, total);
  if (signal?.aborted === true) throw abortError(`The build was stopped after ${done} of ${total}.`);
}

/** What a build that was stopped ends with. */
export function abortError(message: string): Error {
  return Object.assign(new Error(message), { name: 'AbortError' });
}
