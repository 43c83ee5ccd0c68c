import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { CorridorSearch, NavMesh, Polyanya, type Polygon } from '../../src/index.ts';
import { RandomWorld } from '../worlds.ts';

const resultOf = (planner: { cost: number; path(out: Float64Array): number }): unknown => {
  const out = new Float64Array(400);
  const n = planner.path(out);
  return [planner.cost, [...out.subarray(0, 2 * n)]];
};

test('a path begun before a cut and found after it is one of the edited mesh; a path found before the cut stays as it was', () => {
  let under = 0, paths = 0;
  for (let seed = 0; seed < runs(300); seed++) {
    const world = new RandomWorld(seed, undefined, 9);
    const mesh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, sides: [3, 6, 12][seed % 3], room: 2000 });
    const tails = new Uint32Array(mesh.vertexCount);
    const standing: Polygon[] = [];
    const edit = (): void => {
      if (standing.length > 0 && world.random() < 0.4) mesh.restore(standing.splice(world.int(standing.length), 1)[0], tails);
      else {
        standing.push(world.hole());
        mesh.cut(standing[standing.length - 1], tails);
      }
    };
    const sliced = new Polyanya(mesh), fresh = new Polyanya(mesh), corridors = new CorridorSearch(mesh);
    for (let query = 0; query < 4; query++) {
      const [from, to] = [world.point(), world.point()];
      sliced.begin(...from, ...to);
      for (let i = 0; i < 3 && !sliced.run(1 + world.int(4)); i++) {
        if (sliced.counters.expanded > 0) under++;
        edit();
      }
      const before = sliced.counters.expanded;
      while (!sliced.run(1 + world.int(9)));
      // A search that finished before an edit would not notice it.
      if (sliced.counters.expanded > before) {
        fresh.search(...from, ...to);
        expect(resultOf(sliced), `${world.toString()} and ${JSON.stringify(standing)}`).toEqual(resultOf(fresh));
      }
      corridors.search(...from, ...to);
      if (sliced.cost < Infinity) paths++;
      const kept = [resultOf(sliced), resultOf(corridors)];
      edit();
      edit();
      expect([resultOf(sliced), resultOf(corridors)], world.toString()).toEqual(kept);
    }
  }
  expect(under).toBeGreaterThan(runs(100));
  expect(paths).toBeGreaterThan(runs(100));
});
