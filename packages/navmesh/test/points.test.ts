import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { CorridorSearch, findPath, Funnel, NavMesh, Polyanya } from '../src/index.ts';
import { RandomWorld, type Pair } from './worlds.ts';

/** A number in units of 2⁻⁶⁰, as a big integer: what is reckoned with such is exact. */
function exact(value: number): bigint {
  return Number.isInteger(value) ? BigInt(value) << 60n : BigInt(Math.round(value * 2 ** 60));
}

/** Whether a is nearer to p than b, by more than a share of 2⁻⁴⁰ of how far a and b are apart. */
function isClearlyNearer(p: Pair, a: Pair, b: Pair): boolean {
  const [px, py, ax, ay, bx, by] = [...p, ...a, ...b].map(exact);
  // How much farther b is, squared, and a bound on what moving a or b by that share would change.
  const farther = (ax - bx) * (2n * px - ax - bx) + (ay - by) * (2n * py - ay - by);
  const size = (n: bigint): bigint => (n < 0n ? -n : n);
  const slack = (size(ax - bx) + size(ay - by)) * (size(2n * px - ax - bx) + size(2n * py - ay - by));
  return farther * (1n << 40n) > slack;
}

test('the nearest point is the true one, however far away one asks', () => {
  for (let seed = 0; seed < runs(100); seed++) {
    const world = new RandomWorld(seed);
    const mesh = NavMesh.fromPolygons(world);
    if (mesh.faceCount === 0) continue;
    for (let i = 0; i < 12; i++) {
      const [angle, away] = [world.random() * 7, 10 ** (2 + world.random() * 290)];
      const places: Pair[] = [[away * Math.cos(angle), away * Math.sin(angle)], [away, world.int(world.size)], [world.int(world.size), -away], [-away, -away]];
      const from = places[i % 4];
      const near = mesh.nearest(...from)!;
      const says = `(${near.x}, ${near.y}) from (${from.join()}) in ${world.toString()}`;
      const rim = mesh.outlineOf(near.face);
      expect(rim.length, says).toBeGreaterThan(2);
      expect(mesh.locate(near.x, near.y), says).toBeGreaterThanOrEqual(0);
      for (let face = 0; face < mesh.vertexCount; face++) {
        mesh.outlineOf(face).forEach(([x, y], k, corners) => {
          const [nextX, nextY] = corners[(k + 1) % corners.length];
          for (const place of [[x, y], [(x + nextX) / 2, (y + nextY) / 2]] as const) {
            if (isClearlyNearer(from, place, [near.x, near.y])) throw new Error(`(${place.join()}) is nearer than ${says}`);
          }
        });
      }
    }
  }
});

test('far beside a straight side the nearest point is straight across', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]]], holes: [[[8, 4], [12, 4], [12, 6], [8, 6]]] });
  const expectNearest = (from: Pair, x: number, y: number): void => {
    const near = mesh.nearest(...from)!;
    expect(near.x).toBeCloseTo(x, 12);
    expect(near.y).toBeCloseTo(y, 12);
    expect(mesh.outlineOf(near.face).length).toBeGreaterThan(2);
  };
  for (const away of [1e3, 1e9, 1e16, 1e160, Number.MAX_VALUE]) {
    for (const at of [0, 1, 3, 7.5, 10]) {
      expectNearest([away, at], 10, at);
      expectNearest([-away, at], 0, at);
      expectNearest([at, away], at, 10);
    }
    // Beside the notch both of its ends are as near but for a little.
    expectNearest([away, 4.75], 10, 4);
    expectNearest([away, 5.25], 10, 6);
    expectNearest([away, -away], 10, 0);
    expectNearest([-away, away], 0, 10);
  }
});

test('coordinates that are no numbers are refused wherever a point comes in', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]]] });
  const corridors = new CorridorSearch(mesh, new AStar(mesh)), polyanya = new Polyanya(mesh), funnel = new Funnel(mesh);
  for (const value of [Infinity, -Infinity, NaN]) {
    expect(() => mesh.locate(value, 0)).toThrow(`A point needs finite coordinates, got (${value}, 0).`);
    expect(() => mesh.locateAll(0, value, [])).toThrow(`A point needs finite coordinates, got (0, ${value}).`);
    const both = `Start and goal need finite coordinates, got (1, ${value}) and (2, 3).`;
    expect(() => polyanya.search(1, value, 2, 3)).toThrow(both);
    expect(() => corridors.search(1, value, 2, 3)).toThrow(both);
    expect(() => funnel.pull([mesh.locate(1, 1)], 1, 1, value, 2, 3)).toThrow(both);
    expect(() => findPath(mesh, { from: { x: 1, y: value }, to: { x: 2, y: 3 }, search: new AStar(mesh) })).toThrow(both);
    expect(() => corridors.search(1, 2, value, 3)).toThrow(`got (1, 2) and (${value}, 3).`);
    expect(() => mesh.nearest(value, 0)).toThrow(`A point needs finite coordinates, got (${value}, 0).`);
  }
});
