import { seededRandom } from '@pf/grid';
import { BinaryHeap, BucketQueue, LazyHeap, MonotoneQueue } from '@pf/queues';
import { column } from '../../record/column.ts';
import type { Experiment, Options } from '../../experiment.ts';
import { measure, timesFaster } from '../../measure/measure.ts';
import type { Timing } from '../../measure/measure.ts';
import type { QueuePeer } from '../../measure/peer.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { combineRatios } from '../../measure/statistics.ts';
import type { Estimate } from '../../measure/statistics.ts';
import { randomGraph, shortestPathTrace, squareWorld } from './queue-trace.ts';
import { fillAndDrain, hold, mix, referenceQueue, replay } from './queue-work.ts';
import type { Queue, Work } from './queue-work.ts';

const SIZES = {
  tiny: { filled: 500, held: 100, moves: 500, side: 24, graph: 400, seconds: 0.02 },
  quick: { filled: 200_000, held: 10_000, moves: 200_000, side: 256, graph: 30_000, seconds: 1.8 },
  full: { filled: 1_000_000, held: 10_000, moves: 1_000_000, side: 512, graph: 200_000, seconds: 20 },
};

const OURS = '@pf/queues';

/** Entries held in the mixes. */
const MIXES = [1000, 10_000, 100_000];

interface Candidate {
  readonly name: string;
  readonly whose: string;
  readonly make: (capacity: number) => Queue;
}

// Functions over a fixed queue, as in the peers' adapters: the engine then treats the queue's arrays as constants, which saves a quarter of the time.
// All contenders get the same.
const OWN: readonly Candidate[] = [
  {
    name: 'LazyHeap', whose: OURS,
    make(capacity) {
      const queue = new LazyHeap(capacity);
      return { push: (id, key) => queue.push(id, key), pop: () => queue.pop() };
    },
  },
  {
    name: 'BinaryHeap', whose: OURS,
    make(capacity) {
      const queue = new BinaryHeap(capacity);
      return { push: (id, key) => queue.push(id, key), decrease: (id, key) => queue.decrease(id, key), pop: () => queue.pop() };
    },
  },
];

const MONOTONE: Candidate = {
  name: 'MonotoneQueue', whose: OURS,
  make(capacity) {
    const queue = new MonotoneQueue(capacity);
    return { push: (id, key) => queue.push(id, key), pop: () => queue.pop() };
  },
};

// Whole numbers only: it is left out of mixes with real keys.
const BUCKETS: Candidate = {
  name: 'BucketQueue', whose: OURS,
  make(capacity) {
    const queue = new BucketQueue(capacity);
    return { push: (id, key) => queue.push(id, key), decrease: (id, key) => queue.update(id, key), pop: () => queue.pop() };
  },
};

const theirs = ({ name, version, make }: QueuePeer): Candidate => ({ name, whose: version, make });

interface Task {
  readonly name: string;
  readonly short: string;
  /** The times are nanoseconds per operation. */
  readonly operations: number;
  readonly work: Work;
  readonly candidates: readonly Candidate[];
}

/** Rows of `shown`, default all candidates. Adds ours whose entries come out of order to `wrong`. */
function measureWork(record: Recorder, { name, operations, work, candidates }: Task, wrong: string[], seconds: number, shown = candidates): Map<string, Timing> {
  const runs = candidates.map((candidate) => ({ candidate, once: work(candidate.make) }));
  const answers = runs.map(({ once }) => once());
  const right = work(referenceQueue)();
  const timings = measure(runs.map(({ candidate, once }) => ({ name: candidate.name, run: () => void once() })), { queries: 1, seconds });
  const base = timings.find((timing) => timing.name.startsWith('flatqueue')) ?? timings[0];
  for (const [k, timing] of timings.entries()) {
    if (!shown.includes(candidates[k])) continue;
    const perOperation = ({ value, low, high }: Estimate): { value: number; low: number; high: number } =>
      ({ value: (value * 1000) / operations, low: (low * 1000) / operations, high: (high * 1000) / operations });
    const isRight = Math.abs(answers[k] - right) <= 1e-9 * right;
    if (!isRight && candidates[k].whose === OURS) wrong.push(`${timing.name}, ${name}`);
    record.row('times', {
      work: name, queue: timing.name, whose: candidates[k].whose, time: perOperation(timing.time),
      speed: timesFaster(base, timing), answer: isRight ? 'right' : 'wrong',
    });
  }
  return new Map(timings.map((timing) => [timing.name, timing]));
}

const fastest = (timings: Map<string, Timing>, names: (name: string) => boolean): Timing | undefined =>
  [...timings.values()].filter(({ name }) => names(name)).sort((a, b) => a.time.value - b.time.value)[0];

export const queues: Experiment = experiment({
  name: 'queues', title: 'Queues',
  reproduces: 'The queues of @pf/queues and of npm on the same work.',
}, run);

