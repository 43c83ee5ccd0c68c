/** The numbers of rectangles and of tails that a map remembers. */
const SIZE = 512;
const TAILS = 8192;
/** An edit with more tails than this is logged without them. */
export const MOST_TAILS = TAILS / 2;
/** In place of a count: the tails were not logged. Any cell in the rectangle or next to it may be one. */
const UNKNOWN = -1;

/** Ring buffers of the rectangles of a map's latest edits, and of the tails of the arcs that changed there. Structures built on the map follow edits with it. */
export class EditLog {
  /** The number of rectangles logged so far. */
  count = 0;
  /** The version after the latest rectangle that was overwritten. */
  private overwritten = -1;
  /** x, y, width and height of each; allocated by the first edit. Fields from the start: each added later is another hidden class, and new compiled code. */
  private rectangles: Int32Array | undefined = undefined;
  private tails: Uint32Array | undefined = undefined;
  /** The number of tails logged so far. */
  private tailsLogged = 0;
  /** By rectangle: the version of the map after it, the index of its first tail, and the number of its tails. */
  private readonly versions: number[] = [];
  private readonly tailsFrom: number[] = [];
  private readonly tailCounts: number[] = [];

  add(x: number, y: number, width: number, height: number, version: number): void {
    const rectangles = (this.rectangles ??= new Int32Array(4 * SIZE));
    const slot = this.count % SIZE;
    this.overwritten = this.versions[slot] ?? -1;
    const at = 4 * slot;
    rectangles[at] = x;
    rectangles[at + 1] = y;
    rectangles[at + 2] = width;
    rectangles[at + 3] = height;
    this.versions[slot] = version;
    this.tailCounts[slot] = UNKNOWN;
    this.tailsFrom[slot] = 0;
    this.count++;
  }

  /** Adds the tails of the rectangles logged after the first `count`, which form one edit. */
  addTails(count: number, tails: Uint32Array, n: number): void {
    if (n > MOST_TAILS || this.count - count > SIZE) return;
    const ring = (this.tails ??= new Uint32Array(TAILS));
    // The first rectangle has the tails of all. Once these are overwritten, those of none are known.
    for (let i = count; i < this.count; i++) {
      this.tailsFrom[i % SIZE] = this.tailsLogged;
      this.tailCounts[i % SIZE] = i === count ? n : 0;
    }
    for (let i = 0; i < n; i++) ring[(this.tailsLogged + i) % TAILS] = tails[i];
    this.tailsLogged += n;
  }

  /** Writes the tails of rectangle `i` from index `at` on, as far as the buffer reaches. Returns the number of all its tails; −1 if they were not logged. */
  tailsOf(i: number, out: Uint32Array, at: number): number {
    const n = this.tailCounts[i % SIZE];
    const from = this.tailsFrom[i % SIZE];
    if (n < 0 || from < this.tailsLogged - TAILS) return UNKNOWN;
    for (let k = 0; k < n; k++) out[at + k] = this.tails![(from + k) % TAILS];
    return n;
  }

  /**
   * Visits the rectangles logged after the first `count` and before this call. Returns false, without a visit, if they have more than `most` cells or were
   * not all logged here; and as soon as the next was overwritten, also by `visit` itself.
   */
  since(count: number, most: number, visit: (x: number, y: number, width: number, height: number) => void): boolean {
    const { rectangles, count: end } = this;
    if (count < Math.max(0, end - SIZE) || count > end) return false;
    for (let i = count; i < end; i++) most -= rectangles![4 * (i % SIZE) + 2] * rectangles![4 * (i % SIZE) + 3];
    if (most < 0) return false;
    for (let i = count; i < end; i++) {
      if (i < this.count - SIZE) return false;
      const at = 4 * (i % SIZE);
      visit(rectangles![at], rectangles![at + 1], rectangles![at + 2], rectangles![at + 3]);
    }
    return true;
  }

  /** The number of rectangles logged when the map had this version; −1 if some later ones were overwritten. */
  countAt(version: number): number {
    if (this.overwritten > version) return -1;
    let { count } = this;
    const oldest = Math.max(0, count - SIZE);
    while (count > oldest && this.versions[(count - 1) % SIZE] > version) count--;
    return count;
  }
}
