import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

/** A queue as the contract uses it. A key is one number or several (`part` selects one of them). Absent members are not supported. */
export interface ContractQueue {
  readonly size: number;
  push(id: number, ...key: number[]): void;
  pop(): number;
  peek(): number;
  peekKey(part: number): number;
  clear(): void;
  has?(id: number): boolean;
  key?(id: number, part: number): number;
  update?(id: number, ...key: number[]): void;
  decrease?(id: number, ...key: number[]): void;
  increase?(id: number, ...key: number[]): void;
  remove?(id: number): boolean;
  grow?(capacity: number): void;
}

export interface QueueTraits<Queue extends ContractQueue> {
  /** The keys to try. Few different ones cause many ties. */
  readonly keys: fc.Arbitrary<number[]>;
  /** Keys that every queue of the kind must reject without a change. */
  readonly badKeys: readonly number[][];
  /** The first part of a key is relative to that of the last popped entry, as in Dijkstra's algorithm; at first, to this. */
  readonly rising?: number;
  /** Which of equal keys is popped first: the last or the first that got its key, or any. */
  readonly ties?: 'lifo' | 'fifo' | 'any';
  /** Whether an id may be queued more than once. */
  readonly duplicates?: boolean;
  /** Number of random sequences. */
  readonly sequences: number;
  /** Validates the whole structure after each operation; throws if it is invalid. */
  readonly validate?: (queue: Queue) => void;
}

const CAPACITY = 12;
const VERBS = ['push', 'push', 'push', 'pop', 'pop', 'update', 'update', 'decrease', 'increase', 'remove', 'grow', 'clear'] as const;

interface Operation {
  readonly verb: (typeof VERBS)[number];
  readonly id: number;
  readonly key: number[];
  /** Whether to read the top afterwards: some queues reorder for that, and must also pop correctly without it. */
  readonly look: boolean;
}

interface Entry {
  readonly id: number;
  readonly key: number[];
}

/** The model: a sorted array, next entry first. */
class SortedArray {
  readonly entries: Entry[] = [];

  constructor(private readonly ties: 'lifo' | 'fifo' | 'any') {}

  find(id: number): Entry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  insert(id: number, key: number[]): void {
    const goesAfter = (other: Entry): boolean => compareKeys(key, other.key) > 0 || (compareKeys(key, other.key) === 0 && this.ties === 'fifo');
    const index = this.entries.findIndex((other) => !goesAfter(other));
    this.entries.splice(index === -1 ? this.entries.length : index, 0, { id, key });
  }

  take(id: number): void {
    const index = this.entries.findIndex((entry) => entry.id === id);
    this.entries.splice(index, 1);
  }

  /** The ids that may be popped next. */
  candidates(): number[] {
    const [head] = this.entries;
    if (head === undefined) return [-1];
    if (this.ties !== 'any') return [head.id];
    return this.entries.filter((entry) => compareKeys(entry.key, head.key) === 0).map((entry) => entry.id);
  }
}

function compareKeys(a: number[], b: number[]): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

/** Applies a sequence to a queue and to the model, and compares them after every operation. */
function play<Queue extends ContractQueue>(queue: Queue, ids: number, operations: readonly Operation[], traits: QueueTraits<Queue>): void {
  const model = new SortedArray(traits.ties ?? 'any');
  let capacity = ids;
  let floor = traits.rising ?? 0;

  const compare = (look: boolean): void => {
    expectEqual(queue.size, model.entries.length, 'size');
    traits.validate?.(queue);
    if (!look) return;
    const head = model.entries[0];
    const parts = head?.key ?? [Infinity];
    parts.forEach((part, i) => expectEqual(queue.peekKey(i), part, `peekKey(${i})`));
    const top = queue.peek();
    if (!model.candidates().includes(top)) throw new Error(`peek() gave ${top}, expected one of ${model.candidates().join(', ')}`);
  };
  const pop = (): void => {
    const candidates = model.candidates();
    floor = model.entries[0]?.key[0] ?? floor;
    const id = queue.pop();
    if (!candidates.includes(id)) throw new Error(`pop() gave ${id}, expected one of ${candidates.join(', ')}`);
    if (id === -1) return;
    // With duplicates the id may also be queued with a larger key; the first is the smallest.
    model.take(id);
  };
  const expectRejected = (act: () => void, what: string): void => {
    let threw = false;
    try {
      act();
    } catch {
      threw = true;
    }
    if (!threw) throw new Error(`${what} should have thrown`);
  };

  for (const { verb, id, key: drawn, look } of operations) {
    const key = traits.rising !== undefined ? [floor + drawn[0], ...drawn.slice(1)] : drawn;
    const present = model.find(id);
    const order = present === undefined ? 0 : compareKeys(key, present.key);
    const rekey = (): void => {
      if (present !== undefined && order === 0) return;
      if (present !== undefined) model.take(id);
      model.insert(id, key);
    };
    switch (verb) {
      case 'push':
        if (present !== undefined && traits.duplicates !== true) expectRejected(() => queue.push(id, ...key), `push(${id}) of what is in the queue`);
        else {
          queue.push(id, ...key);
          model.insert(id, key);
        }
        break;
      case 'update':
        if (!queue.update) continue;
        queue.update(id, ...key);
        rekey();
        break;
      case 'decrease':
      case 'increase': {
        const act = queue[verb]?.bind(queue);
        if (!act) continue;
        if (present === undefined || (verb === 'decrease' ? order > 0 : order < 0)) expectRejected(() => act(id, ...key), `${verb}(${id}, ${key.join(', ')})`);
        else {
          act(id, ...key);
          rekey();
        }
        break;
      }
      case 'remove':
        if (!queue.remove) continue;
        expectEqual(queue.remove(id), present !== undefined, `remove(${id})`);
        if (present !== undefined) model.take(id);
        break;
      case 'grow':
        capacity += id % 4;
        queue.grow?.(capacity);
        break;
      case 'clear':
        // Rarely, because otherwise sequences would be short.
        if (id !== 1) continue;
        queue.clear();
        model.entries.length = 0;
        break;
      default:
        pop();
    }
    if (traits.duplicates !== true) {
      const now = model.find(id);
      if (queue.has) expectEqual(queue.has(id), now !== undefined, `has(${id})`);
      if (queue.key) for (let i = 0; i < drawn.length; i++) expectEqual(queue.key(id, i), now?.key[i] ?? Infinity, `key(${id}, ${i})`);
    }
    compare(look);
  }
  while (model.entries.length > 0) {
    pop();
    compare(model.entries.length % 3 === 0);
  }
  expectEqual(queue.pop(), -1, 'pop() of an empty queue');
}

