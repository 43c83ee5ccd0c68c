/** Rows of a path database, put together. */
export interface Rows {
  /** By vertex: its place in the order of targets, or ALONE. Readers are called for vertices with places only. */
  readonly places: Uint32Array;
  /** By place: where the row of the vertex at that place begins; then where the last one ends. */
  readonly first: Uint32Array;
  readonly words: Uint32Array;
}

/** Where cheapest paths lead first. */
export interface RowReader {
  /** The end of the first stretch of a path from `v` to another vertex; NO_VERTEX if there is no path. */
  stretch(v: number, goal: number): number;
  /** The vertex after `v` on that path. */
  step(v: number, goal: number): number;
  /** Bytes in addition to the rows. */
  readonly byteLength: number;
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
