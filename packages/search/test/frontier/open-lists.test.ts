import type { Graph, Lattice } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import type { GridOptions } from '@pf/grid';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import { oracleDistances, runs } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BucketRing } from '../../src/bucket-ring.ts';
import type { FrontierOptions } from '../../src/frontier/choose-frontier.ts';
import { chooseFrontier } from '../../src/frontier/choose-frontier.ts';
import type { Frontier } from '../../src/frontier/frontier.ts';
import { inTurn } from '../../src/frontier/frontier.ts';
import { AStar } from '../../src/index.ts';
import type { Ties } from '../../src/index.ts';
import { TieHeap } from '../../src/tie-heap.ts';
import { plain } from '../searches.ts';

/** A step of a search: expands the first vertex, and opens some whose keys are slightly higher, as a share of `reach`. */
const steps = fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }), { minLength: 1, maxLength: 200 });

test('the ring with falling keys gives the lowest bucket first, wherever the keys fall', () => {
  const random = seededRandom(2021);
  for (let round = 0; round < runs(200); round++) {
    const width = [0.25, 1, 3][round % 3];
    const ring = new BucketRing(width, 'lifo', true);
    ring.clear(10);
    const keys: number[] = [];
    const open = new Set<number>();
    let around = 200;
    for (let step = 0; step < 400; step++) {
      if (open.size === 0 || random() < 0.55) {
        // Wide jumps make the ring grow in both directions.
        if (random() < 0.05) around = 10 + random() * 400;
        const key = 10 + Math.abs(around - 10 + (random() - 0.5) * 40);
        ring.push(keys.length, key);
        open.add(keys.length);
        keys.push(key);
      } else {
        const v = ring.pop(Infinity);
        const bucket = (key: number): number => Math.floor((key - 10) / width);
        expect(bucket(keys[v])).toBe(Math.min(...[...open].map((u) => bucket(keys[u]))));
        expect(open.delete(v)).toBe(true);
      }
      expect(ring.size).toBe(open.size);
    }
  }
});

