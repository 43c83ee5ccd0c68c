import { seededRandom } from '@pf/grid';
import { describe, expect, test } from 'vitest';
import { KeyQueue } from '../src/lifelong/key-queue.ts';
import type { OpenList } from '../src/open-list.ts';
import { openList } from '../src/open-list.ts';
import { StackBuckets } from '../src/stack-buckets.ts';

/** All entries, in the order of leaving. */
function drain(queue: KeyQueue): number[] {
  return Array.from({ length: queue.size }, () => queue.pop());
}

function drainOpen(open: OpenList): [vertex: number, priority: number][] {
  const left: [number, number][] = [];
  while (open.size > 0) {
    const priority = open.peekPriority();
    left.push([open.peek(), priority]);
    open.pop();
  }
  return left;
}

describe('stacks of vertices in buckets', () => {
  // Unreported edits may make fractions of costs.
  test('fractions leave no trace after clear', () => {
    const buckets = new StackBuckets();
    for (const priority of [4.7, 6.5]) buckets.push(1, priority);
    buckets.clear();
    buckets.push(2, 5);
    buckets.push(3, 8);
    expect(drainOpen(buckets)).toEqual([[2, 5], [3, 8]]);
  });

  test('fractions stay when the ring grows', () => {
    const buckets = new StackBuckets();
    for (const priority of [4.7, 6.5, 300]) buckets.push(Math.ceil(priority), priority);
    expect(drainOpen(buckets)).toEqual([[5, 4], [7, 6], [300, 300]]);
  });

  test('entries leave by priority and last in, first out among equals, after any pushes and clears', () => {
    const random = seededRandom(8);
    const buckets = new StackBuckets();
    let model: [vertex: number, priority: number][] = [];
    let base = 1000;
    for (let i = 0; i < 6_000; i++) {
      // Priorities wander, at times by more than the length of the ring; the balance of pushes and pops changes.
      if (random() < 0.01) base = Math.floor(3000 * random());
      const what = random();
      if (what < (i % 1500 < 1000 ? 0.6 : 0.4)) {
        const priority = base + Math.floor((random() < 0.01 ? 500 : 40) * random());
        buckets.push(i, priority);
        model.push([i, priority]);
      } else if (what < 0.999) {
        const top = Math.min(...model.map(([, priority]) => priority));
        const last = model.findLastIndex(([, priority]) => priority === top);
        if (buckets.peekPriority() !== top || (last >= 0 && buckets.peek() !== model[last][0])) throw new Error(`step ${i}: not ${model[last]?.[0]} of ${top} on top`);
        if (last === -1) continue;
        buckets.pop();
        model.splice(last, 1);
      } else {
        buckets.clear();
        model = [];
      }
      if (buckets.size !== model.length) throw new Error(`step ${i}: ${buckets.size} entries, not ${model.length}`);
    }
  });

  test.each([34, 80])('entries too far off for the ring come in their turn, after any pushes and clears, up to 2^%i', (most) => {
    const random = seededRandom(9);
    const below = (n: number): number => Math.floor(n * random());
    const buckets = new StackBuckets();
    let model: [vertex: number, priority: number][] = [];
    let base = 2 ** 31;
    let longest = 0;
    for (let i = 0; i < 6_000; i++) {
      // Orders of magnitude apart, both falling and rising, and few enough for equal priorities.
      if (random() < 0.02) base = 2 ** below(most) + below(3);
      const what = random();
      if (what < (i % 1500 < 1000 ? 0.6 : 0.4)) {
        const priority = base + below(4) * 10 ** below(8);
        buckets.push(i, priority);
        model.push([i, priority]);
      } else if (what < 0.996) {
        const top = Math.min(...model.map(([, priority]) => priority));
        if (buckets.peekPriority() !== top) throw new Error(`step ${i}: not ${top} on top, but ${buckets.peekPriority()}`);
        if (top === Infinity) continue;
        const place = model.findIndex(([v, priority]) => priority === top && v === buckets.peek());
        if (place === -1) throw new Error(`step ${i}: ${buckets.peek()} is none of those of ${top}`);
        buckets.pop();
        model.splice(place, 1);
      } else if (random() < 0.2) {
        buckets.clear();
        model = [];
      }
      if (buckets.size !== model.length) throw new Error(`step ${i}: ${buckets.size} entries, not ${model.length}`);
      longest = Math.max(longest, buckets['tops'].length);
    }
    expect(longest).toBe(2 ** 16);
    expect(drainOpen(buckets).map(([, priority]) => priority)).toEqual(model.map(([, priority]) => priority).sort((a, b) => a - b));
  });

  test('the longest ring spans 2¹⁶ priorities; in it, equal priorities are last in, first out', () => {
    const buckets = new StackBuckets();
    [7, 7 + 2 ** 16 - 1, 7 + 2 ** 16, 7].forEach((priority, v) => buckets.push(v, priority));
    expect([buckets['near'], buckets['far'].size]).toEqual([3, 1]);
    // Below all: the two ends of the ring are too far apart now.
    buckets.push(4, 6);
    expect([buckets['near'], buckets['far'].size]).toEqual([3, 2]);
    // Not before the entries outside, although the ring would reach it.
    buckets.push(5, 7 + 2 ** 16 - 1);
    expect([buckets['near'], buckets['far'].size, buckets['tops'].length]).toEqual([3, 3, 2 ** 16]);
    expect(drainOpen(buckets).map(([v]) => v).slice(0, 3)).toEqual([4, 3, 0]);
    expect(buckets.size).toBe(0);
  });

  test('stacks far apart are found in little time, however often the ring comes round', () => {
    const buckets = new StackBuckets();
    buckets.push(0, 0);
    const began = process.cpuUsage();
    for (let i = 0; i < 80_000; i++) {
      buckets.push(i + 1, (i + 1) * 50_021);
      if (buckets.peekPriority() !== i * 50_021 || buckets.peek() !== i) throw new Error(`step ${i}: ${buckets.peek()} of ${buckets.peekPriority()} on top`);
      buckets.pop();
    }
    // Several seconds if each stack between is looked at.
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
  });

  test('an entry reuses the room of one that was popped or cleared', () => {
    const buckets = new StackBuckets();
    const fill = (): void => {
      for (let v = 0; v < 256; v++) buckets.push(v, v % 7);
    };
    for (let round = 0; round < 3; round++) {
      fill();
      expect(drainOpen(buckets)).toHaveLength(256);
      fill();
      buckets.clear();
    }
    fill();
    expect(buckets['entries']).toHaveLength(512);
    buckets.push(256, 7);
    expect(buckets['entries']).toHaveLength(1024);
    const sorted = Array.from({ length: 257 }, (_, v): [number, number] => [v, v === 256 ? 7 : v % 7]).sort((a, b) => a[1] - b[1] || b[0] - a[0]);
    expect(drainOpen(buckets)).toEqual(sorted);
  });

  test('the ring is no longer than its priorities need', () => {
    const buckets = new StackBuckets();
    const lengths: number[] = [];
    const push = (v: number, priority: number): void => {
      buckets.push(v, priority);
      lengths.push(buckets['tops'].length);
    };
    push(0, 100);
    push(1, 163);
    push(2, 164);
    push(3, 37);
    push(4, 36);
    push(5, 2000);
    expect(lengths).toEqual([64, 64, 128, 128, 256, 2048]);
    expect(drainOpen(buckets)).toEqual([[4, 36], [3, 37], [0, 100], [1, 163], [2, 164], [5, 2000]]);
    // An empty queue accepts any key.
    push(6, 2 ** 30);
    expect([buckets['tops'].length, buckets.peekPriority(), buckets.peek()]).toEqual([2048, 2 ** 30, 6]);
    buckets.clear();
    expect(buckets.peekPriority()).toBe(Infinity);
  });
});

