import type { Grid } from '@pf/grid';
import type { JumpRay, JumpRules, JumpWalk } from './jump-rules.ts';

/** The lines of a ray, rows or columns, in a bit map. Cell (row, column) is bit `bitOf` from word `line` on. */
export class CourseLayout {
  readonly course: number;
  readonly step: number;
  readonly dx: number;
  readonly dy: number;
  /** Index of the first word. */
  readonly line: number;
  /** Number of words of a line, and of all lines. */
  readonly perLine: number;
  readonly words: number;
  /** The bit of cell (0, 0), and the bits from one row or column to the next. */
  readonly bit: number;
  readonly bitsOfRow: number;
  readonly bitsOfColumn: number;

  /** A line is a whole number of words and includes the border, so that scans end within it. */
  constructor({ course, step, dx, dy }: JumpRay, { stride, height }: Grid, line: number) {
    const length = dx === 0 ? height + 2 : stride;
    const perLine = (length + 31) >> 5;
    this.course = course;
    this.step = step;
    this.dx = dx;
    this.dy = dy;
    this.line = line;
    this.perLine = perLine;
    this.words = (dx === 0 ? stride : height + 2) * perLine;
    this.bit = dx + dy > 0 ? 0 : length - 1;
    this.bitsOfRow = dx === 0 ? dy : perLine << 5;
    this.bitsOfColumn = dx === 0 ? perLine << 5 : dx;
  }
}

/** A walk, and the two rays scanned from each of its cells. */
export class WalkLayout {
  readonly course: number;
  readonly step: number;
  readonly dx: number;
  readonly dy: number;
  readonly first: CourseLayout;
  readonly second: CourseLayout;
  /** The mask of the rays. */
  readonly rays: number;
  /** Number of its step in the moves of a cell. */
  readonly move: number;
  /** By moves of a cell: −1 if the walk ends there or is forced to turn, otherwise 0. */
  readonly pauses = new Int32Array(256);

  constructor({ course, step, dx, dy, first, second }: JumpWalk, rays: readonly CourseLayout[], rules: JumpRules) {
    this.course = course;
    this.step = step;
    this.dx = dx;
    this.dy = dy;
    this.first = rays[first];
    this.second = rays[second];
    this.rays = (1 << first) | (1 << second);
    this.move = dy === 0 ? 1 - dx : course;
    for (let moves = 0; moves < 256; moves++) {
      if (((moves >> this.move) & 1) === 0 || (rules.walksStop && rules.stops(Uint8Array.of(moves), 0, course))) this.pauses[moves] = -1;
    }
  }
}

/** The bit of a cell in the lines of a ray. */
export function bitOf(ray: CourseLayout, row: number, column: number): number {
  return (ray.bit + Math.imul(row, ray.bitsOfRow) + Math.imul(column, ray.bitsOfColumn)) | 0;
}
