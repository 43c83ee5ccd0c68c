import type { Lattice, NearLattice } from '@pf/graph';
import { allButBack } from '@pf/graph/kit';
import { FARTHEST_OF_FEW } from '../bucket-ring.ts';
import { STAMP } from './label-word.ts';

/** If a diagonal step costs at most this fraction more than a straight one, all moves are made. */
const LEAST_TURN = 1 / 8;

/** Without a canonical order: the tables of lattices, by their offsets. Searches over one map share it, and do not change it. */
const tables = new WeakMap<Lattice['offsets'], Uint8Array>();

function allButBackOn({ offsets, maxDegree }: Lattice): Uint8Array {
  const known = tables.get(offsets);
  if (known !== undefined) return known;
  const table = allButBack(Array.from({ length: maxDegree }, (_, d) => offsets.indexOf(-offsets[d])), maxDegree);
  tables.set(offsets, table);
  return table;
}

/**
 * The moves that a lattice frontier makes from a vertex: those of the canonical order (`canonicalOrder`) if the map has one, else all except the reverse one.
 *
 * With a weight w and no re-opening, buckets are at most (w − 1) / 2 of the shortest step wide. Then g ≤ w · g* for closed vertices, where g* is the true cost. Proof: let n be
 * closed, and u the first vertex on a cheapest path to n that is not closed. Its parent p is closed, so g(u) ≤ w · g*(p) + c = w · g*(u) − (w − 1) · c, and n
 * came from the bucket of u or a lower one. So f(n) ≤ f(u) + (w − 1) · c ≤ w · (g*(u) + h(u)) ≤ w · (g*(n) + h(n)) with a consistent h.
 *
 * The canonical order omits a move if another path is as good. Without re-opening, a vertex of that path may have been closed with a worse label,
 * and then does not continue it. So a weighted search without re-opening omits only two kinds of moves from p to u:
 *
 * - If the parent t of p is a neighbour of u. When t was expanded, u got a label below g(p) + c from t, or already had an equally good one.
 * - Diagonal moves, if a vertex q, a straight step s from u, now has a label g(q) ≤ g(p) + c − s (`aside`). The label can only fall. Once q is closed, u
 *   has a label of at most g(q) + s, from q or from before. While q is open, it takes the role of u in the proof above:
 *   f(q) ≤ g(p) + c + (w − 1) · s + w · h(u) ≤ w · (g*(u) + h(u)) − (w − 1) · (c − s). So buckets may be (w − 1) · (c − s) wide.
 */
export class MoveOrder {
  /** The moves to make, by direction of arrival and legal moves. */
  table: Uint8Array;
  /** Whether moves that the table omits may be needed: those that `aside` returns. */
  careful = false;
  /** Change of x and y by direction. */
  readonly dx = new Int32Array(8);
  readonly dy = new Int32Array(8);
  /** Maximum width of a bucket, in units of labels. */
  readonly bucketWidth: number;
  private readonly canonical: boolean;
  private readonly every: Uint8Array;
  /** The cost of a diagonal step minus that of a straight one. */
  private readonly turn: number;
  /**
   * By direction of arrival: the two diagonal moves that the canonical order leaves to another vertex, beside this one. After a step east: those to the south-east and
   * north-east, which the cells to the south and north make by a step east. After a step south-east: those to the north-east and south-west. Four
   * numbers each: the bit of the first move, the offset of the vertex beside, and the same for the second. None for a root, or without eight directions.
   */
  private readonly besides = new Int32Array(9 << 2);

  /** `weight` is that of the estimate in a search without re-opening; undefined with re-opening. */
  constructor(
    private readonly lattice: Lattice,
    lengths: Float64Array,
    canonical: boolean,
    private readonly weight: number | undefined,
  ) {
    const { maxDegree } = lattice;
    const step = Math.min(...lengths.subarray(0, maxDegree));
    this.turn = maxDegree === 8 ? lengths[4] - lengths[0] : 0;
    this.canonical = canonical && (weight === undefined || this.turn > step * LEAST_TURN);
    this.bucketWidth = weight === undefined ? step / 2 : (weight - 1) * (this.canonical ? Math.min(step / 2, this.turn) : step / 2);
    this.every = allButBackOn(lattice);
    this.table = this.every;
  }

  /** Whether the arcs outside of the lattice are neither shorter than a bucket nor too long for the ring. `unit`: that of labels. */
  fits({ least = 0, most = Infinity }: NearLattice, unit: number): boolean {
    return least * unit >= this.bucketWidth && most * unit < this.bucketWidth * FARTHEST_OF_FEW;
  }

  /** Begins a search on the current map. `steps` lead along the arcs, or against them, over rows of `stride` vertices. */
  begin(steps: Int32Array, stride: number): void {
    for (let d = 0; d < this.lattice.maxDegree; d++) {
      this.dy[d] = Math.round(steps[d] / stride);
      this.dx[d] = steps[d] - this.dy[d] * stride;
    }
    const canonical = this.canonical ? this.lattice.sufficient : undefined;
    this.table = canonical ?? this.every;
    this.careful = canonical !== undefined && this.weight !== undefined;
    if (!this.careful) return;
    for (let east = 0; east < 4; east++) {
      const [south, west, north] = [(east + 1) % 4, (east + 2) % 4, (east + 3) % 4];
      // The diagonal between a straight direction and the next one has the number of the first plus 4.
      const [southEast, northEast, southWest] = [1 << (east + 4), 1 << (north + 4), 1 << (south + 4)];
      this.besides.set([southEast, steps[south], northEast, steps[north]], east << 2);
      this.besides.set([northEast, steps[north], southWest, steps[west]], (east + 4) << 2);
    }
  }

  /** Of the moves that the table omits at `v`, those that the vertex beside does not make either, judged by its label. `g` and `words` have the labels, `stamp` the search. */
  aside(v: number, arrival: number, left: number, g: Float64Array, words: Int32Array, stamp: number): number {
    const { besides } = this;
    const most = g[v] + this.turn;
    let moves = 0;
    for (let i = arrival << 2; i < (arrival + 1) << 2; i += 2) {
      const bit = besides[i];
      if ((left & bit) === 0) continue;
      const q = v + besides[i + 1];
      if ((words[q] & STAMP) !== stamp || g[q] > most) moves |= bit;
    }
    return moves;
  }

  /** The directions whose arcs enter `v`, as a byte. */
  incoming(v: number): number {
    const { moves, offsets, maxDegree } = this.lattice;
    let incoming = 0;
    // Only a root can be so near the end of the arrays that this reads past it. No move is found there.
    for (let d = 0; d < maxDegree; d++) {
      const u = v - offsets[d];
      if (((moves[u] >> d) & 1) === 1) incoming |= 1 << d;
    }
    return incoming;
  }
}
