import type { PartBuilder } from './build-kinds.ts';
import { partBuilder } from './build-kinds.ts';
import type { FromWorker, ToWorker } from './parallel-build.ts';
import { restoreWorld } from './world-data.ts';

/** What a worker does with each message: the same in Node and in a browser. */
export function workerLoop(answer: (message: FromWorker, transfer: ArrayBuffer[]) => void): (message: ToWorker) => void {
  let build: PartBuilder | undefined;
  let failure = 'it was given no world';
  return (message) => {
    try {
      if ('world' in message) {
        build = undefined;
        build = partBuilder(restoreWorld(message.world), message.kind);
        return;
      }
      if (build === undefined) return answer({ error: failure }, []);
      const part = build(message.from, message.to);
      answer({ part }, [part]);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      if (!('world' in message)) answer({ error: failure }, []);
    }
  };
}
