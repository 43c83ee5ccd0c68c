import type { Graph, Heuristic } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import { oracleCost } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { planners } from './planners.ts';

describe.each(Object.keys(planners))('%s', (name) => {
  test('throws when called from within its own graph or heuristic, and answers afterwards', () => {
    const grid = new Grid(8, 8, { movement: 'four' });
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(7, 7)];
    const own = grid.heuristic();
    for (const verb of ['begin', 'run', 'moveTo', 'goalMovedTo', 'arcsChanged'] as const) {
      let armed = false;
      let said = '';
      const enter = (): void => {
        if (!armed) return;
        armed = false;
        try {
          if (verb === 'begin') planner.begin(goal, start);
          else if (verb === 'run') planner.run();
          else if (verb === 'arcsChanged') planner.arcsChanged([start], 1);
          else planner[verb](grid.vertex(3, 3));
        } catch (error) {
          said = (error as Error).message;
        }
      };
      const world: Graph = {
        vertexCount: grid.vertexCount,
        maxDegree: 4,
        successors: (v, to, cost) => (enter(), grid.successors(v, to, cost)),
        predecessors: (v, to, cost) => (enter(), grid.predecessors(v, to, cost)),
      };
      const planner = planners[name](world, (v, w) => (enter(), own(v, w)));
      planner.begin(start, goal);
      armed = true;
      planner.run();
      expect(said, verb).toContain('from within its own graph or heuristic');
      expect([planner.run(), planner.cost, planner.start, planner.goal], verb).toEqual([true, 14, start, goal]);
      grid.setBlocked(1, 0, true);
      planner.arcsChanged([start, grid.vertex(1, 0), grid.vertex(2, 0), grid.vertex(1, 1)], 4);
      expect([planner.run(), planner.cost], verb).toEqual([true, 14]);
      grid.setBlocked(1, 0, false);
    }
  });

  test('is right after its heuristic has edited a graph while the planner looked whether the start has moved', () => {
    const roads = new CompressedGraph(4, [[0, 1, 5], [1, 2, 5], [0, 2, 20], [2, 3, 5]]);
    let edit = (): void => undefined;
    const planner = planners[name](roads, () => {
      edit();
      return 0;
    });
    for (const [before, after] of [[9, 1], [1, 9]]) {
      roads.setCost(1, 2, before);
      planner.begin(0, 3);
      planner.run();
      edit = (): void => {
        edit = () => undefined;
        roads.setCost(1, 2, after);
      };
      roads.setCost(0, 1, 6 + after);
      while (!planner.run());
      expect(planner.cost).toBe(oracleCost(roads, 0, 3));
    }
  });

  test('is right after its heuristic has edited the grid during a plan or a report', () => {
    const random = seededRandom(9);
    const below = (n: number): number => Math.floor(n * random());
    let edits = 0;
    for (let world = 0; world < 150; world++) {
      const grid = randomObstacles(9, 9, 0.35, random, { metric: '5/7' });
      const cell = (): number => grid.vertex(below(9), below(9));
      const own = grid.heuristic();
      let fuse = 0;
      const planner = planners[name](grid, (v, w) => {
        if (--fuse !== 0) return own(v, w);
        edits++;
        const [x, y] = [below(9), below(9)];
        grid.setBlocked(x, y, grid.isFree(x, y));
        return own(v, w);
      });
      planner.begin(cell(), cell());
      for (let turn = 0; turn < 8; turn++) {
        fuse = 1 + below(30);
        if (random() < 0.5) grid.setBlocked(below(9), below(9), random() < 0.5);
        const budget = random() < 0.5 ? 7 : Infinity;
        for (let slices = 0; !planner.run(budget); slices++) expect(slices).toBeLessThan(200);
        fuse = 0;
        planner.run();
        expect(planner.cost, `world ${world}, turn ${turn}`).toBe(oracleCost(grid, planner.start, planner.goal));
        planner.moveTo(cell());
      }
    }
    expect(edits).toBeGreaterThan(100);
  });

  test('rejects a heuristic that is above 0 at the goal, or not consistent at the start', () => {
    const grid = new Grid(6, 6, { movement: 'four' });
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(5, 5)];
    const own = grid.heuristic();
    const bad: [Heuristic, string][] = [
      [() => 5, 'to itself'],
      [(dx, dy) => dx + dy, 'to itself'],
      [(v, w) => (v === w ? 0 : v === start || w === start ? 40 : own(v, w)), 'not consistent'],
    ];
    for (const [heuristic, sentence] of bad) expect(() => planners[name](grid, heuristic).begin(start, goal), sentence).toThrow(sentence);
    const late = planners[name](grid, (v, w) => (v === goal || w === goal ? own(v, w) : v === w ? 3 : own(v, w)));
    late.begin(start, goal);
    late.run();
    expect(() => late.goalMovedTo(grid.vertex(2, 2))).toThrow('to itself');
  });
});
