import { optimalCosts } from '../measure/comparison.ts';
import type { Problem, World } from './worlds.ts';

/** The problem with the longest path, used for drawings. */
export function longestProblem(world: World): Problem {
  const costs = optimalCosts(world);
  return world.problems[costs.reduce((best, cost, i) => (cost < Infinity && cost > costs[best] ? i : best), 0)];
}
