import { separateCopy } from '@pf/bench';
import type { QueuePeer } from '@pf/bench';
import FlatQueue from 'flatqueue';
import { versionOf } from '../version.ts';

/** The fastest heap on npm. */
export const flatqueue: QueuePeer = {
  name: 'flatqueue',
  version: versionOf('flatqueue'),
  make() {
    const queue = new FlatQueue<number>();
    return { push: (id, key) => queue.push(id, key), pop: () => queue.pop()! };
  },
};

// A separately compiled copy of the class: used in both modes in one process, the two would slow each other down.
const Typed = separateCopy(FlatQueue as unknown as () => void) as unknown as typeof FlatQueue;

/** Its mode of fixed capacity, with typed arrays. */
export const flatqueueTyped: QueuePeer = {
  name: 'flatqueue, fixed capacity',
  version: versionOf('flatqueue'),
  make(capacity) {
    const queue = new Typed<number>(capacity, Float64Array, Uint32Array);
    return { push: (id, key) => queue.push(id, key), pop: () => queue.pop()! };
  },
};
