import { checkGrid, checkList, checkVertex } from '@pf/graph/kit';
import type { Grid } from './grid.ts';

/**
 * The outlines of a set of cells, such as a movement range, a territory or an isochrone: a list of polygons, each a list of rings, its outer ring first, then its holes.
 * Cells that touch only at a corner are in different polygons, unless others join them.
 *
 * A ring is a list of corners, without those on a straight line. Cell (x, y) is the square from (x, y) to (x + 1, y + 1). With y downwards, outer rings run counterclockwise
 * and holes clockwise, as in GeoJSON if the first row is the northern one. No ring meets itself. Memory: five bytes a cell of the map, for the call.
 *
 * @example
 * ```ts
 * import { cellOutlines, Grid } from '@pf/grid';
 *
 * const grid = new Grid(5, 3);
 * const cells = [grid.vertex(1, 1), grid.vertex(2, 1), grid.vertex(2, 0)];
 * const [[outer]] = cellOutlines(grid, cells);
 * outer.map(({ x, y }) => [x, y]); // → [[2, 1], [1, 1], [1, 2], [3, 2], [3, 0], [2, 0]]
 * ```
 */
export function cellOutlines(grid: Grid, cells: ArrayLike<number>): { x: number; y: number }[][][] {
  checkGrid(grid, 'cellOutlines');
  if (grid.movement === 'hex') throw new RangeError('cellOutlines takes squares, got a grid of hexagons: draw those sides of each that no other of the set has.');
  checkList(cells, 'cells of outlines');
  const { stride, vertexCount } = grid;
  const inside = new Uint8Array(vertexCount);
  let [first, last] = [vertexCount, -1];
  for (let i = 0; i < cells.length; i++) {
    checkVertex(grid, cells[i], 'cell');
    inside[cells[i]] = 1;
    first = Math.min(first, cells[i]);
    last = Math.max(last, cells[i]);
  }
  // A corner has the number of the cell south-east of it. By heading, from south counterclockwise: the step to the next corner, and the cell ahead on the left from a corner.
  const steps = [stride, 1, -stride, -1];
  const ahead = [0, -stride, -stride - 1, -1];
  const polygons: { x: number; y: number }[][][] = [];
  /** By cell: the polygon whose ring has the western side of the cell, from 1. */
  const polygonOf = new Uint32Array(vertexCount);
  for (let start = first; start <= last; start++) {
    if (inside[start] === 0 || inside[start - 1] === 1 || polygonOf[start] !== 0) continue;
    let west = start;
    // The first side of a hole, in its top row: the polygon goes on to the west of the hole.
    if (inside[start - stride] === 1) do west--; while (inside[west] === 0 || inside[west - 1] === 1);
    const polygon = west === start ? polygons.push([]) : polygonOf[west];
    const rings = polygons[polygon - 1];
    const ring: { x: number; y: number }[] = [];
    rings.push(ring);
    /** By corner where two cells touch: its index in the ring. */
    const touching = new Map<number, number>();
    let corner = start;
    let heading = 0;
    do {
      if (heading === 0) polygonOf[corner] = polygon;
      corner += steps[heading];
      const isLeft = inside[corner + ahead[heading]] === 1;
      const isRight = inside[corner + ahead[(heading + 3) % 4]] === 1;
      if (isLeft && !isRight) continue;
      heading = (heading + (isLeft ? 3 : 1)) % 4;
      if (!isLeft && isRight) {
        // Here for the second time: what lies between is a hole.
        if (touching.has(corner)) rings.push(ring.splice(touching.get(corner)!));
        else touching.set(corner, ring.length);
      }
      ring.push({ x: grid.x(corner), y: grid.y(corner) });
    } while (corner !== start || heading !== 0);
  }
  return polygons;
}
