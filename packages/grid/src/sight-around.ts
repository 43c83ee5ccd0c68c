import type { Grid } from './grid.ts';
import { cornerX, cornerY } from './hex-corners.ts';
import { directionsOf } from './movement.ts';
import type { TorusGrid } from './torus-grid.ts';

/** Checks a property, not the class: the torus may come from another copy of the package, and bundles without one stay small. Not by `in`, which is slow. */
export function isTorus(grid: Grid | TorusGrid): grid is TorusGrid {
  return (grid as Partial<TorusGrid>).joins !== undefined;
}

/** Whether one of the shortest lines between two cells is free. They lead over joined edges if that is shorter, and there may be several if it is as far in two directions. */
export function isSeenAround(torus: TorusGrid, a: number, b: number): boolean {
  const { joins, grid: { width, height, movement } } = torus;
  const across = steps(torus.x(b) - torus.x(a), width, joins !== 'rows', height, movement === 'hex');
  const down = steps(torus.y(b) - torus.y(a), height, joins !== 'columns', width, movement === 'hex');
  let least = Infinity;
  for (const x of across) for (const y of down) least = Math.min(least, squared(torus, x, y));
  const isFree = movement === 'hex' ? crossHexagons : crossSquares;
  return across.some((x) => down.some((y) => squared(torus, x, y) === least && isFree(torus, a, x, y)));
}

/** By how far the line may lead along one axis: straight on, or around the map. */
function steps(difference: number, size: number, isJoined: boolean, otherSize: number, isHexagonal: boolean): number[] {
  if (!isJoined) return [difference];
  // The axes of hexagons meet at 60°: in a narrow map, a long line leads around several times.
  const times = isHexagonal ? 2 + Math.ceil(otherSize / size) : 1;
  return Array.from({ length: 2 * times + 1 }, (_, i) => difference + (i - times) * size);
}

function squared({ grid: { movement } }: TorusGrid, x: number, y: number): number {
  return x * x + y * y + (movement === 'hex' ? x * y : 0);
}

/** As `crossSquares` of line-of-sight.ts, by coordinates relative to `a`. */
function crossSquares(torus: TorusGrid, a: number, toX: number, toY: number): boolean {
  const { movement, corners } = torus.grid;
  const needed = movement === 'four' || corners === 'never' ? 2 : corners === 'one' ? 1 : 0;
  const isOpen = cellsAround(torus, a);
  const [across, down, sideways, lengthwise] = [Math.abs(toX), Math.abs(toY), Math.sign(toX), Math.sign(toY)];
  for (let x = 0, y = 0; x !== toX || y !== toY; ) {
    if ((x !== 0 || y !== 0) && !isOpen(x, y)) return false;
    const order = (2 * Math.abs(x) + 1) * down - (2 * Math.abs(y) + 1) * across;
    if (order === 0 && Number(isOpen(x + sideways, y)) + Number(isOpen(x, y + lengthwise)) < needed) return false;
    if (order <= 0) x += sideways;
    if (order >= 0) y += lengthwise;
  }
  return true;
}

/** As `crossHexagons` of line-of-sight.ts, by coordinates relative to `a`. */
function crossHexagons(torus: TorusGrid, a: number, toX: number, toY: number): boolean {
  const { dx, dy } = directionsOf('hex');
  const isOpen = cellsAround(torus, a);
  const corner = cornerX.map((x, k) => toX * cornerY[k] - toY * x);
  const widest = Math.max(...corner);
  for (let x = 0, y = 0, side = 0; x !== toX || y !== toY; ) {
    if ((x !== 0 || y !== 0) && !isOpen(x, y)) return false;
    let d = 0;
    while (!(side + corner[d] < 0 && side + corner[d + 1] >= 0)) d++;
    if (side + corner[d + 1] === 0) {
      const e = (d + 1) % 6;
      const beyond = side + corner[e] + corner[e + 1];
      if (side === 0) {
        if (!isOpen(x + dx[d], y + dy[d]) || !isOpen(x + dx[e], y + dy[e])) return false;
        x += dx[e];
        y += dy[e];
        side = beyond;
      } else if (Math.abs(beyond) < widest) d = e;
    }
    x += dx[d];
    y += dy[d];
    side += corner[d] + corner[d + 1];
  }
  return true;
}

/** Whether a cell at these coordinates relative to `a` is free. Hexagons beyond the map count as free, as for a line along an edge; no line leads through others. */
function cellsAround(torus: TorusGrid, a: number): (x: number, y: number) => boolean {
  const { grid: { cells } } = torus;
  const [left, top] = [torus.x(a), torus.y(a)];
  return (x, y) => !torus.contains(left + x, top + y) || cells[torus.vertex(left + x, top + y)] !== 0;
}
