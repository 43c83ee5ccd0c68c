import { checkOptions, shown } from '@pf/graph/kit';
import { convexFace } from './convex.ts';

/** Options of `parseObj` and `NavMesh.fromObj`. */
export interface ObjOptions {
  /** The axis that points up and is dropped. Default: 'y', as in most OBJ files; the plane is then x, z. */
  readonly up?: 'x' | 'y' | 'z' | undefined;
}

const PLANE = { x: [1, 2], y: [0, 2], z: [0, 1] } as const;

/**
 * Vertices and triangles of a Wavefront OBJ file, seen along the axis that points up. Faces with more corners must be convex and are split into
 * triangles; corners on a straight side are kept. Lines other than `v` and `f` are ignored. A line that cannot be read throws with its number and
 * column.
 *
 * Use it to change the triangles before making a mesh; otherwise use `NavMesh.fromObj`.
 *
 * @example
 * ```ts
 * import { NavMesh, parseObj } from '@pf/navmesh';
 *
 * const { vertices, triangles } = parseObj('v 0 0 0\nv 4 0 0\nv 4 0 3\nv 0 0 3\nf 1 2 3 4');
 * vertices[2]; // → [4, 3]
 * triangles; // → [[0, 1, 2], [0, 2, 3]]
 * NavMesh.fromTriangles(vertices, triangles).locate(1, 1) >= 0; // → true
 * ```
 */
export function parseObj(text: string, input: ObjOptions = {}): { vertices: [number, number][]; triangles: [number, number, number][] } {
  checkOptions(input, ['up'], 'parseObj');
  const { up = 'y' } = input;
  if (typeof text !== 'string') throw new TypeError(`An OBJ file is read from text, got ${shown(text)}: decode bytes first.`);
  if (!Object.hasOwn(PLANE, up)) throw new RangeError(`The axis that points up must be 'x', 'y' or 'z', got ${shown(up)}.`);
  const vertices: [number, number][] = [];
  const triangles: [number, number, number][] = [];
  text.split(/\r\n|\n|\r/).forEach((line, i) => {
    const words = [...line.replace(/#.*/, '').matchAll(/\S+/g)].map((match) => ({ text: match[0], column: match.index + 1 }));
    const fail = (column: number, what: string): never => { throw new Error(`Line ${i + 1}, column ${column}: ${what}`); };
    const end = line.length + 1;
    if (words[0]?.text === 'v') {
      if (words.length < 4) fail(end, `a vertex needs three coordinates, got ${words.length - 1}.`);
      const position = words.slice(1, 4).map((word) => {
        const value = Number(word.text);
        return Number.isFinite(value) ? value : fail(word.column, `expected a coordinate, got "${word.text}".`);
      });
      vertices.push([position[PLANE[up][0]], position[PLANE[up][1]]]);
    } else if (words[0]?.text === 'f') {
      if (words.length < 4) fail(end, `a face needs at least three corners, got ${words.length - 1}.`);
      const corners = words.slice(1).map((word) => {
        // v, v/vt, v//vn or v/vt/vn; negative indices count back from the last vertex.
        const index = Number(/^(-?\d+)(\/-?\d*)?(\/-?\d+)?$/.exec(word.text)?.[1] ?? NaN);
        const v = index > 0 ? index - 1 : vertices.length + index;
        if (Number.isNaN(index) || index === 0) fail(word.column, `expected the number of a vertex, got "${word.text}".`);
        if (v < 0 || v >= vertices.length) fail(word.column, `there is no vertex ${index}: ${vertices.length} came before this line.`);
        return v;
      });
      for (const triangle of convexFace(corners, vertices) ?? fail(words[0].column, 'a face with more than three corners must be convex.')) triangles.push(triangle);
    }
  });
  return { vertices, triangles };
}
