import { NO_VERTEX } from '@pf/graph';
import { checkFunction, checkGrid, checkVertex } from '@pf/graph/kit';
import type { Grid } from './grid.ts';
import { isTorus } from './sight-around.ts';
import type { TorusGrid } from './torus-grid.ts';

/**
 * The free cell nearest to `v`: `v` itself if it is free. Of equally near ones, the first row by row. The distance is that between
 * centres, regardless of walls. `accept` can require more, such as the same component as a free cell, so that a path from
 * there exists. NO_VERTEX if there is none. On a `TorusGrid`, the distance is that over joined edges if that is shorter, in cells: on a globe, take `nearest` of a `VertexIndex` in degrees.
 *
 * Searches rings of cells from the inside out, so its time grows with the square of the distance.
 *
 * @example
 * ```ts
 * import { Grid, nearestFree } from '@pf/grid';
 *
 * const grid = Grid.fromRows(['.###', '####', '####', '..##']);
 * const v = nearestFree(grid, grid.vertex(2, 2));
 * [grid.x(v), grid.y(v)]; // → [1, 3]
 * ```
 */
export function nearestFree(world: Grid | TorusGrid, v: number, accept: (u: number) => boolean = () => true): number {
  const torus = typeof world === 'object' && (world as Grid | null) !== null && isTorus(world) ? world : undefined;
  const grid = torus?.grid ?? (world as Grid);
  checkGrid(grid, 'nearestFree');
  checkFunction(accept, 'accept');
  checkVertex(grid, v, 'cell');
  const { cells, stride, width, height } = grid;
  const x = grid.x(v);
  const y = grid.y(v);
  const hexagonal = grid.movement === 'hex';
  let nearest = NO_VERTEX;
  let least = Infinity;
  const look = (dx: number, dy: number): void => {
    const u = torus === undefined ? v + dy * stride + dx : torus.vertex(x + dx, y + dy);
    if (cells[u] === 0) return;
    // The axes of hexagons meet at 60°.
    const square = dx * dx + dy * dy + (hexagonal ? dx * dy : 0);
    if (square > least || (square === least && u > nearest) || !accept(u)) return;
    nearest = u;
    least = square;
  };
  // How far the map goes on: over a joined edge, up to where every cell has been nearest. On hexagons, rows farther down are nearest at columns farther left.
  const isOver = (axis: 'columns' | 'rows'): boolean => torus !== undefined && (torus.joins === 'both' || torus.joins === axis);
  const [west, east] = !isOver('columns') ? [x, width - 1 - x] : hexagonal ? [width + height, width + height] : [width >> 1, width >> 1];
  const [north, south] = !isOver('rows') ? [y, height - 1 - y] : hexagonal ? [width + height, width + height] : [height >> 1, height >> 1];
  const last = Math.max(west, east, north, south);
  // No cell of ring r is nearer than r; on hexagons, nearer than r · √3 / 2.
  for (let r = 0; r <= last && (hexagonal ? 0.75 : 1) * r * r <= least; r++) {
    const left = Math.max(-r, -west);
    const [right, bottom] = [Math.min(r, east), Math.min(r, south)];
    // If neither end of a row is on the map, only the first and last row of the ring are.
    for (let dy = Math.max(-r, -north); dy <= bottom; dy = dy < r && left > -r && right < r ? r : dy + 1) {
      if (Math.abs(dy) === r) for (let dx = left; dx <= right; dx++) look(dx, dy);
      else {
        if (left === -r) look(left, dy);
        if (right === r) look(right, dy);
      }
    }
  }
  return nearest;
}
