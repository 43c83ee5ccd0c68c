import { checkVertex } from '@pf/graph/kit';
import type { Grid } from './grid.ts';
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
 * of two blocked cells leaves open, and where moves pass any corner, any: nobody steps where nobody saw.
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
export function lineOfSight(first: Grid | number, a?: number, b?: number): boolean | Sensor {
  if (typeof first !== 'number') return isSeen(first, a!, b!);
  const within = radius(first);
  const sense = (grid: Grid, v: number, seen: Uint32Array): number => {
    const all = within.sense(grid, v, seen);
    const rule = grid.corners === 'always' ? 'always' : 'one';
    let n = 0;
    for (let i = 0; i < all; i++) if (isLineFree(grid, v, seen[i], rule)) seen[n++] = seen[i];
    return n;
  };
  return { most: within.most, distinct: true, sense };
}

function isSeen(grid: Grid, a: number, b: number): boolean {
  // A walk to what is no vertex would never end. Asked in place: after a call the engine takes the ends for numbers of any kind, and walks slower.
  if (a >>> 0 !== a || b >>> 0 !== b || a >= grid.vertexCount || b >= grid.vertexCount) refuseEnds(grid, a, b);
  return isLineFree(grid, a, b, grid.movement === 'four' ? 'never' : grid.corners);
}

function refuseEnds(grid: Grid, a: number, b: number): void {
  checkVertex(grid, a, 'beginning of a line');
  checkVertex(grid, b, 'end of a line');
}

function isLineFree(grid: Grid, a: number, b: number, corners: Corners): boolean {
  return isLineOver(grid, a, b, corners, grid.cells, 1, 255);
}

/**
 * Whether every cell that the line crosses between its ends has a byte from `least` to `most`. Of the two cells beside a corner point that it
 * passes, `corners` tells how many must.
 */
export function isLineOver(grid: Grid, a: number, b: number, corners: Corners, bytes: Uint8Array, least: number, most: number): boolean {
  // A byte below `least` comes round to one above the span: one comparison for both ends of the range.
  const span = most - least;
  return grid.movement === 'hex' ? crossHexagons(grid, a, b, bytes, least, span) : crossSquares(grid, a, b, corners, bytes, least, span);
}

/** Walks from square to square, over whichever side the line leaves each by. */
function crossSquares(grid: Grid, a: number, b: number, corners: Corners, bytes: Uint8Array, least: number, span: number): boolean {
  const { stride } = grid;
  const width = grid.x(b) - grid.x(a);
  const height = grid.y(b) - grid.y(a);
  const across = Math.abs(width);
  const down = Math.abs(height);
  const sideways = Math.sign(width);
  const lengthwise = Math.sign(height) * stride;
  let v = a;
  // The line meets the i-th vertical side at (i + ½) / across of its length, the j-th horizontal one at (j + ½) / down.
  for (let i = 0, j = 0; v !== b; ) {
    if (v !== a && ((bytes[v] - least) & 255) > span) return false;
    const order = (2 * i + 1) * down - (2 * j + 1) * across;
    if (order < 0) {
      v += sideways;
      i++;
    } else if (order > 0) {
      v += lengthwise;
      j++;
    } else {
      const open = (bytes[v + sideways] < least ? 0 : 1) + (bytes[v + lengthwise] < least ? 0 : 1);
      if (corners !== 'always' && open < (corners === 'never' ? 2 : 1)) return false;
      v += sideways + lengthwise;
      i++;
      j++;
    }
  }
  return true;
}

/** The corners of a hexagon from its centre in thirds of a step, in the order in which the sides between them face the directions. */
const cornerX = [2, 1, -1, -2, -1, 1, 2];
const cornerY = [-1, 1, 2, 1, -1, -2, -1];
/** By corner, on which side of the line it lies when the line runs through the centre: written anew for each line. */
const sideOfCorner = new Int32Array(7);

/**
 * Walks from hexagon to hexagon. `side` is on which side of the line a point lies: the cross product of the line and the way to the
 * point, in thirds. It is linear, so that of a corner is that of the centre and a constant, and that of the next centre over a side is
 * that of this one and those of both ends of the side.
 */
function crossHexagons(grid: Grid, a: number, b: number, bytes: Uint8Array, least: number, span: number): boolean {
  const { offsets } = grid;
  const lineX = grid.x(b) - grid.x(a);
  const lineY = grid.y(b) - grid.y(a);
  let widest = 0;
  for (let k = 0; k < 7; k++) {
    sideOfCorner[k] = lineX * cornerY[k] - lineY * cornerX[k];
    widest = Math.max(widest, sideOfCorner[k]);
  }
  let side = 0;
  let v = a;
  while (v !== b) {
    if (v !== a && ((bytes[v] - least) & 255) > span) return false;
    let d = 0;
    // The line leaves by the side whose first corner is on its left and whose second is on its right.
    while (!(side + sideOfCorner[d] < 0 && side + sideOfCorner[d + 1] >= 0)) d++;
    if (side + sideOfCorner[d + 1] === 0) {
      // Or by the corner between this side and the next. Straight on lies the edge between the two hexagons there, or one of them.
      const e = (d + 1) % 6;
      const beyond = side + sideOfCorner[e] + sideOfCorner[e + 1];
      if (side === 0) {
        if (((bytes[v + offsets[d]] - least) & 255) > span || ((bytes[v + offsets[e]] - least) & 255) > span) return false;
        v += offsets[d] + offsets[e];
        side = beyond + sideOfCorner[d] + sideOfCorner[d + 1];
        continue;
      }
      if (Math.abs(beyond) < widest) d = e;
    }
    v += offsets[d];
    side += sideOfCorner[d] + sideOfCorner[d + 1];
  }
  return true;
}
