import type { Grid } from './grid.ts';
import { directionsOf } from './movement.ts';
import type { Corners } from './movement.ts';
import type { Sensor } from './sensors.ts';
import { radius } from './sensors.ts';

/**
 * Whether the straight line from the centre of `a` to that of `b` is free: no cell that it crosses between the two is blocked. The ends
 * themselves are not looked at, so a wall can be seen. It is the same from `b` to `a`, and exact, in whole numbers.
 *
 * Where the line runs through a corner point, the grid's corner rule tells whether it passes, as a diagonal step there would ('four' counts
 * as 'never'). Where it runs along the edge between two hexagons, both must be free.
 *
 * With a radius alone it is a sensor: all cells within the radius that can be seen, walls included. Sight passes a corner that one
 * of two blocked cells leaves open.
 *
 * @example
 * ```ts
 * import { Grid, lineOfSight } from '@pf/grid';
 *
 * const grid = Grid.fromRows(['....', '.#..', '....']);
 * lineOfSight(grid, grid.vertex(0, 0), grid.vertex(3, 0)); // → true
 * lineOfSight(grid, grid.vertex(0, 0), grid.vertex(3, 2)); // → false
 * lineOfSight(2).sense(grid, grid.vertex(0, 1), new Uint32Array(13)); // → 6
 * ```
 */
export function lineOfSight(grid: Grid, a: number, b: number): boolean;
export function lineOfSight(radius: number): Sensor;
export function lineOfSight(first: Grid | number, a = 0, b = 0): boolean | Sensor {
  if (typeof first !== 'number') return isLineFree(first, a, b, first.movement === 'four' ? 'never' : first.corners);
  const within = radius(first);
  const sense = (grid: Grid, v: number, seen: Uint32Array): number => {
    const all = within.sense(grid, v, seen);
    let n = 0;
    for (let i = 0; i < all; i++) if (isLineFree(grid, v, seen[i], 'one')) seen[n++] = seen[i];
    return n;
  };
  return { most: within.most, sense };
}

function isLineFree(grid: Grid, a: number, b: number, corners: Corners): boolean {
  return grid.movement === 'hex' ? crossHexagons(grid, a, b) : crossSquares(grid, a, b, corners);
}

/** Walks from square to square, over whichever side the line leaves each by. */
function crossSquares(grid: Grid, a: number, b: number, corners: Corners): boolean {
  const { cells, stride } = grid;
  const width = grid.x(b) - grid.x(a);
  const height = grid.y(b) - grid.y(a);
  const across = Math.abs(width);
  const down = Math.abs(height);
  const sideways = Math.sign(width);
  const lengthwise = Math.sign(height) * stride;
  let v = a;
  // The line meets the i-th vertical side at (i + ½) / across of its length, the j-th horizontal one at (j + ½) / down.
  for (let i = 0, j = 0; v !== b; ) {
    if (v !== a && cells[v] === 0) return false;
    const order = (2 * i + 1) * down - (2 * j + 1) * across;
    if (order < 0) {
      v += sideways;
      i++;
    } else if (order > 0) {
      v += lengthwise;
      j++;
    } else {
      const open = (cells[v + sideways] === 0 ? 0 : 1) + (cells[v + lengthwise] === 0 ? 0 : 1);
      if (corners !== 'always' && open < (corners === 'never' ? 2 : 1)) return false;
      v += sideways + lengthwise;
      i++;
      j++;
    }
  }
  return true;
}

/** The corners of a hexagon from its centre in thirds of a step, in the order in which the sides between them face the directions. */
const cornerX = [2, 1, -1, -2, -1, 1];
const cornerY = [-1, 1, 2, 1, -1, -2];

/**
 * Walks from hexagon to hexagon. `side` is on which side of the line a point lies: the cross product of the line and the way to the
 * point, in thirds. It is linear, so that of a corner is that of the centre and a constant.
 */
function crossHexagons(grid: Grid, a: number, b: number): boolean {
  const { cells, offsets } = grid;
  const { dx, dy } = directionsOf('hex');
  const lineX = grid.x(b) - grid.x(a);
  const lineY = grid.y(b) - grid.y(a);
  const ofCorner = cornerX.map((x, k) => lineX * cornerY[k] - lineY * x);
  const ofStep = dx.map((x, d) => 3 * (lineX * dy[d] - lineY * x));
  const widest = Math.max(...ofCorner);
  let side = 0;
  let v = a;
  while (v !== b) {
    if (v !== a && cells[v] === 0) return false;
    let d = 0;
    // The line leaves by the side whose first corner is on its left and whose second is on its right.
    while (!(side + ofCorner[d] < 0 && side + ofCorner[(d + 1) % 6] >= 0)) d++;
    if (side + ofCorner[(d + 1) % 6] === 0) {
      // Or by the corner between this side and the next. Straight on lies the edge between the two hexagons there, or one of them.
      const e = (d + 1) % 6;
      if (side === 0) {
        if (cells[v + offsets[d]] === 0 || cells[v + offsets[e]] === 0) return false;
        v += offsets[d] + offsets[e];
        side += ofStep[d] + ofStep[e];
        continue;
      }
      if (Math.abs(side + ofStep[e]) < widest) d = e;
    }
    v += offsets[d];
    side += ofStep[d];
  }
  return true;
}
