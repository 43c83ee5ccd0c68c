import { checkBoolean, shown } from '@pf/graph/kit';
import { coordinates, dimensionOf, type Bounds, type Space } from './space.ts';

/**
 * An obstacle. Touching its boundary is a collision.
 *
 * @example
 * ```ts
 * import { ball, obstacles, type Obstacle } from '@pf/sampling';
 *
 * // An obstacle of your own: the half-plane below the diagonal.
 * const below: Obstacle = {
 *   contains: (p) => p[1] <= p[0],
 *   hits: (a, b) => a[1] <= a[0] || b[1] <= b[0],
 * };
 * const space = obstacles({ min: [0, 0], max: [10, 10] }, [below, ball([2, 8], 1)]);
 * space.segmentFree(Float64Array.of(0, 5), Float64Array.of(5, 9)); // → true
 * space.segmentFree(Float64Array.of(0, 8), Float64Array.of(5, 8)); // → false
 * ```
 */
export interface Obstacle {
  /** Coordinates of its points. `obstacles` rejects it in a space of another dimension. Default: any. */
  readonly dimension?: number | undefined;
  /** Whether further coordinates are allowed and ignored, as with a prism. Default false. */
  readonly prism?: boolean | undefined;
  /** Whether the point is inside or on the boundary. */
  contains(point: Float64Array): boolean;
  /** Whether any point of the segment is inside or on the boundary. */
  hits(from: Float64Array, to: Float64Array): boolean;
}

/**
 * Makes a space from a box and obstacles in it. Each test checks every obstacle in turn, which is fast enough for dozens. For thousands, write a
 * `Space` with a spatial index.
 *
 * @example
 * ```ts
 * import { ball, box, obstacles } from '@pf/sampling';
 *
 * const room = obstacles({ min: [0, 0], max: [10, 10] }, [box([4, 0], [6, 8]), ball([2, 8], 1)]);
 * room.pointFree(Float64Array.of(5, 5)); // → false
 * room.segmentFree(Float64Array.of(1, 5), Float64Array.of(3, 5)); // → true
 * room.segmentFree(Float64Array.of(1, 5), Float64Array.of(9, 5)); // → false
 * ```
 */
export function obstacles(bounds: Bounds, list: readonly Obstacle[]): Space {
  const d = dimensionOf(bounds);
  const given: unknown = list;
  if (!Array.isArray(given)) throw new TypeError(`The obstacles must be a list, such as [ball([2, 8], 1)], got ${shown(given)}.`);
  list.forEach((obstacle: Obstacle | null | undefined, i) => {
    if (typeof obstacle?.contains !== 'function' || typeof obstacle.hits !== 'function') throw new TypeError(`Obstacle ${i} of the list must have contains and hits, as ball, box, polygon and cells give them, got ${shown(obstacle)}.`);
    const { dimension = d, prism = false } = obstacle;
    checkBoolean(prism, `prism of obstacle ${i}`);
    if (dimension === d || (prism && dimension < d)) return;
    throw new RangeError(`Obstacle ${i} of the list has ${dimension} coordinates and the space ${d}: give both the same number.`);
  });
  return {
    bounds,
    pointFree(point) {
      for (const obstacle of list) if (obstacle.contains(point)) return false;
      return true;
    },
    segmentFree(from, to) {
      for (const obstacle of list) if (obstacle.hits(from, to)) return false;
      return true;
    },
  };
}

/**
 * An axis-aligned box in any dimension. Sides may be at infinity.
 *
 * @example
 * ```ts
 * import { box } from '@pf/sampling';
 *
 * box([0, 0, 0], [1, 1, 1]).hits(Float64Array.of(-1, 0.5, 0.5), Float64Array.of(2, 0.5, 0.5)); // → true
 * ```
 */
export function box(min: ArrayLike<number>, max: ArrayLike<number>): Obstacle {
  const [low, high] = [coordinates(min, 'least coordinates of a box'), coordinates(max, 'greatest coordinates of a box')];
  const dimension = low.length;
  if (dimension < 1 || high.length !== dimension) {
    throw new RangeError(`A box needs as many maxima as minima, at least one: got ${dimension} and ${high.length}.`);
  }
  for (let k = 0; k < dimension; k++) {
    if (low[k] <= high[k] && low[k] < Infinity && high[k] > -Infinity) continue;
    throw new RangeError(`A box needs min <= max on each axis: axis ${k} goes from ${low[k]} to ${high[k]}.`);
  }
  return { dimension, contains: (point) => slabs(low, high, point, point), hits: (from, to) => slabs(low, high, from, to) };
}

