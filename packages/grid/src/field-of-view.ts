import type { Grid } from './grid.ts';
import { lineOfSight } from './line-of-sight.ts';
import { directionsOf } from './movement.ts';
import type { Sensor } from './sensors.ts';
import { radius } from './sensors.ts';

/** By cell in line of sight: whether it is free. */
const WALL = 1;
const FREE = 2;

/**
 * A roguelike's field of view: the cells within a radius that are in line of sight, and every wall next to a visible free cell. `lineOfSight(radius)`
 * shows a wall only if the line to its centre is free, which leaves gaps in the walls of a room.
 *
 * @example
 * ```ts
 * import { fieldOfView, FogOfWar, Grid } from '@pf/grid';
 *
 * const fog = new FogOfWar(Grid.fromRows(['######', '#....#', '######']));
 * fog.reveal(fog.known.vertex(1, 1), fieldOfView(9));
 * fog.known.toRows(); // → ['######', '#....#', '######']
 * ```
 */
export function fieldOfView(r: number): Sensor {
  const within = radius(r);
  const inLine = lineOfSight(r);
  let around = new Uint32Array(0);
  let lit = new Uint8Array(0);
  const sense = (grid: Grid, v: number, seen: Uint32Array): number => {
    const { cells, stride, vertexCount } = grid;
    const { dx, dy } = directionsOf(grid.movement === 'hex' ? 'hex' : 'eight');
    const room = Math.min(within.most, vertexCount);
    if (around.length < room) around = new Uint32Array(room);
    if (lit.length < vertexCount) lit = new Uint8Array(vertexCount);
    const lines = inLine.sense(grid, v, seen);
    for (let i = 0; i < lines; i++) lit[seen[i]] = cells[seen[i]] === 0 ? WALL : FREE;
    let n = lines;
    const all = within.sense(grid, v, around);
    for (let i = 0; i < all; i++) {
      const u = around[i];
      if (cells[u] !== 0 || lit[u] !== 0) continue;
      // Every cell of the map has neighbours in the array, thanks to the border.
      for (let d = 0; d < dx.length; d++) {
        if (lit[u + dy[d] * stride + dx[d]] !== FREE) continue;
        seen[n++] = u;
        break;
      }
    }
    for (let i = 0; i < lines; i++) lit[seen[i]] = 0;
    return n;
  };
  return { most: within.most, distinct: true, sense };
}