function run(record: Recorder, { seed, effort, peers }: Options): void {
  const { filled, held, moves, side, graph, seconds } = SIZES[effort];
  const random = seededRandom(seed);
  const others = (peers?.queues ?? []).map(theirs);
  for (const { name, version } of peers?.queues ?? []) record.version(name.split(',')[0], version);
  const heaps = [...OWN, ...others];
  const dense = shortestPathTrace(graph, randomGraph(graph, random));
  const whole = shortestPathTrace(side * side, squareWorld(side, 'whole', random));
  const real = shortestPathTrace(side * side, squareWorld(side, 'real', random));
  const steps = Float64Array.from({ length: 2 ** 16 }, () => 1 + Math.floor(200 * random()));
  const mixes = MIXES.map((entries): Task => ({
    name: `mix of ${entries}, whole numbers`, short: `mix of ${entries}`, operations: moves, candidates: [BUCKETS, ...heaps],
    work: mix(entries, { steps, others: Int32Array.from({ length: moves }, () => Math.floor(entries * random())) }),
  }));
  const tasks: readonly Task[] = [
    { name: `fill ${filled}, drain`, short: `fill ${filled}`, operations: filled, work: fillAndDrain(Float64Array.from({ length: filled }, random)), candidates: heaps },
    { name: `hold ${held}`, short: `hold ${held}`, operations: moves, work: hold(held, Float64Array.from({ length: moves }, random)), candidates: heaps },
    { name: `Dijkstra, random graph of ${graph}`, short: 'Dijkstra, random', operations: dense.ids.length, work: replay(dense), candidates: [BUCKETS, ...heaps] },
    { name: 'Dijkstra, whole-number costs', short: 'Dijkstra, whole', operations: whole.ids.length, work: replay(whole), candidates: [BUCKETS, ...heaps] },
    { name: 'Dijkstra, real costs', short: 'Dijkstra, √2', operations: real.ids.length, work: replay(real), candidates: heaps },
    ...mixes,
  ];
  record.table('times', 'Time a push and pop (fill, hold, mix), or an operation of the queue (Dijkstra)', {
    work: column.key('work'), queue: column.key('queue'), whose: column.text('version'),
    time: column.time('time', 'ns'), speed: column.ratio('against flatqueue'), answer: column.text('order'),
  });
  record.note(`Dijkstra: the recorded queue operations of the algorithm: on a random graph of 8 arcs a vertex (costs 1 to 200), on a ${side}×${side} world with terrain (4-connected, costs 1 to 9) and on an octile one. A queue without decrease gets the entry again and skips the stale one.`);
  record.expect(tasks.length + 1);
  const found: Map<string, Timing>[] = [];
  const wrong: string[] = [];
  for (const task of tasks) {
    record.step(task.name);
    found.push(measureWork(record, task, wrong, seconds));
  }
  // Last, because a LazyHeap grows in it, after which the engine no longer treats the arrays of any as constants, as it does those of a flatqueue of
  // fixed capacity. A fill at once does not rise, so it is no work for that queue.
  record.step(MONOTONE.name);
  const flat = others.filter(({ name }) => name.startsWith('flatqueue'));
  for (const [k, task] of tasks.entries()) {
    if (task === tasks[0]) continue;
    const alone = measureWork(record, { ...task, candidates: [MONOTONE, ...flat] }, wrong, seconds / 3, [MONOTONE]);
    found[k].set(MONOTONE.name, alone.get(MONOTONE.name)!);
  }
  record.table('overview', 'The same in one table, ns', {
    queue: column.key('queue'), ...Object.fromEntries(tasks.map(({ short }, k) => [`work${k}`, column.figure(short)])),
  });
  for (const { name, whose } of [BUCKETS, MONOTONE, ...heaps]) {
    const figures = found.flatMap((timings, k) => {
      const timing = timings.get(name);
      return timing === undefined ? [] : [[`work${k}`, (timing.time.value * 1000) / tasks[k].operations]];
    });
    record.row('overview', { queue: whose.startsWith('@') ? name : `${name} ${whose}`, ...Object.fromEntries(figures) as Record<string, number> });
  }
  record.figure({
    kind: 'bars', title: 'Nanoseconds an operation', y: { label: 'ns', log: true }, categories: tasks.map(({ name }) => name),
    series: [BUCKETS, MONOTONE, ...heaps].map(({ name }) => ({ name, values: found.map((timings, k) => (timings.has(name) ? (timings.get(name)!.time.value * 1000) / tasks[k].operations : null)) })),
  });

  const overFlat = (timings: Map<string, Timing>): Estimate | null => {
    const flat = fastest(timings, (name) => name.startsWith('flatqueue'));
    return flat === undefined ? null : timesFaster(flat, timings.get('LazyHeap')!);
  };
  const ahead = found.map(overFlat).filter((ratio) => ratio !== null);
  const remark = ahead.length === 0 ? 'flatqueue was not given to this run' : tasks.map(({ short }, k) => `${short} ${ahead[k].value.toFixed(2)}×`).join(', ');
  record.claim({
    name: 'LazyHeap at least as fast as flatqueue', source: 'target, flatqueue at its best setting, geometric mean over all works', reference: 1, atLeast: 1, unit: '×',
    ours: ahead.length === 0 ? null : combineRatios(ahead), remark,
  });
  // The monotone queue is not a heap.
  const isHeap = (name: string): boolean => name !== BUCKETS.name && name !== MONOTONE.name;
  const overHeap = (timings: Map<string, Timing>): Estimate => timesFaster(fastest(timings, isHeap)!, timings.get(BUCKETS.name)!);
  record.claim({
    name: 'BucketQueue against the best heap, mixes of whole numbers', source: 'target, geometric mean over the mixes', reference: 3, atLeast: 3, unit: '×',
    ours: combineRatios(found.slice(tasks.length - mixes.length).map(overHeap)),
  });
  for (const k of [2, 3]) {
    record.claim({
      name: `BucketQueue against the best heap: ${tasks[k].name}`, source: 'reported', unit: '×', ours: overHeap(found[k]),
      remark: `the best heap is ${fastest(found[k], isHeap)!.name}`,
    });
  }
  record.claim({
    name: 'Wrong orders of ours', source: 'sums of popped keys, against a plain heap', atMost: 0, unit: '', ours: wrong.length, anySize: true,
    ...(wrong.length === 0 ? {} : { remark: wrong.join('; ') }),
  });
}
