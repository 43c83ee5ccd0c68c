/**
 * The cheapest paths from one cell of a uniform grid to all others. Goal bounds and first moves run it once for each cell. Canonical
 * Dijkstra: N. Sturtevant and S. Rabin, "Canonical orderings on grids", IJCAI 2016.
 *
 * Canonical paths seldom turn, so only cells where a path can turn, or that are entered diagonally, are queued. A few dozen
 * cells of a straight line are labelled at once; some near its end are relabelled later by shorter paths. The rest of the line is queued. Every arc costs at least a
 * straight step, so buckets of that width need no order within.
 *
 * Departure: keeps all canonical paths of equal length, as a set of first moves and a set of arrivals per cell. With a single path, the
 * flood might choose one that the search prunes when it arrives from another side. Its
 * bounds would then exclude the only path of the search.
 *
 * Instead of first moves, a flood can label each cell with the first turn of one cheapest path: see `runToTurns`.
 */
import { canonicalOrder, grown } from '@pf/graph/kit';
import type { Graph } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { isGrid } from '@pf/search/kit';

/**
 * Steps in whole numbers: a convergent of √2 from above. Paths are ordered exactly as with √2 if their diagonal steps differ
 * by less than 13860, and 31 bits hold paths of 109,000 diagonal steps.
 */
export const STRAIGHT = 13860;
export const DIAGONAL = 19601;

/** Distances, in 31 bits if they fit: only winding paths over hundreds of thousands of cells are longer. */
export type Distances = Int32Array | Float64Array;

/** Largest distance in 31 bits. */
export const LONGEST = 0x7fffffff;

/** Sets all distances to unreached. */
export function unreach(distance: Distances): void {
  distance.fill(distance instanceof Int32Array ? LONGEST : Infinity);
}

/** A copy for longer distances. */
export function widen(distance: Distances): Float64Array {
  return Float64Array.from(distance, (d) => (d === LONGEST ? Infinity : d));
}

/** Flag of an entry, in addition to its direction: the line continues straight. */
const END = 8;
/** Cells of a line labelled at once. A larger number means fewer queued cells, but more labels that shorter paths from the side overwrite. */
const FARTHEST = 32;

/** By direction of arrival: the moves that continue without a turn. For a diagonal these include its two straight parts. */
const NATURAL = Uint8Array.from({ length: 8 }, (_, d) => (1 << d) | (d < 4 ? 0 : (1 << (d - 4)) | (1 << ((d - 3) & 3))));
/** Number of turns that one flood can label. */
export const TURNS = 254;
/** Label of cells whose first turn is not among them. */
export const OTHER_TURN = 255;

/** Floods a uniform 8-connected grid with costs of 1 and √2. 10 bytes per cell and 14 per free cell. */
export class CanonicalFlood {
  /** First moves of the cheapest paths, a bit per direction, in the lower byte; arrivals in the upper. */
  readonly labels: Uint16Array;
  /** After `runToTurns`: the first turns, by number. */
  readonly turns: number[] = [];
  /** `origin` plus the distance from the last source. Unreachable cells have a larger value than any reachable one. */
  private distance: Distances;
  /** Value of the last source. */
  private origin = 0;
  private readonly moves: Uint8Array;
  private readonly offsets: Int32Array;
  private readonly order: Uint8Array;
  /** By cell and straight direction: number of cells ahead through which a line only continues, below `FARTHEST`. */
  private readonly plain: Uint8Array;
  /** Beyond this distance, lines could exceed 31 bits. */
  private readonly limit: number;
  /** The queue. By bucket: the entry on top. By entry: the cell, with its direction of arrival in the lowest four bits; and the entry beneath. */
  private readonly tops: Int32Array;
  private entries: Int32Array;
  private beneath: Int32Array;
  /** The number of entries so far, and of those still queued. */
  private entryCount = 0;
  private queued = 0;
  /** Mask of the label bits that a cell keeps when an equally short path arrives: none of a set of first moves, since both sets are joined; all of a turn. */
  private kept = 0;
  /** Number of the first turn to be labelled. */
  private firstTurn = 0;

