import { BinaryHeap, BucketQueue, LazyHeap, MonotoneQueue, TupleHeap } from '@pf/queues';
import type { QueueCase, Verb } from './case.ts';
import type { Tally } from './player.ts';
import { demand } from './player.ts';

/** A queue as the fuzzer uses it; absent members are not supported. */
interface Queue {
  size(): number;
  pop(): number;
  peek(): number;
  clear(): void;
  push(id: number, key: number, second: number): void;
  least(): number;
  key?(id: number): number;
  has?(id: number): boolean;
  update?(id: number, key: number, second: number): void;
  decrease?(id: number, key: number): void;
  increase?(id: number, key: number): void;
  remove?(id: number): boolean;
  grow?(capacity: number): void;
}

interface Kind {
  readonly make: (capacity: number) => Queue;
  readonly ties: 'lifo' | 'fifo' | 'any';
  /** An id may be queued more than once, and keys are never below that of the last popped entry. */
  readonly rising?: boolean;
  /** The second number orders equal keys. */
  readonly pairs?: boolean;
  /** Keys are whole numbers from 0 on. Otherwise fractions and negative keys are tried too. */
  readonly whole?: boolean;
}

/** What all queues have under one name. */
function common(queue: BinaryHeap | TupleHeap | BucketQueue | LazyHeap | MonotoneQueue): Pick<Queue, 'size' | 'pop' | 'peek' | 'clear'> {
  return { size: () => queue.size, pop: () => queue.pop(), peek: () => queue.peek(), clear: () => queue.clear() };
}

/** The same of queues that find an entry by its id. */
function indexed(queue: BinaryHeap | TupleHeap | BucketQueue): ReturnType<typeof common> & Pick<Queue, 'has' | 'remove' | 'grow'> {
  return { ...common(queue), has: (id) => queue.has(id), remove: (id) => queue.remove(id), grow: (to) => queue.grow(to) };
}

function heap(ties: 'lifo' | 'fifo' | 'any'): Kind {
  return {
    ties,
    make: (capacity) => {
      const queue = new BinaryHeap(capacity, { ties });
      return {
        ...indexed(queue),
        push: (id, key) => queue.push(id, key),
        least: () => queue.peekKey(),
        key: (id) => queue.key(id),
        update: (id, key) => queue.update(id, key),
        decrease: (id, key) => queue.decrease(id, key),
        increase: (id, key) => queue.increase(id, key),
      };
    },
  };
}

function pairs(arity: 2 | 3): Kind {
  return {
    ties: 'any',
    pairs: true,
    make: (capacity) => {
      const queue = new TupleHeap(capacity, arity);
      return {
        ...indexed(queue),
        // All three parts together have the order of the key and the second number.
        push: (id, key, second) => queue.push(id, key, arity === 3 ? second >> 2 : second, second),
        least: () => queue.peekKey(0),
        key: (id) => queue.key(id, 0),
        update: (id, key, second) => queue.update(id, key, arity === 3 ? second >> 2 : second, second),
      };
    },
  };
}

function buckets(ties: 'lifo' | 'fifo'): Kind {
  return {
    ties,
    whole: true,
    make: (capacity) => {
      const queue = new BucketQueue(capacity, { ties });
      return {
        ...indexed(queue),
        push: (id, key) => queue.push(id, key),
        least: () => queue.peekPriority(),
        key: (id) => queue.priority(id),
        update: (id, key) => queue.update(id, key),
      };
    },
  };
}

function lazy(make: () => LazyHeap | MonotoneQueue): Kind {
  return {
    ties: 'any',
    rising: true,
    make: () => {
      const queue = make();
      return { ...common(queue), push: (id, key) => queue.push(id, key), least: () => queue.peekKey() };
    },
  };
}

export const queueKinds: Readonly<Record<string, Kind>> = {
  'heap, lifo': heap('lifo'),
  'heap, fifo': heap('fifo'),
  'heap, any': heap('any'),
  'heap of pairs': pairs(2),
  'heap of triples': pairs(3),
  'buckets, lifo': buckets('lifo'),
  'buckets, fifo': buckets('fifo'),
  'lazy heap': lazy(() => new LazyHeap(2)),
  'monotone queue': lazy(() => new MonotoneQueue(2)),
};

interface Entry {
  readonly id: number;
  readonly key: number;
  readonly second: number;
  readonly since: number;
}

