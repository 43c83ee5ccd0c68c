import { checkFunction, shown } from '@pf/graph/kit';
import { checkMesh } from '../check-points.ts';
import { heightIn } from '../heights.ts';
import type { MeshPoint } from '../locator.ts';
import type { MeshView } from '../mesh-view.ts';

/**
 * A uniformly distributed random point of the mesh, seen from above, or of one component. Undefined if there is none. Takes time proportional to the
 * number of faces.
 *
 * @example
 * ```ts
 * import { NavMesh, randomPoint } from '@pf/navmesh';
 *
 * const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]]] });
 * const point = randomPoint(mesh, Math.random)!;
 * mesh.locate(point.x, point.y) === point.face; // → true
 * ```
 */
export function randomPoint(mesh: MeshView, random: () => number, component?: number): MeshPoint | undefined {
  checkMesh(mesh, 'randomPoint');
  checkFunction(random, 'random');
  mesh.checkComponent(component);
  const draw = (): number => {
    const value = random();
    if (!(value >= 0 && value < 1)) throw new RangeError(`random must return a number from 0 to below 1, got ${shown(value)}.`);
    return value;
  };
  const { faces, arcs } = mesh;
  const { capacity, sides } = faces;
  const isIn = (f: number): boolean => sides[f] > 0 && arcs.allows(f) && (component === undefined || arcs.component(f) === component);
  let all = 0;
  for (let f = 0; f < capacity; f++) if (isIn(f)) all += areaOf(mesh, f);
  let left = draw() * all, face = -1;
  for (let f = 0; f < capacity && (left >= 0 || face < 0); f++) {
    if (!isIn(f)) continue;
    face = f;
    left -= areaOf(mesh, f);
  }
  if (face < 0) return undefined;
  // A triangle of the face's fan, then a point in it.
  let i = 0;
  for (let rest = draw() * areaOf(mesh, face); rest >= 0 && i + 2 < sides[face]; rest -= triangle(mesh, face, i)) i++;
  const [u, v] = [Math.sqrt(draw()), draw()];
  const { xs, ys, corners, stride } = faces;
  const [o, a, b] = [0, i, i + 1].map((k) => corners[face * stride + k]);
  const x = xs[o] + u * (1 - v) * (xs[a] - xs[o]) + u * v * (xs[b] - xs[o]), y = ys[o] + u * (1 - v) * (ys[a] - ys[o]) + u * v * (ys[b] - ys[o]);
  return faces.isFlat ? { x, y, face } : { x, y, z: heightIn(faces, face, x, y), face };
}

function areaOf(mesh: MeshView, f: number): number {
  let area = 0;
  for (let i = 1; i + 1 < mesh.faces.sides[f]; i++) area += triangle(mesh, f, i);
  return area;
}

/** Twice the area between corners 0, i and i + 1 of a face. */
function triangle({ faces: { xs, ys, corners, stride } }: MeshView, f: number, i: number): number {
  const o = corners[f * stride], a = corners[f * stride + i], b = corners[f * stride + i + 1];
  return (xs[a] - xs[o]) * (ys[b] - ys[o]) - (ys[a] - ys[o]) * (xs[b] - xs[o]);
}
