/** The joined rows of a path database. */
export interface Rows {
  /** By vertex: its position in the order of targets, or ALONE. Readers are only called for vertices with positions. */
  readonly places: Uint32Array;
  /** By position: the index of the first word of that vertex's row; then the end of the last row. */
  readonly first: Uint32Array;
  readonly words: Uint32Array;
}

/** Finds where cheapest paths lead first. */
export interface RowReader {
  /** The end of the first stretch of a path from `v` to another vertex; NO_VERTEX if there is no path. */
  stretch(v: number, goal: number): number;
  /** The vertex after `v` on that path. */
  step(v: number, goal: number): number;
  /** Bytes in addition to the rows. */
  readonly byteLength: number;
}

/** Writes stretches of a path, and adds up their costs. */
export interface PathWriter {
  /** Cost of what was written since `begin`. */
  readonly written: number;
  begin(): void;
  /** Writes the vertices after `from` up to `to`, the end of the last stretch, from index `at` on, as many as fit; returns the index after the last. */
  write(from: number, to: number, out: Uint32Array, at: number): number;
}

/** The last of the ascending words from `low` to before `high` that is at most `key`; the first word if none is. */
export function runAt(words: Uint32Array, low: number, high: number, key: number): number {
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (words[middle] <= key) low = middle;
    else high = middle;
  }
  return words[low];
}
