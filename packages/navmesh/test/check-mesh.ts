import { CORNER, PINCH } from '../src/faces.ts';
import type { NavMesh } from '../src/index.ts';

/** Throws unless the mesh is valid: faces convex and disjoint, neighbours mutual, arcs and corners correct. */
export function checkMesh(mesh: NavMesh): void {
  const { faces } = mesh;
  const { stride, sides, corners, neighbours, twins, xs, ys } = faces;
  const cross = (a: number, b: number, c: number): number => (xs[b] - xs[a]) * (ys[c] - ys[a]) - (ys[b] - ys[a]) * (xs[c] - xs[a]);
  let count = 0;
  const owner = new Map<string, number>();
  const walls: [number, number][] = [];
  for (let f = 0; f < faces.capacity; f++) {
    if (sides[f] === 0) continue;
    count++;
    const loop = Array.from(corners.subarray(f * stride, f * stride + sides[f]));
    if (sides[f] < 3 || new Set(loop).size !== loop.length) throw new Error(`Face ${f} has the corners ${loop.join()}.`);
    loop.forEach((a, i) => {
      const b = loop[(i + 1) % loop.length], c = loop[(i + 2) % loop.length];
      // Straight corners are exactly straight, but the arithmetic of this test rounds.
      if (cross(a, b, c) < -1e-7) throw new Error(`Face ${f} is not convex at (${xs[b]}, ${ys[b]}): ${cross(a, b, c)}.`);
      const key = `${a} ${b}`;
      if (owner.has(key)) throw new Error(`The faces ${f} and ${owner.get(key)} have the same side.`);
      owner.set(key, f);
      const at = f * stride + i, g = neighbours[at];
      if (g < 0) {
        walls.push([a, b]);
        return;
      }
      const there = g * stride + twins[at];
      if (sides[g] === 0 || twins[at] >= sides[g] || neighbours[there] !== f || twins[there] !== i) throw new Error(`Side ${i} of face ${f} is not known to face ${g}.`);
      if (corners[there] !== b || corners[g * stride + ((twins[at] + 1) % sides[g])] !== a) throw new Error(`Side ${i} of face ${f} has other ends in face ${g}.`);
      const x = (xs[a] + xs[b]) / 2, y = (ys[a] + ys[b]) / 2;
      const length = Math.hypot(mesh.x(f) - x, mesh.y(f) - y) + Math.hypot(mesh.x(g) - x, mesh.y(g) - y);
      if (Math.abs(length - faces.lengths[at]) > 1e-9) throw new Error(`Side ${i} of face ${f} costs ${faces.lengths[at]}, not ${length}.`);
    });
    if (mesh.locate(mesh.x(f), mesh.y(f), mesh.z(f)) !== f) throw new Error(`The centre of face ${f} is not found in it.`);
  }
  if (count !== mesh.faceCount) throw new Error(`There are ${count} faces and not ${mesh.faceCount}.`);
  for (const [a, b] of walls) if (owner.has(`${b} ${a}`)) throw new Error(`Between (${xs[a]}, ${ys[a]}) and (${xs[b]}, ${ys[b]}) there is a wall with faces on both sides.`);
  checkCorners(mesh, walls);
}

/** Corners by the slow method: at each end of a wall, sums the free angle on its left; a corner has more than half a turn. At a pinch, several walls end. */
function checkCorners(mesh: NavMesh, walls: readonly (readonly [number, number])[]): void {
  const { stride, sides, corners, neighbours, twins, xs, ys, wallAt } = mesh.faces;
  const juts = new Set<number>();
  const ends = new Set(walls.map(([, b]) => b));
  for (let f = 0; f < mesh.vertexCount; f++) {
    for (let i = 0; i < sides[f]; i++) {
      if (neighbours[f * stride + i] >= 0) continue;
      // All faces around the end of this wall, from this one on.
      let angle = 0;
      for (let face = f, side = (i + 1) % sides[f]; ; ) {
        const v = corners[face * stride + side], w = corners[face * stride + ((side + 1) % sides[face])], u = corners[face * stride + ((side + sides[face] - 1) % sides[face])];
        angle += Math.abs(Math.atan2((xs[w] - xs[v]) * (ys[u] - ys[v]) - (ys[w] - ys[v]) * (xs[u] - xs[v]), (xs[w] - xs[v]) * (xs[u] - xs[v]) + (ys[w] - ys[v]) * (ys[u] - ys[v])));
        const at = face * stride + side;
        if (neighbours[at] < 0) {
          if (angle > Math.PI + 1e-9) juts.add(v);
          if (angle > Math.PI - 1e-9 && angle < Math.PI + 1e-9 && wallAt[v] >= CORNER) juts.add(v); // rounding decides
          break;
        }
        face = neighbours[at];
        side = (twins[at] + 1) % sides[face];
      }
    }
  }
  for (const v of ends) if (wallAt[v] >= CORNER && (wallAt[v] === PINCH) !== (walls.filter(([, b]) => b === v).length > 1)) throw new Error(`(${xs[v]}, ${ys[v]}) is ${wallAt[v] === PINCH ? 'a' : 'no'} pinch.`);
  for (const v of ends) if ((wallAt[v] >= CORNER) !== juts.has(v)) throw new Error(`(${xs[v]}, ${ys[v]}) is ${juts.has(v) ? '' : 'no '}corner.`);
}
