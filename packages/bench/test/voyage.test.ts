import { FogOfWar, fourNeighbours, maze, seededRandom } from '@pf/grid';
import { navigate } from '@pf/incremental';
import { describe, expect, it } from 'vitest';
import { PLANNERS } from '../src/experiments/incremental-planners.ts';
import { drawTask } from '../src/experiments/unknown-worlds.ts';
import { Traveller } from '../src/voyage.ts';

const random = seededRandom(4);
const tasks = Array.from({ length: 4 }, () => drawTask(() => maze(31, 31, random, { opened: 20, movement: 'four' }), random));

describe('a traveller', () => {
  for (const { name, make } of Object.values(PLANNERS)) {
    it(`with ${name} goes the way of navigate, and forgets one world before the next`, () => {
      const traveller = new Traveller(tasks[0].truth, fourNeighbours, make);
      for (const { truth, start, goal } of tasks) {
        traveller.enter(truth);
        const voyage = traveller.travel(start, goal);
        const world = new FogOfWar(truth);
        const planner = make(world.known);
        const steps = [...navigate(planner, world, { start, goal, sensor: fourNeighbours })];
        expect(voyage.reached).toBe(steps.at(-1)!.status === 'reached');
        expect(voyage.moves).toBe(steps.filter(({ status }) => status === 'moving').length);
        expect(voyage.searches).toBe(steps.filter(({ replanned }) => replanned).length);
        expect(voyage.expanded).toBe(planner.counters.expanded);
        expect(voyage.cost).toBe(voyage.moves);
      }
    });
  }
});
