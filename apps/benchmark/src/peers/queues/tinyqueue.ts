import type { QueuePeer } from '@pf/bench';
import TinyQueue from 'tinyqueue';
import { versionOf } from '../version.ts';

interface Entry {
  readonly id: number;
  readonly key: number;
}

export const tinyqueue: QueuePeer = {
  name: 'tinyqueue',
  version: versionOf('tinyqueue'),
  make() {
    const queue = new TinyQueue<Entry>([], (a, b) => a.key - b.key);
    return { push: (id, key) => queue.push({ id, key }), pop: () => queue.pop()!.id };
  },
};
