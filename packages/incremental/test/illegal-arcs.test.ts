import { describe, expect, test } from 'vitest';
import type { Graph } from '@pf/graph';
import { seededRandom } from '@pf/grid';
import { expectLegal, illegalGraphs, oracleCost, runs, watched } from '@pf/testkit';
import { planners } from './planners.ts';

describe('an illegal arc of a graph of one\'s own is named, and no planner circles it without end or misses it', () => {
  // Buckets reject the fractions first.
  test.each(Object.entries(planners).filter(([name]) => !name.includes('buckets')))('%s', (_, make) => {
    for (const illegal of illegalGraphs()) {
      expectLegal(illegal, (graph, start, goal) => {
        const planner = make(graph, () => 0);
        planner.begin(start, goal);
        while (!planner.run(1));
        return planner.cost;
      });
    }
  });
});

describe('after an edit that makes an arc illegal, and one that makes it legal again, a planner finds the cheapest path', () => {
  test.each(Object.entries(planners))('%s', (_, make) => {
    const random = seededRandom(20261129);
    const below = (n: number): number => Math.floor(random() * n);
    let named = 0;
    for (let world = 0; world < runs(60); world++) {
      const arcs = Array.from({ length: 30 }, () => ({ tail: below(10), head: below(10), cost: 1 + below(5) }));
      const write = (near: 'tail' | 'head', far: 'tail' | 'head') => (v: number, to: Uint32Array, cost: Float64Array): number => {
        const found = arcs.filter((arc) => arc[near] === v);
        found.forEach((arc, i) => ([to[i], cost[i]] = [arc[far], arc.cost]));
        return found.length;
      };
      const graph: Graph & { version: number } = { vertexCount: 10, maxDegree: 30, version: 0, successors: write('tail', 'head'), predecessors: write('head', 'tail') };
      const [start, goal] = [below(10), below(10)];
      const planner = make(graph, () => 0);
      const set = (arc: (typeof arcs)[number], cost: number): void => {
        arc.cost = cost;
        graph.version++;
        planner.arcsChanged([arc.tail], 1);
      };
      planner.begin(start, goal);
      planner.run(world % 5);
      for (let edit = 0; edit < 4; edit++) {
        const arc = arcs[below(30)];
        try {
          watched(() => {
            set(arc, edit % 2 === 0 ? NaN : -2);
            planner.run(edit);
            planner.run();
          });
        } catch (error) {
          expect((error as Error).message).toMatch(/^The arc between the vertices \d and \d costs (NaN|-2): /);
          named++;
        }
        watched(() => {
          set(arc, 1 + below(5));
          planner.run();
        });
        expect(planner.cost, `world ${world}, edit ${edit}`).toBe(oracleCost(graph, start, goal));
      }
    }
    expect(named).toBeGreaterThan(runs(60));
  });
});
