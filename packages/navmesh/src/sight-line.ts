import { NO_VERTEX } from '@pf/graph';
import { doubled } from './grow.ts';
import type { MeshView } from './mesh-view.ts';
import { turn } from './orientation.ts';

/** Follows a straight line from face to face. If no wall is on the line, it is the shortest path. */
export class SightLine {
  /** The crossed faces; and by crossed face, its side through which the line enters. */
  faces = new Uint32Array(64);
  entries = new Uint8Array(64);

  constructor(private readonly mesh: MeshView) {}

  /**
   * Follows the line (x and y of both ends) from face `start` to one of the first `n` faces of `goals`. Returns the number of faces on the line; 0 if there
   * is a wall or a vertex on it.
   */
  follow(start: number, line: Float64Array, goals: readonly number[], n: number): number {
    const ax = line[0], ay = line[1], bx = line[2], by = line[3];
    const { stride, sides, corners, twins, xs, ys } = this.mesh.faces;
    const { beyond } = this.mesh.arcs;
    let exit = 0;
    while (exit < sides[start] && !(turn(ax, ay, bx, by, xs[corners[start * stride + exit]], ys[corners[start * stride + exit]]) < 0)) exit++;
    if (exit === sides[start]) return 0;
    for (let f = start, entry = 0, count = 0; ;) {
      if (count === this.faces.length) this.grow();
      this.faces[count] = f;
      this.entries[count++] = entry;
      for (let i = 0; i < n; i++) if (goals[i] === f) return count;
      // The line leaves by the side from a corner on its right, at first corner `exit`, to a corner on its left.
      const begin = f * stride, k = sides[f];
      let left = 0;
      for (let tries = 0, at = -1; at < 0; tries++) {
        const next = exit + 1 < k ? exit + 1 : 0;
        left = corners[begin + next];
        at = turn(ax, ay, bx, by, xs[left], ys[left]);
        if (at === 0 || tries === k) return 0;
        if (at < 0) exit = next;
      }
      const right = corners[begin + exit];
      f = beyond[begin + exit];
      // The goal may be on another floor, above or below this face.
      const isPassed = (xs[left] - xs[right]) * (by - ys[right]) - (ys[left] - ys[right]) * (bx - xs[right]) > 0;
      if (f === NO_VERTEX || isPassed) return 0;
      entry = twins[begin + exit];
      exit = entry + 1 < sides[f] ? entry + 1 : 0;
    }
  }

  private grow(): void {
    this.faces = doubled(this.faces);
    this.entries = doubled(this.entries);
  }
}
