import type { Grid } from '@pf/grid';
import type { CourseLayout, WalkLayout } from './course-layout.ts';
import { lineOf, placeOf } from './course-layout.ts';
import { JumpMap } from './jump-map.ts';
import type { JumpRules } from './jump-rules.ts';

/** Finds all jump points that follow a vertex, whatever the goal, by scanning bit maps 32 cells at a time. */
export class JumpFinder {
  /** Result of the last `jumps`, as in `JumpLocator`. */
  readonly found: Int32Array;
  /** By course − 4: the number of steps of each walk in the last `jumps`. */
  readonly steps = new Int32Array(4);
  /** Mask of the walks in the last `jumps`, by course − 4. */
  walked = 0;
  readonly map: JumpMap;
  // Fields of the map, copied for the loop.
  private readonly rules: JumpRules;
  private readonly moves: Uint8Array;
  private readonly sight: Uint8Array;
  private readonly bits: Int32Array;
  private readonly rays: readonly CourseLayout[];
  private readonly walks: readonly WalkLayout[];

  constructor(grid: Grid) {
    this.map = new JumpMap(grid);
    ({ rules: this.rules, moves: this.moves, sight: this.sight, bits: this.bits, rays: this.rays, walks: this.walks } = this.map);
    // Two rays and the cell itself, at each step of each walk. Two walks in opposite directions together are no longer than the map.
    const walks = grid.movement === 'four' ? grid.width : 2 * Math.min(grid.width, grid.height);
    this.found = new Int32Array(4 + 3 * walks);
  }

  /** Finds the jump points that follow `v`, in this row and column, reached by `arrival`, and returns their number. */
  jumps(v: number, row: number, column: number, arrival: number): number {
    const { found, steps, rules, sight, moves, bits, rays, walks } = this;
    const { walksStop } = rules;
    let follow = rules.courses(moves, v, arrival) & sight[v];
    this.walked = follow >> 4;
    let n = 0;
    steps[0] = steps[1] = steps[2] = steps[3] = 0;
    while (follow !== 0) {
      const course = 31 - Math.clz32(follow);
      follow ^= 1 << course;
      if (course < 4) {
        const ray = rays[course];
        const ahead = scan(bits, lineOf(ray, row, column), placeOf(ray, row, column));
        found[n++] = ((v + Math.imul(ahead, ray.step)) << 4) | course;
        continue;
      }
      const walk = walks[course - 4];
      const { dx, dy, first, second } = walk;
      const line = lineOf(walk, row, column);
      const place = placeOf(walk, row, column);
      let k = 0;
      let seen: number;
      do {
        k += scan(bits, line, place + k);
        const u = v + Math.imul(k, walk.step);
        const y = row + Math.imul(k, dy);
        const x = column + Math.imul(k, dx);
        seen = sight[u];
        if (walksStop && rules.stops(moves, u, course)) found[n++] = (u << 4) | course;
        if (((seen >> first.course) & 1) === 1) {
          const ahead = scan(bits, lineOf(first, y, x), placeOf(first, y, x));
          found[n++] = ((u + Math.imul(ahead, first.step)) << 4) | first.course;
        }
        if (((seen >> second.course) & 1) === 1) {
          const ahead = scan(bits, lineOf(second, y, x), placeOf(second, y, x));
          found[n++] = ((u + Math.imul(ahead, second.step)) << 4) | second.course;
        }
      } while (((seen >> course) & 1) === 1);
      steps[course - 4] = k;
    }
    return n;
  }
}

/** Distance from a position in a line to the next bit, which must exist. */
function scan(lines: Int32Array, line: number, place: number): number {
  const first = place + 1;
  let word = line + (first >>> 5);
  let bits = lines[word] & (-1 >>> (first & 31));
  while (bits === 0) bits = lines[++word];
  return ((word - line) << 5) + Math.clz32(bits) - place;
}
