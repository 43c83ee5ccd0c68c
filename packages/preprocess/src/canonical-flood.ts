/**
 * The cheapest paths from one cell of a uniform grid to all others, for n floods of n cells: goal bounds, first moves. Canonical
 * Dijkstra: N. Sturtevant and S. Rabin, "Canonical orderings on grids", IJCAI 2016.
 *
 * A canonical way turns seldom, so that only cells where one can turn, or that are entered aslant, wait for their turn. Of a straight line a few dozen
 * cells are drawn at once, at the price of those at its end to which others will find a shorter path; what is left waits as well. Every arc costs at least a
 * straight step, so buckets as wide as one need no order within.
 *
 * Departures: of equally long canonical ways all are kept, as a set of first moves a cell and a set of arrivals. With one way kept, the
 * flood from one cell can choose the way that the search, arriving there from a certain side, has pruned; then
 * bounds made from it would cut off the only path that the search has left.
 */
import { canonicalOrder } from '@pf/graph/kit';
import type { Graph } from '@pf/graph';
import { Grid } from '@pf/grid';

/**
 * Steps in whole numbers: a convergent of √2 from above, so that ways are ordered exactly as with √2 while their diagonal steps differ
 * by less than 13860; and 31 bits hold ways of 109,000 diagonal steps.
 */
export const STRAIGHT = 13860;
export const DIAGONAL = 19601;

/** Distances in 31 bits for as long as they fit: only winding ways over hundreds of thousands of cells are longer. */
export type Distances = Int32Array | Float64Array;

/** No more than this fits into 31 bits. */
export const LONGEST = 0x7fffffff;

/** Makes all distances more than any. */
export function unreach(distance: Distances): void {
  distance.fill(distance instanceof Int32Array ? LONGEST : Infinity);
}

/** The same distances with room for longer ones. */
export function widen(distance: Distances): Float64Array {
  return Float64Array.from(distance, (d) => (d === LONGEST ? Infinity : d));
}

/** What 19601 has to be multiplied with to give 1 modulo 13860: how diagonal steps are counted out of a distance. */
const INVERSE = 5741;

/** Of an entry, beside its direction: it goes straight on as well. */
const END = 8;
/** About so many cells of a line are drawn at once. The more, the fewer wait; but the more are drawn in vain where shorter paths come from aside. */
const FARTHEST = 32;

/** Floods a uniform 8-connected grid with costs of 1 and √2; 10 bytes a cell and 14 a free one. */
export class CanonicalFlood {
  /** The first moves of the cheapest paths, a bit a direction, in the lower byte; the arrivals in the upper. */
  readonly ways: Uint16Array;
  /** `origin` and the distance from the last source in whole units; of cells that cannot be reached from there, more than of any that can. */
  private distance: Distances;
  /** What the last source was given. */
  private origin = 0;
  private readonly moves: Uint8Array;
  private readonly offsets: Int32Array;
  private readonly order: Uint8Array;
  /** By cell and straight direction: a number of cells ahead through which a line only goes on, fewer than are drawn at once. */
  private readonly plain: Uint8Array;
  /** Beyond this, lines could leave 31 bits. */
  private readonly room: number;
  /** What waits: by bucket the entry on top; by entry the cell, and its direction of arrival in three bits of four; and the entry beneath. */
  private readonly tops: Int32Array;
  private entries: Int32Array;
  private beneath: Int32Array;
  /** How many entries there have been, and how many of them wait. */
  private entered = 0;
  private waiting = 0;

  constructor(grid: Grid) {
    const free = grid.cells.reduce((sum, cost) => sum + Math.min(cost, 1), 0);
    this.distance = new Int32Array(grid.vertexCount);
    this.ways = new Uint16Array(grid.vertexCount);
    this.moves = grid.moves;
    this.offsets = grid.offsets;
    this.order = canonicalOrder(grid.corners !== 'never');
    this.plain = plainRuns(grid, this.order);
    this.room = LONGEST - (Math.max(grid.width, grid.height) + 2) * STRAIGHT;
    // No way is longer than one of diagonal steps through all cells.
    this.tops = new Int32Array(Math.ceil((free * DIAGONAL) / STRAIGHT) + 2).fill(-1);
    this.entries = new Int32Array(free);
    this.beneath = new Int32Array(free);
  }

