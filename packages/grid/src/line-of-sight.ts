import { checkGrid, checkVertex } from '@pf/graph/kit';
import type { Grid } from './grid.ts';
import { cornerX, cornerY } from './hex-corners.ts';
import type { Corners } from './movement.ts';
import type { Sensor } from './sensors.ts';
import { radius } from './sensors.ts';
import { isSeenAround, isTorus } from './sight-around.ts';
import type { TorusGrid } from './torus-grid.ts';

/**
 * Whether the straight line from the centre of `a` to that of `b` is free: no cell that it crosses between them is blocked. The ends
 * themselves may be blocked, so a wall can be seen. The result is symmetric, and exact, in integers.
 *
 * If the line passes through a corner point, the grid's corner rule decides, as for a diagonal step there ('four' counts
 * as 'never'). If it runs along the edge between two hexagons, both must be free, or one off the map.
 *
 * Closed sides, such as thin walls, do not stop it: `walkableLine` knows them.
 *
 * On a `TorusGrid` it is the shortest line, over joined edges if that is shorter. If several are as short, one of them must be free.
 *
 * With only a radius, returns a sensor: all visible cells within the radius, walls included. Sight passes a corner if one
 * of the two cells is free, or always if the corner rule is 'always': an agent never steps where it has not seen.
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
export function lineOfSight(grid: Grid | TorusGrid, a: number, b: number): boolean;
export function lineOfSight(radius: number): Sensor;
export function lineOfSight(first: Grid | TorusGrid | number, a?: number, b?: number): boolean | Sensor {
  if (typeof first === 'object' && (first as Grid | null) !== null) {
    if (!isTorus(first)) return isSeen(first, a!, b!);
    checkEnds(first.grid, a!, b!);
    return isSeenAround(first, a!, b!);
  }
  // A radius together with the ends of a line means that the grid was forgotten.
  if (typeof first !== 'number' || a !== undefined) checkGrid(first, 'lineOfSight');
  const within = radius(first as number);
  const sense = (grid: Grid, v: number, seen: Uint32Array): number => {
    checkVertex(grid, v, 'vertex to look from');
    const all = within.sense(grid, v, seen);
    const rule = grid.corners === 'always' ? 'always' : 'one';
    let n = 0;
    for (let i = 0; i < all; i++) if (isLineFree(grid, v, seen[i], rule)) seen[n++] = seen[i];
    return n;
  };
  return { most: within.most, distinct: true, sense };
}

function isSeen(grid: Grid, a: number, b: number): boolean {
  // A walk to something that is not a vertex would never end. Checked inline, since a call would make the engine treat the ends as general numbers, which is slower.
  if (a >>> 0 !== a || b >>> 0 !== b || !(a < grid.vertexCount) || !(b < grid.vertexCount) || (grid.cells as Uint8Array | undefined) === undefined) checkEnds(grid, a, b);
  // A blocked end may lie in the border.
  else if ((grid.cells[a] === 0 && !grid.hasVertex(a)) || (grid.cells[b] === 0 && !grid.hasVertex(b))) checkEnds(grid, a, b);
  return isLineFree(grid, a, b, grid.movement === 'four' ? 'never' : grid.corners);
}

function checkEnds(grid: Grid, a: number, b: number): void {
  checkGrid(grid, 'lineOfSight');
  checkVertex(grid, a, 'start of a line');
  checkVertex(grid, b, 'end of a line');
}

function isLineFree(grid: Grid, a: number, b: number, corners: Corners): boolean {
  return isLineOver(grid, a, b, corners, grid.cells, 1, 255);
}

/**
 * Whether every cell that the line crosses between its ends has a byte from `least` to `most`. If the line passes through a corner point, `corners` decides how many of
 * the two cells beside it must have one.
 */
export function isLineOver(grid: Grid, a: number, b: number, corners: Corners, bytes: Uint8Array, least: number, most: number): boolean {
  // A byte below `least` wraps around to a number above the span, so one comparison tests both limits.
  const span = most - least;
  return grid.movement === 'hex' ? crossHexagons(grid, a, b, bytes, least, span) : crossSquares(grid, a, b, corners, bytes, least, span);
}

/** Walks from square to square, through the side where the line leaves each. */
function crossSquares(grid: Grid, a: number, b: number, corners: Corners, bytes: Uint8Array, least: number, span: number): boolean {
  const { stride } = grid;
  const width = grid.x(b) - grid.x(a);
  const height = grid.y(b) - grid.y(a);
  const across = Math.abs(width);
  const down = Math.abs(height);
  const sideways = Math.sign(width);
  const lengthwise = Math.sign(height) * stride;
  let v = a;
  // The line crosses the i-th vertical side at the fraction (i + ½) / across of its length, the j-th horizontal one at (j + ½) / down.
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

/** By corner: its side of the line if the line runs through the centre. Rewritten for each line. */
const sideOfCorner = new Int32Array(7);

/** Whether a line along an edge of this hexagon ends there. At the border of a `HexMap`, it may be off the map. */
function stopsAlong(grid: Grid, u: number, bytes: Uint8Array, least: number, span: number): boolean {
  return ((bytes[u] - least) & 255) > span && grid.hasVertex(u) && grid.outside?.[u] !== 1;
}

/**
 * Walks from hexagon to hexagon. `side` is a point's side of the line: the cross product of the line and the vector to the
 * point, in thirds. It is linear: the value of a corner is that of the centre plus a constant. The value of the next centre across a side is
 * this one plus those of both ends of the side.
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
      // Or through the corner between this side and the next. Then the line continues along the edge between two hexagons, or through one of them.
      const e = (d + 1) % 6;
      const beyond = side + sideOfCorner[e] + sideOfCorner[e + 1];
      if (side === 0) {
        if (stopsAlong(grid, v + offsets[d], bytes, least, span) || stopsAlong(grid, v + offsets[e], bytes, least, span)) return false;
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
