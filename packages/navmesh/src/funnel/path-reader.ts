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
    return this.points.writePlanar(out);
  }

  /** Number of points of the path in space, 0 if there is none. */
  get pathInSpaceLength(): number {
    this.points.complete();
    return this.points.count;
  }

  /**
   * Writes the points of the path in space, including those where only the slope changes. Each takes four numbers: x, y, z, and the id of the link
   * that starts there, or −1. Returns the number of points, 0 if there is no path. Slope changes are computed on the first call; after an edit of the
   * mesh they are missing.
   */
  pathInSpace(out: Float64Array): number {
    this.points.complete();
    return this.points.writeAll(out);
  }
}