describe('the ring of buckets', () => {
  test('an estimate of any size takes neither memory nor time, and vertices that leave too early are corrected', () => {
    const grid = Grid.fromRows(['....#...', '.##.#.#.', '.#....#.', '...##...', '.#..#.#.']);
    const [start, goal, odd] = [grid.vertex(0, 0), grid.vertex(7, 4), grid.vertex(2, 0)];
    for (const value of [-1e300, -1.2e10, -2e9, 1e8, 2e9, 1.2e10, 1e300]) {
      for (const heuristic of [(v: number) => (v === odd ? value : 0), (v: number) => (v === goal ? 0 : value)]) {
        const before = process.memoryUsage().arrayBuffers;
        const cost = new AStar(grid, { heuristic }).search(start, goal);
        // Too high an estimate may lose the best path; one too low never does.
        expect(cost === 11 || (value > 0 && cost < 30), `${value}: ${cost}`).toBe(true);
        expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 25);
      }
    }
  });

  for (const order of ['lifo', 'fifo'] as const) {
    test(`agrees with an array of buckets, ${order}`, () => {
      const property = fc.property(steps, fc.constantFrom(0.01, 0.5, 1, 7), fc.constantFrom(1, 30, 5000), fc.integer({ min: -50, max: 50 }), (plan, width, reach, base) => {
        const ring = new BucketRing(width, order);
        for (const round of [0, 1]) {
          ring.clear(base);
          const entries: { v: number; bucket: number; serial: number }[] = [];
          let serial = 0;
          let lowest = 0;
          const push = (key: number): void => {
            ring.push(serial, key);
            entries.push({ v: serial, bucket: Math.max(lowest, Math.trunc((key - base) * (1 / width))), serial: serial++ });
          };
          push(base + round);
          for (const shares of plan) {
            expect(ring.size).toBe(entries.length);
            if (entries.length === 0) break;
            entries.sort((a, b) => a.bucket - b.bucket || (order === 'lifo' ? b.serial - a.serial : a.serial - b.serial));
            const [first] = entries;
            lowest = first.bucket;
            expect(ring.floor()).toBeCloseTo(base + lowest * width, 6);
            expect(ring.pop(base + lowest * width - 1e-6)).toBe(-1);
            expect(ring.pop(Infinity)).toBe(first.v);
            entries.shift();
            for (const share of shares) push(base + lowest * width + share * reach);
          }
        }
      });
      fc.assert(property, { numRuns: runs(200), seed: 1974 });
    });
  }

  test('a key below the lowest bucket goes into that bucket', () => {
    const ring = new BucketRing(1, 'lifo');
    ring.clear(0);
    ring.push(1, 5);
    ring.push(2, 9);
    expect(ring.pop(Infinity)).toBe(1);
    expect(ring.floor()).toBe(9);
    ring.push(3, 2);
    expect([ring.pop(Infinity), ring.pop(Infinity), ring.pop(Infinity), ring.floor()]).toEqual([3, 2, -1, Infinity]);
  });

  test('removed entries make room for others, and keys may be too far apart for one ring of sixteen megabytes', () => {
    const ring = new BucketRing(1, 'lifo');
    const inside = ring as unknown as { entries: Int32Array; heads: Int32Array };
    const { entries } = inside;
    ring.clear(0);
    for (let v = 0; v < 5000; v++) {
      ring.push(v, v);
      expect(ring.pop(Infinity)).toBe(v);
    }
    expect(inside.entries).toBe(entries);
    // More than the initial room.
    for (let v = 5000; v < 9000; v++) ring.push(v, 5000 + (v % 2));
    expect(ring.pop(5000)).toBe(-1);
    for (let v = 8998; v >= 5000; v -= 2) expect(ring.pop(Infinity)).toBe(v);
    expect(ring.size).toBe(2000);
    for (let v = 0; v < 9; v++) ring.push(v, 2 ** 22 + v);
    expect(inside.heads.length).toBe(2 ** 21);
  });

  test('keeps its order when bucket numbers overflow', () => {
    for (const order of ['lifo', 'fifo'] as const) {
      const ring = new BucketRing(0.25, order);
      const inside = ring as unknown as { cursor: number };
      ring.clear(0);
      // 2³¹ buckets take too long to reach.
      inside.cursor = 2 ** 31 - 20;
      let sorted: number[] = [];
      const random = seededRandom(12);
      for (let i = 0, lowest = inside.cursor; i < 4000; i++) {
        const key = (lowest + Math.floor(40 * random())) / 4;
        ring.push(4 * key, key);
        sorted.push(4 * key);
        if (i < 3) continue;
        sorted = sorted.sort((a, b) => a - b);
        lowest = sorted.shift()!;
        expect(ring.floor()).toBe(lowest / 4);
        // A vertex is an integer of 32 bits: so is what comes out.
        expect(ring.pop(Infinity)).toBe(lowest | 0);
      }
      expect(inside.cursor).toBeGreaterThan(2 ** 31 + 1000);
      expect(ring.pop(inside.cursor / 4)).toBe(-1);
    }
  });

  test('keeps every bucket in place as it grows', () => {
    const ring = new BucketRing(1, 'lifo');
    ring.clear(0);
    for (let v = 0; v <= 16; v++) ring.push(v, v);
    for (let v = 0; v <= 16; v++) expect(ring.pop(Infinity)).toBe(v);
    const twice = new BucketRing(1, 'lifo');
    twice.clear(0);
    for (const key of [0, 32]) twice.push(key, key);
    for (const key of [0, 32]) expect([twice.floor(), twice.pop(Infinity)]).toEqual([key, key]);
    const narrow = new BucketRing(0.01, 'lifo');
    narrow.clear(0);
    narrow.push(10, 10);
    narrow.pop(Infinity);
    for (const key of [60, 15]) narrow.push(key, key);
    for (const key of [15, 60]) expect([narrow.floor(), narrow.pop(Infinity)]).toEqual([key, key]);
  });
});

