/**
 * The cheapest paths from one cell of a uniform grid to all others, for n floods of n cells: goal bounds, first moves. Canonical
 * Dijkstra: N. Sturtevant and S. Rabin, "Canonical orderings on grids", IJCAI 2016.
 *
 * Canonical paths turn seldom, so only cells where a path can turn, or that are entered diagonally, are queued. A few dozen
 * cells of a straight line are labelled at once; some at its end are relabelled later by shorter paths. The rest of the line is queued. Every arc costs at least a
 * straight step, so buckets of that width need no order within.
 *
 * Departure: all canonical paths of equal length are kept, as a set of first moves and a set of arrivals per cell. With a single one, the
 * flood could choose a path that the search prunes on arriving from some side; its
 * bounds would then cut off the search's only path.
 *
 * Instead of first moves, a flood can label each cell with the first turn of one cheapest path: see `runToTurns`.
 */
import { canonicalOrder } from '@pf/graph/kit';
import type { Graph } from '@pf/graph';
import { Grid } from '@pf/grid';

/**
 * Steps in whole numbers: a convergent of √2 from above. Paths are ordered exactly as with √2 if their diagonal steps differ
 * by less than 13860, and 31 bits hold paths of 109,000 diagonal steps.
 */
export const STRAIGHT = 13860;
export const DIAGONAL = 19601;

/** Distances, in 31 bits while they fit: only winding paths over hundreds of thousands of cells are longer. */
export type Distances = Int32Array | Float64Array;

/** Largest distance in 31 bits. */
export const LONGEST = 0x7fffffff;

/** Sets all distances to unreached. */
export function unreach(distance: Distances): void {
  distance.fill(distance instanceof Int32Array ? LONGEST : Infinity);
}

/** A copy with room for longer distances. */
export function widen(distance: Distances): Float64Array {
  return Float64Array.from(distance, (d) => (d === LONGEST ? Infinity : d));
}

/** Inverse of 19601 modulo 13860: recovers the number of diagonal steps from a distance. */
const INVERSE = 5741;

/** Flag of an entry, in addition to its direction: the line continues straight. */
const END = 8;
/** Cells of a line labelled at once. More means fewer queued cells, but more wasted labels where shorter paths arrive from the side. */
const FARTHEST = 32;

/** By direction of arrival: the moves that go on without a turn. From a diagonal these are also its two straight parts. */
const NATURAL = Uint8Array.from({ length: 8 }, (_, d) => (1 << d) | (d < 4 ? 0 : (1 << (d - 4)) | (1 << ((d - 3) & 3))));
/** Number of turns that one flood can label. */
export const TURNS = 254;
/** Label of cells whose first turn is not among them. */
export const OTHER_TURN = 255;

/** Floods a uniform 8-connected grid with costs of 1 and √2. 10 bytes per cell and 14 per free cell. */
export class CanonicalFlood {
  /** First moves of the cheapest paths, a bit per direction, in the lower byte; arrivals in the upper. */
  readonly ways: Uint16Array;
  /** After `runToTurns`: the first turns, by number. */
  readonly turns: number[] = [];
  /** `origin` plus the distance from the last source; unreachable cells have a larger value than any reachable one. */
  private distance: Distances;
  /** Value of the last source. */
  private origin = 0;
  private readonly moves: Uint8Array;
  private readonly offsets: Int32Array;
  private readonly order: Uint8Array;
  /** By cell and straight direction: number of cells ahead through which a line only continues, below `FARTHEST`. */
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
  /** Labels that a cell keeps when an equally short path arrives: none of a set of first moves, a turn otherwise. */
  private kept = 0;
  /** Number of the first turn to be labelled. */
  private firstTurn = 0;

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

  /** Finds the cheapest paths from `source` to all cells. */
  run(source: number): void {
    this.kept = 0;
    this.flood(source);
  }

  /**
   * Finds one cheapest path from `source` to each cell, of which the lower byte of `ways` keeps the first turn: 0 if diagonal and then straight steps lead to the
   * cell, i if `turns[firstTurn + i − 1]` is the first jump point at which the path turns, OTHER_TURN if there are more turns than `TURNS`. Then run again with a higher `firstTurn`.
   */
  runToTurns(source: number, firstTurn = 0): void {
    this.kept = 0xff;
    this.firstTurn = firstTurn;
    this.turns.length = 0;
    this.flood(source);
  }

  private flood(source: number): void {
    const { ways, moves, order, tops, kept } = this;
    const origin = this.begin(source);
    this.makeRoom(origin);
    this.distance[source] = origin;
    ways[source] = 0;
    this.entered = 0;
    for (let left: number = moves[source]; left !== 0; left &= left - 1) {
      const d = 31 - Math.clz32(left & -left);
      this.go(source, d, origin, kept === 0 ? 1 << d : 0);
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
        let left = (entry & END) === 0 ? successors & ~(1 << d) : successors;
        if ((way & 0xff) === 0) {
          // Reached without a turn, and so from one side only: what is no natural move turns here.
          const natural = NATURAL[d];
          const forced = left & ~natural;
          if (forced !== 0) this.goAll(v, forced, g, this.turnAt(v));
          left &= natural;
        }
        this.goAll(v, left, g, way & 0xff);
      }
      tops[bucket] = -1;
    }
  }

  /** Cost from the last source to `v`, from its counts of straight (1) and diagonal (√2) steps; Infinity if there is no path. */
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

  private goAll(v: number, directions: number, g: number, first: number): void {
    for (let left = directions; left !== 0; left &= left - 1) this.go(v, 31 - Math.clz32(left & -left), g, first);
  }

  /** The label of cells whose path first turns at `v`. */
  private turnAt(v: number): number {
    const label = this.turns.push(v) - this.firstTurn;
    return label > 0 && label <= TURNS ? label : OTHER_TURN;
  }

  /** Moves from `v`, reached at cost `g` by these first moves, in direction `d`: one diagonal step, or a straight line to its end. */
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
    ways[w] = before | arrived | ((before & this.kept) === 0 ? first : 0);
    if ((before & arrived) === 0) this.enter(w, d | END, g);
  }

  private draw(v: number, d: number, g: number, first: number): void {
    const { distance, ways, moves, order, plain, kept } = this;
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
        const now = before | ((before & kept) === 0 ? way : arrived);
        // An earlier line has passed here with the same first moves, and it continues where that helps.
        if (now === before) break;
        isNew = (before & arrived) === 0;
        ways[v] = now;
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

/** By cell and straight direction: the number of cells ahead that a line just crosses, up to a limit. */
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
