import type { Grid, Sensor } from '@pf/grid';
import { eightNeighbours, FogOfWar, fourNeighbours, maze, radius, randomObstacles, rooms, seededRandom } from '@pf/grid';
import { describe, expect, test } from 'vitest';
import { navigate } from '../src/index.ts';
import { planners } from './planners.ts';

interface Course {
  readonly truth: Grid;
  readonly sensor: Sensor;
}

/** Worlds on fixed seeds; each voyage goes from the first free cell to the last. */
const courses: Readonly<Record<string, () => Course>> = {
  'maze 41, four': () => ({ truth: maze(41, 41, seededRandom(1), { movement: 'four', opened: 30 }), sensor: fourNeighbours }),
  'random 30%, four': () => ({ truth: randomObstacles(48, 48, 0.3, seededRandom(3), { movement: 'four' }), sensor: fourNeighbours }),
  'rooms of 6, 5/7': () => ({ truth: rooms(48, 48, 6, seededRandom(3), { metric: '5/7' }), sensor: eightNeighbours }),
  'random 20%, exact': () => ({ truth: randomObstacles(48, 48, 0.2, seededRandom(4), { metric: 'exact' }), sensor: radius(4) }),
};

/** [moves, expanded, generated, queue operations] of each voyage: a change of one of these is a change of an algorithm. */
function sail(course: Course, name: string): number[] {
  const { truth, sensor } = course;
  const world = new FogOfWar(truth);
  const { known } = world;
  const free: number[] = [];
  for (let v = 0; v < truth.vertexCount; v++) if (truth.cells[v] !== 0) free.push(v);
  const planner = planners[name](known, known.heuristic());
  let moves = -1;
  let status = '';
  for (const step of navigate(planner, world, { start: free[0], goal: free.at(-1)!, sensor })) {
    moves++;
    status = step.status;
  }
  expect(status).toBe('reached');
  const { expanded, generated, queueOperations } = planner.counters;
  return [moves, expanded, generated, queueOperations];
}

describe.each(Object.keys(courses))('%s', (course) => {
  test.each(Object.keys(planners).filter((name) => course !== 'random 20%, exact' || !name.includes('buckets')))('%s', (name) => {
    expect(sail(courses[course](), name).join(' ')).toMatchSnapshot();
  });
});
