import { Grid } from '@pf/grid';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BucketRing } from '../src/bucket-ring.ts';
import { AStar } from '../src/index.ts';
import type { Ties } from '../src/index.ts';
import { TieHeap } from '../src/tie-heap.ts';

/** A step of a search: expand the first vertex, and open some whose keys are a little higher, as a share of `reach`. */
const steps = fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }), { minLength: 1, maxLength: 200 });

describe('the ring of buckets', () => {
  test('an estimate of any size takes neither memory nor time, and what it makes come too early is put right', () => {
    const grid = Grid.fromRows(['....#...', '.##.#.#.', '.#....#.', '...##...', '.#..#.#.']);
    const [start, goal, odd] = [grid.vertex(0, 0), grid.vertex(7, 4), grid.vertex(2, 0)];
    for (const value of [-1e300, -1.2e10, -2e9, 1e8, 2e9, 1.2e10, 1e300]) {
      for (const heuristic of [(v: number) => (v === odd ? value : 0), (v: number) => (v === goal ? 0 : value)]) {
        const before = process.memoryUsage().arrayBuffers;
        const cost = new AStar(grid, { heuristic }).search(start, goal);
        // Too high an estimate may cost the best way, one too low never.
        expect(cost === 11 || (value > 0 && cost < 30), `${value}: ${cost}`).toBe(true);
        expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 25);
      }
    }
  });

  for (const order of ['lifo', 'fifo'] as const) {
    test(`gives what an array of buckets gives, ${order}`, () => {
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
});

describe('the heap with ties', () => {
  for (const ties of ['larger-g', 'smaller-g', 'lifo', 'fifo'] as Ties[]) {
    test(`gives what a sorted array gives, ${ties}`, () => {
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
