import type { Grid } from '@pf/grid';

/**
 * Whether the straight line between two cells of a square grid keeps clear of walls, with separate code: every cell of the box
 * around the line is tested, and every corner point. Exact, in whole numbers: the line is clipped to a cell by fractions.
 */
export function clear(grid: Grid, a: number, b: number): boolean {
  const [x0, y0, x1, y1] = [grid.x(a), grid.y(a), grid.x(b), grid.y(b)];
  const corners = grid.movement === 'four' ? 'never' : grid.corners;
  for (let y = Math.min(y0, y1); y <= Math.max(y0, y1); y++) {
    for (let x = Math.min(x0, x1); x <= Math.max(x0, x1); x++) {
      if (grid.isBlocked(x, y) && crosses(x0, y0, x1, y1, x, y)) return false;
      // The corner point between (x, y) and (x + 1, y + 1).
      if (x === Math.max(x0, x1) || y === Math.max(y0, y1) || (x1 - x0) * (2 * y + 1 - 2 * y0) !== (y1 - y0) * (2 * x + 1 - 2 * x0)) continue;
      const falling = (x1 - x0) * (y1 - y0) > 0;
      const beside = falling ? [grid.isFree(x + 1, y), grid.isFree(x, y + 1)] : [grid.isFree(x, y), grid.isFree(x + 1, y + 1)];
      const open = beside.filter(Boolean).length;
      if (corners !== 'always' && open < (corners === 'never' ? 2 : 1)) return false;
    }
  }
  return true;
}

/** The cells of a square grid that share more than a point with the straight line from `a` to `b`, by the same method. */
export function crossed(grid: Grid, a: number, b: number): number[] {
  const [x0, y0, x1, y1] = [grid.x(a), grid.y(a), grid.x(b), grid.y(b)];
  const cells: number[] = [];
  for (let y = Math.min(y0, y1); y <= Math.max(y0, y1); y++) {
    for (let x = Math.min(x0, x1); x <= Math.max(x0, x1); x++) if (crosses(x0, y0, x1, y1, x, y)) cells.push(grid.vertex(x, y));
  }
  return cells;
}

/** Whether more than a point of the line lies within the cell at (x, y), edges not counted. */
function crosses(x0: number, y0: number, x1: number, y1: number, x: number, y: number): boolean {
  // Times run from 0 to 1 along the line, as fractions of positive denominators.
  let enter = [0, 1];
  let leave = [1, 1];
  for (const [from, to, at] of [[x0, x1, x], [y0, y1, y]]) {
    const length = 2 * (to - from);
    if (length === 0) {
      if (from !== at) return false;
      continue;
    }
    const bounds = [2 * (at - from) - 1, 2 * (at - from) + 1].map((side) => [side * Math.sign(length), Math.abs(length)]);
    const [first, last] = length > 0 ? bounds : bounds.reverse();
    if (first[0] * enter[1] > enter[0] * first[1]) enter = first;
    if (last[0] * leave[1] < leave[0] * last[1]) leave = last;
  }
  return enter[0] * leave[1] < leave[0] * enter[1];
}

/** Whether no point of the line between two hexagons lies well within a blocked one: samples thousands of points, each given to its nearest centre. */
export function clearOfHexagons(grid: Grid, a: number, b: number): boolean {
  return crossedHexagons(grid, a, b).every((v) => grid.cells[v] > 0);
}

/** The hexagons that contain such points. Edges along the line belong to none of them. */
export function crossedHexagons(grid: Grid, a: number, b: number): number[] {
  const [q0, r0, q1, r1] = [grid.x(a), grid.y(a), grid.x(b), grid.y(b)];
  const points = 200 * (Math.abs(q1 - q0) + Math.abs(r1 - r0));
  const cells = new Set<number>();
  for (let i = 0; i <= points; i++) {
    const q = q0 + ((q1 - q0) * i) / points;
    const r = r0 + ((r1 - r0) * i) / points;
    let nearest = Infinity;
    let second = Infinity;
    let cell = 0;
    for (let y = Math.floor(r); y <= Math.floor(r) + 1; y++) {
      for (let x = Math.floor(q); x <= Math.floor(q) + 1; x++) {
        const distance = Math.hypot(x - q + (y - r) / 2, ((y - r) * Math.sqrt(3)) / 2);
        if (distance < nearest) {
          second = nearest;
          nearest = distance;
          cell = grid.stride * (y + 1) + x + 1;
        } else second = Math.min(second, distance);
      }
    }
    if (second - nearest > 1e-6) cells.add(cell);
  }
  return [...cells];
}
