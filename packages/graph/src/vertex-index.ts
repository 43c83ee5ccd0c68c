/** J. L. Bentley, "Multidimensional binary search trees used for associative searching", CACM 18(9), 1975, as a sorted array, as in kdbush. */
import { shown } from './shown.ts';
import type { Graph, Located } from './graph.ts';
import { NO_VERTEX } from './graph.ts';

/**
 * Finds the vertex nearest to a point, such as a click on a map, with a k-d tree. Distances are Euclidean, in the units of the coordinates.
 *
 * Memory: 20 bytes a vertex. Vertices without coordinates are left out. Blocked cells of a grid are included.
 *
 * @example
 * ```ts
 * import { CompressedGraph, VertexIndex } from '@pf/graph';
 *
 * const roads = new CompressedGraph(3, [], { coordinates: [0, 0, 10, 0, 10, 10] });
 * const index = new VertexIndex(roads);
 * index.nearest(9, 2); // → 1
 * index.nearest(5, 5, 1); // → -1
 * ```
 */
export class VertexIndex {
  private readonly vertex: Uint32Array;
  /** By position in the tree: x and y in turn. */
  private readonly coordinates: Float64Array;
  private best = NO_VERTEX;
  private bound = Infinity;

  constructor(graph: Graph & Located) {
    const given = graph as Partial<Graph & Located> | null | undefined;
    if (!Number.isInteger(given?.vertexCount) || typeof given?.x !== 'function' || typeof given.y !== 'function') throw new TypeError(`A VertexIndex takes a graph whose vertices have x and y, such as a Grid or a CompressedGraph with coordinates, got ${shown(given)}.`);
    const kept: number[] = [];
    for (let v = 0; v < graph.vertexCount; v++) if (graph.hasVertex?.(v) !== false && Number.isFinite(graph.x(v) + graph.y(v))) kept.push(v);
    this.vertex = Uint32Array.from(kept);
    this.coordinates = new Float64Array(2 * kept.length);
    kept.forEach((v, i) => {
      this.coordinates[2 * i] = graph.x(v);
      this.coordinates[2 * i + 1] = graph.y(v);
    });
    this.sort(0, kept.length - 1, 0);
  }

  /** The vertex nearest to a point, at most `farthest` away; NO_VERTEX if there is none. Of equally near ones, any. */
  nearest(x: number, y: number, farthest = Infinity): number {
    if (!(Number.isFinite(x) && Number.isFinite(y))) throw new RangeError(`A point needs two numbers, got ${shown(x)} and ${shown(y)}.`);
    if (typeof farthest !== 'number' || !(farthest >= 0)) throw new RangeError(`The farthest distance must be 0 or more, got ${shown(farthest)}.`);
    this.best = NO_VERTEX;
    // The squares are rounded: without a tolerance, a vertex exactly this far away might be missed.
    this.bound = (farthest * (1 + 8 * Number.EPSILON)) ** 2;
    this.visit(x, y, 0, this.vertex.length - 1, 0);
    return this.best;
  }

  /** Visits the side of the point first, the other only if it may contain a nearer vertex. The depth of the recursion is the height of the tree, log₂ of the vertices. */
  private visit(x: number, y: number, low: number, high: number, axis: number): void {
    if (low > high) return;
    const { coordinates, vertex } = this;
    const middle = (low + high) >> 1;
    const dx = x - coordinates[2 * middle];
    const dy = y - coordinates[2 * middle + 1];
    const squared = dx * dx + dy * dy;
    if (squared < this.bound || (squared === this.bound && this.best === NO_VERTEX)) {
      this.bound = squared;
      this.best = vertex[middle];
    }
    const across = axis === 0 ? dx : dy;
    const isBelow = across <= 0;
    this.visit(x, y, isBelow ? low : middle + 1, isBelow ? middle - 1 : high, 1 - axis);
    if (across * across > this.bound) return;
    this.visit(x, y, isBelow ? middle + 1 : low, isBelow ? high : middle - 1, 1 - axis);
  }

  private sort(low: number, high: number, axis: number): void {
    if (low >= high) return;
    const middle = (low + high) >> 1;
    this.select(low, high, middle, axis);
    this.sort(low, middle - 1, 1 - axis);
    this.sort(middle + 1, high, 1 - axis);
  }

  /** Hoare's selection: puts smaller coordinates before `k`. */
  private select(from: number, to: number, k: number, axis: number): void {
    const { coordinates } = this;
    let [low, high] = [from, to];
    while (low < high) {
      const pivot = coordinates[2 * ((low + high) >> 1) + axis];
      let i = low;
      let j = high;
      while (i <= j) {
        while (coordinates[2 * i + axis] < pivot) i++;
        while (coordinates[2 * j + axis] > pivot) j--;
        if (i <= j) this.swap(i++, j--);
      }
      if (k <= j) high = j;
      else if (k >= i) low = i;
      else return;
    }
  }

  private swap(i: number, j: number): void {
    const { vertex, coordinates } = this;
    [vertex[i], vertex[j]] = [vertex[j], vertex[i]];
    [coordinates[2 * i], coordinates[2 * j]] = [coordinates[2 * j], coordinates[2 * i]];
    [coordinates[2 * i + 1], coordinates[2 * j + 1]] = [coordinates[2 * j + 1], coordinates[2 * i + 1]];
  }
}