describe('the queue of A*', () => {
  const entries: readonly [vertex: number, f: number, g: number][] = [[0, 7, 2], [1, 5, 3], [2, 5, 4], [3, 5, 4], [4, 5, 3], [5, 6, 9]];
  test.each([
    ['larger-g', [2, 3, 1, 4, 5, 0]],
    ['smaller-g', [1, 4, 2, 3, 5, 0]],
    ['buckets', [4, 3, 2, 1, 5, 0]],
  ] as const)('%s: by f, with this tie-breaking', (order, left) => {
    const open = openList(6, order);
    expect([open.size, open.peekPriority()]).toEqual([0, Infinity]);
    for (let round = 0; round < 2; round++) {
      for (const [v, f, g] of entries) open.push(v, f, g);
      expect(open.size).toBe(6);
      expect(drainOpen(open)).toEqual(left.map((v) => [v, entries[v][1]]));
      open.push(3, 1, 1);
      open.clear();
      expect([open.size, open.peekPriority()]).toEqual([0, Infinity]);
    }
  });

  test('a vertex has one entry in a heap; buckets keep the old one', () => {
    const sizes = (['larger-g', 'smaller-g', 'buckets'] as const).map((order) => {
      const open = openList(2, order);
      open.push(1, 8, 0);
      open.push(1, 5, 0);
      expect([open.peekPriority(), open.peek()]).toEqual([5, 1]);
      return open.size;
    });
    expect(sizes).toEqual([1, 1, 2]);
  });
});

