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
    const far = grid.vertex(2, 2);
    const late = planners[name](grid, (v, w) => (v === w && v === far ? 3 : own(v, w)));
    late.begin(start, goal);
    late.run();
    expect(() => late.goalMovedTo(far)).toThrow('to itself');
  });
});

test('an estimate that is right for some goals only is refused by the planners that ask for others, and serves the rest', () => {
  // Shops are vertices of their own, 25 + v, and goals.
  const arcs: [number, number, number][] = [];
  for (let v = 0; v < 25; v++) {
    if (v % 5 < 4) arcs.push([v, v + 1, 1 + ((v * 7) % 3)], [v + 1, v, 1 + ((v * 5) % 3)]);
    if (v < 20) arcs.push([v, v + 5, 1 + ((v * 3) % 3)], [v + 5, v, 1 + ((v * 11) % 4)]);
    arcs.push([v, 25 + v, 1]);
  }
  const roads = new CompressedGraph(50, arcs);
  const at = (v: number): number => v % 25;
  const toShop = (v: number, goal: number): number => Math.abs((at(v) % 5) - ((goal - 25) % 5)) + Math.abs(Math.floor(at(v) / 5) - Math.floor((goal - 25) / 5));
  for (const [name, make] of Object.entries(planners)) {
    let refused = 0;
    for (let start = 0; start < 25; start++) {
      for (let goal = 25; goal < 50; goal++) {
        const planner = make(roads, toShop);
        try {
          planner.begin(start, goal);
          planner.run();
          expect(planner.cost, name).toBeCloseTo(oracleCost(roads, start, goal), 9);
        } catch (error) {
          expect((error as Error).message, name).toContain('to itself; it must be 0. It takes any two vertices');
          refused++;
        }
      }
    }
    expect([0, 625], name).toContain(refused);
  }
});
