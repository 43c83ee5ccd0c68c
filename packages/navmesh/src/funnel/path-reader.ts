import type { PathPoints } from './path-points.ts';

/** Reads the last path, for all classes that find or pull one. */
export abstract class PathReader {
  /** @internal */
  constructor(/** @internal */ readonly points: PathPoints) {}

  /** How many points the path has; 0 if there is none. */
  get pathLength(): number {
    return this.points.planar;
  }

  /** Writes the points of the path as x, y, x, y …, start first; returns how many points, 0 if there is no path. */
  path(out: Float64Array): number {
    return this.points.writePlanar(out);
  }

  /** How many points the path has in space; 0 if there is none. */
  get pathInSpaceLength(): number {
    this.points.complete();
    return this.points.count;
  }

  /**
   * Writes the points of the path in space, also those where only the ground bends. Four numbers each: x, y, z, and the id of the link that leads on from
   * there, or −1. Returns how many points, 0 if there is no path. Bends are found on the first call; after an edit of the mesh they are missing.
   */
  pathInSpace(out: Float64Array): number {
    this.points.complete();
    return this.points.writeAll(out);
  }
}
