/** Builds goal bounds (goal-bounds.ts): by canonical flood on uniform 8-connected grids, by `FirstArcs` elsewhere. */
import type { Graph, Located } from '@pf/graph';
import { checkWorld, isLocated, shown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { isGrid } from '@pf/search/kit';
import { checkPart } from '../check-built.ts';
import { CanonicalFlood, followsCanonicalOrder } from '../canonical-flood.ts';
import { FirstArcs } from '../first-arcs.ts';
import { locatedFingerprint, BuiltWorld } from '../artifact/world-fingerprint.ts';

/** Boxes; on grids of up to 65536 columns and rows, 16-bit numbers. */
export type Boxes = Uint16Array | Float64Array;

/** An empty box: minimum above maximum. */
const EMPTY = [Infinity, Infinity, -Infinity, -Infinity];
/** The same on a grid, in 16 bits. */
const EMPTY_ON_GRID = [0xffff, 0xffff, 0, 0];
/** Larger than any coordinate of a grid. */
const FAR = 0x7fffffff;

/**
 * The first arc number of each vertex, if arcs are numbered in the order of `successors`. With
 * `keep`, only arcs of marked vertices are numbered.
 */
function numberArcs(graph: Graph, keep?: Uint8Array): Uint32Array {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const first = new Uint32Array(graph.vertexCount + 1);
  for (let v = 0; v < graph.vertexCount; v++) first[v + 1] = first[v] + (keep?.[v] === 0 ? 0 : graph.successors(v, to, cost));
  return first;
}

/**
 * Builds boxes for any range of vertices, with one flood per vertex; used by workers. On one thread call `GoalBounds.build`, with
 * workers `buildInParallel`.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { GoalBounds, GoalBoundsBuilder } from '@pf/preprocess';
 *
 * const grid = new Grid(4, 4);
 * const builder = new GoalBoundsBuilder(grid);
 * const boxes = builder.allocate(0, grid.vertexCount);
 * builder.build(0, grid.vertexCount, boxes);
 * const bounds = new GoalBounds(grid, builder.firstArc, boxes);
 * bounds.byteLength === GoalBounds.build(grid).byteLength; // → true
 * ```
 */
export class GoalBoundsBuilder {
  readonly firstArc: Uint32Array;
  private readonly graph: Graph & Located;
  private readonly flood: (source: number, boxes: Boxes, at: number) => void;
  private readonly origin: BuiltWorld;

  /** With `keep`, only for marked vertices. */
  constructor(graph: Graph & Located, keep?: Uint8Array) {
    checkWorld(graph, 'GoalBoundsBuilder');
    checkPlaces(graph);
    if (keep !== undefined && (keep as { readonly length?: unknown } | null)?.length !== graph.vertexCount) {
      throw new RangeError(`keep must have an entry for each of the ${graph.vertexCount} vertices, such as a new Uint8Array(graph.vertexCount), got ${ArrayBuffer.isView(keep) ? keep.length : shown(keep)}.`);
    }
    this.graph = graph;
    this.firstArc = numberArcs(graph, keep);
    this.flood = followsCanonicalOrder(graph) ? this.canonical(graph) : this.general();
    this.origin = new BuiltWorld(graph, locatedFingerprint(graph));
  }

  /** Allocates boxes for the vertices from `from` up to but not including `to`. */
  allocate(from: number, to: number): Boxes {
    const { graph } = this;
    const size = this.sizeOf(from, to);
    return isGrid(graph) && Math.max(graph.width, graph.height) <= 0x10000 ? new Uint16Array(size) : new Float64Array(size);
  }

  /** Builds those boxes. The same range gives the same bytes on every thread and machine. Throws if the grid was edited since the builder was made. */
  build(from: number, to: number, out: Boxes): void {
    this.origin.check('goal bounds');
    const size = this.sizeOf(from, to);
    if (!(ArrayBuffer.isView(out) && out.length >= size)) throw new RangeError(`The boxes from vertex ${from} to ${to} have ${size} numbers: pass the buffer that allocate(from, to) returns, got ${ArrayBuffer.isView(out) ? `one of ${out.length}` : shown(out)}.`);
    const begin = this.firstArc[from];
    for (let v = from; v < to; v++) {
      if (this.firstArc[v + 1] > this.firstArc[v]) this.flood(v, out, 4 * (this.firstArc[v] - begin));
    }
  }

  /** How many numbers the boxes of a part have. */
  private sizeOf(from: number, to: number): number {
    checkPart(this.graph, from, to);
    return 4 * (this.firstArc[to] - this.firstArc[from]);
  }

  /**
   * Scans row by row. Cells with the same set of first moves form runs, and only the ends of runs can enlarge a
   * box. The boxes of the up to 256 sets are then joined to those of the 8 moves.
   */
  private canonical(grid: Grid): (source: number, boxes: Boxes, at: number) => void {
    const flood = new CanonicalFlood(grid);
    const rows = freeRows(grid);
    const sets = new Int32Array(4 * 256);
    const box = new Int32Array(4 * 8);
    return (source, boxes, at) => {
      flood.run(source);
      clear(sets);
      gather(flood.labels, rows, sets);
      clear(box);
      for (let set = 1; set < 256; set++) {
        if (sets[4 * set + 2] < 0) continue;
        for (let first = set; first !== 0; first &= first - 1) {
          const k = (31 - Math.clz32(first & -first)) << 2;
          box[k] = Math.min(box[k], sets[4 * set]);
          box[k + 1] = Math.min(box[k + 1], sets[4 * set + 1]);
          box[k + 2] = Math.max(box[k + 2], sets[4 * set + 2]);
          box[k + 3] = Math.max(box[k + 3], sets[4 * set + 3]);
        }
      }
      // No box is empty: each arc is a cheapest path to its own head.
      for (let left: number = grid.moves[source]; left !== 0; left &= left - 1) {
        const k = (31 - Math.clz32(left & -left)) << 2;
        boxes.set(box.subarray(k, k + 4), at);
        at += 4;
      }
    };
  }

  private general(): (source: number, boxes: Boxes, at: number) => void {
    const { graph } = this;
    const first = new FirstArcs(graph);
    const { order, arcs } = first;
    const to = new Uint32Array(graph.maxDegree);
    const cost = new Float64Array(graph.maxDegree);
    const empty = isGrid(graph) ? EMPTY_ON_GRID : EMPTY;
    return (source, boxes, at) => {
      const count = first.run(source);
      const n = graph.successors(source, to, cost);
      const box = Array.from({ length: n }, () => [...EMPTY]);
      for (let i = 1; i < count; i++) {
        const v = order[i];
        const b = box[arcs[v]];
        b[0] = Math.min(b[0], graph.x(v));
        b[1] = Math.min(b[1], graph.y(v));
        b[2] = Math.max(b[2], graph.x(v));
        b[3] = Math.max(b[3], graph.y(v));
      }
      box.forEach((b, i) => boxes.set(b[0] > b[2] ? empty : b, at + 4 * i));
    };
  }
}

/** Throws if a vertex has no position, since no box would contain it. */
export function checkPlaces(graph: Graph & Located): void {
  if (!isLocated(graph)) throw new TypeError('Goal bounds are boxes around vertices, but this graph has no coordinates, x(v) and y(v): copy its arcs to a CompressedGraph with coordinates.');
  for (let v = 0; v < graph.vertexCount; v++) {
    const [x, y] = [graph.x(v), graph.y(v)];
    if (!Number.isNaN(x) && !Number.isNaN(y)) continue;
    throw new RangeError(`Goal bounds are boxes around vertices, but vertex ${v} lies at (${x}, ${y}): give the graph coordinates.`);
  }
}

/** Rows with free cells: y, the vertex left of column 0, and the first and last free vertex of each. */
function freeRows(grid: Grid): Int32Array {
  const rows: number[] = [];
  for (let y = 0; y < grid.height; y++) {
    const origin = grid.vertex(0, y);
    let first = origin;
    let last = origin + grid.width - 1;
    while (first <= last && grid.cells[first] === 0) first++;
    while (first <= last && grid.cells[last] === 0) last--;
    if (first <= last) rows.push(y, origin, first, last);
  }
  return Int32Array.from(rows);
}

function clear(boxes: Int32Array): void {
  for (let i = 0; i < boxes.length; i += 4) {
    boxes[i] = boxes[i + 1] = FAR;
    boxes[i + 2] = boxes[i + 3] = -1;
  }
}

/** Grows the box of each set of first moves around its cells. Rows come in ascending order, so the last y is the maximum. */
function gather(labels: Uint16Array, rows: Int32Array, boxes: Int32Array): void {
  for (let i = 0; i < rows.length; i += 4) {
    const y = rows[i];
    const origin = rows[i + 1];
    const last = rows[i + 3];
    for (let v = rows[i + 2]; v <= last; ) {
      const set = labels[v] & 0xff;
      const x = v - origin;
      do v++;
      while (v <= last && (labels[v] & 0xff) === set);
      const k = set << 2;
      const end = v - 1 - origin;
      if (x < boxes[k]) boxes[k] = x;
      if (y < boxes[k + 1]) boxes[k + 1] = y;
      if (end > boxes[k + 2]) boxes[k + 2] = end;
      boxes[k + 3] = y;
    }
  }
}
