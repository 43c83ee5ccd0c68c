import type { Place } from './lab/scenario/scenario.ts';

/**
 * The cells of a straight stroke, without its first cell. Each shares a side with the one before, so no path slips through a wall drawn
 * like that, whatever the corner rule. (`lineOfSight` of @pf/grid walks the same line, but returns only whether it is free.)
 */
export function stroke([x, y]: Place, [toX, toY]: Place): readonly Place[] {
  const [across, down] = [Math.abs(toX - x), Math.abs(toY - y)];
  const cells: Place[] = [];
  for (let i = 0, j = 0; i < across || j < down; ) {
    // The line meets the i-th vertical side at (i + ½) / across of its length, the j-th horizontal one at (j + ½) / down.
    if ((2 * i + 1) * down <= (2 * j + 1) * across) i++;
    else j++;
    cells.push([x + i * Math.sign(toX - x), y + j * Math.sign(toY - y)]);
  }
  return cells;
}
