import { checkBoolean, checkOptions, shown } from '@pf/graph/kit';
import { checkSpace, type Bounds, type Space } from './space.ts';

/** Spacings along the body's longer side, at most. */
const FINEST = 1e5;

/** Options of `footprint`. */
export interface FootprintOptions {
  /**
   * Distance between the lines that test the body, and the maximum distance that a corner moves between two tests. Smaller obstacles may be
   * missed. At least a 100,000th of the body's longer side. Default: a quarter of its shorter side.
   */
  readonly spacing?: number | undefined;
  /** Whether the body turns. If so, points are [x, y, heading], as `car` drives; otherwise [x, y]. Default true. */
  readonly turns?: boolean | undefined;
}

/**
 * Turns a plane into the space of a body: planners in it keep the whole body clear of obstacles and inside the bounds.
 *
 * `outline` lists the body's corners for heading 0 (to the right), relative to its reference point, such as the middle of the rear axle.
 *
 * A segment takes a test of the whole body for each `spacing` of its length. For a small body in a large world, pass a `spacing` as large as the smallest
 * obstacle allows.
 *
 * @example
 * ```ts
 * import { box, footprint, obstacles } from '@pf/sampling';
 *
 * const plane = obstacles({ min: [0, 0], max: [10, 10] }, [box([4, 0], [6, 8])]);
 * const body = footprint(plane, [[-1, -0.5], [2, -0.5], [2, 0.5], [-1, 0.5]]);
 * body.pointFree(Float64Array.of(3, 5, 0)); // → false
 * body.pointFree(Float64Array.of(3, 5, Math.PI / 2)); // → true
 * ```
 */
export function footprint(plane: Space, outline: readonly (readonly [x: number, y: number] | readonly number[])[], options: FootprintOptions = {}): Space {
  const d = checkSpace(plane);
  if (d !== 2) throw new RangeError(`A footprint needs a space of two coordinates, got ${d}.`);
  if (!Array.isArray(outline) || outline.length < 3 || !outline.every((corner: unknown) => Array.isArray(corner) && Number.isFinite(corner[0]) && Number.isFinite(corner[1]))) {
    throw new TypeError(`The outline of a footprint must be a list of three or more corners, each [x, y], got ${shown(outline)}.`);
  }
  checkOptions(options, ['spacing', 'turns'], 'footprint');
  const lines = linesOf(outline as readonly (readonly number[])[], options.spacing);
  const { turns = true } = options;
  checkBoolean(turns, 'turns');
  const { min, max } = plane.bounds;
  const bounds: Bounds = turns ? { min: [min[0], min[1], -Math.PI], max: [max[0], max[1], Math.PI] } : plane.bounds;
  const { spacing, reach, ends } = lines;
  const from = new Float64Array(2);
  const to = new Float64Array(2);
  const state = new Float64Array(3);
  const inside = (x: number, y: number): boolean => x >= min[0] && x <= max[0] && y >= min[1] && y <= max[1];

  const isFree = ([x, y, heading]: Float64Array): boolean => {
    const [cos, sin] = turns ? [Math.cos(heading), Math.sin(heading)] : [1, 0];
    for (let i = 0; i < ends.length; i += 4) {
      from[0] = x + cos * ends[i] - sin * ends[i + 1];
      from[1] = y + sin * ends[i] + cos * ends[i + 1];
      to[0] = x + cos * ends[i + 2] - sin * ends[i + 3];
      to[1] = y + sin * ends[i + 2] + cos * ends[i + 3];
      if (!inside(from[0], from[1]) || !inside(to[0], to[1]) || !plane.segmentFree(from, to)) return false;
    }
    return true;
  };
  return {
    bounds,
    pointFree: isFree,
    segmentFree(a, b) {
      const turned = turns ? b[2] - a[2] : 0;
      const looks = Math.max(1, Math.ceil((Math.hypot(b[0] - a[0], b[1] - a[1]) + reach * Math.abs(turned)) / spacing));
      // Also once if `looks` is NaN.
      for (let i = 0; !(i > looks); i++) {
        const share = i / looks;
        state[0] = a[0] + (b[0] - a[0]) * share;
        state[1] = a[1] + (b[1] - a[1]) * share;
        if (turns) state[2] = a[2] + turned * share;
        if (!isFree(state)) return false;
      }
      return true;
    },
  };
}

/** The outline and the lines across it, four numbers each; their spacing; the farthest corner's distance from the origin. */
function linesOf(outline: readonly (readonly number[])[], given: number | undefined): { readonly ends: Float64Array; readonly spacing: number; readonly reach: number } {
  let [left, right, low, high, reach] = [Infinity, -Infinity, Infinity, -Infinity, 0];
  for (const [x, y] of outline) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    low = Math.min(low, y);
    high = Math.max(high, y);
    reach = Math.max(reach, Math.hypot(x, y));
  }
  const spacing = given ?? Math.min(high - low, right - left) / 4;
  if (!(Number.isFinite(spacing) && spacing > 0)) throw new RangeError(`The spacing of a footprint must be above 0, and its outline have an area, got ${shown(given ?? spacing)}.`);
  const least = Math.max(high - low, right - left) / FINEST;
  if (spacing < least) throw new RangeError(`The spacing of a footprint of this size must be ${least} or more, got ${spacing}.`);
  const ends: number[] = [];
  outline.forEach(([x, y], i) => {
    const [nextX, nextY] = outline[(i + 1) % outline.length];
    ends.push(x, y, nextX, nextY);
  });
  // Lines from left to right: between each two crossings of the outline, by the even-odd rule.
  const rows = Math.ceil((high - low) / spacing);
  for (let row = 1; row < rows; row++) {
    const y = low + ((high - low) * row) / rows;
    const crossings: number[] = [];
    outline.forEach(([ax, ay], i) => {
      const [bx, by] = outline[(i + 1) % outline.length];
      if (ay > y !== by > y) crossings.push(ax + ((bx - ax) * (y - ay)) / (by - ay));
    });
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2) ends.push(crossings[i], y, crossings[i + 1], y);
  }
  return { ends: Float64Array.from(ends), spacing, reach };
}
