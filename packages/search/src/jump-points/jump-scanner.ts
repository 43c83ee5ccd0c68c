import type { Grid } from '@pf/grid';
import type { CourseLayout, WalkLayout } from './course-layout.ts';
import { lineOf, placeOf } from './course-layout.ts';
import type { JumpLocator } from './jump-locator.ts';
import { JumpMap } from './jump-map.ts';
import type { JumpRules } from './jump-rules.ts';

/**
 * Finds jump points by scanning bit maps, 32 cells at a time: Harabor & Grastien, "Improving Jump Point Search", ICAPS 2014. The map may
 * change between searches, and searches may share a scanner.
 *
 * Departures. The bits are those of the jump points themselves: one word where the paper reads three rows of walls. Rays known to end at a wall are
 * not scanned. Diagonals are scanned too, from one pause to the next. Scans do not test for the goal: the cells from which it is visible along each ray are
 * computed when the search begins, and a walk that crosses the goal's row or column compares two numbers.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { JumpRules, JumpScanner } from '@pf/search/kit';
 *
 * const grid = Grid.fromRows(['.....', '.#...', '.....']);
 * const scanner = new JumpScanner(grid);
 * scanner.begin(grid.vertex(0, 0), grid.vertex(4, 2));
 * // East along the top, past the wall; south along the left, likewise.
 * scanner.jumps(grid.vertex(0, 0), JumpRules.ROOT); // → 2
 * Array.from(scanner.found.subarray(0, 2), (jump) => [grid.x(jump >> 4), grid.y(jump >> 4)]); // → [[0, 2], [2, 0]]
 * ```
 */
export class JumpScanner implements JumpLocator {
  readonly found: Int32Array;
  goal = 0;
  private readonly map: JumpMap;
  // Fields of the map, copied for the loop.
  private readonly rules: JumpRules;
  private readonly moves: Uint8Array;
  private readonly sight: Uint8Array;
  private readonly bits: Int32Array;
  private readonly rays: readonly CourseLayout[];
  private readonly walks: readonly WalkLayout[];
  private readonly stride: number;
  private readonly perStride: number;
  private goalRow = 0;
  private goalColumn = 0;
  /** By course: the line and position of the goal, and the number of cells before it from which it is visible. */
  private readonly goalLine = new Int32Array(4);
  private readonly goalPlace = new Int32Array(4);
  private readonly goalSeen = new Int32Array(4);

  constructor(readonly grid: Grid) {
    this.map = new JumpMap(grid);
    ({ rules: this.rules, moves: this.moves, sight: this.sight, bits: this.bits, rays: this.rays, walks: this.walks } = this.map);
    this.stride = grid.stride;
    this.perStride = 1 / grid.stride;
    // Two rays and the cell itself, at each step of each walk. Two walks in opposite directions together are no longer than the map.
    const walks = grid.movement === 'four' ? grid.width : 2 * Math.min(grid.width, grid.height);
    this.found = new Int32Array(4 + 3 * walks);
  }

  begin(_start: number, goal: number, budget = Infinity): boolean {
    const { map, stride } = this;
    if (!map.follow(budget)) return false;
    const { moves } = map;
    const row = Math.floor(goal / stride);
    const column = goal - row * stride;
    this.goal = goal;
    this.goalRow = row;
    this.goalColumn = column;
    for (const { course, step } of map.rules.rays) {
      const ray = map.rays[course];
      this.goalLine[course] = lineOf(ray, row, column);
      this.goalPlace[course] = placeOf(ray, row, column);
      const back = 1 << (course ^ 2);
      let seen = 0;
      for (let v = goal; (moves[v] & back) !== 0; v -= step) seen++;
      this.goalSeen[course] = seen;
    }
    return true;
  }

  jumps(v: number, arrival: number): number {
    const { found, stride, goalRow, goalColumn, rules, sight, moves, bits, rays, walks } = this;
    const { walksStop } = rules;
    // The row by multiplication: exact, since v + ½ is at least ½ stride⁻¹ away from any whole row, and faster than a division.
    const row = ((v + 0.5) * this.perStride) | 0;
    const column = v - row * stride;
    let follow = rules.courses(moves, v, arrival);
    if ((row === goalRow || column === goalColumn) && this.seesGoal(follow, row, column)) return 1;
    let n = 0;
    follow &= sight[v];
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
      // Whether it passed the goal's row or column where the goal is visible.
      const toRow = Math.imul(goalRow - row, dy);
      const toColumn = Math.imul(goalColumn - column, dx);
      if (toRow > 0 && toRow <= k && this.seesGoal(walk.rays, goalRow, column + toRow * dx)) return 1;
      if (toColumn > 0 && toColumn <= k && this.seesGoal(walk.rays, row + toColumn * dy, goalColumn)) return 1;
    }
    return n;
  }

  /** Whether one of the rays of a mask reaches the goal from a cell. Then the goal is the result. */
  private seesGoal(mask: number, row: number, column: number): boolean {
    const { map, goalLine, goalPlace, goalSeen } = this;
    for (const { course } of map.rules.rays) {
      const ray = map.rays[course];
      if (((mask >> course) & 1) === 0 || lineOf(ray, row, column) !== goalLine[course]) continue;
      const ahead = goalPlace[course] - placeOf(ray, row, column);
      if (ahead < 0 || ahead > goalSeen[course]) continue;
      this.found[0] = (this.goal << 4) | course;
      return true;
    }
    return false;
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
