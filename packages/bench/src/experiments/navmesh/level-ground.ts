import type { Surface } from '@pf/navmesh';
import type { LevelPoint } from '../../measure/peer.ts';

/** Checked points of each piece of a path. */
const SAMPLES = 6;

type Range = readonly [low: number, high: number];

/** A polygon, and its bounds with rounding. */
interface Polygon { readonly corners: readonly LevelPoint[]; readonly left: number; readonly right: number; readonly near: number; readonly far: number }

/** Checks that paths lie on the polygons of a surface, independent of meshes. */
export class Ground {
  /** How far in height a path may be from the polygons: their own precision. */
  readonly climb: number;
  /** Rounding of coordinates in single precision. */
  readonly rounding: number;
  private readonly polygons: readonly Polygon[];

  constructor({ vertices, polygons, climb = 0 }: Surface) {
    this.climb = climb;
    this.rounding = Math.max(...vertices.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)])) * 1e-5;
    this.polygons = polygons.map((polygon) => {
      const corners = polygon.map((v): LevelPoint => [vertices[v][0], vertices[v][1], vertices[v][2]]), xs = corners.map(([x]) => x), ys = corners.map(([, y]) => y);
      const { rounding } = this;
      return { corners, left: Math.min(...xs) - rounding, right: Math.max(...xs) + rounding, near: Math.min(...ys) - rounding, far: Math.max(...ys) + rounding };
    });
  }

  /** Whether a path leads from one position to another and lies on polygons. */
  carries(path: readonly LevelPoint[], from: LevelPoint, to: LevelPoint): boolean {
    if (!this.leads(path, from, to)) return false;
    return path.every((a, i) => {
      const b = path[Math.min(i + 1, path.length - 1)];
      for (let k = 0; k < SAMPLES; k++) {
        const share = k / SAMPLES;
        if (!this.has([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), a[2] + share * (b[2] - a[2])])) return false;
      }
      return true;
    });
  }

  /** Whether a path begins at one position and ends at another: near it, or on the polygon there that is nearest in height. Floors are 2.5 climbs or more apart. */
  leads(path: readonly LevelPoint[], from: LevelPoint, to: LevelPoint): boolean {
    return path.length > 0 && this.isAt(path[0], from) && this.isAt(path[path.length - 1], to);
  }

  private isAt(point: LevelPoint, place: LevelPoint): boolean {
    if (Math.hypot(point[0] - place[0], point[1] - place[1]) > this.rounding) return false;
    if (Math.abs(point[2] - place[2]) < 2 * this.climb) return true;
    const floors = this.polygons.map((polygon) => heightsIn(polygon, place, this.rounding)).filter((heights) => heights !== undefined);
    const [low, high] = floors.reduce((a, b) => (away(b, place[2]) < away(a, place[2]) ? b : a));
    return point[2] >= low - this.climb && point[2] <= high + this.climb;
  }

  /** Whether a point lies on a polygon. */
  has(point: LevelPoint): boolean {
    return this.polygons.some((polygon) => {
      const heights = heightsIn(polygon, point, this.rounding);
      return heights !== undefined && away(heights, point[2]) <= this.climb;
    });
  }
}

/** The lowest and highest height of triangles between the corners of a polygon, at a point that it contains seen from above. */
function heightsIn({ corners, left, right, near, far }: Polygon, [x, y]: LevelPoint, rounding: number): Range | undefined {
  if (x < left || x > right || y < near || y > far) return undefined;
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < corners.length; i++) {
    for (let j = i + 1; j < corners.length; j++) {
      // A polygon may be as thin as rounding.
      const between = heightOn(corners[i], corners[j], x, y, rounding);
      low = Math.min(low, between ?? Infinity);
      high = Math.max(high, between ?? -Infinity);
      for (let k = j + 1; k < corners.length; k++) {
        const height = heightIn(corners[i], corners[j], corners[k], x, y, rounding);
        low = Math.min(low, height ?? Infinity);
        high = Math.max(high, height ?? -Infinity);
      }
    }
  }
  return low <= high ? [low, high] : undefined;
}

/** The distance of a height from a range. */
function away([low, high]: Range, z: number): number {
  return Math.max(0, low - z, z - high);
}

/** The height of a segment at a point on it; undefined elsewhere. */
function heightOn(a: LevelPoint, b: LevelPoint, x: number, y: number, rounding: number): number | undefined {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const share = ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / length ** 2;
  const isOn = share >= 0 && share <= 1 && Math.abs(cross(a, b, [x, y, 0])) <= rounding * length;
  return isOn ? a[2] + share * (b[2] - a[2]) : undefined;
}

/** The height of a triangle at a point inside or just outside it; otherwise undefined. */
function heightIn(a: LevelPoint, b: LevelPoint, c: LevelPoint, x: number, y: number, rounding: number): number | undefined {
  const whole = cross(a, b, c), longest = Math.max(Math.hypot(b[0] - a[0], b[1] - a[1]), Math.hypot(c[0] - b[0], c[1] - b[1]), Math.hypot(a[0] - c[0], a[1] - c[1]));
  if (Math.abs(whole) <= rounding * longest) return undefined;
  const u = cross(a, [x, y, 0], c) / whole, v = cross(a, b, [x, y, 0]) / whole, beside = (rounding * longest) / Math.abs(whole);
  return u < -beside || v < -beside || u + v > 1 + beside ? undefined : a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]);
}

function cross([ax, ay]: LevelPoint, [bx, by]: LevelPoint, [cx, cy]: LevelPoint): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
