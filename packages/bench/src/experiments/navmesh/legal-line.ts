import type { Grid } from '@pf/grid';
import type { CellPath } from '@pf/navmesh';

/** A place on a grid, in cells. */
export type CellPlace = CellPath['points'][number];

/** Tested points of a path for each cell of its length. */
const SAMPLES = 50;
/** What is nearer to the border of a cell is on it. */
const NEAR = 1e-7;

/** Whether a path leads from one place to the other and crosses no blocked cell, tested at points of it. */
export function isLegal(grid: Grid, points: readonly CellPlace[], { from, to }: { readonly from: CellPlace; readonly to: CellPlace }): boolean {
  const last = points.length - 1;
  if (last < 0 || points[0].x !== from.x || points[0].y !== from.y || points[last].x !== to.x || points[last].y !== to.y) return false;
  let before = from;
  return points.slice(1).every((b, i) => {
    const a = points[i];
    const steps = Math.ceil(SAMPLES * Math.hypot(b.x - a.x, b.y - a.y));
    for (let k = 1; k <= steps; k++) {
      const place = { x: a.x + ((b.x - a.x) * k) / steps, y: a.y + ((b.y - a.y) * k) / steps };
      // A path may touch walls. Between two cells that touch in a corner one of the others must be free.
      if (!touchesFree(grid, place) || !(touchesFree(grid, { x: place.x, y: before.y }) || touchesFree(grid, { x: before.x, y: place.y }))) return false;
      before = place;
    }
    return true;
  });
}

/** Whether a place is in a free cell or on its border. */
function touchesFree(grid: Grid, { x, y }: CellPlace): boolean {
  return [-NEAR, NEAR].some((dx) => [-NEAR, NEAR].some((dy) => grid.isFree(Math.round(x + dx), Math.round(y + dy))));
}
