import type { WalkLayout } from './course-layout.ts';
import { bitOf } from './course-layout.ts';
import type { JumpMap } from './jump-map.ts';

const NONE = -1;

/** From where the goal of a search can be seen along the rays: the cells are counted once, when a ray first leads towards it. */
export class GoalSight {
  goal = 0;
  /** Row 0 and column 0 are border: no scan passes them before the first `aim`. */
  row = 0;
  column = 0;
  /** By course: the bit of the goal, and the number of cells before it from which it is visible; −1 before they are counted. */
  private readonly bit = new Int32Array(4);
  private readonly seen = new Int32Array(4);

  constructor(private readonly map: JumpMap, private readonly stride: number) {}

  aim(goal: number): void {
    const { map, stride } = this;
    const row = Math.floor(goal / stride);
    const column = goal - row * stride;
    this.goal = goal;
    this.row = row;
    this.column = column;
    for (const { course } of map.rules.rays) {
      this.bit[course] = bitOf(map.rays[course], row, column);
      this.seen[course] = NONE;
    }
  }

  /** The ray of a mask that reaches the goal from a cell; −1 if none does. */
  from(mask: number, row: number, column: number): number {
    const { map, bit, seen } = this;
    for (const { course, dx } of map.rules.rays) {
      if (((mask >> course) & 1) === 0 || (dx === 0 ? column !== this.column : row !== this.row)) continue;
      const ahead = bit[course] - bitOf(map.rays[course], row, column);
      if (ahead < 0) continue;
      if (seen[course] === NONE) seen[course] = this.count(course);
      if (ahead <= seen[course]) return course;
    }
    return NONE;
  }

  /** Number of cells before the goal from which a ray reaches it. */
  private count(course: number): number {
    const { map, goal } = this;
    const { moves } = map;
    const { step } = map.rays[course];
    const back = 1 << (course ^ 2);
    let seen = 0;
    for (let v = goal; (moves[v] & back) !== 0; v -= step) seen++;
    return seen;
  }

  /** The ray that reaches the goal from one of the cells that a walk of `steps` steps passes; −1 if none does. */
  along({ dx, dy, rays }: WalkLayout, row: number, column: number, steps: number): number {
    const toRow = Math.imul(this.row - row, dy);
    const toColumn = Math.imul(this.column - column, dx);
    if (toRow > 0 && toRow <= steps) {
      const course = this.from(rays, this.row, column + toRow * dx);
      if (course >= 0) return course;
    }
    return toColumn > 0 && toColumn <= steps ? this.from(rays, row + toColumn * dy, this.column) : NONE;
  }
}
