import { checkBuffer, checkGrid, shown } from '@pf/graph/kit';
import type { Grid } from './grid.ts';

/**
 * Writes the cells whose middle is inside a polygon, free or blocked, row by row, and returns their number. The part outside the map is left out. Throws if the buffer
 * is too short.
 *
 * Cell (x, y) is the square from (x, y) to (x + 1, y + 1). Where the polygon crosses itself, the even-odd rule holds. A middle on the border is inside if the polygon
 * is to the right of it; on a level side, if the polygon is below. So polygons with a common side have no cell in common.
 *
 * @example
 * ```ts
 * import { cellsInPolygon, Grid } from '@pf/grid';
 *
 * const grid = new Grid(5, 3);
 * const zone = new Uint32Array(15);
 * const n = cellsInPolygon(grid, [{ x: 0, y: 0 }, { x: 3, y: 0 }, { x: 5, y: 3 }, { x: 2, y: 3 }], zone); // → 9
 * grid.setCells(zone, new Uint8Array(n), n); // closed; to open it again, keep the costs
 * grid.toRows(); // → ['###..', '.###.', '..###']
 * ```
 */
export function cellsInPolygon(grid: Grid, polygon: readonly { readonly x: number; readonly y: number }[], out: Uint32Array): number {
  checkGrid(grid, 'cellsInPolygon');
  if (grid.movement === 'hex') throw new RangeError('cellsInPolygon takes squares, got a grid of hexagons: test the point map.toPixel(v, size) of each.');
  const given: unknown = polygon;
  if (!(Array.isArray(given) && given.length >= 3)) throw new RangeError(`A polygon is a list of 3 corners { x, y } or more, got ${shown(given)}.`);
  let [lowest, highest] = [Infinity, -Infinity];
  for (const corner of polygon) {
    if (!Number.isFinite((corner as typeof corner | null)?.x) || !Number.isFinite(corner.y)) throw new RangeError(`The corners of a polygon must be { x, y } in cells, got ${shown(corner)}.`);
    lowest = Math.min(lowest, corner.y);
    highest = Math.max(highest, corner.y);
  }
  checkBuffer(out);
  const { width, height } = grid;
  const crossings: number[] = [];
  let n = 0;
  const bottom = Math.min(height, Math.ceil(highest - 0.5));
  for (let y = Math.max(0, Math.ceil(lowest - 0.5)); y < bottom; y++) {
    const middle = y + 0.5;
    crossings.length = 0;
    for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
      // From low to high, so that rounding is the same for a common side of two polygons.
      const [low, high] = polygon[i].y < polygon[j].y ? [polygon[i], polygon[j]] : [polygon[j], polygon[i]];
      if (low.y <= middle && middle < high.y) crossings.push(low.x + ((high.x - low.x) * (middle - low.y)) / (high.y - low.y));
    }
    crossings.sort((a, b) => a - b);
    for (let k = 0; k < crossings.length; k += 2) {
      const end = Math.min(width, Math.ceil(crossings[k + 1] - 0.5));
      for (let x = Math.max(0, Math.ceil(crossings[k] - 0.5)); x < end; x++) {
        if (n < out.length) out[n] = grid.vertex(x, y);
        n++;
      }
    }
  }
  if (n > out.length) throw new RangeError(`The polygon has ${n} cells, but the buffer holds ${out.length}: pass one of up to width × height entries.`);
  return n;
}
