import type { Grid } from '@pf/grid';
import type { CourseLayout, WalkLayout } from './course-layout.ts';
import { bitOf } from './course-layout.ts';
import { JumpMap } from './jump-map.ts';
import type { JumpRules } from './jump-rules.ts';

/** Finds all jump points that follow a vertex, whatever the goal: scans rays 32 cells at a time, and walks cell by cell. */
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
  private readonly sight: Int32Array;
  private readonly stops: Int32Array;
  private readonly rays: readonly CourseLayout[];
  private readonly walks: readonly WalkLayout[];

  constructor(grid: Grid) {
    this.map = new JumpMap(grid);
    ({ rules: this.rules, moves: this.moves, sight: this.sight, stops: this.stops, rays: this.rays, walks: this.walks } = this.map);
    // Two rays and the cell itself, at each step of each walk. Two walks in opposite directions together are no longer than the map.
    const walks = grid.movement === 'four' ? grid.width : 2 * Math.min(grid.width, grid.height);
    this.found = new Int32Array(4 + 3 * walks);
  }

  /** Finds the jump points that follow `v`, in this row and column, reached by `arrival`, and returns their number. */
  jumps(v: number, row: number, column: number, arrival: number): number {
    const { found, steps, rules, sight, moves, stops, rays, walks } = this;
    const { walksStop } = rules;
    let follow = rules.courses(moves, v, arrival);
    this.walked = follow >> 4;
    let n = 0;
    steps[0] = steps[1] = steps[2] = steps[3] = 0;
    while (follow !== 0) {
      const course = 31 - Math.clz32(follow);
      follow ^= 1 << course;
      if (course < 4) {
        const ray = rays[course];
        const bit = bitOf(ray, row, column);
        if (sight[ray.line + (bit >> 5)] << bit < 0) found[n++] = ((v + Math.imul(scan(stops, ray.line, bit), ray.step)) << 4) | course;
        continue;
      }
      const { dx, dy, step, move, pauses, first, second } = walks[course - 4];
      const { line: line1 } = first;
      const { line: line2 } = second;
      // The bits of the cell in the lines of both rays, and what a step adds to them.
      let bit1 = bitOf(first, row, column);
      let bit2 = bitOf(second, row, column);
      const bits1 = (first.bitsOfRow * dy + first.bitsOfColumn * dx) | 0;
      const bits2 = (second.bitsOfRow * dy + second.bitsOfColumn * dx) | 0;
      let u = v;
      let seen1: number;
      let seen2: number;
      do {
        do {
          u = (u + step) | 0;
          bit1 = (bit1 + bits1) | 0;
          bit2 = (bit2 + bits2) | 0;
          seen1 = sight[line1 + (bit1 >> 5)] << bit1;
          seen2 = sight[line2 + (bit2 >> 5)] << bit2;
        } while ((seen1 | seen2 | pauses[moves[u]]) >= 0);
        if (walksStop && rules.stops(moves, u, course)) found[n++] = (u << 4) | course;
        if (seen1 < 0) found[n++] = ((u + Math.imul(scan(stops, line1, bit1), first.step)) << 4) | first.course;
        if (seen2 < 0) found[n++] = ((u + Math.imul(scan(stops, line2, bit2), second.step)) << 4) | second.course;
      } while (((moves[u] >> move) & 1) === 1);
      steps[course - 4] = (u - v) / step;
    }
    return n;
  }
}

/** Distance from a bit, counted from a word, to the next one that is set, which must exist. */
function scan(bits: Int32Array, line: number, bit: number): number {
  const first = bit + 1;
  let word = line + (first >>> 5);
  let found = bits[word] & (-1 >>> (first & 31));
  while (found === 0) found = bits[++word];
  return ((word - line) << 5) + Math.clz32(found) - bit;
}
