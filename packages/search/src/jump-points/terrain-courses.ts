import type { Grid } from '@pf/grid';
import { JumpRules } from './jump-rules.ts';
import { TerrainPruning } from './terrain-pruning.ts';

/** Not computed yet. No mask has all eight courses, since a path never turns straight back. */
export const UNKNOWN = 255;
/** Up to this many tails of changed arcs are processed one by one; after more, the whole cache is cleared. */
const MOST_TAILS = 8192;

/**
 * Caches the courses to follow from each cell of a grid with terrain, by the course of arrival. Entries are computed on demand and cleared around edits.
 * Memory: 8 bytes a vertex.
 */
export class TerrainCourses {
  readonly rules: JumpRules;
  /** By 8 · vertex + course of arrival: a mask of courses, or UNKNOWN. */
  readonly follows: Uint8Array;
  /** By course of arrival: the natural courses, followed where no neighbour is forced. */
  readonly natural: Uint8Array = new Uint8Array(8);
  private readonly pruning: TerrainPruning;
  private readonly tails: Uint32Array;
  private version: number;

  constructor(private readonly grid: Grid) {
    this.rules = new JumpRules(grid);
    this.pruning = new TerrainPruning(grid, this.rules);
    this.follows = new Uint8Array(8 * grid.vertexCount).fill(UNKNOWN);
    this.tails = new Uint32Array(Math.min(MOST_TAILS, grid.vertexCount));
    this.version = grid.version;
    for (const { course } of [...this.rules.rays, ...this.rules.walks]) this.natural[course] = this.pruning.natural(course);
  }

  /** The courses to follow from `v`, reached by a course, or `JumpRules.ROOT`. */
  of(v: number, arrival: number): number {
    if (arrival === JumpRules.ROOT) return this.rules.courses(this.grid.moves, v, arrival);
    const known = this.follows[(v << 3) | arrival];
    return known !== UNKNOWN ? known : (this.follows[(v << 3) | arrival] = this.pruning.courses(v, arrival));
  }

  /** Clears the entries that edits may have changed. */
  update(): void {
    const { grid, tails, follows } = this;
    if (grid.version === this.version) return;
    const n = grid.changedSince(this.version, tails);
    this.version = grid.version;
    if (n < 0) follows.fill(UNKNOWN);
    // A changed arc affects the 3 × 3 cells around both of its ends. All tails are neighbours of the edited cell, so the squares around tails cover both.
    const { stride } = grid;
    for (let i = 0; i < n; i++) {
      for (let u = tails[i] - stride; u <= tails[i] + stride; u += stride) follows.fill(UNKNOWN, (u - 1) << 3, (u + 2) << 3);
    }
  }
}
