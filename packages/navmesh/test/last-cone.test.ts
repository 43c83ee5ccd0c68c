import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { NavMesh, Polyanya } from '../src/index.ts';
import { RandomWorld } from './worlds.ts';

test('Polyanya shows the cone that it expanded last: both ends are seen from the root', () => {
  let cones = 0;
  for (let seed = 0; seed < runs(200); seed++) {
    const world = new RandomWorld(seed);
    const polyanya = new Polyanya(NavMesh.fromPolygons(world));
    const cone = new Float64Array(6);
    polyanya.begin(...world.point(), ...world.point());
    expect(polyanya.lastCone(cone)).toBe(false);
    for (let done = false; !done; ) {
      const before = polyanya.counters.expanded;
      done = polyanya.run(1);
      if (polyanya.counters.expanded === before) continue;
      expect(polyanya.lastCone(cone)).toBe(true);
      cones++;
      const [x, y, ...ends] = cone;
      for (let i = 0; i < 4; i += 2) {
        for (let k = 1; k < 8; k++) {
          const [px, py] = [x + (k / 8) * (ends[i] - x), y + (k / 8) * (ends[i + 1] - y)];
          if (!world.visibility.isWalkable(px, py)) throw new Error(`World ${seed}: from (${x}, ${y}) the end (${ends[i]}, ${ends[i + 1]}) is hidden at (${px}, ${py}).`);
        }
      }
    }
  }
  expect(cones).toBeGreaterThan(runs(200) / 2);
});

test('after a cut nothing is shown of the world before it', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [20, 0], [20, 20], [0, 20]]], holes: [[[5, 5], [6, 5], [6, 15], [5, 15]], [[10, 2], [11, 2], [11, 15], [10, 15]]] });
  const polyanya = new Polyanya(mesh);
  const cone = new Float64Array(6).fill(7);
  polyanya.begin(1, 10, 19, 10);
  polyanya.run(3);
  mesh.cut([[1, 1], [18, 1], [18, 18], [1, 18]]);
  expect(polyanya.lastCone(cone)).toBe(false);
  expect([...cone]).toEqual([7, 7, 7, 7, 7, 7]);
  polyanya.run(1);
  expect(polyanya.lastCone(cone)).toBe(true);
});
