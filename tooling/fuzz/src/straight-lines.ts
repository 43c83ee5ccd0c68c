import type { Grid } from '@pf/grid';

interface Cell {
  readonly x: number;
  readonly y: number;
}

/** The cells besides its ends that the line between the centres of two square cells crosses. In whole numbers, cell by cell. */
function crossed(a: Cell, b: Cell): Cell[] {
  const cells: Cell[] = [];
  const [left, right, top, bottom] = [Math.min(a.x, b.x), Math.max(a.x, b.x), Math.min(a.y, b.y), Math.max(a.y, b.y)];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      if ((x === a.x && y === a.y) || (x === b.x && y === b.y)) continue;
      // The line enters the inside of a cell that has corners on both sides of it.
      const sides = [-1, 1].flatMap((dx) => [-1, 1].map((dy) => sideOf(a, b, 2 * x + dx, 2 * y + dy)));
      if (sides.includes(-1) && sides.includes(1)) cells.push({ x, y });
    }
  }
  return cells;
}

/** The side of the line on which a point lies; coordinates of the point are doubled. */
function sideOf(a: Cell, b: Cell, x: number, y: number): number {
  return Math.sign((b.x - a.x) * (y - 2 * a.y) - (b.y - a.y) * (x - 2 * a.x));
}

/** Whether the line between two cells crosses no blocked cell besides its ends, and passes corners as diagonal steps may. */
export function isInSight(grid: Grid, a: Cell, b: Cell): boolean {
  if (crossed(a, b).some(({ x, y }) => grid.isBlocked(x, y))) return false;
  const rule = grid.movement === 'four' ? 'never' : grid.corners;
  const needed = rule === 'never' ? 2 : rule === 'one' ? 1 : 0;
  const [dx, dy] = [Math.sign(b.x - a.x), Math.sign(b.y - a.y)];
  if (dx === 0 || dy === 0) return true;
  for (let y = a.y; y !== b.y; y += dy) {
    for (let x = a.x; x !== b.x; x += dx) {
      if (sideOf(a, b, 2 * x + dx, 2 * y + dy) !== 0) continue;
      const open = Number(grid.isFree(x + dx, y)) + Number(grid.isFree(x, y + dy));
      if (open < needed) return false;
    }
  }
  return true;
}

/** Whether a unit can walk straight from one cell to another: all that it enters costs the same, without a wall. Closed sides are not read. */
export function isWalkable(grid: Grid, a: Cell, b: Cell): boolean {
  const cost = grid.cost(b.x, b.y);
  return cost > 0 && crossed(a, b).every(({ x, y }) => grid.cost(x, y) === cost) && isInSight(grid, a, b);
}
