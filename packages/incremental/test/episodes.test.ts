import type { Heuristic } from '@pf/graph';
import type { GridOptions, Sensor } from '@pf/grid';
import { caves, eightNeighbours, FogOfWar, fourNeighbours, Grid, maze, radius, randomObstacles, rooms, seededRandom } from '@pf/grid';
import { oracleCost, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { planners } from './planners.ts';

interface Journey {
  readonly truth: Grid;
  readonly start: number;
  readonly goal: number;
  readonly sensor: Sensor;
}

/** Walks through fog and checks after each look that the planner agrees with the oracle on the known map; returns the number of checks. */
function walk(name: string, { truth, start, goal, sensor }: Journey, estimate: (known: Grid) => Heuristic): number {
  const world = new FogOfWar(truth);
  const { known } = world;
  const planner = planners[name](known, estimate(known));
  const tails = new Uint32Array(known.vertexCount);
  const slack = truth.metric === 'exact' ? 1e-9 : 0;
  planner.begin(start, goal);
  for (let looks = 1; ; looks++) {
    planner.arcsChanged(tails, world.reveal(planner.start, sensor, tails));
    const finished = planner.run(100 * known.vertexCount);
    const expected = planner.start === goal ? 0 : oracleCost(known, planner.start, goal);
    if (!finished || !(planner.cost === expected || Math.abs(planner.cost - expected) <= slack * expected) || looks > 9 * known.vertexCount) {
      const at = (v: number): string => `(${known.x(v)}, ${known.y(v)})`;
      const what = finished ? `says ${planner.cost}, the oracle ${expected}` : 'does not end';
      throw new Error(`${name} ${what}: at ${at(planner.start)} after ${looks} looks, going from ${at(start)} to ${at(goal)} in\n${truth.toRows().join('\n')}`);
    }
    if (planner.start === goal || planner.cost === Infinity) return looks;
    planner.moveTo(planner.next());
  }
}

const own = (known: Grid): Heuristic => known.heuristic();
/** Consistent, obeys the triangle inequality, and is seldom a whole number. */
const fractional = (known: Grid): Heuristic => {
  const heuristic = known.heuristic();
  return (v, goal) => 0.37 * heuristic(v, goal);
};

const four = { movement: 'four' } as const;

/** Small worlds in which planners once failed. */
const courses: Readonly<Record<string, { rows: string[]; from: [number, number]; to: [number, number]; rules: GridOptions; sensor: Sensor }>> = {
  'a state to be raised stays open across a move, with the same key as its successor': {
    rows: ['.....', '..##.', '....#', '.###.', '....#', '.....'], from: [3, 0], to: [4, 3], rules: four, sensor: fourNeighbours,
  },
  'only the rounding of real costs distinguishes a raised state from its successor': {
    rows: ['........', '........', '........', '..#....#', '........', '...#.#..', '....#.#.', '..##...#', '##......', '........', '........'],
    from: [1, 2], to: [5, 8], rules: { metric: 'exact' }, sensor: eightNeighbours,
  },
  'real costs and an enclosed goal': {
    rows: ['........', '...#.#.#', '....#.#.', '..#.....', '......##', '.....#..', '......#.', '.......#', '........'],
    from: [3, 0], to: [6, 5], rules: { metric: 'exact' }, sensor: eightNeighbours,
  },
};

const KINDS: readonly ((side: number, random: () => number, rules: GridOptions) => Grid)[] = [
  (side, random, rules) => caves(side, side, random, { ...rules, ratio: 0.46, rounds: 4 }),
  (side, random, rules) => maze(side | 1, side | 1, random, { ...rules, opened: side >> 1 }),
  (side, random, rules) => randomObstacles(side, side, 0.15 + 0.2 * random(), random, rules),
  (side, random, rules) => rooms(side, side, 5, random, rules),
];
const RULES: readonly GridOptions[] = [four, { metric: '5/7' }, { metric: '70/99' }, { metric: 'exact' }];

/** Journey number n: each kind of world under each kind of rules in turn. */
function journey(n: number): Journey | undefined {
  const random = seededRandom(n);
  const rules = RULES[n % RULES.length];
  const truth = KINDS[Math.floor(n / RULES.length) % KINDS.length](6 + Math.floor(20 * random()), random, rules);
  const free: number[] = [];
  for (let v = 0; v < truth.vertexCount; v++) if (truth.cells[v] !== 0) free.push(v);
  if (free.length === 0) return undefined;
  const [start, goal] = [0, 1].map(() => free[Math.floor(random() * free.length)]);
  const sensor = rules.movement === 'four' ? fourNeighbours : random() < 0.6 ? eightNeighbours : radius(2 + Math.floor(3 * random()));
  return { truth, start, goal, sensor };
}

describe.each(Object.keys(planners))('%s, walking through fog', (name) => {
  test.each(Object.keys(courses).filter((course) => !name.includes('buckets') || courses[course].rules.metric !== 'exact'))('%s', (course) => {
    const { rows, from, to, rules, sensor } = courses[course];
    const truth = Grid.fromRows(rows, rules);
    expect(walk(name, { truth, start: truth.vertex(...from), goal: truth.vertex(...to), sensor }, own)).toBeGreaterThan(3);
  });

  test('an estimate that is not a whole number, rounded down at each vertex, is fully corrected after each move', () => {
    const random = seededRandom(104);
    random();
    const truth = caves(31, 31, random, { ...four, ratio: 0.46, rounds: 4 });
    expect(walk(name, { truth, start: 684, goal: 564, sensor: fourNeighbours }, fractional)).toBeGreaterThan(75);
  });

  test('agrees with the oracle after each look', () => {
    const total = runs(32);
    let looks = 0;
    for (let n = 0; n < total; n++) {
      const drawn = journey(n);
      // Buckets accept only whole numbers and reject real costs.
      if (drawn === undefined || (drawn.truth.metric === 'exact' && name.includes('buckets'))) continue;
      looks += walk(name, drawn, n % 3 === 0 ? fractional : own);
    }
    // In the first of all worlds no cell is free, and a short run has no other.
    expect(looks).toBeGreaterThanOrEqual(total - 1);
  }, 1_800_000);
});
