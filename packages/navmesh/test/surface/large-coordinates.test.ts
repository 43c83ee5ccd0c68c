import { expect, test } from 'vitest';
import { NavMesh, Polyanya, type Surface } from '../../src/index.ts';

type Quad = readonly [left: number, low: number, right: number, high: number, z: number];

/** Two floors of 20 × 20, three apart, and a third one beyond a corridor that is 1 wide. */
const house: Quad[] = [[0, 0, 20, 20, 0], [0, 0, 20, 20, 3], [20, 9, 40, 10, 0], [40, 0, 60, 20, 0]];

function surfaceOf(quads: readonly Quad[], x = 0, y = 0): Surface {
  return {
    vertices: quads.flatMap(([left, low, right, high, z]) => [[left, low, z], [right, low, z], [right, high, z], [left, high, z]]).map(([a, b, z]) => [x + a, y + b, z]),
    polygons: quads.map((_, i) => [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]),
  };
}

/** Checks that the floors are apart and the corridor leads to the third, with all points moved by (x, y). */
function checkHouse(mesh: NavMesh, says: string, x = 0, y = 0): void {
  const polyanya = new Polyanya(mesh), at = (z: number): number => mesh.component(mesh.locate(x + 18, y + 18, z));
  expect(polyanya.search(x + 2, y + 2, x + 18, y + 18, 0, 3), says).toBe(Infinity);
  expect(at(0), says).not.toBe(at(3));
  expect(polyanya.search(x + 2, y + 2, x + 58, y + 2, 0, 0), says).toBeCloseTo(2 * Math.hypot(18, 7) + 20, 3);
}

test('floors stay apart and corridors open in geographic coordinates, whole or as doubles', () => {
  for (const fraction of [0, 0.1, 1 / 3, 0.7654321]) {
    for (const climb of [undefined, 0, 0.3, 2.9]) {
      const x = 500_000 + fraction, y = 5_400_000 + fraction;
      checkHouse(NavMesh.fromSurface({ ...surfaceOf(house, x, y), climb }), `fraction ${fraction}, climb ${climb}`, x, y);
    }
  }
});

test('vertices of no polygon do not change the snap', () => {
  const surface = surfaceOf(house), { snap } = NavMesh.fromSurface(surface);
  const mesh = NavMesh.fromSurface({ ...surface, vertices: [...surface.vertices, [1e6, -1e6, 0]] });
  expect(mesh.snap).toBe(snap);
  checkHouse(mesh, 'with another vertex');
});

test('with a climb, floors farther apart than that stay apart on the largest ground', () => {
  const surface = surfaceOf([...house, [0, -60_000, 60_000, 0, -3]]);
  checkHouse(NavMesh.fromSurface({ ...surface, climb: 0.3 }), 'on a large ground');
});

test('a model in single precision far from the origin is joined along sides that rounding moved', () => {
  const turned = (x: number, y: number): number[] => [Math.fround(9000 + 0.8 * x - 0.6 * y), Math.fround(9000 + 0.6 * x + 0.8 * y), 0];
  // One side of 9 beside nine of 1.
  const vertices = [turned(0, 0), turned(0, 9), ...Array.from({ length: 10 }, (_, i) => [turned(-1, i), turned(0, i)]).flat()];
  const mesh = NavMesh.fromSurface({ vertices: [...vertices, turned(4, 5)], polygons: [[0, 1, 22], ...Array.from({ length: 9 }, (_, i) => [2 * i + 2, 2 * i + 3, 2 * i + 5, 2 * i + 4])] }, { sides: 4 });
  expect(new Set(Array.from({ length: 9 }, (_, i) => turned(-0.5, i + 0.5)).map(([x, y]) => mesh.component(mesh.locate(x, y)))).size).toBe(1);
  const [x, y] = turned(2, 5), [left, low] = turned(-0.5, 3.5);
  expect(mesh.component(mesh.locate(x, y))).toBe(mesh.component(mesh.locate(left, low)));
});
