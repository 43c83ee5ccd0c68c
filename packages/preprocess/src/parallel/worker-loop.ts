import type { PartBuilder } from './build-kinds.ts';
import { partBuilder } from './build-kinds.ts';
import type { FromWorker, ToWorker } from './parallel-build.ts';
import { restoreWorld } from '../artifact/world-data.ts';

/**
 * What a worker does with each message: the same in Node and in a browser.
 *
 * Parts are sent as copies. To transfer one would detach its buffer, and from the first detached buffer on V8 checks at every access to any
 * typed array of that thread whether it is still there: floods took a fifth longer. A part is small.
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
