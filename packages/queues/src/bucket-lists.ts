/** No id: the end of a bucket's list. */
export const NONE = -1;
/** In place of the next id: in no bucket. */
export const ABSENT = -2;
export const LEAST_RING = 64;

/**
 * The buckets of a `BucketQueue`, and the ids in them: a list a bucket, linked both ways. The bucket of a priority is its remainder by the number of buckets,
 * a power of two. Live priorities span no more than the ring, so its last 32 bits tell one from the others: that is all that is stored of it.
 */
export class BucketLists {
  /** By bucket: the id that leaves first. */
  first = new Int32Array(LEAST_RING).fill(NONE);
  /**
   * Three numbers an id, side by side since they are read together: which one is after it in its bucket, which one before it,
   * valid where it is not the first, and its priority. With a queue for each of many characters that is one wait for memory instead of three.
   */
  links: Int32Array;
  /** By bucket: the id that came last. For first in first out only; valid where the bucket is not empty. */
  private last: Int32Array;
  /** A bit a bucket: set where it is not empty, cleared late, when a search for the next one comes by. */
  private filled = new Int32Array(LEAST_RING / 32);

  constructor(
    capacity: number,
    private readonly fifo: boolean,
  ) {
    this.last = new Int32Array(fifo ? LEAST_RING : 0);
    this.links = emptyLinks(capacity);
  }

  add(id: number, priority: number): void {
    const { first, links } = this;
    const bucket = priority & (first.length - 1);
    const head = first[bucket];
    links[3 * id + 2] = priority;
    if (head === NONE) {
      setBit(this.filled, bucket);
      first[bucket] = id;
      links[3 * id] = NONE;
      if (this.fifo) this.last[bucket] = id;
    } else if (this.fifo) {
      const tail = this.last[bucket];
      links[3 * tail] = id;
      links[3 * id] = NONE;
      links[3 * id + 1] = tail;
      this.last[bucket] = id;
    } else {
      links[3 * head + 1] = id;
      links[3 * id] = head;
      first[bucket] = id;
    }
  }

  /** Takes an id out of its bucket; its own links stay as they are. */
  unlink(id: number): void {
    const { first, links } = this;
    const bucket = links[3 * id + 2] & (first.length - 1);
    const after = links[3 * id];
    if (first[bucket] === id) {
      first[bucket] = after;
      return;
    }
    const before = links[3 * id + 1];
    links[3 * before] = after;
    if (after !== NONE) links[3 * after + 1] = before;
    else if (this.fifo) this.last[bucket] = before;
  }

  /** The next bucket after an empty one that is not empty. There must be one. */
  next(empty: number): number {
    const { first, filled } = this;
    let bucket = empty;
    do {
      clearBit(filled, bucket);
      bucket = nextBit(filled, bucket);
    } while (first[bucket] === NONE);
    return bucket;
  }

  /** Makes room for `span` priorities in a row. Those that live lie from `lowest` to `highest`. */
  widen(span: number, lowest: number, highest: number): void {
    const { first, last } = this;
    const mask = first.length - 1;
    let size = first.length;
    while (size < span) size *= 2;
    this.first = new Int32Array(size).fill(NONE);
    this.last = new Int32Array(this.fifo ? size : 0);
    this.filled = new Int32Array(size / 32);
    for (let priority = lowest; priority <= highest; priority++) {
      const id = first[priority & mask];
      if (id === NONE) continue;
      const bucket = priority & (size - 1);
      this.first[bucket] = id;
      if (this.fifo) this.last[bucket] = last[priority & mask];
      setBit(this.filled, bucket);
    }
  }

  /** Makes room for more ids. */
  grow(capacity: number): void {
    const { links } = this;
    this.links = emptyLinks(capacity);
    this.links.set(links);
  }
}

function emptyLinks(capacity: number): Int32Array<ArrayBuffer> {
  const links = new Int32Array(3 * capacity);
  for (let i = 0; i < links.length; i += 3) links[i] = ABSENT;
  return links;
}

// A bit a bucket: 32 of them are looked at together.

function setBit(bits: Int32Array, bucket: number): void {
  bits[bucket >> 5] |= 1 << bucket;
}

function clearBit(bits: Int32Array, bucket: number): void {
  bits[bucket >> 5] &= ~(1 << bucket);
}

/** The first bucket from `start` on, once around the ring, whose bit is set. There must be one. */
function nextBit(bits: Int32Array, start: number): number {
  let word = start >> 5;
  let rest = bits[word] & (-1 << start);
  while (rest === 0) {
    word = (word + 1) & (bits.length - 1);
    rest = bits[word];
  }
  return (word << 5) + 31 - Math.clz32(rest & -rest);
}
