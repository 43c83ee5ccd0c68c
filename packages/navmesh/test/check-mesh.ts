import { CORNER, NO_WALL } from '../src/faces.ts';
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
  checkCorners(mesh);
}

/** Pivots by the slow method: one for each set of corners joined over sides at a vertex; a corner if the free angle between its walls is more than half a turn. */
function checkCorners(mesh: NavMesh): void {
  const { stride, sides, corners, neighbours, twins, pivots, xs, ys, wallAt } = mesh.faces;
  const fans = new Map<number, number[]>();
  for (let f = 0; f < mesh.vertexCount; f++) {
    for (let at = f * stride; at < f * stride + sides[f]; at++) fans.set(pivots[at], [...fans.get(pivots[at]) ?? [], at]);
  }
  for (const [pivot, fan] of fans) {
    const v = corners[fan[0]], where = `(${xs[v]}, ${ys[v]})`;
    if (xs[pivot] !== xs[v] || ys[pivot] !== ys[v] || mesh.faces.zs[pivot] !== mesh.faces.zs[v]) throw new Error(`The pivot at ${where} lies elsewhere.`);
    const joined = new Set([fan[0]]);
    let angle = 0, walls = 0;
    for (const at of joined) {
      const f = Math.floor(at / stride), begin = f * stride, next = begin + ((at - begin + 1) % sides[f]), before = begin + ((at - begin + sides[f] - 1) % sides[f]);
      const w = corners[next], u = corners[before];
      angle += Math.abs(Math.atan2((xs[w] - xs[v]) * (ys[u] - ys[v]) - (ys[w] - ys[v]) * (xs[u] - xs[v]), (xs[w] - xs[v]) * (xs[u] - xs[v]) + (ys[w] - ys[v]) * (ys[u] - ys[v])));
      if (neighbours[at] < 0) walls++;
      else joined.add(neighbours[at] * stride + ((twins[at] + 1) % sides[neighbours[at]]));
      if (neighbours[before] < 0) walls++;
      else joined.add(neighbours[before] * stride + twins[before]);
    }
    if (joined.size !== fan.length || fan.some((at) => !joined.has(at))) throw new Error(`At ${where} a pivot has ${fan.length} corners, and ${joined.size} are joined.`);
    const isCorner = wallAt[pivot] === CORNER, isStraight = Math.abs(angle - Math.PI) < 1e-9; // rounding decides
    if ((wallAt[pivot] === NO_WALL) !== (walls === 0) || (!isStraight && isCorner !== (walls > 0 && angle > Math.PI))) throw new Error(`${where} is of class ${wallAt[pivot]}, with ${walls} walls and an angle of ${angle}.`);
  }
}
