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

/** The corners of a hexagon relative to its centre, which is at (2x + y, 3y). */
const HEXAGON = [[0, 2], [1, 1], [1, -1], [0, -2], [-1, -1], [-1, 1]] as const;

/** Whether the line between two hexagons crosses no blocked one besides its ends, and runs along the edge of none. In whole numbers, cell by cell. */
function isInSightOfHexagon(grid: Grid, a: Cell, b: Cell): boolean {
  const [ax, ay] = [2 * a.x + a.y, 3 * a.y];
  const [dx, dy] = [2 * b.x + b.y - ax, 3 * b.y - ay];
  for (let y = Math.min(a.y, b.y) - 1; y <= Math.max(a.y, b.y) + 1; y++) {
    for (let x = Math.min(a.x, b.x) - 1; x <= Math.max(a.x, b.x) + 1; x++) {
      if ((x === a.x && y === a.y) || (x === b.x && y === b.y) || !grid.contains(x, y) || grid.isFree(x, y)) continue;
      const [cx, cy] = [2 * x + y - ax, 3 * y - ay];
      // Horizontal units are √3 times as long as vertical ones. Hexagons behind an end are not on the segment.
      const along = 3 * cx * dx + cy * dy;
      if (along <= 0 || along >= 3 * dx * dx + dy * dy) continue;
      const sides = HEXAGON.map(([kx, ky]) => Math.sign(dx * (cy + ky) - dy * (cx + kx)));
      if ((sides.includes(1) && sides.includes(-1)) || sides.filter((side) => side === 0).length > 1) return false;
    }
  }
  return true;
}

/** Whether the line between two cells crosses no blocked cell besides its ends, and passes corners as diagonal steps may, or by another rule. */
export function isInSight(grid: Grid, a: Cell, b: Cell, rule: Grid['corners'] = grid.movement === 'four' ? 'never' : grid.corners): boolean {
  if (grid.movement === 'hex') return isInSightOfHexagon(grid, a, b);
  if (crossed(a, b).some(({ x, y }) => grid.isBlocked(x, y))) return false;
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