describe('the queue of searches that repair their trees', () => {
  /** [vertex, k, over, least]. */
  const keys: readonly [number, number, 0 | 1, number][] = [[0, 6, 0, 4], [1, 5, 1, 2], [2, 5, 0, 1], [3, 5, 1, 4], [4, 5, 0, 3], [5, 5, 0, 5]];
  const place = (queue: KeyQueue, [v, k, over, least]: (typeof keys)[number]): void => queue.place(v, queue.rank(k, over), over, least);

  test.each([
    ['larger-g', [5, 4, 2, 3, 1, 0], [6, 5, 5]],
    ['smaller-g', [2, 1, 4, 3, 5, 0], [6, 5, 5]],
    ['buckets', [5, 4, 2, 3, 1, 0], [12, 11, 10]],
  ] as const)('%s: by key, with this tie-breaking', (order, left, ranks) => {
    const queue = new KeyQueue(6, order);
    expect([queue.size, queue.topRank(), queue.peek(), queue.pop(), queue.remove(0)]).toEqual([0, Infinity, -1, -1, false]);
    for (const key of keys) place(queue, key);
    expect([queue.size, queue.topRank(), queue.peek()]).toEqual([6, ranks[2], left[0]]);
    expect(ranks).toEqual([queue.rank(6, 0), queue.rank(5, 1), queue.rank(5, 0)]);
    expect(drain(queue)).toEqual(left);
    for (const key of keys) place(queue, key);
    expect([queue.has(4), queue.remove(4), queue.has(4), queue.remove(4), queue.size]).toEqual([true, true, false, false, 5]);
    place(queue, [3, 1, 1, 1]);
    expect(queue.peek()).toBe(3);
    queue.clear();
    expect([queue.size, queue.has(3)]).toEqual([0, false]);
  });

  test('in buckets a vertex with an unchanged key keeps its position', () => {
    const queue = new KeyQueue(3, 'buckets');
    for (const v of [0, 1, 2, 0]) queue.place(v, 4, 0, 0);
    expect(drain(queue)).toEqual([2, 1, 0]);
  });

  test('buckets whose keys are too far apart are replaced by a heap, the larger g first among equal keys', () => {
    const queue = new KeyQueue(6, 'buckets');
    place(queue, [0, 2 ** 40, 1, 1]);
    expect(queue.topRank()).toBe(2 ** 41 + 1);
    queue.clear();
    place(queue, [1, 10, 1, 1]);
    place(queue, [2, 10 + 2 ** 17 - 1, 0, 3]);
    place(queue, [3, 10, 0, 9]);
    expect(queue['buckets']).toBeDefined();
    // One entry gets another key, and one comes in.
    place(queue, [2, 10 + 2 ** 17, 0, 3]);
    place(queue, [4, 10 + 2 ** 16, 1, 3]);
    expect([queue['buckets'], queue.size, queue.has(1), queue.remove(1), queue.has(1), queue.remove(1)]).toEqual([undefined, 4, true, true, false, false]);
    place(queue, [5, 10 + 2 ** 16, 0, 8]);
    place(queue, [0, 10 + 2 ** 16, 0, 7]);
    expect([queue.rank(10, 1), queue.topRank(), queue.peek(), queue.topFirst(0, 8)]).toEqual([21, 20, 3, false]);
    expect(drain(queue)).toEqual([3, 5, 0, 4, 2]);
    expect([queue.topRank(), queue.peek(), queue.pop()]).toEqual([Infinity, -1, -1]);
  });

  test('a key rejected by buckets for another reason stays rejected', () => {
    const queue = new KeyQueue(3, 'buckets');
    place(queue, [1, 10, 1, 1]);
    expect(() => queue.place(2, 20.5, 0, 10)).toThrow('20.5');
    expect(() => queue.place(2, NaN, 0, 10)).toThrow('NaN');
    expect(drain(queue)).toEqual([1]);
  });

  test('a heap can compare its top with a key of the same rank; buckets cannot', () => {
    const before = (order: 'buckets' | 'larger-g' | 'smaller-g', top: readonly [over: 0 | 1, least: number]): string => {
      const queue = new KeyQueue(1, order);
      queue.place(0, 4, ...top);
      const checked = [[0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4]] as const;
      return checked.filter(([over, least]) => queue.topFirst(over, least)).join(' ');
    };
    expect([before('larger-g', [0, 3]), before('larger-g', [1, 3])]).toEqual(['0,2 1,2 1,3 1,4', '1,2']);
    expect([before('smaller-g', [0, 3]), before('smaller-g', [1, 3])]).toEqual(['0,4 1,4', '0,4 1,4']);
    expect([before('buckets', [0, 3]), before('buckets', [1, 3])]).toEqual(['', '']);
  });
});
