import { FogOfWar, fourNeighbours, maze, seededRandom } from '@pf/grid';
import { navigate } from '@pf/incremental';
import { describe, expect, it } from 'vitest';
import { PLANNERS } from '../../src/episodes/planners.ts';
import { drawTask } from '../../src/worlds/unknown-worlds.ts';
import { EpisodeRunner } from '../../src/episodes/episode.ts';

const random = seededRandom(4);
const tasks = Array.from({ length: 4 }, () => drawTask(() => maze(31, 31, random, { opened: 20, movement: 'four' }), random));

describe('a runner', () => {
  for (const { name, make } of Object.values(PLANNERS)) {
    it(`with ${name} takes the path of navigate, and forgets one world before the next`, () => {
      const runner = new EpisodeRunner(tasks[0].truth, fourNeighbours, make);
      for (const { truth, start, goal } of tasks) {
        runner.enter(truth);
        const episode = runner.run(start, goal);
        const world = new FogOfWar(truth);
        const planner = make(world.known);
        const steps = [...navigate(planner, world, { start, goal, sensor: fourNeighbours })];
        expect(episode.reached).toBe(steps.at(-1)!.status === 'reached');
        expect(episode.moves).toBe(steps.filter(({ status }) => status === 'moving').length);
        expect(episode.searches).toBe(steps.filter(({ replanned }) => replanned).length);
        expect(episode.expanded).toBe(planner.counters.expanded);
        expect(episode.cost).toBe(episode.moves);
      }
    });
  }
});
