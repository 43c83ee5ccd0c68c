import { runs } from '@pf/testkit';
import { expect, test, vi } from 'vitest';
import { findPath, NavMesh, type Polygon } from '../src/index.ts';
import { checkMesh } from './check-mesh.ts';
import { RandomWorld } from './worlds.ts';

/** The distance from a point to the nearest wall of a mesh. */
function fromWalls(mesh: NavMesh, x: number, y: number): number {
  const { stride, sides, corners, neighbours, xs, ys } = mesh.faces;
  let least = Infinity;
  for (let f = 0; f < mesh.vertexCount; f++) {
    for (let i = 0; i < sides[f]; i++) {
      if (neighbours[f * stride + i] >= 0) continue;
      const a = corners[f * stride + i], b = corners[f * stride + ((i + 1) % sides[f])];
      const dx = xs[b] - xs[a], dy = ys[b] - ys[a];
      const t = Math.max(0, Math.min(1, ((x - xs[a]) * dx + (y - ys[a]) * dy) / (dx * dx + dy * dy)));
      least = Math.min(least, Math.hypot(xs[a] + t * dx - x, ys[a] + t * dy - y));
    }
  }
  return least;
}

test('an agent with a radius keeps that distance from walls, and little more around corners', () => {
  let near = 0, far = 0;
  for (let seed = 0; seed < Math.max(20, runs(150)); seed++) {
    const world = new RandomWorld(seed, undefined, 4), { random, size } = world;
    const radius = 0.2 + random() * 1.5, roundness = [4, 5, 8, 16, 40][seed % 5];
    const holes: Polygon[] = Array.from({ length: 1 + (seed % 3) }, () => world.hole());
    const { outlines, holes: standing } = world;
    // The world itself, and the world for the agent.
    const plain = NavMesh.fromPolygons({ outlines, holes: standing }), mesh = NavMesh.fromPolygons({ outlines, holes: standing, radius, roundness, room: 2000 });
    const inWorld = (x: number, y: number): number => (plain.locate(x, y) < 0 ? 0 : fromWalls(plain, x, y));
    const check = (away: (x: number, y: number) => number, says: string): void => {
      checkMesh(mesh);
      for (let i = 0; i < 60; i++) {
        const x = random() * size, y = random() * size, distance = away(x, y);
        if (distance < radius - 1e-6) {
          near++;
          expect(mesh.locate(x, y), `(${x}, ${y}) is only ${distance} away, radius ${radius}, ${says} ${world.toString()}`).toBe(-1);
        } else if (distance > radius / Math.cos(Math.PI / roundness) + 1e-6) {
          far++;
          expect(mesh.locate(x, y), `(${x}, ${y}) is ${distance} away, radius ${radius}, roundness ${roundness}, ${says} ${world.toString()}`).toBeGreaterThanOrEqual(0);
        }
      }
    };
    check(inWorld, 'in');
    // The same for holes that are cut: each is grown by itself.
    const single = holes.map((hole) => NavMesh.fromPolygons({ outlines: [hole] }));
    for (const hole of holes) mesh.cut(hole);
    const inHoles = (x: number, y: number): number => Math.min(...single.map((hole) => (hole.locate(x, y) >= 0 ? 0 : fromWalls(hole, x, y))));
    check((x, y) => Math.min(inWorld(x, y), inHoles(x, y)), `with ${JSON.stringify(holes)} cut in`);
  }
  console.info(`${near} points too near to a wall, ${far} far enough from all`);
  expect(Math.min(near, far)).toBeGreaterThan(runs(1000));
});

test('no digit depends on sines and cosines, whose last digit differs between engines', () => {
  for (let seed = 0; seed < runs(20); seed++) {
    const digits = (): number[] => {
      const world = new RandomWorld(seed, undefined, 4), { outlines, holes } = world, cuts = [0, 1, 2].map(() => world.hole());
      // A third of the corners are right angles, whose parts are exactly as large as the roundness allows.
      const mesh = NavMesh.fromPolygons({ outlines, holes, radius: 0.2 + world.random(), roundness: [4, 8, 16, 40][seed % 4] });
      for (const hole of cuts) mesh.cut(hole);
      mesh.restore(cuts[1]);
      return Array.from({ length: mesh.vertexCount }, (_, face) => mesh.outlineOf(face).flat()).flat();
    };
    const here = digits();
    for (const name of ['sin', 'cos', 'acos', 'atan2', 'hypot', 'log2'] as const) {
      const original: (...values: number[]) => number = Math[name];
      vi.spyOn(Math, name).mockImplementation((...values: number[]) => original(...values) * (1 + 2 ** -52));
    }
    try {
      expect(digits(), `seed ${seed}`).toEqual(here);
    } finally {
      vi.restoreAllMocks();
    }
  }
});

test('over a grid, a passage exactly as wide as the agent is closed, and a little more room opens it', () => {
  for (const size of [1, 2, 3]) {
    const isBlocked = (x: number, y: number): boolean => x === 5 && (y < 4 || y >= 4 + size);
    const open = [0, 1e-3].map((less) => {
      const mesh = NavMesh.fromGrid({ width: 11, height: 11, isBlocked }, { radius: size / 2 - less });
      return Number.isFinite(findPath(mesh, { from: { x: 2, y: 5 }, to: { x: 9, y: 5 } }).cost);
    });
    expect(open).toEqual([false, true]);
  }
});
