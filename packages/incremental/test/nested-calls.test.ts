import type { Graph, Heuristic } from '@pf/graph';
import { Grid } from '@pf/grid';
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