  /** Finds the cheapest paths from `source` to everywhere. */
  run(source: number): void {
    const { ways, moves, order, tops } = this;
    const origin = this.begin(source);
    this.makeRoom(origin);
    this.distance[source] = origin;
    ways[source] = 0;
    this.entered = 0;
    for (let left: number = moves[source]; left !== 0; left &= left - 1) {
      const d = 31 - Math.clz32(left & -left);
      this.go(source, d, origin, 1 << d);
    }
    for (let bucket = 1, base = origin + STRAIGHT; this.waiting > 0; bucket++, base += STRAIGHT) {
      this.makeRoom(base);
      for (let e = tops[bucket]; e >= 0; e = this.beneath[e]) {
        this.waiting--;
        const entry = this.entries[e];
        const v = entry >> 4;
        const d = entry & 7;
        const g = this.distance[v];
        const way = ways[v];
        // A shorter path may have come since, and from elsewhere.
        if (g < base || (way & (0x100 << d)) === 0) continue;
        const successors = order[(d << 8) | moves[v]];
        // Straight on, a line has gone already, but for its end.
        for (let left = (entry & END) === 0 ? successors & ~(1 << d) : successors; left !== 0; left &= left - 1) {
          this.go(v, 31 - Math.clz32(left & -left), g, way & 0xff);
        }
      }
      tops[bucket] = -1;
    }
  }

  /** The cost from the last source to `v`, its steps counted: 1 a straight one, √2 a diagonal one; Infinity if there is no path. */
  cost(v: number): number {
    const g = this.distance[v] - this.origin;
    if (this.ways[v] === 0) return g === 0 ? 0 : Infinity;
    const diagonals = ((g % STRAIGHT) * INVERSE) % STRAIGHT;
    return (g - diagonals * DIAGONAL) / STRAIGHT + diagonals * Math.SQRT2;
  }

  /**
   * What to give this source so that every distance is less than what the last flood has left there: then nothing need be wiped. No cell that it has reached lies
   * farther from here than by way of its source.
   */
  private begin(source: number): number {
    const { distance, ways, origin } = this;
    const least = origin - (distance[source] - origin) - 1;
    if (ways[source] !== 0 && least >= -LONGEST) return (this.origin = least);
    unreach(distance);
    ways.fill(0);
    return (this.origin = 0);
  }

  /** Goes from `v`, at `g` from the source by these first moves, in direction `d`: one diagonal step, or straight as far as the line leads. */
  private go(v: number, d: number, g: number, first: number): void {
    if (d < 4) this.draw(v, d, g, first);
    else this.step(v + this.offsets[d], d, g + DIAGONAL, first);
  }

  private step(w: number, d: number, g: number, first: number): void {
    const { distance, ways } = this;
    const old = distance[w];
    if (g > old) return;
    const arrived = 0x100 << d;
    const before = g < old ? 0 : ways[w];
    distance[w] = g;
    ways[w] = before | first | arrived;
    if ((before & arrived) === 0) this.enter(w, d | END, g);
  }

  private draw(v: number, d: number, g: number, first: number): void {
    const { distance, ways, moves, order, plain } = this;
    const step = this.offsets[d];
    const bit = 1 << d;
    const arrived = 0x100 << d;
    const way = first | arrived;
    const farthest = g + FARTHEST * STRAIGHT;
    for (let left = plain[(v << 2) | d]; ; left--) {
      v += step;
      g += STRAIGHT;
      const old = distance[v];
      if (g > old) break;
      let isNew = true;
      if (g < old) {
        distance[v] = g;
        ways[v] = way;
      } else {
        const before = ways[v];
        // A line has been here, and these moves as well: what brought them goes on itself where straight on is worth while.
        if ((before & way) === way) break;
        isNew = (before & arrived) === 0;
        ways[v] = before | way;
      }
      if (left > 0) continue;
      const successors = order[(d << 8) | moves[v]];
      if (g >= farthest) {
        if (successors !== 0) this.enter(v, d | END, g);
        break;
      }
      if (isNew && (successors & ~bit) !== 0) this.enter(v, d, g);
      if ((successors & bit) === 0) break;
      left = plain[(v << 2) | d] + 1;
    }
  }

  /** Lets a cell wait until its distance is the least that there can be. */
  private enter(w: number, direction: number, g: number): void {
    const e = this.entered++;
    if (e === this.entries.length) {
      this.entries = longer(this.entries);
      this.beneath = longer(this.beneath);
    }
    const bucket = Math.trunc((g - this.origin) / STRAIGHT);
    this.entries[e] = (w << 4) | direction;
    this.beneath[e] = this.tops[bucket];
    this.tops[bucket] = e;
    this.waiting++;
  }

  private makeRoom(base: number): void {
    if (base > this.room && this.distance instanceof Int32Array) this.distance = widen(this.distance);
  }
}

/** The same numbers with room for as many more, and some. */
export function longer(list: Int32Array): Int32Array {
  const long = new Int32Array(2 * list.length + 8);
  long.set(list);
  return long;
}

/** By cell and straight direction: how many cells ahead have nothing to be done at but to go on, as far as matters. */
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

/** Whether a graph is a grid that the canonical flood is made for. */
export function followsCanonicalOrder(graph: Graph): graph is Grid {
  return graph instanceof Grid && graph.movement === 'eight' && graph.metric === 'exact' && !graph.weighted && graph.sides === undefined;
}
