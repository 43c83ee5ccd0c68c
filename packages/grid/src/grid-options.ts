import { remedyFor, shown } from '@pf/graph/kit';
import type { Metric } from './metric.ts';
import type { Corners, Movement } from './movement.ts';

/** The rules of a grid. Every grid has these properties itself, so `new Grid(w, h, other)` takes over the rules of another. */
export interface GridOptions {
  /** Default 'eight'. */
  readonly movement?: Movement | undefined;
  /** Only for 'eight'. Default 'never'. */
  readonly corners?: Corners | undefined;
  /** Default 'exact'. */
  readonly metric?: Metric | undefined;
}

/** Extracts the rules from options. */
export function rulesOf({ movement, corners, metric }: GridOptions): GridOptions {
  return { movement, corners, metric };
}

/** Throws unless coordinates are whole numbers. They may lie off the map. */
export function checkCoordinates(x: unknown, y: unknown, rule = 'A cell has two whole numbers, x and y', ofVertex = 'grid.x(v) and grid.y(v)'): void {
  if (Number.isInteger(x) && Number.isInteger(y)) return;
  throw new TypeError(`${rule}, got ${shown(x)} and ${shown(y)}${remedyFor(x) || remedyFor(y) || `; for a vertex take ${ofVertex}`}.`);
}

export function checkSize(width: number, height: number): void {
  if (Number.isInteger(width) && Number.isInteger(height) && width >= 1 && height >= 1 && (width + 2) * (height + 2) <= 2 ** 30) return;
  throw new RangeError(`A grid needs a width and a height from 1, and at most 2^30 cells, got ${shown(width)} × ${shown(height)}${Array.isArray(width) ? '; for rows of text call Grid.fromRows, of numbers Grid.fromArray' : ''}.`);
}

/** Throws unless `n` is a whole number up to the length of `list`. `caller` and `what` name the caller and the entries. */
export function checkCount(caller: string, n: number, list: ArrayLike<number>, what: string): void {
  if (Number.isInteger(n) && n >= 0 && n <= list.length) return;
  throw new RangeError(`${caller}: the number of ${what} must be a whole number from 0 to ${list.length}, got ${shown(n)}.`);
}
