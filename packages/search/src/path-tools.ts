import { shown } from '@pf/graph/kit';
/** A point of a path: a cell, or a position between cells. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Reduces a path to its ends and turns. `expandPath` is the inverse.
 *
 * @example
 * ```ts
 * import { compressPath } from '@pf/search';
 *
 * compressPath([{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 0 }, { x: 3, y: 1 }]); // → [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 3, y: 1 }]
 * ```
 */
export function compressPath<P extends Point>(path: readonly P[]): P[] {
  checkPath(path);
  // Drop repeated points.
  const apart = path.filter((p, i) => i === 0 || p.x !== path[i - 1].x || p.y !== path[i - 1].y);
  return apart.filter((p, i) => {
    if (i === 0 || i === apart.length - 1) return true;
    const [before, after] = [apart[i - 1], apart[i + 1]];
    const [ax, ay, bx, by] = [p.x - before.x, p.y - before.y, after.x - p.x, after.y - p.y];
    return ax * by !== ay * bx || ax * bx + ay * by < 0;
  });
}

/**
 * Lists all cells of a path given by its corners, as from `compressPath`, `waypoints` or `smooth`: between corners, the cells of the
 * straight line (`cellsOfLine`). Not for the corners of lines at any angle over hexagons, nor for paths over the joined edges of a `TorusGrid`.
 *
 * @example
 * ```ts
 * import { expandPath } from '@pf/search';
 *
 * expandPath([{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 3, y: 1 }]); // → [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 2, y: 0 }, { x: 3, y: 1 }]
 * ```
 */
export function expandPath(corners: readonly Point[]): Point[] {
  checkPath(corners);
  const cells: Point[] = corners.slice(0, 1).map(({ x, y }) => ({ x, y }));
  for (let i = 1; i < corners.length; i++) for (const cell of cellsOfLine(corners[i - 1], corners[i]).slice(1)) cells.push(cell);
  return cells;
}

/**
 * Lists the cells of a straight line from `a` to `b`, both included (J. Bresenham, "Algorithm for computer control of a digital plotter", IBM
 * Systems Journal 4(1), 1965). It ignores obstacles; see `lineOfSight` of `@pf/grid`. Of squares: for hexagons there is `line` of `HexMap`.
 *
 * @example
 * ```ts
 * import { cellsOfLine } from '@pf/search';
 *
 * cellsOfLine({ x: 0, y: 0 }, { x: 3, y: 1 }).map(({ y }) => y); // → [0, 0, 1, 1]
 * ```
 */
export function cellsOfLine(a: Point, b: Point): Point[] {
  for (const point of [a, b]) checkPoint(point);
  for (const { x, y } of [a, b]) if (!Number.isInteger(x) || !Number.isInteger(y)) throw new RangeError(`A line of cells begins and ends in cells, with whole numbers, got (${x}, ${y}).`);
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const steps = Math.max(Math.abs(dx), Math.abs(dy));
  const cells: Point[] = [];
  for (let i = 0; i <= steps; i++) cells.push(steps === 0 ? { x: a.x, y: a.y } : { x: a.x + nearest(dx, i, steps), y: a.y + nearest(dy, i, steps) });
  return cells;
}

/**
 * The point at `distance` along a path, in cells: the position of a unit on it. Clamped to the first and the last point. On hexagons, give it the points of
 * `toPixel`, and the distance in their unit. Over the joined edges of a `TorusGrid`, give it coordinates that continue past the edge.
 *
 * @example
 * ```ts
 * import { pointAlong } from '@pf/search';
 *
 * pointAlong([{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 4, y: 4 }], 5); // → { x: 4, y: 1 }
 * ```
 */
export function pointAlong(path: readonly Point[], distance: number): Point {
  checkPath(path);
  if (path.length === 0) throw new RangeError('A path without points has no point along it.');
  if (typeof distance !== 'number' || Number.isNaN(distance)) throw new RangeError(`The distance along a path must be a number, got ${shown(distance)}.`);
  let left = Math.max(0, distance);
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1], path[i]];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    // Not Math.hypot or **, whose last digit may differ between engines: units must be in the same place in lockstep.
    const length = Math.sqrt(dx * dx + dy * dy);
    if (left < length) return { x: a.x + (dx * left) / length, y: a.y + (dy * left) / length };
    left -= length;
  }
  const { x, y } = path[path.length - 1];
  return { x, y };
}

/** `d · i / steps`, rounded to the nearest whole number, halves away from 0, so that mirrored lines get mirrored cells. */
function nearest(d: number, i: number, steps: number): number {
  const rounded = Math.floor((2 * Math.abs(d) * i + steps) / (2 * steps));
  return d < 0 ? 0 - rounded : rounded;
}

function checkPoint(point: Point | null | undefined): void {
  if (typeof point?.x !== 'number' || typeof point.y !== 'number') throw new TypeError(`A point of a path is { x, y }, got ${shown(point)}.`);
}

function checkPath(path: readonly Point[]): void {
  if (!Array.isArray(path)) throw new TypeError('A path is a list of points { x, y }, such as the cells that findPath gives.');
  for (const point of path as readonly Point[]) checkPoint(point);
}