  constructor(grid: Grid) {
    const free = grid.cells.reduce((sum, cost) => sum + Math.min(cost, 1), 0);
    this.distance = new Int32Array(grid.vertexCount);
    this.labels = new Uint16Array(grid.vertexCount);
    this.moves = grid.moves;
    this.offsets = grid.offsets;
    this.order = canonicalOrder(grid.corners !== 'never');
    this.plain = plainRuns(grid, this.order);
    this.limit = LONGEST - (Math.max(grid.width, grid.height) + 2) * STRAIGHT;
    // No path is longer than diagonal steps through all cells.
    this.tops = new Int32Array(Math.ceil((free * DIAGONAL) / STRAIGHT) + 2).fill(-1);
    this.entries = new Int32Array(free);
    this.beneath = new Int32Array(free);
  }

  /** Finds the cheapest paths from `source` to all cells. */
  run(source: number): void {
    this.kept = 0;
    this.flood(source);
  }

  /**
   * Finds one cheapest path from `source` to each cell, and stores its first turn in the lower byte of `labels`: 0 if diagonal and then straight steps lead to the
   * cell; i if `turns[firstTurn + i − 1]` is the first jump point at which the path turns; OTHER_TURN if there are more turns than `TURNS`. In that case run again with a higher `firstTurn`.
   */
  runToTurns(source: number, firstTurn = 0): void {
    this.kept = 0xff;
    this.firstTurn = firstTurn;
    this.turns.length = 0;
    this.flood(source);
  }

  private flood(source: number): void {
    const { labels, moves, order, tops, kept } = this;
    const origin = this.begin(source);
    this.widenBeyond(origin);
    this.distance[source] = origin;
    labels[source] = 0;
    this.entryCount = 0;
    for (let left: number = moves[source]; left !== 0; left &= left - 1) {
      const d = 31 - Math.clz32(left & -left);
      this.extend(source, d, origin, kept === 0 ? 1 << d : 0);
    }
    for (let bucket = 1, base = origin + STRAIGHT; this.queued > 0; bucket++, base += STRAIGHT) {
      this.widenBeyond(base);
      for (let e = tops[bucket]; e >= 0; e = this.beneath[e]) {
        this.queued--;
        const entry = this.entries[e];
        const v = entry >> 4;
        const d = entry & 7;
        const g = this.distance[v];
        const label = labels[v];
        // A shorter path, from another direction, may have arrived since.
        if (g < base || (label & (0x100 << d)) === 0) continue;
        const successors = order[(d << 8) | moves[v]];
        // The line straight on was already labelled, unless this is its end.
        let left = (entry & END) === 0 ? successors & ~(1 << d) : successors;
        if ((label & 0xff) === 0) {
          // Reached without a turn, and so from one side only. Any move that is not natural is a turn here.
          const natural = NATURAL[d];
          const forced = left & ~natural;
          if (forced !== 0) this.extendAll(v, forced, g, this.turnAt(v));
          left &= natural;
        }
        this.extendAll(v, left, g, label & 0xff);
      }
      tops[bucket] = -1;
    }
  }

  /**
   * The distance to give this source so that every new distance is below those that the last flood left: then nothing need be cleared. No cell that it reached is
   * farther from here than by the path through its source.
   */
  private begin(source: number): number {
    const { distance, labels, origin } = this;
    const least = origin - (distance[source] - origin) - 1;
    if (labels[source] !== 0 && least >= -LONGEST) return (this.origin = least);
    unreach(distance);
    labels.fill(0);
    return (this.origin = 0);
  }

  private extendAll(v: number, directions: number, g: number, first: number): void {
    for (let left = directions; left !== 0; left &= left - 1) this.extend(v, 31 - Math.clz32(left & -left), g, first);
  }

  /** The label of cells whose path first turns at `v`. */
  private turnAt(v: number): number {
    const label = this.turns.push(v) - this.firstTurn;
    return label > 0 && label <= TURNS ? label : OTHER_TURN;
  }

