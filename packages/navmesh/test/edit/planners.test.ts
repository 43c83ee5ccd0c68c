import { seededRandom } from '@pf/graph';
import type { Planner } from '@pf/incremental';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import { oracleCost } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { MeshView } from '../../src/index.ts';
import { NavMesh } from '../../src/index.ts';

/** A square of N × N rooms in two areas, with links cheaper than their length. */
function drawMesh(random: () => number): NavMesh {
  const N = 5;
  const vertices: [number, number, number][] = [];
  const polygons: number[][] = [];
  for (let y = 0; y <= N; y++) for (let x = 0; x <= N; x++) vertices.push([2 * x, 2 * y, 0]);
  for (let y = 0; y < N; y++) for (let x = 0; x < N; x++) polygons.push([0, 1, N + 2, N + 1].map((i) => i + y * (N + 1) + x));
  const mesh = NavMesh.fromSurface({ vertices, polygons, areas: polygons.map((_, i) => 1 + (i % 2)) });
  const place = (): { x: number; y: number } => ({ x: 2 * N * random(), y: 2 * N * random() });
  for (let i = 0; i < 4; i++) mesh.addLink({ from: place(), to: place(), cost: 0.1 + 3 * random(), isOpen: random() < 0.3 });
  return mesh;
}

test.each([AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite, MultipathAdaptiveAStar, RepeatedAStar])(
  '%o: links open, areas change and holes are cut, reported or not; estimates fall and rise',
  (Maker: new (graph: MeshView) => Planner) => {
    for (let seed = 1; seed <= 80; seed++) {
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(n * random());
      const mesh = drawMesh(random);
      const view = seed % 2 === 0 ? mesh.view({ costs: { 1: 2, 2: 3, 3: 1 } }) : mesh;
      const anywhere = (): number => {
        for (;;) {
          const face = mesh.locate(10 * random(), 10 * random());
          if (face >= 0) return face;
        }
      };
      const planner = new Maker(view);
      const tails = new Uint32Array(mesh.vertexCount);
      planner.begin(anywhere(), anywhere());
      for (let turn = 0; turn < 6; turn++) {
        planner.run(turn % 2 === 0 ? Infinity : 3);
        for (let edits = 1 + below(2); edits > 0; edits--) {
          const [kind, x, y] = [below(9), 9 * random(), 9 * random()];
          const n = kind === 0 ? mesh.cut([[x, y], [x + 0.4, y], [x, y + 0.4]], tails) : kind < 3 ? mesh.setArea(anywhere(), 1 + below(3), tails) : mesh.setLink(below(4), random() < 0.5, tails);
          if (random() < 0.6) planner.arcsChanged(tails, n);
        }
        if (random() < 0.2) planner.goalMovedTo(anywhere());
        if (random() < 0.3) planner.moveTo(anywhere());
        while (!planner.run(turn < 3 ? Infinity : 5));
        expect(planner.cost, `seed ${seed}, turn ${turn}`).toBeCloseTo(oracleCost(view, planner.start, planner.goal), 9);
      }
    }
  },
);
