import type { Lattice } from '@pf/graph';
import { allButBack } from '@pf/graph/kit';
import { STAMP } from './label-word.ts';

/** Where a diagonal step costs no more than this part of a straight one above it, all moves are made. */
const LEAST_TURN = 1 / 8;

/**
 * Which moves a lattice frontier makes from a vertex: those of the canonical order (`canonicalOrder`) where the map has one, else all but the one back.
 *
 * The canonical order leaves out moves for the sake of a path that is as good. Without re-opening, a vertex of that path may have been closed by a worse label,
 * and then does not lead there. So a weighted search that opens nothing again leaves out two kinds of moves from p to u only.
 *
 * - Where the parent t of p is a neighbour of u. When t was expanded, u got a label of less than g(p) + c from t, or for the same reason had one from before t.
 * - Diagonal moves where a vertex q, a straight step s from u, has a label of g(q) ≤ g(p) + c − s at present (`aside`). That can only fall. Once q is closed, u
 *   has a label of at most g(q) + s from q, or from before it. While q is open, it stands in the place of u in the proof of the bound (lattice-frontier.ts):
 *   f(q) ≤ g(p) + c + (w − 1) · s + w · h(u) ≤ w · (g*(u) + h(u)) − (w − 1) · (c − s). So buckets may be (w − 1) · (c − s) wide.
 */
export class MoveOrder {
  /** The moves worth making, by direction of arrival and legal moves. */
  table: Uint8Array;
  /** Whether some that the table leaves out may have to be made: those that `aside` says. */
  careful = false;
  /** So wide a bucket may be, in labels, at most. */
  readonly bucketWidth: number;
  private readonly canonical: boolean;
  private readonly every: Uint8Array;
  /** What a diagonal step costs more than a straight one. */
  private readonly turn: number;
  /**
   * By direction of arrival, the two diagonal moves that the canonical order leaves to a vertex beside: past a step east those to the south-east and the
   * north-east, which the cells to the south and to the north make by a step east; past a step south-east those to the north-east and the south-west. Four
   * numbers each: the bit of the first move, the step to the vertex beside, and the same of the second. None for a root, or without eight directions.
   */
  private readonly besides = new Int32Array(9 << 2);

  /** `weight` is that of the estimate in a search that opens nothing again; of one that does, undefined. */
  constructor(
    private readonly lattice: Lattice,
    lengths: Float64Array,
    canonical: boolean,
    private readonly weight: number | undefined,
  ) {
    const { offsets, maxDegree } = lattice;
    const step = Math.min(...lengths.subarray(0, maxDegree));
    this.turn = maxDegree === 8 ? lengths[4] - lengths[0] : 0;
    this.canonical = canonical && (weight === undefined || this.turn > step * LEAST_TURN);
    this.bucketWidth = weight === undefined ? step / 2 : (weight - 1) * (this.canonical ? Math.min(step / 2, this.turn) : step / 2);
    this.every = allButBack(Array.from({ length: maxDegree }, (_, d) => offsets.indexOf(-offsets[d])), maxDegree);
    this.table = this.every;
  }

  /** A search begins, on the map that there is now. `steps` lead along the arcs, or against them. */
  begin(steps: Int32Array): void {
    const canonical = this.canonical ? this.lattice.sufficient : undefined;
    this.table = canonical ?? this.every;
    this.careful = canonical !== undefined && this.weight !== undefined;
    if (!this.careful) return;
    for (let east = 0; east < 4; east++) {
      const [south, west, north] = [(east + 1) % 4, (east + 2) % 4, (east + 3) % 4];
      // The diagonal between a straight direction and the next one has the number of the first, and 4.
      const [southEast, northEast, southWest] = [1 << (east + 4), 1 << (north + 4), 1 << (south + 4)];
      this.besides.set([southEast, steps[south], northEast, steps[north]], east << 2);
      this.besides.set([northEast, steps[north], southWest, steps[west]], (east + 4) << 2);
    }
  }

  /** Of the moves that the table leaves out at `v`, those that the vertex beside does not make as well, by the label that it has in `g` if its word is of the search. */
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
    // Only a root can lie so near the edge of the memory that this reads beyond it, and finds no moves there.
    for (let d = 0; d < maxDegree; d++) {
      const u = v - offsets[d];
      if (((moves[u] >> d) & 1) === 1) incoming |= 1 << d;
    }
    return incoming;
  }
}
