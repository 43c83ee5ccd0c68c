/**
 * The cheapest ways from one cell of a uniform grid to all others, for n floods of n cells: goal bounds, first moves. Canonical
 * Dijkstra: N. Sturtevant and S. Rabin, "Canonical orderings on grids", IJCAI 2016.
 *
 * Every arc costs at least a straight step, so buckets as wide as one need no order within: an entry can only improve entries of the next
 * two buckets. Three stacks in rotation are the whole queue.
 *
 * Departures: of equally long canonical ways all are kept, as a set of first moves a cell and a set of arrivals. With one way kept, the
 * flood from one cell can choose the way that the search, arriving there from a certain side, has pruned; then
 * bounds made from it would cut off the only path that the search has left.
 */
import { canonicalOrder } from '@pf/graph';
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

/** Three buckets in rotation, of eight stacks each: a stack for each direction of arrival. */
const STACKS = 8;

/** Floods a uniform 8-connected grid with costs of 1 and √2; about 110 bytes a free cell, and nothing is allocated by a flood. */
export class CanonicalFlood {
  /** `origin` and the distance from the last source in whole units; of cells that cannot be reached from there, more than of any that can. */
  private distance: Distances;
  /** What the last source was given; and how far the last bucket lay beyond it, its own width included. */
  private origin = 0;
  private extent = 0;
  /** The first moves of the cheapest ways, a bit a direction, in the lower byte; the arrivals in the upper. */
  readonly ways: Uint16Array;
  private readonly moves: Uint8Array;
  private readonly offsets: Int32Array;
  private readonly order: Uint8Array;
  private readonly stacks: Int32Array[];
  private readonly sizes = new Int32Array(3 * STACKS);

  constructor(grid: Grid) {
    const free = grid.cells.reduce((sum, cost) => sum + Math.min(cost, 1), 0);
    this.distance = new Int32Array(grid.vertexCount);
    this.ways = new Uint16Array(grid.vertexCount);
    this.moves = grid.moves;
    this.offsets = grid.offsets;
    this.order = canonicalOrder(grid.corners !== 'never');
    // A cell enters a stack once at most: only one neighbour lies in that direction.
    this.stacks = Array.from({ length: 3 * STACKS }, () => new Int32Array(free));
  }

  /** Finds the cheapest ways from `source` to everywhere. */
  run(source: number): void {
    const origin = this.begin(source);
    const { distance, ways, moves, offsets, sizes, stacks } = this;
    sizes.fill(0);
    distance[source] = origin;
    ways[source] = 0;
    for (let left: number = moves[source]; left !== 0; left &= left - 1) {
      const d = 31 - Math.clz32(left & -left);
      const w = source + offsets[d];
      distance[w] = origin + (d < 4 ? STRAIGHT : DIAGONAL);
      ways[w] = 0x0101 << d;
      stacks[d][sizes[d]++] = w;
    }
    for (let base = origin + STRAIGHT, now = 0; ; base += STRAIGHT) {
      // A bucket reaches two straight steps further.
      if (base > LONGEST - 3 * STRAIGHT && this.distance instanceof Int32Array) this.distance = widen(this.distance);
      const next = now === 2 * STACKS ? 0 : now + STACKS;
      const afterNext = next === 2 * STACKS ? 0 : next + STACKS;
      let busy = 0;
      for (let d = 0; d < 4; d++) {
        if (sizes[now + d] > 0) this.goStraight(d, base, now, next, afterNext);
        if (sizes[now + 4 + d] > 0) this.goDiagonal(4 + d, base, now, next, afterNext);
      }
      for (let d = 0; d < STACKS; d++) {
        sizes[now + d] = 0;
        busy |= sizes[next + d] | sizes[afterNext + d];
      }
      if (busy === 0) {
        this.extent = base + STRAIGHT - origin;
        return;
      }
      now = next;
    }
  }

  /**
   * What to give this source so that all of its distances are less than what is left of floods before it: then nothing need be wiped. From a source that the
   * last flood has reached no cell lies farther than the way back and the farthest that there was.
   */
  private begin(source: number): number {
    const { distance, ways, origin } = this;
    const least = origin - (distance[source] - origin) - this.extent - 2 * STRAIGHT;
    if (ways[source] !== 0 && least >= -LONGEST) return (this.origin = least);
    unreach(distance);
    ways.fill(0);
    return (this.origin = 0);
  }

  /** The cost from the last source to `v`, its steps counted: 1 a straight one, √2 a diagonal one; Infinity where there is no way. */
  cost(v: number): number {
    const g = this.distance[v] - this.origin;
    if (this.ways[v] === 0) return g === 0 ? 0 : Infinity;
    const diagonals = ((g % STRAIGHT) * INVERSE) % STRAIGHT;
    return (g - diagonals * DIAGONAL) / STRAIGHT + diagonals * Math.SQRT2;
  }

