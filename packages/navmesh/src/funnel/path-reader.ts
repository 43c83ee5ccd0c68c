import type { PathPoints } from './path-points.ts';

/** Reads the last path; shared by all classes that find one. */
export abstract class PathReader {
  /** @internal */
  constructor(/** @internal */ readonly points: PathPoints) {}

  /** Number of points of the path, 0 if there is none. */
  get pathLength(): number {
    return this.points.planar;
  }

  /** Writes the points of the path as x, y, x, y …, start first. Returns the number of points, 0 if there is no path. */
  path(out: Float64Array): number {
    return this.points.write(out, 2, false);
  }

  /**
   * Writes the points of `path` with their heights. Each takes four numbers: x, y, z, and the id of the link that starts there, or −1. Returns the
   * number of points, 0 if there is no path.
   */
  turnsInSpace(out: Float64Array): number {
    return this.points.write(out, 4, false);
  }

  /** Number of points of the path in space, 0 if there is none. */
  get pathInSpaceLength(): number {
    this.points.complete();
    return this.points.count;
  }

  /**
   * Like `turnsInSpace`, with the points where only the slope changes. These are computed on the first call; after an edit of the mesh they are missing.
   */
  pathInSpace(out: Float64Array): number {
    this.points.complete();
    return this.points.write(out, 4, true);
  }
}
