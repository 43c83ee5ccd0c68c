import type { Generator, Scenario } from './scenario.ts';
import { generate } from './scenario.ts';

/** Two algorithms on a map that shows what sets them apart. */
export interface Story {
  readonly title: string;
  readonly left: string;
  readonly right: string;
  readonly rows: () => readonly string[];
  readonly plot?: boolean;
  /** Where the map alone would put them elsewhere. */
  readonly ends?: Pick<Scenario, 'start' | 'goal'>;
}

const map = (kind: Generator, seed: number) => () => generate(kind, seed);

/** A bay that is open towards the start: what a greedy walker falls into. */
function bay(): readonly string[] {
  const [width, height] = [61, 41];
  const wall = (x: number, y: number): boolean => (x === 38 && y >= 12 && y <= 28) || (x >= 22 && x <= 38 && (y === 12 || y === 28));
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (__, x) => (wall(x, y) ? '#' : '.')).join(''));
}

const across = { start: [8, 20], goal: [52, 20] } as const;

export const stories: readonly Story[] = [
  { title: 'Cells or jumps', left: 'a-star', right: 'jps', rows: map('caves', 253) },
  { title: 'A walk in fog', left: 'd-star-lite', right: 'mpaa', rows: map('rooms', 5) },
  { title: 'A moving target', left: 'fringe', right: 'moving-target', rows: map('caves', 253) },
  { title: 'Landmarks', left: 'a-star', right: 'landmarks', rows: map('maze', 4), plot: true },
  { title: 'Goal bounds', left: 'bounds', right: 'jps-bounds', rows: map('rooms', 3) },
  { title: 'First moves', left: 'jps-bounds', right: 'paths', rows: map('caves', 253) },
  { title: 'Learning', left: 'lrta', right: 'lss-lrta', rows: bay, ends: across },
  { title: 'Subgoals', left: 'subgoals', right: 'tba', rows: map('caves', 253) },
  { title: 'Precomputed subgoals', left: 'partition', right: 'cases', rows: map('caves', 253) },
  { title: 'From both ends', left: 'bidirectional', right: 'nba-star', rows: map('random', 2) },
  { title: 'Any angle', left: 'funnel', right: 'polyanya', rows: map('caves', 253) },
  { title: 'Growing trees', left: 'rrt-star', right: 'informed', rows: bay, ends: across },
  { title: 'Many units', left: 'lacam', right: 'real-time-lacam', rows: map('rooms', 3) },
  { title: 'Crowds', left: 'lacam', right: 'steering', rows: bay, ends: across },
  { title: 'A car', left: 'rrt-connect', right: 'car', rows: map('caves', 253) },
];
