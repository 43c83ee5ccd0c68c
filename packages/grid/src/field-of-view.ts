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
    const { cells, stride } = grid;
    const { dx, dy } = directionsOf(grid.movement === 'hex' ? 'hex' : 'eight');
    const room = Math.min(within.most, grid.vertexCount);
    if (around.length < room) around = new Uint32Array(room);
    const lines = inLine.sense(grid, v, seen);
    const all = within.sense(grid, v, around);
    // From the first cell's north-western neighbour to the last one's south-eastern: a sensor made for one look allocates little on a large map.
    const first = around[0] - stride - 1;
    const span = around[all - 1] + stride + 2 - first;
    if (lit.length < span) lit = new Uint8Array(span);
    for (let i = 0; i < lines; i++) lit[seen[i] - first] = cells[seen[i]] === 0 ? WALL : FREE;
    let n = lines;
    for (let i = 0; i < all; i++) {
      const u = around[i];
      if (cells[u] !== 0 || lit[u - first] !== 0) continue;
      for (let d = 0; d < dx.length; d++) {
        if (lit[u + dy[d] * stride + dx[d] - first] !== FREE) continue;
        seen[n++] = u;
        break;
      }
    }
    for (let i = 0; i < lines; i++) lit[seen[i] - first] = 0;
    return n;
  };
  return { most: within.most, distinct: true, sense };
}
