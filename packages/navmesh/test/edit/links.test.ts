import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { NavMesh, type MeshView, type Polygon } from '../../src/index.ts';
import { seeded } from '../worlds.ts';

const vertices = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0], [0, 0, 5], [10, 0, 5], [10, 4, 5], [0, 4, 5]];

/** By face: its arcs as text. */
function arcsOf(view: MeshView): string[] {
  const to = new Uint32Array(view.maxDegree), cost = new Float64Array(view.maxDegree);
  return Array.from({ length: view.vertexCount }, (_, f) => {
    const n = view.successors(f, to, cost);
    return Array.from({ length: n }, (_, i) => `${to[i]} ${cost[i].toFixed(9)}`).sort().join();
  });
}

test('a cut reports the far ends of links, also where the rebuilt face has its former id', () => {
  const mesh = NavMesh.fromSurface({ vertices, polygons: [[0, 1, 2, 3], [4, 5, 6, 7]], links: [{ from: { x: 2, y: 2, z: 0 }, to: { x: 2, y: 2, z: 5 }, cost: 5 }] }, { room: 1 });
  const before = arcsOf(mesh), tails = new Uint32Array(mesh.vertexCount), { version, vertexCount } = mesh;
  const n = mesh.cut([[8, 2], [11, 2], [11, 5], [8, 5]], tails);
  expect(mesh.vertexCount).toBe(vertexCount);
  arcsOf(mesh).forEach((arcs, f) => { if (arcs !== before[f]) expect([...tails.subarray(0, n)]).toContain(f); });
  const since = mesh.changedSince(version, tails);
  expect([...tails.subarray(0, since)].sort()).toEqual([0, 1, 2]);
});

test('every face whose arcs a cut or a restore changes is reported, with links and little room', () => {
  let edits = 0, moved = 0;
  for (let seed = 0; seed < runs(50); seed++) {
    const random = seeded(seed), anywhere = (z: number): { x: number; y: number; z: number } => ({ x: 4 * random(), y: 4 * random(), z });
    const links = Array.from({ length: 1 + Math.floor(3 * random()) }, () => ({ from: anywhere(5 * Math.round(random())), to: anywhere(5 * Math.round(random())), cost: 5, oneWay: random() < 0.5 }));
    const surface = { vertices, polygons: [[0, 1, 2, 3], [4, 5, 6, 7]], links };
    const mesh = NavMesh.fromSurface(surface, { room: Math.floor(4 * random()), linkRoom: 60 }), view = mesh.view({ costs: { 0: 2 }, length: 'surface' }), standing: Polygon[] = [];
    for (let step = 0; step < 8; step++) {
      const before = [mesh, view].map(arcsOf), tails = new Uint32Array(999), x = 10 * random() - 1, y = 5 * random() - 1;
      let n: number;
      if (standing.length > 0 && random() < 0.5) n = mesh.restore(standing.splice(0, 1)[0], tails);
      else {
        standing.push([[x, y], [x + 2 * random(), y], [x + 1, y + 2 * random()]]);
        n = mesh.cut(standing[standing.length - 1], tails, random() < 0.5 ? {} : { low: 4 });
      }
      const reported = new Set(tails.subarray(0, n));
      [mesh, view].forEach((graph, k) => arcsOf(graph).forEach((arcs, f) => {
        if (arcs === (before[k][f] ?? '')) return;
        moved++;
        expect(reported.has(f), `seed ${seed}, step ${step}, face ${f}`).toBe(true);
      }));
      edits++;
    }
  }
  expect(moved).toBeGreaterThan(edits);
});