/** Applies the operations to a queue and to a list, and compares them after each. */
export function playQueue({ ids, operations }: QueueCase, { make, ties, rising = false, pairs = false, whole = false }: Kind, tally: Tally): void {
  const queue = make(ids);
  let entries: Entry[] = [];
  let floor = 0;
  let capacity = ids;
  let clock = 0;
  const compare = (a: Entry, b: Entry): number =>
    a.key - b.key || (pairs ? a.second - b.second : 0) || (ties === 'any' ? 0 : ties === 'lifo' ? b.since - a.since : a.since - b.since);
  const first = (): Entry[] => {
    const [least] = [...entries].sort(compare);
    return least === undefined ? [] : entries.filter((entry) => compare(entry, least) === 0);
  };
  const take = (id: number): void => {
    const at = entries.findIndex(
      (entry) => entry.id === id && (!rising || entry.key === Math.min(...entries.filter((other) => other.id === id).map(({ key }) => key))),
    );
    entries = entries.filter((_, i) => i !== at);
  };
  const pop = (): void => {
    const expected = first();
    const id = queue.pop();
    demand(
      expected.length === 0 ? id === -1 : expected.some((entry) => entry.id === id),
      () => `pop() gave ${id}, not ${expected.map((entry) => entry.id).join(' or ')}.`,
    );
    if (expected.length === 0) return;
    floor = expected[0].key;
    take(id);
  };
  const act = (verb: Verb, id: number, drawn: number, second: number): void => {
    const key = whole ? drawn : rising ? floor + drawn / 8 : drawn / 8 - 1;
    const present = entries.find((entry) => entry.id === id);
    const put = (): void => {
      // An entry that keeps its key keeps its position.
      if (present !== undefined && !rising && present.key === key && (!pairs || present.second === second)) return;
      if (present !== undefined && !rising) take(id);
      entries.push({ id, key, second, since: clock++ });
    };
    switch (verb) {
      case 'push':
        if (present !== undefined && !rising)
          demand(
            throws(() => queue.push(id, key, second)),
            () => `push(${id}) of what is in the queue was taken.`,
          );
        else {
          queue.push(id, key, second);
          put();
        }
        break;
      case 'pop':
        pop();
        break;
      case 'update':
        if (queue.update === undefined) break;
        queue.update(id, key, second);
        put();
        break;
      case 'decrease':
      case 'increase': {
        if (queue[verb] === undefined) break;
        const wrong = present === undefined || (verb === 'decrease' ? key > present.key : key < present.key);
        if (wrong)
          demand(
            throws(() => queue[verb]!(id, key)),
            () => `${verb}(${id}, ${key}) was taken.`,
          );
        else {
          queue[verb](id, key);
          put();
        }
        break;
      }
      case 'remove':
        if (queue.remove === undefined) break;
        demand(queue.remove(id) === (present !== undefined), () => `remove(${id}) gave the wrong answer.`);
        take(id);
        break;
      case 'grow':
        capacity += second % 3;
        queue.grow?.(capacity);
        break;
      default:
        if (drawn % 4 !== 0) break;
        queue.clear();
        entries = [];
    }
  };
  for (const [verb, id, key, second] of operations) {
    act(verb, Math.min(id, ids - 1), key, second);
    tally.queries++;
    demand(queue.size() === entries.length, () => `The size is ${queue.size()}, not ${entries.length}.`);
    const now = entries.find((entry) => entry.id === id);
    if (queue.has !== undefined) demand(queue.has(id) === (now !== undefined), () => `has(${id}) is wrong.`);
    if (queue.key !== undefined) demand(queue.key(id) === (now?.key ?? Infinity), () => `key(${id}) is ${queue.key!(id)}, not ${now?.key ?? Infinity}.`);
    // Some queues reorder when they are read, and must also work without that.
    if (key % 2 === 1) continue;
    const expected = first();
    demand(queue.least() === (expected[0]?.key ?? Infinity), () => `The least key is ${queue.least()}, not ${expected[0]?.key ?? Infinity}.`);
    const top = queue.peek();
    demand(
      expected.length === 0 ? top === -1 : expected.some((entry) => entry.id === top),
      () => `peek() gave ${top}, not ${expected.map((entry) => entry.id).join(' or ')}.`,
    );
  }
  while (entries.length > 0) pop();
  demand(queue.pop() === -1, () => 'An empty queue gave something.');
}

function throws(act: () => void): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}
