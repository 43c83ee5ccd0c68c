/** J. L. Bentley, "Multidimensional binary search trees used for associative searching", CACM 18(9), 1975, as a sorted array, as in kdbush. */
import { checkOptions } from './check-options.ts';
import { checkBoolean, checkFunction } from './checks.ts';
import type { Graph, Located } from './graph.ts';
import { NO_VERTEX } from './graph.ts';
import { checkLocated, isPlaced, locate, locateQuestion, sortTree } from './point-index.ts';

/** Options of `VertexIndex`. */
export interface VertexIndexOptions {
  /** Coordinates are degrees, x the longitude, as those of `parseGeoJsonLines`; distances are metres along the surface of the Earth. Default false. */
  readonly degrees?: boolean | undefined;
}

/**
 * Finds the vertex nearest to a point, such as a click on a map, with a k-d tree. Distances are Euclidean, in the units of the coordinates; with
 * `degrees: true` great-circle distances in metres, also across the poles and the date line.
 *
 * Memory: 20 bytes a vertex, 28 with degrees. Vertices without coordinates are left out. Blocked cells of a grid are included. It does not follow later changes
 * of vertices. A `NavMesh` is rejected: it has `nearest` and `locate`.
 *
 * @example
 * ```ts
 * import { CompressedGraph, VertexIndex } from '@pf/graph';
 *
 * const roads = new CompressedGraph(3, [], { coordinates: [0, 0, 10, 0, 10, 10] });
 * const index = new VertexIndex(roads);
 * index.nearest(9, 2); // → 1
 * index.nearest(5, 5, 1); // → -1
 * index.nearest(9, 2, Infinity, (v) => v !== 1); // → 2
 *
 * const towns = new CompressedGraph(2, [], { coordinates: [10.75, 59.91, 11.97, 57.71] }); // Oslo, Gothenburg
 * new VertexIndex(towns, { degrees: true }).nearest(13.5, 59.38, 200_000); // → 0
 * ```
 */
export class VertexIndex {
  private readonly vertex: Uint32Array;
  /** 2; 3 for degrees, as points on a sphere of radius 1, since the nearest along its surface is the nearest through it. */
  private readonly axes: 2 | 3;
  /** By position in the tree: the coordinates of each axis in turn. */
  private readonly coordinates: Float64Array;
  private readonly point: Float64Array;
  private best = NO_VERTEX;
  private bound = Infinity;

  constructor(graph: Graph & Located, options: VertexIndexOptions = {}) {
    checkLocated(graph, 'A VertexIndex');
    checkOptions(options, ['degrees'], 'new VertexIndex');
    const { degrees = false } = options;
    checkBoolean(degrees, 'degrees');
    const kept: number[] = [];
    for (let v = 0; v < graph.vertexCount; v++) if (isPlaced(graph, v)) kept.push(v);
    this.vertex = Uint32Array.from(kept);
    this.axes = degrees ? 3 : 2;
    this.point = new Float64Array(this.axes);
    this.coordinates = new Float64Array(this.axes * kept.length);
    kept.forEach((v, i) => {
      locate(this.point, graph.x(v), graph.y(v), 'A VertexIndex', `vertex ${v}`);
      this.coordinates.set(this.point, this.axes * i);
    });
    sortTree(this.coordinates, this.axes, this.vertex);
  }

  /**
   * The vertex nearest to a point, at most `farthest` away, of those for which `accept` returns true; NO_VERTEX if there is none. Of equally near ones, any.
   * `accept` must not ask this index.
   */
  nearest(x: number, y: number, farthest = Infinity, accept?: (v: number) => boolean): number {
    if (accept !== undefined) checkFunction(accept, 'accept');
    this.best = NO_VERTEX;
    this.bound = locateQuestion(this.point, x, y, farthest, 'A VertexIndex');
    this.visit(0, this.vertex.length - 1, 0, accept);
    return this.best;
  }

  /** Visits the side of the point first, the other only if it may contain a nearer vertex. The depth of the recursion is the height of the tree, log₂ of the vertices. */
  private visit(low: number, high: number, axis: number, accept: ((v: number) => boolean) | undefined): void {
    if (low > high) return;
    const { axes, coordinates, point, vertex } = this;
    const middle = (low + high) >> 1;
    let squared = 0;
    for (let i = 0; i < axes; i++) {
      const difference = point[i] - coordinates[axes * middle + i];
      squared += difference * difference;
    }
    if ((squared < this.bound || (squared === this.bound && this.best === NO_VERTEX)) && (accept === undefined || accept(vertex[middle]))) {
      this.bound = squared;
      this.best = vertex[middle];
    }
    const across = point[axis] - coordinates[axes * middle + axis];
    const isBelow = across <= 0;
    const next = (axis + 1) % axes;
    this.visit(isBelow ? low : middle + 1, isBelow ? middle - 1 : high, next, accept);
    if (across * across > this.bound) return;
    this.visit(isBelow ? middle + 1 : low, isBelow ? high : middle - 1, next, accept);
  }
}
