import { NavMesh, Polyanya } from '@pf/navmesh';
import { measure, timesFaster } from '../../measure/measure.ts';
import type { MeshPeer } from '../../measure/peer.ts';
import type { MapPanel } from '../../record/result.ts';
import type { World } from '../../worlds/worlds.ts';
import { drawMap } from '../../write/picture.ts';
import { centres, own, plainMesh } from '../navmesh/mesh-runner.ts';
import type { MeshRunner } from '../navmesh/mesh-runner.ts';
import type { Answer } from './answer.ts';

/** Shortest paths through the polygons of a world, beside the navmesh libraries of npm. */
export async function crossMesh({ grid, problems }: World, meshPeers: readonly MeshPeer[], seconds: number): Promise<{ readonly answer: Answer; readonly panel: MapPanel; readonly wrong: number }> {
  const mesh = NavMesh.fromGrid(grid);
  const polyanya = new Polyanya(mesh);
  const queries = centres(grid, problems);
  const runners: MeshRunner[] = [own('Polyanya', polyanya, queries, () => polyanya.counters.expanded)];
  const plain = plainMesh(NavMesh.fromGrid(grid, { sides: 3 }));
  for (const { name, load } of meshPeers) {
    const loaded = await load(plain);
    runners.push({
      name, expanded: () => NaN, path: () => ({ length: NaN, points: [] }),
      run(i) {
        const [fromX, fromY, toX, toY] = queries[i];
        loaded.search(fromX, fromY, toX, toY);
      },
    });
  }
  let [wrong, longest, length] = [0, 0, 0];
  for (let i = 0; i < queries.length; i++) {
    runners[0].run(i);
    const found = runners[0].path();
    // The problems of a world have a path on its cells, which is never shorter than the straight line.
    const [fromX, fromY, toX, toY] = queries[i];
    if (!(found.length < Infinity) || found.length < Math.hypot(fromX - toX, fromY - toY) * (1 - 1e-9)) wrong++;
    if (found.length > length && found.length < Infinity) [longest, length] = [i, found.length];
  }
  const [mine, ...others] = measure(runners.map((one) => ({ name: one.name, run: (i) => one.run(i) })), { queries: queries.length, seconds, minimumRounds: 3 });
  const [peer] = others.sort((a, b) => a.time.value - b.time.value);
  runners[0].run(longest);
  const outlines = Array.from({ length: mesh.vertexCount }, (_, face) => mesh.outlineOf(face));
  const sides = outlines.flatMap((outline) => outline.map(([x, y], i) => [x, y, ...outline[(i + 1) % outline.length]]));
  const panel = drawMap({
    title: `Polyanya on ${mesh.faceCount} polygons: the shortest path`, width: grid.width, height: grid.height,
    cost: (x, y) => grid.cost(x, y), paths: [runners[0].path().points],
  });
  return {
    wrong,
    answer: {
      question: 'The rooms as a navmesh: a path', ours: 'Polyanya', time: mine.time,
      ...(others.length === 0 ? {} : { beside: peer.name, besideTime: peer.time, faster: timesFaster(peer, mine) }),
    },
    // Each side belongs to two faces and is drawn once.
    panel: { ...panel, segments: sides.filter(([ax, ay, bx, by]) => ax < bx || (ax === bx && ay < by)) },
  };
}
