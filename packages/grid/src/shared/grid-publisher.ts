import { checkGrid } from '@pf/graph/kit';
import type { Grid } from '../grid.ts';
import type { StepCosts } from '../metric.ts';
import type { Corners, Movement } from '../movement.ts';
import { allocateLog, LogWriter } from './shared-log.ts';

/** A published grid, to be sent to other threads: its rules, and the shared memory that its edits are written to. */
export interface PublishedGrid {
  readonly width: number;
  readonly height: number;
  readonly movement: Movement;
  readonly corners: Corners;
  readonly metric: StepCosts;
  readonly memory: SharedArrayBuffer;
  /** By vertex, 1 for cells beside the rectangle of a `HexMap`. Omitted if there are none. */
  readonly outside?: Uint8Array | undefined;
}

/** The words of a record: its length, the version in two words, then rectangles. A rectangle is x, y, width, height, the number of planes, and those planes as bytes. */
export const RECORD_HEAD = 3;
export const RECTANGLE_HEAD = 5;
/** The planes of a grid with one-way cells: costs, sides to enter by and sides to leave by. Other grids have only costs. */
export const PLANES = 3;
const TWO_32 = 2 ** 32;

/** Length of a rectangle in words. */
function rectangleWords(cells: number, planes: number): number {
  return RECTANGLE_HEAD + planes * Math.ceil(cells / 4);
}

/**
 * Publishes a grid to other threads through a SharedArrayBuffer. Edit the grid as usual, then call `publish`. Each other thread reads it with a `GridFollower`.
 *
 * All edits between two publications reach a thread together. No thread ever waits for another, so any of them may be killed at any time. Memory:
 * 9 bytes a cell, shared.
 *
 * @example
 * ```ts
 * import { Grid, GridFollower, GridPublisher } from '@pf/grid';
 *
 * const grid = new Grid(3, 1);
 * const publisher = new GridPublisher(grid);
 * const follower = new GridFollower(publisher.published); // in another thread, to which `published` was posted
 * grid.setBlocked(1, 0, true);
 * grid.setCost(2, 0, 7);
 * publisher.publish();
 * follower.grid.toRows(); // → ['...']
 * follower.update() === grid.version; // → true
 * follower.grid.toRows(); // → ['.#7']
 * ```
 */
export class GridPublisher {
  /** What to post to another thread. */
  readonly published: PublishedGrid;
  private readonly log: LogWriter;
  /** Length in words of the longest record, that of the whole map. */
  private readonly longest: number;
  /** Number of edits of the grid that are published. */
  private edits = 0;

  constructor(private readonly grid: Grid) {
    checkGrid(grid, 'GridPublisher');
    const { width, height, movement, corners, steps, outside } = grid;
    this.longest = RECORD_HEAD + rectangleWords(width * height, PLANES);
    const memory = allocateLog(3 * this.longest);
    this.published = { width, height, movement, corners, metric: { straight: steps.straight, diagonal: steps.diagonal }, memory, ...(outside !== undefined && { outside }) };
    this.log = new LogWriter(memory);
    this.publishWhole();
  }

  /** Publishes the edits since the last call as one; returns the version of the grid. */
  publish(): number {
    const { grid, log, longest } = this;
    if (grid.edits === this.edits) return grid.version;
    const rectangles: number[] = [];
    let words = RECORD_HEAD;
    const known = grid.editedSince(this.edits, (x, y, width, height) => {
      rectangles.push(x, y, width, height);
      words += rectangleWords(width * height, this.planes);
    });
    // Keeps room free for half of the longest record. A reader can then start over before the ring buffer overwrites what it reads.
    if (known && log.end + words - log.whole <= 1.5 * longest && words <= longest) this.append(rectangles, words, false);
    else this.publishWhole();
    return grid.version;
  }

  private get planes(): number {
    return this.grid.sides === undefined ? 1 : PLANES;
  }

  private publishWhole(): void {
    const { width, height } = this.grid;
    this.append([0, 0, width, height], RECORD_HEAD + rectangleWords(width * height, this.planes), true);
  }

  private append(rectangles: readonly number[], length: number, whole: boolean): void {
    const { grid, planes } = this;
    const { version, stride, cells, sides } = grid;
    const record = new Int32Array(length);
    const bytes = new Uint8Array(record.buffer);
    record.set([length, version % TWO_32, Math.floor(version / TWO_32)]);
    const from = sides === undefined ? [cells] : [cells, sides.enter, sides.leave];
    let at = RECORD_HEAD;
    for (let i = 0; i < rectangles.length; i += 4) {
      const [x, y, width, height] = rectangles.slice(i, i + 4);
      record.set([x, y, width, height, planes], at);
      at += RECTANGLE_HEAD;
      for (const plane of from) {
        for (let row = 0; row < height; row++) {
          const first = (y + row + 1) * stride + x + 1;
          bytes.set(plane.subarray(first, first + width), 4 * at + row * width);
        }
        at += Math.ceil((width * height) / 4);
      }
    }
    this.log.append(record, whole);
    this.edits = grid.edits;
  }
}
