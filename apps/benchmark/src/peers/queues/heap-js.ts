import type { QueuePeer } from '@pf/bench';
import { Heap } from 'heap-js';
import { versionOf } from '../version.ts';

interface Entry {
  readonly id: number;
  readonly key: number;
}

export const heapJs: QueuePeer = {
  name: 'heap-js',
  version: versionOf('heap-js'),
  make() {
    const heap = new Heap<Entry>((a, b) => a.key - b.key);
    return { push: (id, key) => void heap.push({ id, key }), pop: () => heap.pop()!.id };
  },
};