/** Whether the segment meets the box: the part of it between each pair of sides, narrowed axis by axis. */
function slabs(min: Float64Array, max: Float64Array, from: Float64Array, to: Float64Array): boolean {
  let enter = 0, leave = 1;
  for (let k = 0; k < min.length; k++) {
    const a = from[k];
    const along = to[k] - a;
    if (along === 0) {
      if (a < min[k] || a > max[k]) return false;
      continue;
    }
    const first = (min[k] - a) / along;
    const second = (max[k] - a) / along;
    enter = Math.max(enter, Math.min(first, second));
    leave = Math.min(leave, Math.max(first, second));
    if (enter > leave) return false;
  }
  return true;
}

/**
 * A ball in any dimension; a circle in the plane.
 *
 * @example
 * ```ts
 * import { ball } from '@pf/sampling';
 *
 * ball([0, 0], 1).contains(Float64Array.of(1, 0)); // → true
 * ```
 */
export function ball(centre: ArrayLike<number>, radius: number): Obstacle {
  const middle = coordinates(centre, 'centre of a ball');
  const dimension = middle.length;
  if (dimension < 1 || !middle.every(Number.isFinite)) {
    throw new RangeError(`The centre of a ball needs finite coordinates, at least one: got [${middle.join(', ')}].`);
  }
  if (typeof radius !== 'number' || !(radius >= 0 && radius < Infinity)) throw new RangeError(`A ball needs a finite radius of 0 or more, got ${shown(radius)}.`);
  const hits = (from: Float64Array, to: Float64Array): boolean => {
    let along = 0, squared = 0;
    for (let k = 0; k < dimension; k++) {
      along += (middle[k] - from[k]) * (to[k] - from[k]);
      squared += (to[k] - from[k]) ** 2;
    }
    const t = squared > 0 ? Math.max(0, Math.min(1, along / squared)) : 0;
    let away = 0;
    for (let k = 0; k < dimension; k++) away += (from[k] + t * (to[k] - from[k]) - middle[k]) ** 2;
    return away <= radius * radius;
  };
  return { dimension, contains: (point) => hits(point, point), hits };
}

/**
 * A polygon in the plane, its corners in either order. If it crosses itself, the even-odd rule decides what is inside. In a space of
 * more dimensions it is a prism: further coordinates are ignored.
 *
 * @example
 * ```ts
 * import { polygon } from '@pf/sampling';
 *
 * const triangle = polygon([[0, 0], [4, 0], [0, 4]]);
 * triangle.contains(Float64Array.of(1, 1)); // → true
 * triangle.hits(Float64Array.of(3, 3), Float64Array.of(5, 0)); // → false
 * ```
 */
export function polygon(corners: readonly (readonly [x: number, y: number] | readonly number[])[]): Obstacle {
  const given: unknown = corners;
  if (!Array.isArray(given)) throw new TypeError(`The corners of a polygon must be a list of [x, y], got ${shown(given)}.`);
  if (corners.length === 0) throw new RangeError('A polygon needs at least one corner, got none.');
  for (const corner of corners) {
    const one: unknown = corner;
    if (!Array.isArray(one)) throw new TypeError(`A corner of a polygon must be [x, y], got ${shown(one)}.`);
    const [x, y] = corner;
    if (!(Number.isFinite(x) && Number.isFinite(y))) throw new RangeError(`The corners of a polygon need finite coordinates, got [${shown(x)}, ${shown(y)}].`);
  }
  const xs = Float64Array.from(corners, ([x]) => x);
  const ys = Float64Array.from(corners, ([, y]) => y);
  const n = xs.length;
  let left = Infinity, right = -Infinity, low = Infinity, high = -Infinity;
  for (let i = 0; i < n; i++) {
    left = Math.min(left, xs[i]);
    right = Math.max(right, xs[i]);
    low = Math.min(low, ys[i]);
    high = Math.max(high, ys[i]);
  }
  const inside = (x: number, y: number): boolean => {
    let odd = false;
    for (let i = 0, j = n - 1; i < n; j = i++) {
      if (ys[i] > y !== ys[j] > y && x < ((xs[j] - xs[i]) * (y - ys[i])) / (ys[j] - ys[i]) + xs[i]) odd = !odd;
    }
    return odd;
  };
  const hits = (from: Float64Array, to: Float64Array): boolean => {
    const ax = from[0], ay = from[1], bx = to[0], by = to[1];
    if ((ax < left && bx < left) || (ax > right && bx > right) || (ay < low && by < low) || (ay > high && by > high)) return false;
    for (let i = 0, j = n - 1; i < n; j = i++) {
      if (segmentsMeet(ax, ay, bx, by, xs[j], ys[j], xs[i], ys[i])) return true;
    }
    return inside(ax, ay);
  };
  return { dimension: 2, prism: true, contains: (point) => hits(point, point), hits };
}

