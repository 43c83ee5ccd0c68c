/**
 * A log of records in shared memory: a ring buffer of words with one writer and any number of readers. No thread waits for another, so a thread can be killed at
 * any time.
 *
 * The writer first moves RESERVED past what it will overwrite, then writes, then moves END. A reader copies, then reads RESERVED: its copy is
 * valid unless RESERVED has passed it. If it has, the reader starts over at WHOLE, the latest record that needs none before it.
 * Words too are written and read by `Atomics`: the memory model would allow plain accesses to move past the positions.
 */
const RESERVED = 0;
const END = 1;
const WHOLE = 2;
/** Bytes of the positions, which count words from the beginning of the log. */
const HEAD = 24;

/** Allocates shared memory for a log. Sizes are in words. */
export function allocateLog(words: number): SharedArrayBuffer {
  if (typeof SharedArrayBuffer === 'undefined') {
    throw new Error('This page has no SharedArrayBuffer: serve it with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.');
  }
  return new SharedArrayBuffer(HEAD + 4 * words);
}

/** The only writer of a log. */
export class LogWriter {
  /** Words written so far, and those before the latest whole record. */
  end = 0;
  whole = 0;
  private readonly positions: BigInt64Array;
  private readonly words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.positions = new BigInt64Array(memory, 0, 3);
    this.words = new Int32Array(memory, HEAD);
  }

  /** Writes a record; `whole` if it needs none before it. The next whole record must begin before the ring buffer overwrites this one. */
  append(record: Int32Array, whole: boolean): void {
    const { positions, words, end } = this;
    const next = end + record.length;
    Atomics.store(positions, RESERVED, BigInt(next));
    for (let i = 0, at = end % words.length; i < record.length; i++) {
      Atomics.store(words, at, record[i]);
      if (++at === words.length) at = 0;
    }
    Atomics.store(positions, END, BigInt(next));
    this.end = next;
    // After END: a reader that starts over here must find the complete record.
    if (whole) Atomics.store(positions, WHOLE, BigInt((this.whole = end)));
  }
}

/** A reader of a log. */
export class LogReader {
  private position: number;
  private readonly positions: BigInt64Array;
  private readonly words: Int32Array;
  private scratch = new Int32Array(64);

  constructor(memory: SharedArrayBuffer) {
    this.positions = new BigInt64Array(memory, 0, 3);
    this.words = new Int32Array(memory, HEAD);
    this.position = Number(Atomics.load(this.positions, WHOLE));
  }

  /** Gives up memory after a large read. */
  shrink(): void {
    this.scratch = new Int32Array(64);
  }

  /** The records since the last call, or from the latest whole one on; undefined if there are none. Valid until the next call. */
  read(): Int32Array | undefined {
    const { positions, words } = this;
    for (;;) {
      const end = Number(Atomics.load(positions, END));
      const from = this.position;
      const n = end - from;
      if (n === 0) return undefined;
      if (n <= words.length) {
        if (this.scratch.length < n) this.scratch = new Int32Array(2 * n);
        const { scratch } = this;
        for (let i = 0, at = from % words.length; i < n; i++) {
          scratch[i] = Atomics.load(words, at);
          if (++at === words.length) at = 0;
        }
        if (Number(Atomics.load(positions, RESERVED)) - words.length <= from) {
          this.position = end;
          return scratch.subarray(0, n);
        }
      }
      this.position = Number(Atomics.load(positions, WHOLE));
    }
  }
}