  private goStraight(d: number, base: number, now: number, next: number, afterNext: number): void {
    const { distance, ways, moves, sizes, order } = this;
    const stack = this.stacks[now + d];
    const ahead = this.stacks[next + d];
    const step = this.offsets[d];
    const bit = 1 << d;
    const arrived = 0x100 << d;
    const row = d << 8;
    const n = sizes[now + d];
    let pushed = sizes[next + d];
    for (let i = 0; i < n; i++) {
      const v = stack[i];
      const g = distance[v];
      if (g < base) continue;
      const first = ways[v] & 0xff;
      const successors = order[row | moves[v]];
      if ((successors & bit) !== 0) {
        const w = v + step;
        const through = g + STRAIGHT;
        const old = distance[w];
        if (through < old) {
          distance[w] = through;
          ways[w] = first | arrived;
          ahead[pushed++] = w;
        } else if (through === old) {
          if ((ways[w] & arrived) === 0) ahead[pushed++] = w;
          ways[w] |= first | arrived;
        }
      }
      if (successors > bit || (successors & (bit - 1)) !== 0) {
        sizes[next + d] = pushed;
        this.goAside(v, g, first, successors & ~bit, base, next, afterNext);
        pushed = sizes[next + d];
      }
    }
    sizes[next + d] = pushed;
  }

  private goDiagonal(d: number, base: number, now: number, next: number, afterNext: number): void {
    const { distance, ways, moves, offsets, sizes, stacks, order } = this;
    const a = d - 4;
    const b = (d - 3) & 3;
    const stack = stacks[now + d];
    const aheadSoon = stacks[next + d];
    const aheadLater = stacks[afterNext + d];
    const aheadA = stacks[next + a];
    const aheadB = stacks[next + b];
    const step = offsets[d];
    const stepA = offsets[a];
    const stepB = offsets[b];
    const arrived = 0x100 << d;
    const arrivedA = 0x100 << a;
    const arrivedB = 0x100 << b;
    const own = (1 << d) | (1 << a) | (1 << b);
    const nextEnd = base + 2 * STRAIGHT;
    const row = d << 8;
    const n = sizes[now + d];
    let soon = sizes[next + d];
    let later = sizes[afterNext + d];
    let pushedA = sizes[next + a];
    let pushedB = sizes[next + b];
    for (let i = 0; i < n; i++) {
      const v = stack[i];
      const g = distance[v];
      if (g < base) continue;
      const first = ways[v] & 0xff;
      const successors = order[row | moves[v]];
      const straight = g + STRAIGHT;
      if ((successors & (1 << a)) !== 0) {
        const w = v + stepA;
        const old = distance[w];
        if (straight < old) {
          distance[w] = straight;
          ways[w] = first | arrivedA;
          aheadA[pushedA++] = w;
        } else if (straight === old) {
          if ((ways[w] & arrivedA) === 0) aheadA[pushedA++] = w;
          ways[w] |= first | arrivedA;
        }
      }
      if ((successors & (1 << b)) !== 0) {
        const w = v + stepB;
        const old = distance[w];
        if (straight < old) {
          distance[w] = straight;
          ways[w] = first | arrivedB;
          aheadB[pushedB++] = w;
        } else if (straight === old) {
          if ((ways[w] & arrivedB) === 0) aheadB[pushedB++] = w;
          ways[w] |= first | arrivedB;
        }
      }
      if ((successors & (1 << d)) !== 0) {
        const w = v + step;
        const through = g + DIAGONAL;
        const old = distance[w];
        if (through <= old) {
          const before = through < old ? 0 : ways[w];
          distance[w] = through;
          ways[w] = before | first | arrived;
          if ((before & arrived) === 0) {
            if (through < nextEnd) aheadSoon[soon++] = w;
            else aheadLater[later++] = w;
          }
        }
      }
      if ((successors & ~own) !== 0) {
        sizes[next + d] = soon;
        sizes[afterNext + d] = later;
        sizes[next + a] = pushedA;
        sizes[next + b] = pushedB;
        this.goAside(v, g, first, successors & ~own, base, next, afterNext);
        soon = sizes[next + d];
        later = sizes[afterNext + d];
        pushedA = sizes[next + a];
        pushedB = sizes[next + b];
      }
    }
    sizes[next + d] = soon;
    sizes[afterNext + d] = later;
    sizes[next + a] = pushedA;
    sizes[next + b] = pushedB;
  }

  /** The forced successors, of which there are few. */
  private goAside(v: number, g: number, first: number, successors: number, base: number, next: number, afterNext: number): void {
    const { distance, ways, offsets, sizes, stacks } = this;
    for (let left = successors; left !== 0; left &= left - 1) {
      const d = 31 - Math.clz32(left & -left);
      const w = v + offsets[d];
      const through = d < 4 ? g + STRAIGHT : g + DIAGONAL;
      const old = distance[w];
      if (through > old) continue;
      const before = through < old ? 0 : ways[w];
      distance[w] = through;
      ways[w] = before | first | (0x100 << d);
      if ((before & (0x100 << d)) !== 0) continue;
      const slot = (through < base + 2 * STRAIGHT ? next : afterNext) + d;
      stacks[slot][sizes[slot]++] = w;
    }
  }
}

/** Whether a graph is a grid that the canonical flood is made for. */
export function followsCanonicalOrder(graph: Graph): graph is Grid {
  return graph instanceof Grid && graph.movement === 'eight' && graph.metric === 'exact' && !graph.weighted && graph.sides === undefined;
}