function side(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

function segmentsMeet(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, dx: number, dy: number): boolean {
  const c = side(ax, ay, bx, by, cx, cy), d = side(ax, ay, bx, by, dx, dy);
  const a = side(cx, cy, dx, dy, ax, ay), b = side(cx, cy, dx, dy, bx, by);
  if ((c > 0 && d > 0) || (c < 0 && d < 0) || (a > 0 && b > 0) || (a < 0 && b < 0)) return false;
  // Otherwise they cross, touch or are collinear: they meet where their extents overlap.
  return (
    Math.max(ax, bx) >= Math.min(cx, dx) && Math.max(cx, dx) >= Math.min(ax, bx) &&
    Math.max(ay, by) >= Math.min(cy, dy) && Math.max(cy, dy) >= Math.min(ay, by)
  );
}

/** A grid for `cells`, such as a `Grid` of @pf/grid. */
export interface BlockedCells {
  /** Grids of hexagons, 'hex', are rejected. */
  readonly movement?: string | undefined;
  /** The number of columns. */
  readonly width: number;
  /** The number of rows. */
  readonly height: number;
  /** Whether the cell in column `x` and row `y` cannot be entered. */
  isBlocked(x: number, y: number): boolean;
}

/**
 * The blocked cells of a grid in the plane. Cell (x, y) covers x … x+1 and y … y+1, times `size`, with its lower sides
 * included. A segment through a corner of four cells is free only if both cells that it passes between are free. In a space of more
 * dimensions the cells are prisms: further coordinates are ignored. Follows edits of the grid; after one, call `search`, not `resume`.
 * A segment is tested in each cell that it passes, also outside the grid, so it takes time in proportion to its length over `size`.
 *
 * @example
 * ```ts
 * import { cells } from '@pf/sampling';
 *
 * const wall = cells({ width: 3, height: 3, isBlocked: (x) => x === 1 });
 * wall.hits(Float64Array.of(0.5, 0.5), Float64Array.of(2.5, 2.5)); // → true
 * wall.hits(Float64Array.of(0.5, 0.5), Float64Array.of(0.5, 2.5)); // → false
 * ```
 */
export function cells(grid: BlockedCells, size = 1): Obstacle {
  const given: Partial<BlockedCells> | null | undefined = grid;
  if (typeof given?.isBlocked !== 'function') throw new TypeError(`cells needs a grid, or { width, height, isBlocked }, got ${shown(grid)}.`);
  const { width, height } = grid;
  if (grid.movement === 'hex') throw new RangeError('cells takes squares, got a grid of hexagons: give a polygon for each blocked one.');
  if (!(typeof width === 'number' && width >= 0 && height >= 0)) throw new RangeError(`Cells need a width and a height of 0 or more, got ${shown(width)} and ${shown(height)}.`);
  if (!(Number.isFinite(size) && size > 0)) throw new RangeError(`The size of a cell must be above 0 and finite, got ${shown(size)}.`);
  const blocked = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < width && y < height && grid.isBlocked(x, y);
  return {
    dimension: 2,
    prism: true,
    contains: (point) => blocked(Math.floor(point[0] / size), Math.floor(point[1] / size)),
    hits(from, to) {
      // Cell by cell along the segment: Amanatides & Woo, "A Fast Voxel Traversal Algorithm", Eurographics 1987. Remaining steps are counted in
      // cells, because a rounded sum of strides may end one cell early or late. The strides are multiplied by the segment's width and height, so that
      // no quotient is rounded and both sides of a corner are reached at exactly the same time.
      const ax = from[0] / size, ay = from[1] / size, bx = to[0] / size, by = to[1] / size;
      let x = Math.floor(ax), y = Math.floor(ay);
      let leftX = Math.abs(Math.floor(bx) - x), leftY = Math.abs(Math.floor(by) - y);
      const stepX = Math.sign(bx - ax), stepY = Math.sign(by - ay);
      const strideX = Math.abs(by - ay), strideY = Math.abs(bx - ax);
      let nextX = (stepX > 0 ? x + 1 - ax : ax - x) * strideX;
      let nextY = (stepY > 0 ? y + 1 - ay : ay - y) * strideY;
      for (;;) {
        if (blocked(x, y)) return true;
        const goX = leftX > 0 && !(leftY > 0 && nextY < nextX);
        const goY = leftY > 0 && !(leftX > 0 && nextX < nextY);
        if (!goX && !goY) return false;
        if (goX && goY && (blocked(x + stepX, y) || blocked(x, y + stepY))) return true;
        if (goX) {
          x += stepX;
          nextX += strideX;
          leftX--;
        }
        if (goY) {
          y += stepY;
          nextY += strideY;
          leftY--;
        }
      }
    },
  };
}
