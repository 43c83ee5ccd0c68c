import type { Heuristic } from '@pf/graph';
import { revised } from '@pf/graph/kit';
import type { Grid } from './grid.ts';
import type { HeuristicOptions } from './heuristics.ts';

/**
 * The estimate over joined edges: the cost on an empty map by the shorter of the ways around. `width` and `height` say after how many cells the map repeats; for edges that
 * are not joined, so many that no such way around is shorter, even over hexagons.
 */
export function torusHeuristic(grid: Grid, width: number, height: number, options: HeuristicOptions): Heuristic {
  // Throws for invalid options. Its estimate is not used, because it ignores the joined edges.
  grid.heuristic(options);
  const { stride, movement, steps: { straight, diagonal } } = grid;
  const terrain = options.least === undefined ? grid.terrain : { least: options.least };
  let goal = -1;
  let goalX = 0;
  let goalY = 0;
  // A diagonal step that costs more than two straight steps is never needed.
  const aslant = movement === 'four' ? 2 * straight : Math.min(diagonal, 2 * straight);
  const overSquares: Heuristic = (v, target) => {
    if (target !== goal) {
      goal = target;
      goalX = target % stride;
      goalY = (target - goalX) / stride;
    }
    const x = v % stride;
    let dx = Math.abs(x - goalX);
    let dy = Math.abs((v - x) / stride - goalY);
    if (2 * dx > width) dx = width - dx;
    if (2 * dy > height) dy = height - dy;
    return terrain.least * (dx > dy ? straight * (dx - dy) + aslant * dy : straight * (dy - dx) + aslant * dx);
  };
  const overHexagons: Heuristic = (v, target) => {
    if (target !== goal) {
      goal = target;
      goalX = target % stride;
      goalY = (target - goalX) / stride;
    }
    const x = v % stride;
    const dx = x - goalX;
    const dy = (v - x) / stride - goalY;
    const otherX = dx > 0 ? dx - width : dx + width;
    const otherY = dy > 0 ? dy - height : dy + height;
    return terrain.least * straight * Math.min(hexSteps(dx, dy), hexSteps(otherX, dy), hexSteps(dx, otherY), hexSteps(otherX, otherY));
  };
  return revised(movement === 'hex' ? overHexagons : overSquares, () => terrain.least);
}

function hexSteps(dx: number, dy: number): number {
  return (Math.abs(dx) + Math.abs(dy) + Math.abs(dx + dy)) / 2;
}
