import type { Heuristic } from '@pf/graph';
import { revised } from '@pf/graph/kit';
import type { Grid } from './grid.ts';
import type { HeuristicOptions } from './heuristics.ts';
import { leastTerrain, lengthBetween } from './heuristics.ts';

/**
 * The estimate over joined edges: the cost on an empty map by the shorter of the ways around. `width` and `height` say after how many cells the map repeats; for edges that
 * are not joined, so many that no such way around is shorter, even over hexagons.
 */
export function torusHeuristic(grid: Grid, width: number, height: number, options: HeuristicOptions): Heuristic {
  const { stride } = grid;
  const terrain = leastTerrain(grid, options);
  const lengthOf = lengthBetween(grid);
  const isHexagonal = grid.movement === 'hex';
  let goal = -1;
  let goalX = 0;
  let goalY = 0;
  const estimate: Heuristic = (v, target) => {
    if (target !== goal) {
      goal = target;
      goalX = target % stride;
      goalY = (target - goalX) / stride;
    }
    const x = v % stride;
    const dx = x - goalX;
    const dy = (v - x) / stride - goalY;
    const around = dx > 0 ? dx - width : dx + width;
    const over = dy > 0 ? dy - height : dy + height;
    if (isHexagonal) return terrain.least * Math.min(lengthOf(dx, dy), lengthOf(around, dy), lengthOf(dx, over), lengthOf(around, over));
    return terrain.least * lengthOf(Math.min(Math.abs(dx), Math.abs(around)), Math.min(Math.abs(dy), Math.abs(over)));
  };
  return revised(estimate, () => terrain.least);
}
