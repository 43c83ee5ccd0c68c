import { expect, test } from 'vitest';
import { NavMesh, type Polygon } from '../src/index.ts';
import { checkMesh } from './check-mesh.ts';
import { seeded } from './worlds.ts';

/** The average number of faces examined to locate a point. */
function lookedAt(mesh: NavMesh, size: number): number {
  const random = seeded(1);
  const contains = mesh.faces.contains.bind(mesh.faces);
  let looks = 0;
  mesh.faces.contains = (...point) => { looks++; return contains(...point); };
  for (let i = 0; i < 1000; i++) mesh.locate(size * random(), size * random());
  mesh.faces.contains = contains;
  return looks / 1000;
}

test('locating a point is as fast after cuts house by house as after one build', () => {
  const rows = 16, size = 10 * rows;
  const houses = Array.from({ length: rows * rows }, (_, k): Polygon => {
    const x = 10 * (k % rows), y = 10 * Math.floor(k / rows);
    return [[x + 3, y + 3], [x + 6, y + 3.3], [x + 6.2, y + 6], [x + 3.1, y + 6.4]];
  });
  const outlines: Polygon[] = [[[0, 0], [size, 0], [size, size], [0, size]]];
  const built = NavMesh.fromPolygons({ outlines, holes: houses });
  const grown = NavMesh.fromPolygons({ outlines, room: 4000 });
  const tails = new Uint32Array(grown.vertexCount);
  for (const house of houses) {
    grown.cut(house, tails);
    // Houses are queried as they come, not only after the last.
    if (grown.faceCount % 16 === 0) expect(lookedAt(grown, size), `with ${grown.faceCount} faces`).toBeLessThan(16);
  }
  checkMesh(grown);
  expect(lookedAt(grown, size)).toBeLessThan(4 * lookedAt(built, size));
  for (const house of houses) grown.restore(house, tails);
  checkMesh(grown);
  expect(grown.faceCount).toBe(1);
});
