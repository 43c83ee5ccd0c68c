import { optimalCosts } from '../contest.ts';
import type { Problem, World } from '../worlds.ts';

/** The problem of a world whose way is longest: the one to draw. */
export function longestProblem(world: World): Problem {
  const costs = optimalCosts(world);
  return world.problems[costs.reduce((best, cost, i) => (cost < Infinity && cost > costs[best] ? i : best), 0)];
}
