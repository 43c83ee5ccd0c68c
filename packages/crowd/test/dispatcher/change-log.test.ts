import type { Graph } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { ChangeLog } from '../../src/dispatcher/change-log.ts';
import { RequestQueue } from '../../src/dispatcher/request-queue.ts';

test.each([1, 2, 3, 4])('readers get each changed vertex once, at its last change, as long as the log has it (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const log = new ChangeLog(new Grid(26, 24));
  expect(log.capacity).toBe(91);
  const changes: number[] = [];
  let all = 0;
  const readers = [{ changesRead: 0 }, { changesRead: 0 }];
  const out = new Uint32Array(40);
  for (let round = 0; round < 600; round++) {
    if (random() < 0.03) {
      log.addAll();
      all = changes.push(-1);
    } else {
      const tails = Array.from({ length: below(6) }, () => below(30));
      log.add([...tails, 29], tails.length);
      changes.push(...tails);
    }
    expect(log.count).toBe(changes.length);
    const since = changes.length - below(100);
    for (let v = 0; v < 30; v++) expect(log.hasTouched(v, since)).toBe(all > since || changes.lastIndexOf(v) >= since);
    for (const [i, reader] of readers.entries()) {
      const before = reader.changesRead;
      const isComplete = before >= all && changes.length - before <= 91;
      expect(log.isComplete(reader)).toBe(isComplete);
      if (!isComplete) reader.changesRead = changes.length;
      else if (random() < (i === 0 ? 0.5 : 0.05)) {
        const limit = below(12);
        const expected = changes.flatMap((v, k) => (k >= before && changes.lastIndexOf(v) === k ? [v] : [])).slice(0, limit);
        expect([...out.subarray(0, log.read(reader, limit, out))]).toEqual(expected);
        if (expected.length < limit) expect(reader.changesRead).toBe(changes.length);
      }
    }
  }
});

test('changes are noticed and read, also after more of them than 32 bits count', () => {
  const log = new ChangeLog(new Grid(8, 8));
  const first = 2 ** 32 - 3;
  Object.assign(log, { count: first });
  const reader = { changesRead: first };
  const out = new Uint32Array(8);
  for (let v = 11; v < 17; v++) {
    const since = log.count;
    log.add([v], 1);
    expect([log.hasTouched(v, since), log.hasTouched(v, log.count), log.hasTouched(11, first)]).toEqual([true, false, true]);
  }
  expect([...out.subarray(0, log.read(reader, 8, out))]).toEqual([11, 12, 13, 14, 15, 16]);
});

test.each<[string, Graph]>([
  ['a grid', Grid.fromRows(['..5#..', '.3..4.', '......'])],
  ['a grid without terrain', Grid.fromRows(['...#..', '......', '......'], { movement: 'hex' })],
  ['roads', new CompressedGraph(30, Array.from({ length: 120 }, (_, i) => [i % 30, (7 * i + 5 * Math.floor(i / 30) + 1) % 30, 1 + (i % 9)] as const))],
])('the costs of a path are those of its arcs, and paths without an arc are rejected: %s', (_, graph) => {
  const random = seededRandom(1);
  const log = new ChangeLog(graph);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  let walks = 0;
  for (let start = 0; start < graph.vertexCount; start++) {
    const path = [start];
    const costs: number[] = [];
    for (let step = 0; step < 12; step++) {
      const n = graph.successors(path.at(-1)!, to, cost);
      if (n === 0) break;
      // Often the same step again.
      const k = random() < 0.5 ? Math.min(n - 1, 2) : Math.floor(random() * n);
      path.push(to[k]);
      costs.push(cost[k]);
      expect(log.costOf(path.at(-2)!, to[k])).toBe(cost[k]);
    }
    if (costs.length < 12) continue;
    walks++;
    const out = new Float64Array(20).fill(-1);
    log.costsOf(Uint32Array.from([...path, 0]), path.length, out, 3);
    expect([...out]).toEqual([-1, -1, -1, -1, ...costs, -1, -1, -1, -1]);
    const cut = 1 + Math.floor(random() * 11);
    const broken = Uint32Array.from(path.filter((__, i) => i !== cut));
    graph.successors(path[cut - 1], to, cost);
    if (log.costOf(path[cut - 1], path[cut + 1]) === Infinity) expect(() => { log.costsOf(broken, 12, out, 0); }).toThrow(`The path of a planner goes from vertex ${path[cut - 1]} to ${path[cut + 1]}, between which there is no arc.`);
  }
  expect(walks).toBeGreaterThan(10);
});

test('a queue serves each entry once, in order', () => {
  const random = seededRandom(3);
  const queue = new RequestQueue<number>();
  let expected: number[] = [];
  for (let i = 0; i < 3000; i++) {
    const entry = Math.floor(random() * 150);
    const isFilling = Math.floor(i / 300) % 2 === 0;
    if (random() < (isFilling ? 0.8 : 0.3)) {
      queue.push(entry);
      if (!expected.includes(entry)) expected = [...expected, entry];
    } else if (random() < 0.3) {
      queue.delete(entry);
      expected = expected.filter((other) => other !== entry);
    } else {
      expect(queue.shift()).toBe(expected[0]);
      expected = expected.slice(1);
    }
    expect(queue.isEmpty).toBe(expected.length === 0);
  }
});
