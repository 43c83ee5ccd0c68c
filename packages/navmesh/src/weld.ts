/** A given mesh made fit: vertices in one place joined, triangles turned counter-clockwise, neighbours found. */
import { turn } from './orientation.ts';
import { Soup } from './soup.ts';
import { planarise } from './planarise.ts';

export interface Welded {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly corners: Int32Array;
  readonly twins: Int32Array;
}

export function weld(vertices: readonly (readonly [number, number])[], triangles: readonly (readonly [number, number, number])[], snap: number): Welded {
  const soup = new Soup();
  vertices.forEach(([x, y], i) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError(`Vertex ${i} must have finite coordinates, got (${x}, ${y}).`);
    soup.addPoint(x, y);
  });
  // Without edges only the points are joined.
  const { xs, ys, became } = planarise(soup, snap);
  const corners: number[] = [];
  triangles.forEach((triangle, t) => {
    for (const v of triangle) {
      if (!(Number.isInteger(v) && v >= 0 && v < vertices.length)) throw new RangeError(`Triangle ${t} has the vertex ${v}; there are the vertices 0 to ${vertices.length - 1}.`);
    }
    const [a, b, c] = triangle.map((v) => became[v]);
    const area = turn(xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]);
    if (area > 0) corners.push(a, b, c);
    else if (area < 0) corners.push(a, c, b);
  });
  const twins = new Int32Array(corners.length).fill(-1);
  const byEnds = new Map<number, number>();
  const ends = (a: number, b: number): number => a * vertices.length + b;
  for (let e = 0; e < corners.length; e++) {
    const a = corners[e], b = corners[e % 3 === 2 ? e - 2 : e + 1];
    if (byEnds.has(ends(a, b))) throw new Error(`Two triangles lie on the same side of the edge from (${xs[a]}, ${ys[a]}) to (${xs[b]}, ${ys[b]}): a mesh may not overlap itself.`);
    byEnds.set(ends(a, b), e);
    const twin = byEnds.get(ends(b, a));
    if (twin === undefined) continue;
    twins[e] = twin;
    twins[twin] = e;
  }
  return { xs, ys, corners: Int32Array.from(corners), twins };
}
