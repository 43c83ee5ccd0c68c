import { longer } from '../grow.ts';

/** Numbers per page: about a megabyte. */
const PAGE = 2 ** 18;
const NONE = -1;

/** The share of one unit in a configuration's hash. The hash is the sum of the shares, so a step changes only the shares of units that moved. */
export function hashShare(unit: number, at: number): number {
  let x = Math.imul(at + 1, 0x9e3779b1) ^ Math.imul(unit + 1, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return x ^ (x >>> 15);
}

/**
 * The vertices of all units, and the order in which they decide, for each joint state that a search has seen. Stored in pages and found by a hash.
 *
 * Memory: 8 bytes a unit and configuration.
 */
export class Configurations {
  count = 0;
  /** The hash of each configuration. */
  hashes = new Int32Array(1024);
  private pages: Int32Array[] = [];
  private readonly perPage: number;
  /** Open addressing: a configuration, or NONE. */
  private table = new Int32Array(4096).fill(NONE);

  constructor(private readonly units: number) {
    this.perPage = Math.max(1, Math.floor(PAGE / (2 * Math.max(1, units))));
  }

  get bytes(): number {
    return this.pages.length * this.perPage * 2 * this.units * 4 + this.table.byteLength + this.hashes.byteLength;
  }

  /** The page of a configuration. The vertices begin at `at(id)`, the order at `at(id) + units`. */
  page(id: number): Int32Array {
    return this.pages[Math.floor(id / this.perPage)];
  }

  at(id: number): number {
    return (id % this.perPage) * 2 * this.units;
  }

  /** The configuration with these vertices; NONE if it is new. */
  find(where: Int32Array, hash: number): number {
    const { table, hashes } = this;
    const mask = table.length - 1;
    for (let slot = hash & mask; table[slot] !== NONE; slot = (slot + 1) & mask) {
      const id = table[slot];
      if (hashes[id] === hash && this.equals(id, where)) return id;
    }
    return NONE;
  }

  /** Adds a configuration that `find` did not find. The caller writes its order. */
  add(where: Int32Array, hash: number): number {
    const id = this.count++;
    if (id % this.perPage === 0) this.pages.push(new Int32Array(this.perPage * 2 * this.units));
    this.page(id).set(where, this.at(id));
    if (id === this.hashes.length) this.hashes = longer(this.hashes);
    this.hashes[id] = hash;
    if (2 * this.count > this.table.length) this.rehash();
    else this.enter(id, hash);
    return id;
  }

  private equals(id: number, where: Int32Array): boolean {
    const page = this.page(id);
    const first = this.at(id);
    for (let i = 0; i < where.length; i++) if (page[first + i] !== where[i]) return false;
    return true;
  }

  private enter(id: number, hash: number): void {
    const mask = this.table.length - 1;
    let slot = hash & mask;
    while (this.table[slot] !== NONE) slot = (slot + 1) & mask;
    this.table[slot] = id;
  }

  private rehash(): void {
    this.table = new Int32Array(2 * this.table.length).fill(NONE);
    for (let id = 0; id < this.count; id++) this.enter(id, this.hashes[id]);
  }
}
