/** What `VertexIndex` and `ArcIndex` share: points in the plane or on a sphere of radius 1, and the order of a k-d tree. */
import { checkDegrees, EARTH_RADIUS, RADIAN } from './great-circle.ts';
import { seededRandom } from './random.ts';
import { shown } from './shown.ts';
import type { Graph, Located } from './graph.ts';

/** Throws unless the vertices of `graph` have coordinates that an index can use. */
export function checkLocated(graph: Graph & Located, index: string): void {
  const given = graph as Partial<Graph & Located> | null | undefined;
  if (!Number.isInteger(given?.vertexCount) || typeof given?.x !== 'function' || typeof given.y !== 'function') throw new TypeError(`${index} takes a graph whose vertices have x and y, such as a Grid or a CompressedGraph with coordinates, got ${shown(given)}.`);
  // Ids without a face have coordinates too, and a cut moves faces to other ids.
  for (let world: Graph | undefined = graph; world !== undefined; world = world.viewOf) if ('outlineOf' in world) throw new TypeError('A mesh finds its faces itself: take mesh.nearest(x, y) or mesh.locate(x, y).');
}

/** Whether `v` is a vertex with coordinates. */
export function isPlaced(graph: Graph & Located, v: number): boolean {
  return graph.hasVertex?.(v) !== false && Number.isFinite(graph.x(v) + graph.y(v));
}

/** Writes a position to `point`: of two axes as it is, of three on the sphere. */
export function locate(point: Float64Array, x: number, y: number, index: string, which: string): void {
  if (point.length === 2) {
    point[0] = x;
    point[1] = y;
    return;
  }
  checkDegrees(x, y, `${index} with degrees`, which);
  point[0] = Math.cos(y * RADIAN) * Math.cos(x * RADIAN);
  point[1] = Math.cos(y * RADIAN) * Math.sin(x * RADIAN);
  point[2] = Math.sin(y * RADIAN);
}

/** Checks a question, writes its position to `point`, and returns the square of the farthest distance. */
export function locateQuestion(point: Float64Array, x: number, y: number, farthest: number, index: string): number {
  if (!(Number.isFinite(x) && Number.isFinite(y))) throw new RangeError(`A point needs two numbers, got ${shown(x)} and ${shown(y)}.`);
  if (typeof farthest !== 'number' || !(farthest >= 0)) throw new RangeError(`The farthest distance must be 0 or more, got ${shown(farthest)}.`);
  locate(point, x, y, index, 'the point');
  // On the sphere: the chord, with a few nanometres for the rounding of its ends.
  const reach = point.length === 2 ? farthest : 2 * Math.sin(Math.min(farthest / EARTH_RADIUS, Math.PI) / 2) + 16 * Number.EPSILON;
  // The squares are rounded: without a tolerance, a point exactly this far away might be missed.
  return (reach * (1 + 8 * Number.EPSILON)) ** 2;
}

/** Sorts points, and their `ids` with them, so that the middle of each range divides it along the axis of its depth. */
export function sortTree(coordinates: Float64Array, axes: number, ids: Uint32Array): void {
  const random = seededRandom(0);

  const sort = (low: number, high: number, axis: number): void => {
    if (low >= high) return;
    const middle = (low + high) >> 1;
    select(low, high, middle, axis);
    sort(low, middle - 1, (axis + 1) % axes);
    sort(middle + 1, high, (axis + 1) % axes);
  };

  /** Hoare's selection: puts smaller coordinates before `k`. */
  const select = (from: number, to: number, k: number, axis: number): void => {
    let [low, high] = [from, to];
    while (low < high) {
      // Any fixed position would take quadratic time in some order: the middle one on a road there and back.
      const pivot = coordinates[axes * (low + Math.floor(random() * (high - low + 1))) + axis];
      let i = low;
      let j = high;
      while (i <= j) {
        while (coordinates[axes * i + axis] < pivot) i++;
        while (coordinates[axes * j + axis] > pivot) j--;
        if (i <= j) swap(i++, j--);
      }
      if (k <= j) high = j;
      else if (k >= i) low = i;
      else return;
    }
  };

  const swap = (i: number, j: number): void => {
    [ids[i], ids[j]] = [ids[j], ids[i]];
    for (let k = 0; k < axes; k++) [coordinates[axes * i + k], coordinates[axes * j + k]] = [coordinates[axes * j + k], coordinates[axes * i + k]];
  };

  sort(0, ids.length - 1, 0);
}