  /** Moves from `v`, reached at cost `g` by these first moves, in direction `d`: one diagonal step, or a straight line to its end. */
  private extend(v: number, d: number, g: number, first: number): void {
    if (d < 4) this.draw(v, d, g, first);
    else this.step(v + this.offsets[d], d, g + DIAGONAL, first);
  }

  private step(w: number, d: number, g: number, first: number): void {
    const { distance, labels } = this;
    const old = distance[w];
    if (g > old) return;
    const arrived = 0x100 << d;
    const before = g < old ? 0 : labels[w];
    distance[w] = g;
    labels[w] = before | arrived | ((before & this.kept) === 0 ? first : 0);
    if ((before & arrived) === 0) this.push(w, d | END, g);
  }

  private draw(v: number, d: number, g: number, first: number): void {
    const { distance, labels, moves, order, plain, kept } = this;
    const step = this.offsets[d];
    const bit = 1 << d;
    const arrived = 0x100 << d;
    const label = first | arrived;
    const farthest = g + FARTHEST * STRAIGHT;
    for (let left = plain[(v << 2) | d]; ; left--) {
      v += step;
      g += STRAIGHT;
      const old = distance[v];
      if (g > old) break;
      let isNew = true;
      if (g < old) {
        distance[v] = g;
        labels[v] = label;
      } else {
        const before = labels[v];
        const now = before | ((before & kept) === 0 ? label : arrived);
        // An earlier line has passed here with the same first moves. It also continues wherever this one could.
        if (now === before) break;
        isNew = (before & arrived) === 0;
        labels[v] = now;
      }
      if (left > 0) continue;
      const successors = order[(d << 8) | moves[v]];
      if (g >= farthest) {
        if (successors !== 0) this.push(v, d | END, g);
        break;
      }
      if (isNew && (successors & ~bit) !== 0) this.push(v, d, g);
      if ((successors & bit) === 0) break;
      left = plain[(v << 2) | d] + 1;
    }
  }

  /** Queues a cell by its distance. */
  private push(w: number, direction: number, g: number): void {
    const e = this.entryCount++;
    if (e === this.entries.length) {
      this.entries = grown(this.entries, 2 * e + 8);
      this.beneath = grown(this.beneath, 2 * e + 8);
    }
    const bucket = Math.trunc((g - this.origin) / STRAIGHT);
    this.entries[e] = (w << 4) | direction;
    this.beneath[e] = this.tops[bucket];
    this.tops[bucket] = e;
    this.queued++;
  }

  private widenBeyond(base: number): void {
    if (base > this.limit && this.distance instanceof Int32Array) this.distance = widen(this.distance);
  }
}

/** By cell and straight direction: the number of cells ahead through which a line only continues, up to a limit. */
function plainRuns(grid: Grid, order: Uint8Array): Uint8Array {
  const { moves, offsets, vertexCount } = grid;
  const plain = new Uint8Array(4 * vertexCount);
  for (let d = 0; d < 4; d++) {
    const bit = 1 << d;
    for (let i = 0; i < vertexCount; i++) {
      const v = offsets[d] > 0 ? vertexCount - 1 - i : i;
      const w = v + offsets[d];
      if (order[(d << 8) | moves[w]] === bit) plain[(v << 2) | d] = Math.min(plain[(w << 2) | d] + 1, FARTHEST - 1);
    }
  }
  return plain;
}

/** Whether the canonical flood supports this graph: a uniform 8-connected grid. */
export function followsCanonicalOrder(graph: Graph): graph is Grid {
  return isGrid(graph) && isUniform(graph);
}

/** Whether a grid is 8-connected with steps of 1 and √2, without terrain costs or one-way cells. A grid that was described has these as its metric, not 'exact'. */
export function isUniform({ movement, steps, weighted, sides }: Grid): boolean {
  return movement === 'eight' && steps.straight === 1 && steps.diagonal === Math.SQRT2 && !weighted && sides === undefined;
}
