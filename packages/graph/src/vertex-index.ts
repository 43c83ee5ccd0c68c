/** J. L. Bentley, "Multidimensional binary search trees used for associative searching", CACM 18(9), 1975, as a sorted array, as in kdbush. */
import { checkOptions } from './check-options.ts';
import { checkBoolean } from './checks.ts';
import { checkDegrees, EARTH_RADIUS, RADIAN } from './great-circle.ts';
import { seededRandom } from './random.ts';
import { shown } from './shown.ts';
import type { Graph, Located } from './graph.ts';
import { NO_VERTEX } from './graph.ts';

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
  private readonly random = seededRandom(0);

  constructor(graph: Graph & Located, options: VertexIndexOptions = {}) {
    const given = graph as Partial<Graph & Located> | null | undefined;
    if (!Number.isInteger(given?.vertexCount) || typeof given?.x !== 'function' || typeof given.y !== 'function') throw new TypeError(`A VertexIndex takes a graph whose vertices have x and y, such as a Grid or a CompressedGraph with coordinates, got ${shown(given)}.`);
    // Ids without a face have coordinates too, and a cut moves faces to other ids.
    for (let world: Graph | undefined = graph; world !== undefined; world = world.viewOf) if ('outlineOf' in world) throw new TypeError('A mesh finds its faces itself: take mesh.nearest(x, y) or mesh.locate(x, y).');
    checkOptions(options, ['degrees'], 'new VertexIndex');
    const { degrees = false } = options;
    checkBoolean(degrees, 'degrees');
    const kept: number[] = [];
    for (let v = 0; v < graph.vertexCount; v++) if (graph.hasVertex?.(v) !== false && Number.isFinite(graph.x(v) + graph.y(v))) kept.push(v);
    this.vertex = Uint32Array.from(kept);
    this.axes = degrees ? 3 : 2;
    this.point = new Float64Array(this.axes);
    this.coordinates = new Float64Array(this.axes * kept.length);
    kept.forEach((v, i) => {
      this.locate(graph.x(v), graph.y(v), `vertex ${v}`);
      this.coordinates.set(this.point, this.axes * i);
    });
    this.sort(0, kept.length - 1, 0);
  }

  /** The vertex nearest to a point, at most `farthest` away; NO_VERTEX if there is none. Of equally near ones, any. */
  nearest(x: number, y: number, farthest = Infinity): number {
    if (!(Number.isFinite(x) && Number.isFinite(y))) throw new RangeError(`A point needs two numbers, got ${shown(x)} and ${shown(y)}.`);
    if (typeof farthest !== 'number' || !(farthest >= 0)) throw new RangeError(`The farthest distance must be 0 or more, got ${shown(farthest)}.`);
    this.locate(x, y, 'the point');
    // On the sphere: the chord, with a few nanometres for the rounding of its ends.
    const reach = this.axes === 2 ? farthest : 2 * Math.sin(Math.min(farthest / EARTH_RADIUS, Math.PI) / 2) + 16 * Number.EPSILON;
    this.best = NO_VERTEX;
    // The squares are rounded: without a tolerance, a vertex exactly this far away might be missed.
    this.bound = (reach * (1 + 8 * Number.EPSILON)) ** 2;
    this.visit(0, this.vertex.length - 1, 0);
    return this.best;
  }

  /** Sets `point`. */
  private locate(x: number, y: number, which: string): void {
    const { point } = this;
    if (this.axes === 2) {
      point[0] = x;
      point[1] = y;
      return;
    }
    checkDegrees(x, y, 'A VertexIndex with degrees', which);
    point[0] = Math.cos(y * RADIAN) * Math.cos(x * RADIAN);
    point[1] = Math.cos(y * RADIAN) * Math.sin(x * RADIAN);
    point[2] = Math.sin(y * RADIAN);
  }

  /** Visits the side of the point first, the other only if it may contain a nearer vertex. The depth of the recursion is the height of the tree, log₂ of the vertices. */
  private visit(low: number, high: number, axis: number): void {
    if (low > high) return;
    const { axes, coordinates, point, vertex } = this;
    const middle = (low + high) >> 1;
    let squared = 0;
    for (let i = 0; i < axes; i++) {
      const difference = point[i] - coordinates[axes * middle + i];
      squared += difference * difference;
    }
    if (squared < this.bound || (squared === this.bound && this.best === NO_VERTEX)) {
      this.bound = squared;
      this.best = vertex[middle];
    }
    const across = point[axis] - coordinates[axes * middle + axis];
    const isBelow = across <= 0;
    const next = (axis + 1) % axes;
    this.visit(isBelow ? low : middle + 1, isBelow ? middle - 1 : high, next);
    if (across * across > this.bound) return;
    this.visit(isBelow ? middle + 1 : low, isBelow ? high : middle - 1, next);
  }

  private sort(low: number, high: number, axis: number): void {
    if (low >= high) return;
    const middle = (low + high) >> 1;
    this.select(low, high, middle, axis);
    this.sort(low, middle - 1, (axis + 1) % this.axes);
    this.sort(middle + 1, high, (axis + 1) % this.axes);
  }

  /** Hoare's selection: puts smaller coordinates before `k`. */
  private select(from: number, to: number, k: number, axis: number): void {
    const { axes, coordinates } = this;
    let [low, high] = [from, to];
    while (low < high) {
      // Any fixed position would take quadratic time in some order: the middle one on a road there and back.
      const pivot = coordinates[axes * (low + Math.floor(this.random() * (high - low + 1))) + axis];
      let i = low;
      let j = high;
      while (i <= j) {
        while (coordinates[axes * i + axis] < pivot) i++;
        while (coordinates[axes * j + axis] > pivot) j--;
        if (i <= j) this.swap(i++, j--);
      }
      if (k <= j) high = j;
      else if (k >= i) low = i;
      else return;
    }
  }

  private swap(i: number, j: number): void {
    const { axes, vertex, coordinates } = this;
    [vertex[i], vertex[j]] = [vertex[j], vertex[i]];
    for (let k = 0; k < axes; k++) [coordinates[axes * i + k], coordinates[axes * j + k]] = [coordinates[axes * j + k], coordinates[axes * i + k]];
  }
}
