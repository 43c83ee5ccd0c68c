import type { PartBuilder } from './build-kinds.ts';
import { partBuilder } from './build-kinds.ts';
import type { FromWorker, ToWorker } from './parallel-build.ts';
import { restoreWorld } from '../artifact/world-data.ts';

/**
 * The message handler of a worker, in Node and in browsers.
 *
 * Results are copied, not transferred. After the first detached buffer V8 checks every access to any typed array of the thread, which makes floods a
 * fifth slower. Results are small.
 */
export function workerLoop(answer: (message: FromWorker) => void): (message: ToWorker) => void {
  let build: PartBuilder | undefined;
  let failure = 'it was given no world';
  return (message) => {
    try {
      if ('world' in message) {
        build = undefined;
        build = partBuilder(restoreWorld(message.world), message.kind);
        return;
      }
      if (build === undefined) return answer({ error: failure });
      answer({ part: build(message.from, message.to) });
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      if (!('world' in message)) answer({ error: failure });
    }
  };
}
