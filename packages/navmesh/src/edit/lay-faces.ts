import { NO_VERTEX } from '@pf/graph';
import { boxOf } from '../build/outline.ts';
import type { FaceIndex } from '../face-index.ts';
import { eachFan } from '../fans.ts';
import type { Faces } from '../faces.ts';
import { isPlane } from '../heights.ts';

/** A side between a rebuilt face and an untouched one. */
export interface Seam { readonly face: number; readonly side: number; readonly from: number; readonly to: number }

/** Adds new faces and joins them, to each other and across the seams. Finds the fans at their corners and at `vertices` again. */
export function layFaces(
  faces: Faces, index: FaceIndex, loops: readonly (readonly number[])[], areas?: readonly number[], seams: readonly Seam[] = [], vertices: Set<number> = new Set(),
): number[] {
  const ids = loops.map((loop, k) => faces.add(loop, areas?.[k]));
  for (const id of ids) faces.bent[id] = faces.isFlat || isPlane(faces, id) ? 0 : 1;
  const sides = new Map<number, readonly [face: number, side: number]>();
  const ends = (a: number, b: number): number => a * 2 ** 26 + b;
  for (const { face, side, from, to } of seams) sides.set(ends(from, to), [face, side]);
  loops.forEach((loop, k) => loop.forEach((a, i) => sides.set(ends(a, loop[(i + 1) % loop.length]), [ids[k], i])));
  loops.forEach((loop, k) => {
    loop.forEach((a, i) => {
      const twin = sides.get(ends(loop[(i + 1) % loop.length], a));
      if (twin !== undefined) faces.join(ids[k], i, ...twin);
    });
  });
  index.add(ids);
  for (const v of loops.flat()) vertices.add(v);
  setPivots(faces, index, vertices);
  return ids;
}

/** The sides between these faces and others. */
export function seamsOf({ stride, sides, corners, neighbours, twins }: Faces, touched: ReadonlySet<number>): Seam[] {
  const seams: Seam[] = [];
  for (const f of touched) {
    for (let i = f * stride; i < f * stride + sides[f]; i++) {
      const face = neighbours[i];
      if (face === NO_VERTEX || touched.has(face)) continue;
      const side = twins[i];
      seams.push({ face, side, from: corners[face * stride + side], to: corners[face * stride + ((side + 1) % sides[face])] });
    }
  }
  return seams;
}

/** Gives the fans around these vertices their pivots: to the first the vertex itself, to each other a copy. */
function setPivots(faces: Faces, index: FaceIndex, vertices: ReadonlySet<number>): void {
  const { stride, sides, corners, neighbours, pivots } = faces;
  const near = index.inBox(boxOf(faces.xs, faces.ys, vertices), 0), seen = new Set<number>();
  for (const f of near) {
    for (let at = f * stride; at < f * stride + sides[f]; at++) if (vertices.has(corners[at])) faces.setPivot(at, NO_VERTEX);
  }
  eachFan(faces, neighbours, pivots, near, (fan, wall) => {
    const v = corners[fan[0]], pivot = seen.has(v) ? faces.addVertex(faces.xs[v], faces.ys[v], faces.zs[v]) : v;
    seen.add(v);
    for (const at of fan) faces.setPivot(at, pivot);
    faces.wallAt[pivot] = wall;
  });
}
