import { BinaryHeap, BucketQueue, LazyHeap, MonotoneQueue, TupleHeap } from '@pf/queues';
import { seededRandom } from '@pf/graph';

/** Random operations: what comes out, in which order. */
export function run(ledger) {
  const ids = 400;
  const queues = {
    'binary heap, last in first': new BinaryHeap(ids, { ties: 'lifo' }),
    'binary heap, first in first': new BinaryHeap(ids, { ties: 'fifo' }),
    'buckets': new BucketQueue(ids),
    'buckets, first in first': new BucketQueue(ids, { ties: 'fifo' }),
    'heap of tuples': new TupleHeap(ids, 2),
  };
  for (const [name, queue] of Object.entries(queues)) {
    const random = seededRandom(1);
    for (let i = 0; i < 6000; i++) {
      const [id, key, verb] = [Math.floor(random() * ids), Math.floor(random() * 50), random()];
      const keys = name === 'heap of tuples' ? [key, Math.floor(random() * 3)] : [key];
      if (verb < 0.5 && !queue.has(id)) queue.push(id, ...keys);
      else if (verb < 0.7 && queue.has(id)) queue.update(id, ...keys);
      else if (verb < 0.75) queue.remove(id);
      else if (queue.size > 0) ledger.add(name, queue.pop());
    }
  }
  for (const [name, queue] of [['lazy heap', new LazyHeap()], ['monotone queue', new MonotoneQueue()]]) {
    const random = seededRandom(2);
    let last = 0;
    for (let i = 0; i < 6000; i++) {
      if (random() < 0.6 || queue.size === 0) queue.push(i, last + random() * 100);
      else ledger.add(name, (last = queue.peekKey()), queue.pop());
    }
  }
}
