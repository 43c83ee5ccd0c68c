import { checkOptions, shown } from '@pf/graph/kit';
import { cellList } from '../cell-list.ts';
import { Grid } from '../grid.ts';
import { OPEN } from '../legal-moves.ts';
import type { PublishedGrid } from './grid-publisher.ts';
import { PLANES, RECORD_HEAD, RECTANGLE_HEAD } from './grid-publisher.ts';
import { LogReader } from './shared-log.ts';

/**
 * Copies a grid that another thread publishes. The copy changes only in `update`, so searches on it never see half an edit. Searches, landmarks and other
 * structures follow edits of the copy as those of any grid.
 *
 * Memory: that of a grid, two bytes a cell, and the largest batch of edits read at once.
 *
 * @example
 * ```ts no-run
 * import { workerData } from 'node:worker_threads';
 * import type { PublishedGrid } from '@pf/grid';
 * import { GridFollower } from '@pf/grid';
 * import { JumpPointSearch } from '@pf/search';
 *
 * const follower = new GridFollower(workerData as PublishedGrid);
 * const search = new JumpPointSearch(follower.grid);
 * const version = follower.update();
 * const cost = search.search(follower.grid.vertex(0, 0), follower.grid.vertex(9, 9)); // valid for this version
 * ```
 */
export class GridFollower {
  /** The copy. Do not edit it. */
  readonly grid: Grid;
  /** The version of the publisher's grid that the copy shows. */
  version = 0;
  private readonly log: LogReader;
  private list = cellList(0);

  constructor(published: PublishedGrid) {
    if (typeof SharedArrayBuffer === 'undefined' || !((published as PublishedGrid | null | undefined)?.memory instanceof SharedArrayBuffer)) {
      throw new TypeError(`GridFollower needs the published of a GridPublisher, with its SharedArrayBuffer, got ${shown(published)}; post that object to this thread, not its JSON.`);
    }
    checkOptions(published, ['width', 'height', 'movement', 'corners', 'metric', 'memory', 'outside'], 'GridFollower');
    const { width, height, movement, corners, metric, memory, outside } = published;
    this.log = new LogReader(memory);
    const words = this.log.read()!;
    // The first rectangle is the whole map.
    const costs = new Uint8Array(words.buffer, 4 * (RECORD_HEAD + RECTANGLE_HEAD), width * height);
    this.grid = new Grid(width, height, { movement, corners, metric }, costs);
    this.grid.outside = outside;
    this.follow(words);
    // Edits are smaller.
    this.log.shrink();
    this.list = cellList(0);
  }

  /** Updates the copy to the latest publication and returns its version. It contains everything published before the call. */
  update(): number {
    const words = this.log.read();
    if (words !== undefined) this.follow(words);
    return this.version;
  }

  private follow(words: Int32Array): void {
    const bytes = new Uint8Array(words.buffer);
    for (let at = 0; at < words.length; ) {
      const end = at + words[at];
      this.version = (words[at + 1] >>> 0) + 2 ** 32 * words[at + 2];
      at += RECORD_HEAD;
      while (at < end) at = this.apply(words, bytes, at);
    }
  }

  /** Applies the rectangle at word `at` and returns the index of the word after it. Skips cells that are already equal. */
  private apply(words: Int32Array, bytes: Uint8Array, at: number): number {
    const [x, y, width, height, planes] = words.subarray(at, at + RECTANGLE_HEAD);
    const { grid } = this;
    const { cells, sides, stride } = grid;
    const plane = Math.ceil((width * height) / 4);
    const first = 4 * (at + RECTANGLE_HEAD);
    const oneWay = planes === PLANES;
    if (this.list.vertices.length < width * height) this.list = cellList(width * height);
    const { list } = this;
    const { vertices, costs, enter, leave } = list;
    let n = 0;
    for (let i = 0, v = (y + 1) * stride + x + 1; i < width * height; v += stride - width) {
      for (const end = i + width; i < end; i++, v++) {
        const cost = bytes[first + i];
        const into = oneWay ? bytes[first + 4 * plane + i] : OPEN;
        const out = oneWay ? bytes[first + 8 * plane + i] : OPEN;
        if (cells[v] === cost && (sides === undefined ? into === OPEN && out === OPEN : sides.enter[v] === into && sides.leave[v] === out)) continue;
        vertices[n] = v;
        costs[n] = cost;
        enter[n] = into;
        leave[n++] = out;
      }
    }
    if (n > 0) grid.setCells(vertices, costs, n, undefined, oneWay || sides !== undefined ? list : undefined);
    return at + RECTANGLE_HEAD + planes * plane;
  }
}
