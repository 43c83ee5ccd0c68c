import type { GridOptions, Sensor } from '@pf/grid';
import { eightNeighbours, FogOfWar, fourNeighbours, Grid, maze, radius, randomObstacles, rooms, seededRandom } from '@pf/grid';
import { oracleCost } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { navigate } from '../src/index.ts';
import { planners } from './planners.ts';

interface Course {
  readonly truth: Grid;
  readonly sensor: Sensor;
}

/** Worlds on fixed seeds; each episode goes from the first free cell to the last. */
const courses: Readonly<Record<string, () => Course>> = {
  'maze 41, four': () => ({ truth: maze(41, 41, seededRandom(1), { movement: 'four', opened: 30 }), sensor: fourNeighbours }),
  'random 30%, four': () => ({ truth: randomObstacles(48, 48, 0.3, seededRandom(3), { movement: 'four' }), sensor: fourNeighbours }),
  'rooms of 6, 5/7': () => ({ truth: rooms(48, 48, 6, seededRandom(3), { metric: '5/7' }), sensor: eightNeighbours }),
  'random 20%, exact': () => ({ truth: randomObstacles(48, 48, 0.2, seededRandom(4), { metric: 'exact' }), sensor: radius(4) }),
};

/** [moves, expanded, generated, queue operations] of each episode. A change here is a change of an algorithm. */
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

/** Lives in which everything happens: walls and terrain come and go, the unit walks and jumps, the goal moves, and budgets run out. */
const lives: Readonly<Record<string, { rules: GridOptions; maxCost: number }>> = {
  'a life among walls, 5/7': { rules: { metric: '5/7' }, maxCost: 1 },
  'a life on terrain, four': { rules: { movement: 'four' }, maxCost: 4 },
  'a life on terrain, exact': { rules: { metric: 'exact' }, maxCost: 3 },
};
const SIDE = 24;

function live({ rules, maxCost }: (typeof lives)[string], name: string): number[] {
  const random = seededRandom(5);
  const below = (n: number): number => Math.floor(n * random());
  const grid = new Grid(SIDE, SIDE, rules);
  const worth = (): number => (random() < 0.3 ? 0 : 1 + below(maxCost));
  for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) grid.setCost(x, y, worth());
  const place = (): number => grid.vertex(below(SIDE), below(SIDE));
  const tails = new Uint32Array(grid.vertexCount);
  const planner = planners[name](grid, grid.heuristic({ least: 1 }));
  const total = [0, 0, 0, 0];
  const begin = (): void => {
    const { expanded, generated, reopened, queueOperations } = planner.counters;
    [expanded, generated, reopened, queueOperations].forEach((count, i) => (total[i] += count));
    planner.begin(place(), place());
  };
  begin();
  for (let event = 0; event < 600; event++) {
    const kind = random();
    if (kind < 0.6) {
      // Mostly ahead of the unit.
      const v = random() < 0.7 && planner.next() !== -1 ? planner.next() : place();
      planner.arcsChanged(tails, grid.setCost(grid.x(v), grid.y(v), worth(), tails));
    } else if (kind < 0.8) {
      for (let steps = below(6); steps > 0 && planner.next() !== -1; steps--) planner.moveTo(planner.next());
    } else if (kind < 0.88) planner.goalMovedTo(place());
    else if (kind < 0.96) planner.moveTo(place());
    else begin();
    if (!planner.run(random() < 0.2 ? below(20) : Infinity)) continue;
    expect(planner.cost).toBeCloseTo(oracleCost(grid, planner.start, planner.goal), 9);
  }
  begin();
  return total;
}

describe.each(Object.keys(lives))('%s', (life) => {
  test.each(Object.keys(planners).filter((name) => lives[life].rules.metric !== 'exact' || !name.includes('buckets')))('%s', (name) => {
    expect(live(lives[life], name).join(' ')).toMatchSnapshot();
  });
});
