import type { Grid } from '@pf/grid';
import type { JumpRay, JumpWalk } from './jump-rules.ts';

/** The lines of a course in the bit map. Cell (row, column) is bit `placeOf` in the words from index `lineOf`. */
export class CourseLayout {
  readonly course: number;
  readonly step: number;
  readonly dx: number;
  readonly dy: number;
  readonly line: number;
  readonly lineOfRow: number;
  readonly lineOfColumn: number;
  readonly place: number;
  readonly placeOfRow: number;
  readonly placeOfColumn: number;
  /** Number of words of all lines. */
  readonly words: number;

  /** A line is a whole number of words and includes the border, so that scans end within it. */
  constructor({ course, step, dx, dy }: JumpRay, { stride, height }: Grid, first: number) {
    const rows = height + 2;
    // 1 if both coordinates rise together, -1 if one falls, 0 along a row or a column.
    const slant = dx * dy;
    // Diagonals are divided along the shorter side of the map, which takes the fewest words.
    const downwards = dx === 0 || (slant !== 0 && rows < stride);
    const length = downwards ? rows : stride;
    const along = downwards ? dy : dx;
    const perLine = (length + 31) >> 5;
    this.course = course;
    this.step = step;
    this.dx = dx;
    this.dy = dy;
    // Lines are numbered by the other coordinate minus slant times this one, shifted so that the lowest number is 0.
    this.line = first + (slant > 0 ? length - 1 : 0) * perLine;
    this.lineOfRow = downwards ? -slant * perLine : perLine;
    this.lineOfColumn = downwards ? perLine : -slant * perLine;
    this.place = along > 0 ? 0 : length - 1;
    this.placeOfRow = downwards ? along : 0;
    this.placeOfColumn = downwards ? 0 : along;
    this.words = (rows + stride - length + Math.abs(slant) * (length - 1)) * perLine;
  }
}

/** A walk, and the two rays scanned from each of its cells. */
export class WalkLayout extends CourseLayout {
  readonly first: CourseLayout;
  readonly second: CourseLayout;
  /** The mask of the rays. */
  readonly rays: number;

  constructor(walk: JumpWalk, grid: Grid, line: number, rays: readonly CourseLayout[]) {
    super(walk, grid, line);
    const { first, second } = walk;
    this.first = rays[first];
    this.second = rays[second];
    this.rays = (1 << first) | (1 << second);
  }
}

/** The first word of the line of a cell. */
export function lineOf(ray: CourseLayout, row: number, column: number): number {
  return ray.line + Math.imul(row, ray.lineOfRow) + Math.imul(column, ray.lineOfColumn);
}

/** The position of a cell in its line. */
export function placeOf(ray: CourseLayout, row: number, column: number): number {
  return ray.place + Math.imul(row, ray.placeOfRow) + Math.imul(column, ray.placeOfColumn);
}
