import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { NavMesh, Polyanya } from '../../src/index.ts';
import { RandomWorld, type Pair } from '../worlds.ts';

/**
 * Throws unless both ends lie on one side of a face, apart from each other, and each is an end of that side, or lies behind a vertex as seen from the
 * root, or behind the root as seen from a vertex or the start, where the path has turned.
 */
function checkInterval(mesh: NavMesh, start: Pair, [x, y, ...ends]: readonly number[]): void {
  const outlines = Array.from({ length: mesh.vertexCount }, (_, f) => mesh.outlineOf(f));
  const beside = (px: number, py: number, [ax, ay]: Pair, [bx, by]: Pair): number => {
    const share = Math.max(0, Math.min(1, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)));
    return Math.hypot(ax + share * (bx - ax) - px, ay + share * (by - ay) - py);
  };
  const [leftX, leftY, rightX, rightY] = ends;
  const sides = outlines.flatMap((outline) => outline.map((a, i) => [a, outline[(i + 1) % outline.length]] as const));
  const points = [start, ...outlines.flat()];
  const is = (side: readonly [Pair, Pair]): boolean => {
    const isEnd = (px: number, py: number): boolean => side.some(([cx, cy]) => Math.hypot(cx - px, cy - py) < 1e-9) ||
      points.some(([vx, vy]) => Math.hypot(vx - x, vy - y) > 1e-9 && Math.min(beside(vx, vy, [x, y], [px, py]), beside(x, y, [vx, vy], [px, py])) < 1e-9);
    return beside(leftX, leftY, ...side) < 1e-9 && beside(rightX, rightY, ...side) < 1e-9 && isEnd(leftX, leftY) && isEnd(rightX, rightY);
  };
  if (Math.hypot(leftX - rightX, leftY - rightY) < 1e-9 || !sides.some(is)) throw new Error(`From (${x}, ${y}) no side is seen from (${leftX}, ${leftY}) to (${rightX}, ${rightY}).`);
}

test('Polyanya shows the cone that it expanded last: the root sees both ends', () => {
  let cones = 0;
  for (let seed = 0; seed < runs(200); seed++) {
    const world = new RandomWorld(seed);
    const mesh = NavMesh.fromPolygons({ outlines: world.outlines, holes: world.holes, sides: [3, 12][seed % 2] });
    const polyanya = new Polyanya(mesh);
    const cone = new Float64Array(6).fill(NaN);
    const start = world.point();
    polyanya.begin(...start, ...world.point());
    expect(polyanya.lastCone(cone)).toBe(false);
    for (let done = false; !done; ) {
      const before = polyanya.counters.expanded;
      done = polyanya.run(1);
      if (polyanya.counters.expanded === before) continue;
      expect(polyanya.lastCone(cone)).toBe(true);
      cones++;
      const [x, y, ...ends] = cone;
      const [leftX, leftY, rightX, rightY] = ends;
      expect((rightX - x) * (leftY - y) - (rightY - y) * (leftX - x), `world ${seed}: ${cone.join()}`).toBeGreaterThan(-1e-9);
      checkInterval(mesh, start, [...cone]);
      for (let i = 0; i < 4; i += 2) {
        for (let k = 1; k < 8; k++) {
          const [px, py] = [x + (k / 8) * (ends[i] - x), y + (k / 8) * (ends[i + 1] - y)];
          if (!world.visibility.isWalkable(px, py)) throw new Error(`World ${seed}: from (${x}, ${y}) the end (${ends[i]}, ${ends[i + 1]}) is hidden at (${px}, ${py}).`);
        }
      }
    }
  }
  expect(cones).toBeGreaterThan(runs(200) / 4);
});

test('after a cut no cone of the earlier world is shown', () => {
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
