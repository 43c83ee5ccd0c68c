import type { QueuePeer } from '@pf/bench';
import FastPriorityQueue from 'fastpriorityqueue';
import { versionOf } from '../version.ts';

interface Entry {
  readonly id: number;
  readonly key: number;
}

export const fastpriorityqueue: QueuePeer = {
  name: 'fastpriorityqueue',
  version: versionOf('fastpriorityqueue'),
  make() {
    const queue = new FastPriorityQueue<Entry>((a, b) => a.key < b.key);
    return { push: (id, key) => queue.add({ id, key }), pop: () => queue.poll()!.id };
  },
};