describe('the heap with tie-breaking', () => {
  for (const ties of ['larger-g', 'smaller-g', 'lifo', 'fifo'] as Ties[]) {
    test(`agrees with a sorted array, ${ties}`, () => {
      const small = fc.integer({ min: 0, max: 5 });
      const property = fc.property(fc.array(fc.oneof(fc.tuple(small, small), fc.constant(undefined)), { minLength: 1, maxLength: 3000, size: 'max' }), (plan) => {
        const heap = new TieHeap(ties);
        const entries: { v: number; f: number; rank: number }[] = [];
        let serial = 0;
        for (const step of plan) {
          expect([heap.size, heap.floor()]).toEqual([entries.length, Math.min(Infinity, ...entries.map(({ f }) => f))]);
          if (step !== undefined) {
            const [f, g] = step;
            heap.push(serial, f, g);
            entries.push({ v: serial, f, rank: { 'larger-g': -g, 'smaller-g': g, 'lifo': -serial, 'fifo': serial }[ties] });
            serial++;
            continue;
          }
          const first = entries.reduce((a, b) => (b.f < a.f || (b.f === a.f && b.rank < a.rank) ? b : a), { v: -1, f: Infinity, rank: 0 });
          const top = heap.peek();
          expect(heap.pop()).toBe(top);
          const at = entries.findIndex(({ v }) => v === top);
          if (first.v === -1) expect(top).toBe(-1);
          else expect(entries[at]).toEqual({ v: top, f: first.f, rank: first.rank });
          if (at >= 0) entries.splice(at, 1);
        }
        heap.clear();
        expect([heap.size, heap.pop(), heap.peek(), heap.floor()]).toEqual([0, -1, -1, Infinity]);
      });
      fc.assert(property, { numRuns: runs(12), seed: 1975 });
    });
  }
});

