import type { Occupancy } from '../time/occupancy.ts';
import { FOREVER } from '../time/occupancy.ts';

/** No unit. */
const FREE = 0;

/**
 * The unit on each vertex at each step of a plan. Each vertex has a column of steps, so that a waiting unit occupies adjacent entries. After the last step, all units stay
 * where they are.
 *
 * A bit for each entry says whether it is taken, so that a search finds free intervals 32 steps at a time.
 * Memory: 2 bytes a vertex and step, 4 with more than 65,534 units, and a bit.
 */
export class OccupiedTimes implements Occupancy {
  /** The number of the unit plus 1, or 0 for none, at `v · steps + t`. */
  readonly columns: Uint16Array | Uint32Array;
  /** By vertex, `words` numbers of 32 steps each. The steps after the last count as taken; there is one at least. */
  private readonly taken: Int32Array;
  private readonly words: number;
  /** The bits of the last word that are steps. */
  private readonly tail: number;

  constructor(vertexCount: number, readonly steps: number, units: number) {
    const length = vertexCount * steps;
    this.columns = units < 0xffff ? new Uint16Array(length) : new Uint32Array(length);
    this.words = (steps >> 5) + 1;
    this.tail = (1 << (steps & 31)) - 1;
    this.taken = new Int32Array(vertexCount * this.words);
    for (let w = this.words - 1; w < this.taken.length; w += this.words) this.taken[w] = ~this.tail;
  }

  /** Adds the path of a unit: `steps` vertices from index `first` on. */
  add(unit: number, paths: Int32Array, first: number): void {
    const { columns, taken, words, steps } = this;
    for (let t = 0; t < steps; t++) {
      const v = paths[first + t];
      columns[v * steps + t] = unit + 1;
      taken[v * words + (t >> 5)] |= 1 << (t & 31);
    }
  }

  remove(paths: Int32Array, first: number): void {
    const { columns, taken, words, steps } = this;
    for (let t = 0; t < steps; t++) {
      const v = paths[first + t];
      columns[v * steps + t] = FREE;
      taken[v * words + (t >> 5)] &= ~(1 << (t & 31));
    }
  }

  nextFree(v: number, t: number): number {
    const { taken, words } = this;
    const base = v * words;
    let w = t >> 5;
    if (w >= words) return FOREVER;
    let free = ~taken[base + w] & (-1 << (t & 31));
    while (free === 0) {
      if (++w === words) return FOREVER;
      free = ~taken[base + w];
    }
    return 32 * w + lowestBit(free);
  }

  freeUntil(v: number, t: number, latest: number): number {
    const { taken, words } = this;
    const base = v * words;
    let w = t >> 5;
    let found = taken[base + w] & (-1 << (t & 31));
    // The last word always has a bit set.
    while (found === 0) found = taken[base + ++w];
    return Math.min(latest, 32 * w + lowestBit(found) - 1);
  }

  freeFrom(v: number): number {
    const { columns, taken, words, tail, steps } = this;
    if (columns[(v + 1) * steps - 1] !== FREE) return FOREVER;
    let w = words - 1;
    let found = taken[v * words + w] & tail;
    while (found === 0 && w > 0) found = taken[v * words + --w];
    return found === 0 ? 0 : 32 * w + 32 - Math.clz32(found);
  }

  isStep(u: number, v: number, t: number): boolean {
    const { columns, steps } = this;
    const before = columns[u * steps + t - 1];
    return before !== FREE && columns[v * steps + t] === before;
  }
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}
