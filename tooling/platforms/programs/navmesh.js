import { seededRandom } from '@pf/grid';
import { CorridorSearch, findPath, GridMesh, moveAlongSurface, NavMesh, Polyanya, randomPoint, raycast } from '@pf/navmesh';
import { AStar } from '@pf/search';
import { edits, grids, pairs } from './worlds.js';

/** Meshes that are cut and restored, paths over them, a mesh with a radius, and a mesh that follows a grid. */
export function run(ledger) {
  const random = seededRandom(19);
  const rectangle = (x, y, width, height) => [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
  const any = (most) => rectangle(Math.floor(random() * 90), Math.floor(random() * 90), 2 + Math.floor(random() * most), 2 + Math.floor(random() * most));
  const mesh = NavMesh.fromPolygons({ outlines: [rectangle(0, 0, 100, 100)], holes: Array.from({ length: 25 }, () => any(12)), room: 4000 });
  const polyanya = new Polyanya(mesh);
  const corridors = new CorridorSearch(mesh, new AStar(mesh));
  const ask = (count) => {
    for (let i = 0; i < count; i++) {
      const ends = [random() * 100, random() * 100, random() * 100, random() * 100];
      ledger.add('Polyanya', polyanya.search(...ends), polyanya.counters.expanded, pointsOf(polyanya));
      ledger.add('corridors', corridors.search(...ends), pointsOf(corridors));
      const [from, to] = [{ x: ends[0], y: ends[1] }, { x: ends[2], y: ends[3] }];
      for (const walk of [raycast, moveAlongSurface]) {
        const end = walk(mesh, from, to);
        ledger.add('walks', ...(end === undefined ? [-1] : [end.x, end.y, end.face]));
      }
    }
  };
  ask(40);
  const cuts = Array.from({ length: 12 }, () => any(15));
  const tails = new Uint32Array(mesh.vertexCount);
  for (const cut of cuts) ledger.add('cuts', mesh.cut(cut, tails), mesh.faceCount);
  ask(20);
  for (const cut of cuts) ledger.add('cuts', mesh.restore(cut, tails), mesh.faceCount);
  ask(20);
  for (let i = 0; i < 30; i++) {
    const point = randomPoint(mesh, random);
    ledger.add('random points', point.x, point.y, point.face);
  }
  // Round corners around triangles, some of them cut later.
  const triangles = Array.from({ length: 12 }, () => any(20).slice(1));
  const rounded = NavMesh.fromPolygons({ outlines: [rectangle(0, 0, 100, 100)], holes: triangles.splice(6), radius: 1.5, room: 4000 });
  for (const triangle of triangles) rounded.cut(triangle);
  for (let face = 0; face < rounded.vertexCount; face++) ledger.add('a mesh with a radius', rounded.outlineOf(face).flat());
  // Two floors, joined by a ramp and a ladder.
  const floors = NavMesh.fromSurface({
    vertices: [[0, 0, 0], [20, 0, 0], [20, 20, 0], [0, 20, 0], [20, 5, 0], [20, 8, 0], [40, 5, 6], [40, 8, 6], [40, 0, 6], [60, 0, 6], [60, 20, 6], [40, 20, 6], [5, 5, 6], [15, 5, 6], [15, 15, 6], [5, 15, 6]],
    polygons: [[0, 1, 4, 5, 2, 3], [4, 6, 7, 5], [8, 9, 10, 11, 7, 6], [12, 13, 14, 15]],
    links: [{ from: { x: 2, y: 2, z: 0 }, to: { x: 6, y: 6, z: 6 }, cost: 9 }],
  });
  for (const to of [{ x: 55, y: 15, z: 6 }, { x: 12, y: 12, z: 6 }]) {
    const { cost, points } = findPath(floors, { from: { x: 1, y: 15, z: 0 }, to });
    ledger.add('floors and links', cost, points.flatMap(({ x, y, z = 0 }) => [x, y, z]));
  }
  const grid = grids(30)[1][1];
  const follower = new GridMesh(grid, { room: 4000 });
  edits(grid, 25, 20, () => {
    for (const [a, b] of pairs(grid, 3)) {
      const { cost, points } = follower.findPath({ from: [grid.x(a), grid.y(a)], to: [grid.x(b), grid.y(b)] });
      ledger.add('a mesh that follows a grid', cost, points.flatMap(({ x, y }) => [x, y]));
    }
  });
}

function pointsOf(search) {
  const out = new Float64Array(2 * search.pathLength);
  return out.subarray(0, 2 * search.path(out));
}
