import { allButBack, canonicalOrder, wholeLengths } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import type { Square } from './gates.ts';
import { stepsOf } from './steps.ts';

/** No direction of arrival: a table of moves has nine rows of 256. */
const ROOT = 8;
const ROW = 256;
const TABLE = 9 * ROW;
/** Kinds of cells: on maps with one-way cells; with and without different terrain around. */
const ONE_WAY = 0;
const UNEVEN = TABLE;
const EVEN = 2 * TABLE;
/** Flag of a cell that was expanded, in addition to its direction of arrival. */
const CLOSED = 16;
/** Buckets are narrower than the cheapest step by this factor: no rounding puts both ends of a step into one, which would expand cells twice. */
const NARROW = 0.75;
/** No entry. */
const NONE = 0;
/** Bits of a cell of the largest square. */
const CELL_BITS = 13;
const CELL = (1 << CELL_BITS) - 1;
const MIXED = -1;

/**
 * Floods a square of a grid as if everything outside were blocked, from or to one of its cells. The square is copied once for all of its floods, into
 * tables that fit the first-level cache.
 *
 * Moves are pruned. Where all free cells around a cell cost the same, only those of the canonical order are made (N. Sturtevant and S. Rabin, IJCAI
 * 2016). Elsewhere, a step is left out if the cell before reaches its target by a single straight step. Both rules leave out steps that are not on a
 * cheapest path. They leave out a diagonal one also where a cheapest path as long ends in a straight step. A straight step on a cheapest path is never left out, so
 * each cell keeps a cheapest path.
 *
 * Buckets hold costs that differ by less than the cheapest step. Costs are summed in whole numbers where the grid's costs allow.
 */
export class SquareFlood {
  /** Whether all free cells of the square cost the same and no cell is one-way, so that a path costs as much in either direction. */
  symmetric = false;
  private readonly columns: number;
  private readonly g: Float64Array;
  private readonly arrivals: Uint8Array;
  /** The targets of a flood. */
  private readonly places: Int32Array;
  /** By cell of the square, within a border: its cost; its legal moves, and those in reverse, as indices into the table. */
  private readonly ground: Uint8Array;
  private readonly forth: Uint16Array;
  private readonly back: Uint16Array;
  /** By kind of cell (ONE_WAY, UNEVEN, EVEN), direction of arrival and legal moves: the moves to make. */
  private readonly table = new Uint8Array(3 * TABLE);
  private readonly canonical: boolean;
  private readonly lengths: Float64Array;
  private readonly unit: number;
  private readonly opposite: number[] = [];
  private readonly offsets = new Int32Array(8);
  /** The directions that stay in the square, by whether the cell is in the first or last column (1, 2) or row (4, 8). */
  private readonly inwards = new Int32Array(16);
  private readonly least: number;
  private readonly greatest: number;
  /** By bucket, in a ring: its first entry. By entry: its cell, and the next entry above it. */
  private heads = new Int32Array(16);
  private readonly entries: Int32Array;
  private perUnit = 1;
  private first = 0;
  private last = -1;

  /** `side`: that of the largest square. */
  constructor(
    private readonly grid: Grid,
    side: number,
  ) {
    const { maxDegree: degree, offsets, movement, corners, steps } = grid;
    const { lengths, unit } = wholeLengths(grid.lengths, degree);
    this.lengths = lengths;
    this.unit = unit;
    this.columns = side + 2;
    const cells = this.columns * this.columns;
    this.g = new Float64Array(cells);
    this.arrivals = new Uint8Array(cells);
    this.places = new Int32Array(cells);
    this.ground = new Uint8Array(cells);
    this.forth = new Uint16Array(cells);
    this.back = new Uint16Array(cells);
    this.entries = new Int32Array(8 * cells + 2);
    this.least = Math.min(...lengths.subarray(0, degree));
    this.greatest = Math.max(...lengths.subarray(0, degree));
    this.inwards.fill((1 << degree) - 1);
    for (const [d, { dx, dy }] of stepsOf(grid).entries()) {
      this.offsets[d] = dy * this.columns + dx;
      this.opposite[d] = offsets.subarray(0, degree).indexOf(-offsets[d]);
      const leaves = (dx < 0 ? 1 : 0) | (dx > 0 ? 2 : 0) | (dy < 0 ? 4 : 0) | (dy > 0 ? 8 : 0);
      for (let at = 0; at < 16; at++) if ((at & leaves) !== 0) this.inwards[at] &= ~(1 << d);
    }
    this.canonical = movement === 'eight' && steps.straight < steps.diagonal && steps.diagonal < 2 * steps.straight;
    this.table.set(allButBack(this.opposite, degree), ONE_WAY);
    this.table.set(this.withoutDetours(), UNEVEN);
    if (this.canonical) this.table.set(canonicalOrder(corners !== 'never'), EVEN);
  }