function expectEqual(actual: unknown, expected: unknown, what: string): void {
  // vitest's expect would take longer than the rest of a sequence.
  if (actual !== expected) throw new Error(`${what} gave ${String(actual)}, expected ${String(expected)}`);
}

/**
 * The contract of every priority queue over small integers, compared with a sorted array in random sequences of operations. A failure prints
 * fast-check's seed and the shortest failing sequence.
 */
export function queueContract<Queue extends ContractQueue>(name: string, make: (capacity: number) => Queue, traits: QueueTraits<Queue>): void {
  describe(`${name} keeps the contract of a queue`, () => {
    const agree = (ids: number, maxLength: number, sequences: number): void => {
      const operation = fc.record({ verb: fc.constantFrom(...VERBS), id: fc.nat(ids - 1), key: traits.keys, look: fc.boolean() }, { noNullPrototype: true });
      const sequence = fc.array(operation, { minLength: 1, maxLength, size: 'max' });
      fc.assert(fc.property(sequence, (operations) => play(make(ids), ids, operations, traits)), { numRuns: sequences, seed: 20061 });
    };

    test(`${traits.sequences} random sequences of operations agree with a sorted array`, () => {
      agree(CAPACITY, 60, traits.sequences);
    }, 1_800_000);

    const long = Math.ceil(traits.sequences / 100);
    test(`${long} long sequences over many ids agree with a sorted array`, () => {
      agree(150, 1500, long);
    }, 1_800_000);

    test('a queue that is used repeatedly equals a new one', () => {
      const queue = make(CAPACITY);
      for (let round = 0; round < 20; round++) {
        for (let id = 0; id < CAPACITY; id++) queue.push(id, round, (id * 5) % CAPACITY, 0);
        if (round % 2 === 0) queue.clear();
        else for (let i = 0; i < CAPACITY; i++) expect(queue.pop()).toBeGreaterThanOrEqual(0);
        expect([queue.size, queue.pop(), queue.peek(), queue.peekKey(0)]).toEqual([0, -1, -1, Infinity]);
        traits.validate?.(queue);
      }
    });

    test('a bad key is rejected with a message that shows it, and changes nothing', () => {
      for (const key of traits.badKeys) {
        const queue = make(CAPACITY);
        const shown = String(key.find((part) => !(Number.isInteger(part) && part >= 0 && part < 1e15)));
        queue.push(1, 3, 3, 3);
        expect(() => queue.push(2, ...key), `push(2, ${key.join(', ')})`).toThrow(shown);
        if (queue.update) expect(() => queue.update!(2, ...key), `update(2, ${key.join(', ')})`).toThrow(shown);
        if (queue.update) expect(() => queue.update!(1, ...key), `update(1, ${key.join(', ')})`).toThrow(shown);
        if (queue.decrease) expect(() => queue.decrease!(1, ...key), `decrease(1, ${key.join(', ')})`).toThrow(shown);
        if (queue.increase) expect(() => queue.increase!(1, ...key), `increase(1, ${key.join(', ')})`).toThrow(shown);
        expect([queue.size, queue.peek(), queue.peekKey(0)]).toEqual([1, 1, 3]);
        traits.validate?.(queue);
      }
    });

    test('an invalid id is rejected with a message that shows it, and changes nothing', () => {
      for (const id of [-1, -2, 0.5, 1 / 3, NaN, Infinity, ...(traits.duplicates === true ? [2 ** 31] : [CAPACITY])]) {
        const queue = make(CAPACITY);
        queue.push(1, 3, 3, 3);
        for (const verb of ['push', 'update', 'decrease', 'increase'] as const) {
          if (queue[verb]) expect(() => queue[verb]!(id, 3, 3, 3), `${verb}(${id}, …)`).toThrow(String(id));
        }
        if (queue.remove) expect(() => queue.remove!(id), `remove(${id})`).toThrow(String(id));
        if (queue.has) expect(queue.has(id)).toBe(false);
        if (queue.key) expect(queue.key(id, 0)).toBe(Infinity);
        expect([queue.size, queue.peek(), queue.peekKey(0)]).toEqual([1, 1, 3]);
        traits.validate?.(queue);
      }
    });

    test('growing keeps every entry, and shrinking is rejected', () => {
      const queue = make(4);
      if (!queue.grow) return;
      for (let id = 0; id < 4; id++) queue.push(id, 10 - id, 0, 0);
      queue.grow(4);
      queue.grow(9);
      for (let id = 4; id < 9; id++) queue.push(id, 10 - id, 0, 0);
      traits.validate?.(queue);
      for (const capacity of [8, -1, 9.5, NaN]) expect(() => queue.grow!(capacity), `grow(${capacity})`).toThrow(String(capacity));
      for (let id = 8; id >= 0; id--) expect(queue.pop()).toBe(id);
    });
  });
}