describe('every frontier keeps its contract', () => {
  const rules: GridOptions[] = [{}, { corners: 'always' }, { movement: 'four' }, { movement: 'hex' }, { metric: { straight: 1, diagonal: 3 } }, { metric: '5/7' }, { metric: { straight: 1, diagonal: 1 } }];
  const grids = rules.flatMap((options, i) => [false, true].map((rough) => {
    const random = seededRandom(i);
    const grid = randomObstacles(9, 9, 0.25, random, options);
    for (let x = 0; rough && x < 9; x++) {
      grid.setCost(x, 5, 1 + (x % 3));
      grid.setSides(x, 7, { enter: Math.floor(random() * 256) });
    }
    return grid;
  }));
  const bytesOf = (grid: Grid): Lattice => {
    const { moves, offsets, lengths, weights, weighted } = grid;
    return { ...plain(grid), moves, offsets, lengths, weights, weighted };
  };
  type Kind = Omit<FrontierOptions, 'backward' | 'weight'>;
  /** By name: the graph made from a grid, and the options of the frontier. */
  const kinds: Record<string, (grid: Grid) => [Graph, Kind]> = {
    'a heap': (grid) => [plain(grid), { heuristic: grid.heuristic() }],
    'a heap without estimates': (grid) => [grid, { heuristic: 'none', queue: 'heap' }],
    'buckets over a graph': (grid) => [plain(grid), { heuristic: grid.heuristic(), queue: 'buckets', bucketWidth: 0.5 }],
    'a lattice': (grid) => [grid, { heuristic: 'grid' }],
    'a lattice, every arc': (grid) => [grid, { heuristic: 'grid', everyArc: true }],
    'a lattice, fifo': (grid) => [grid, { heuristic: 'grid', queue: 'buckets', ties: 'fifo' }],
    'a lattice without estimates': (grid) => [grid, { heuristic: 'none' }],
    'a lattice between two ends': (grid) => [grid, { heuristic: 'balanced', everyArc: true }],
    'a lattice with a heuristic given': (grid) => [grid, { heuristic: grid.heuristic() }],
    'a lattice that is no grid': (grid) => [bytesOf(grid), { heuristic: 'none' }],
    'a lattice that is no grid, with a heuristic given': (grid) => [bytesOf(grid), { heuristic: grid.heuristic() }],
  };
  for (const [name, kind] of Object.entries(kinds)) {
    for (const backward of [false, true]) {
      test(`${name}, ${backward ? 'backward' : 'forward'}`, () => {
        for (const grid of grids) {
          const [graph, kindOptions] = kind(grid);
          const options: FrontierOptions = { ...kindOptions, backward, weight: 1 };
          const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
          const frontier = chooseFrontier(graph, new Counters(), options);
          // The second search would show what the first leaves behind.
          for (const [root, target] of [[free[3], free.at(-4)!], [free.at(-9)!, free[20]]]) {
            const own = grid.heuristic();
            const far = (v: number): number => (kindOptions.heuristic === 'balanced' ? (own(v, target) - grid.heuristic()(root, v)) / 2 : own(v, target));
            const h = kindOptions.heuristic === 'none' ? () => 0 : far;
            const expected = { root, target, free, h, exact: oracleDistances(grid, root, { backward }), heap: name.startsWith('a heap') };
            followed(frontier, expected);
            const counters = [new Counters(), new Counters()] as const;
            alike([chooseFrontier(graph, counters[0], options), chooseFrontier(graph, counters[1], options)], counters, expected);
          }
        }
      });
    }
  }

  interface Expected {
    readonly root: number;
    readonly target: number;
    readonly free: readonly number[];
    readonly h: (v: number) => number;
    readonly exact: Float64Array;
    /** Whether the order of keys is exact. */
    readonly heap: boolean;
  }

  /** Expands to the end, and checks everything after each step. */
  function followed(frontier: Frontier, { root, target, free, h, exact, heap }: Expected): void {
    frontier.begin([root], [target]);
    expect([frontier.openCount, frontier.isOpen(root), frontier.isClosed(root), frontier.cost(root), frontier.parent(root)]).toEqual([1, true, false, 0, NO_VERTEX]);
    expect(free.filter((v) => Math.abs(frontier.estimate(v) - h(v)) > 1e-9)).toEqual([]);
    const key = (v: number): number => frontier.cost(v) + h(v);
    let cap = Infinity;
    for (;;) {
      const open = free.filter((v) => frontier.isOpen(v));
      const least = Math.min(Infinity, ...open.map(key));
      expect(frontier.openCount).toBeGreaterThanOrEqual(open.length);
      const floor = frontier.floor();
      expect(floor <= least + 1e-9 && (!heap || floor >= least - 1e-9), `floor ${floor}, least ${least}`).toBe(true);
      const v = frontier.next();
      if (v === NO_VERTEX) {
        expect(least).toBeGreaterThanOrEqual(cap - 1e-9);
        break;
      }
      expect([open.includes(v), frontier.isOpen(v), frontier.isClosed(v), heap && key(v) > least + 1e-9]).toEqual([true, false, true, false]);
      if (v === target) {
        cap = frontier.cost(v);
        expect([frontier.capAt(v), frontier.capAt(v)]).toEqual([true, false]);
        continue;
      }
      const before = free.map((u) => frontier.cost(u));
      frontier.expand(v);
      expect(free.filter((u, i) => frontier.cost(u) !== before[i] && !(frontier.isOpen(u) && frontier.parent(u) === v && key(u) < cap))).toEqual([]);
    }
    expect(frontier.isClosed(target)).toBe(exact[target] < Infinity);
    if (exact[target] < Infinity) expect(frontier.cost(target)).toBeCloseTo(exact[target], 9);
    expect(free.filter((v) => frontier.cost(v) < exact[v] - 1e-9 || (frontier.cost(v) === Infinity && (frontier.isOpen(v) || frontier.isClosed(v))))).toEqual([]);
    // A vertex nearer than the target cannot come after it.
    expect(free.filter((v) => exact[v] <= exact[target] && exact[v] + h(v) < cap - 1e-9 && frontier.cost(v) > exact[v] + 1e-9)).toEqual([]);
  }

  /** `advance` equals `next` and `expand` in turn; what a cap excludes gets no label. */
  function alike([one, other]: readonly [Frontier, Frontier], counters: readonly [Counters, Counters], { root, target, free, h }: Expected): void {
    const cap = 15;
    for (const frontier of [one, other]) {
      frontier.begin([root], [target]);
      frontier.cap(cap);
    }
    for (let going = true; going; ) {
      going = one.advance(3, target);
      expect(going).toBe(inTurn(other, counters[1], 3, target));
      expect({ ...counters[0] }).toEqual({ ...counters[1] });
    }
    expect(free.filter((v) => one.isClosed(v) !== other.isClosed(v) || one.cost(v) !== other.cost(v))).toEqual([]);
    expect(free.filter((v) => v !== root && one.cost(v) < Infinity && one.cost(v) + h(v) >= cap - 1e-9)).toEqual([]);
  }
});