  /** Copies a square. Call it before floods and after edits. */
  load({ left, top, right, bottom }: Square): void {
    const { grid, columns, ground, forth, inwards } = this;
    const { cells, moves, stride, sides } = grid;
    const width = right - left;
    this.first = (top + 1) * stride + left + 1;
    let least = 256;
    let greatest = 0;
    let before = 0;
    for (let y = top, p = columns, v = this.first - 1; y < bottom; y++, p += columns, v += stride) {
      const stay = inwards[(y === top ? 4 : 0) | (y === bottom - 1 ? 8 : 0)];
      for (let i = 1; i <= width; i++) {
        const cost = cells[v + i];
        ground[p + i] = cost;
        forth[p + i] = moves[v + i] & stay;
        if (cost === before || cost === 0) continue;
        before = cost;
        if (cost < least) least = cost;
        if (cost > greatest) greatest = cost;
      }
      forth[p + 1] &= inwards[1];
      forth[p + width] &= inwards[2];
      ground[p] = ground[p + width + 1] = 0;
      forth[p] = forth[p + width + 1] = 0;
    }
    const below = (bottom - top + 1) * columns;
    for (const border of [ground, forth]) {
      border.fill(0, 0, width + 2);
      border.fill(0, below, below + width + 2);
    }
    this.last = (bottom - top) * columns + width;
    this.symmetric = least >= greatest && sides === undefined;
    this.perUnit = 1 / (NARROW * this.least * least);
    const span = Math.ceil(this.greatest * greatest * this.perUnit) + 2;
    if (span > this.heads.length) this.heads = new Int32Array(2 ** Math.ceil(Math.log2(span)));
    this.heads.fill(NONE);
    for (let p = this.columns + 1, y = top; y < bottom; y++, p += columns) {
      const end = p + width;
      if (sides === undefined) this.classify(p, end);
      else this.reverse(p, end);
    }
  }

  /**
   * Computes the cost from `source` to each cell of the square, or backward from each cell to `source`. With `targets`, it may end as soon as the costs
   * of those from index `from` are known.
   */
  flood(source: number, backward: boolean, targets?: ArrayLike<number>, from = 0): void {
    const { g, arrivals, ground, table, lengths, offsets, heads, entries, perUnit, places } = this;
    const legal = backward && this.grid.sides !== undefined ? this.back : this.forth;
    const mask = heads.length - 1;
    g.fill(Infinity, 0, this.last + this.columns + 2);
    let missing = 0;
    if (targets !== undefined) for (let i = from; i < targets.length; i++) places[missing++] = this.at(targets[i]);
    const start = this.at(source);
    g[start] = 0;
    arrivals[start] = ROOT;
    heads[0] = 1;
    entries[1] = start;
    let used = 2;
    let open = 1;
    for (let bucket = 0; open > 0; bucket++) {
      let entry = heads[bucket & mask];
      if (entry === NONE) continue;
      if (targets !== undefined) {
        while (missing > 0 && g[places[missing - 1]] * perUnit <= bucket) missing--;
        if (missing === 0) break;
      }
      do {
        const packed = entries[entry];
        entry = packed >>> CELL_BITS;
        heads[bucket & mask] = entry;
        open--;
        const p = packed & CELL;
        const arrival = arrivals[p];
        if ((arrival & CLOSED) === 0) {
          arrivals[p] = arrival | CLOSED;
          const gp = g[p];
          for (let left = table[legal[p] + arrival * ROW]; left !== 0; left &= left - 1) {
            const d = 31 - Math.clz32(left & -left);
            const q = p + offsets[d];
            const gq = gp + lengths[d] * ground[backward ? p : q];
            if (gq >= g[q]) continue;
            g[q] = gq;
            arrivals[q] = d;
            if (table[legal[q] + d * ROW] === 0) continue;
            const into = (gq * perUnit) & mask;
            entries[used] = (heads[into] << CELL_BITS) | q;
            heads[into] = used++;
            open++;
          }
        }
      } while (entry !== NONE);
    }
    if (open > 0) heads.fill(NONE);
  }

  /** The cost of a cell of the square after the last flood, Infinity if it was not reached. */
  cost(v: number): number {
    return this.g[this.at(v)] / this.unit;
  }

  private at(v: number): number {
    const row = Math.floor((v - this.first + 1) / this.grid.stride);
    return (row + 1) * this.columns + v - this.first - row * this.grid.stride + 1;
  }

  /** Records the kinds of cells in a part of a row. */
  private classify(from: number, to: number): void {
    const { ground, forth, columns, canonical } = this;
    // By column: the one cost of its free cells, 0 if there are none, MIXED if they differ.
    let west = 0;
    let middle = common(ground[from - columns], ground[from], ground[from + columns]);
    for (let p = from; p < to; p++) {
      const east = common(ground[p + 1 - columns], ground[p + 1], ground[p + 1 + columns]);
      const cost = ground[p];
      const even = canonical && middle === cost && (west === cost || west === 0) && (east === cost || east === 0);
      forth[p] += even ? EVEN : UNEVEN;
      west = middle;
      middle = east;
    }
  }

  /** Lists the reverse moves of cells in a part of a row, where they differ from the forward ones. */
  private reverse(from: number, to: number): void {
    const { back, forth, offsets, opposite } = this;
    for (let p = from; p < to; p++) {
      let moves = 0;
      for (let d = 0; d < opposite.length; d++) moves |= ((forth[p + offsets[d]] >> opposite[d]) & 1) << d;
      back[p] = moves;
    }
  }

  /** The moves except those to the cell before and to neighbours that it reaches by a straight step. */
  private withoutDetours(): Uint8Array {
    const { offsets, lengths, opposite } = this;
    const table = allButBack(opposite, opposite.length);
    for (let d = 0; d < opposite.length; d++) {
      for (let e = 0; e < opposite.length; e++) {
        const f = opposite.findIndex((_, i) => offsets[i] === offsets[d] + offsets[e]);
        if (f < 0 || lengths[f] > this.least || (f > 3 && this.grid.movement === 'eight')) continue;
        for (let legal = 0; legal < ROW; legal++) table[d * ROW + legal] &= ~(1 << e);
      }
    }
    return table;
  }
}

/** The one cost of the free cells among three, 0 if there are none, MIXED if they differ. */
function common(a: number, b: number, c: number): number {
  if (a === b && b === c) return a;
  const first = a !== 0 ? a : b !== 0 ? b : c;
  return (b === 0 || b === first) && (c === 0 || c === first) ? first : MIXED;
}
