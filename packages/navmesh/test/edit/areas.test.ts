import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { NavMesh, Polyanya, type Polygon } from '../../src/index.ts';
import { checkMesh } from '../check-mesh.ts';
import { RandomWorld } from '../worlds.ts';

test('a closed door stays closed where a crate was put and removed, and its other half while the crate stands', () => {
  const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]], [[4, 1], [6, 1], [6, 2], [4, 2]], [[6, 0], [10, 0], [10, 4], [6, 4]]] });
  mesh.setArea(mesh.locate(5, 1.5), 1);
  const faces = mesh.faceCount, search = new Polyanya(mesh.view({ costs: { 1: Infinity } })), crate: Polygon = [[3.5, 1.2], [4.2, 1.2], [4.2, 1.8], [3.5, 1.8]];
  const areas = (): number[] => [[5, 1.5], [4.1, 1.5], [3.6, 1.5], [3, 1.5], [7, 1.5]].map(([x, y]) => (mesh.locate(x, y) < 0 ? -1 : mesh.areaOf(mesh.locate(x, y))));
  expect([areas(), search.search(1, 1, 9, 1)]).toEqual([[1, 1, 0, 0, 0], Infinity]);
  mesh.cut(crate);
  expect([areas(), search.search(1, 1, 9, 1)]).toEqual([[1, -1, -1, 0, 0], Infinity]);
  mesh.restore(crate);
  expect([areas(), search.search(1, 1, 9, 1)]).toEqual([[1, 1, 0, 0, 0], Infinity]);
  expect(mesh.faceCount).toBe(faces);
  // Ground below a cut keeps its area, whatever is set around it meanwhile.
  mesh.cut(crate);
  mesh.setArea(mesh.locate(5, 1.5), 2);
  mesh.restore(crate);
  expect(areas().slice(1)).toEqual([1, 0, 0, 0]);
});

test('after any history of areas, cuts and restores, each point has the area that was set last while it was ground', () => {
  let points = 0, coloured = 0, back = 0;
  for (let seed = 0; seed < runs(40); seed++) {
    const world = new RandomWorld(seed, undefined, 3), { random, size } = world, sides = [3, 6, 12][seed % 3];
    // Half of the worlds are rotated, so that no crossing is a whole number.
    const angle = seed % 2 === 0 ? 0 : 0.3 + seed, moved = (ring: Polygon): Polygon => ring.map(([x, y]) => [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]);
    const built = (cuts: readonly Polygon[]): NavMesh => NavMesh.fromPolygons({ outlines: world.outlines.map(moved), holes: [...world.holes.map(moved), ...cuts], sides, room: 20 });
    const mesh = built([]), standing: Polygon[] = [];
    const samples = moved(Array.from({ length: 60 }, () => [random() * size, random() * size] as const)).map(([x, y]) => ({ x, y, area: 0, isCovered: false }));
    for (let step = 0; step < 14; step++) {
      const kind = random();
      if (kind < 0.4) {
        const { x, y } = samples[world.int(samples.length)], face = mesh.locate(x, y), area = world.int(4);
        if (face < 0) continue;
        for (const sample of samples) if (mesh.locate(sample.x, sample.y) === face) sample.area = area;
        mesh.setArea(face, area);
      } else if (standing.length > 0 && kind < 0.65) mesh.restore(standing.splice(world.int(standing.length), 1)[0]);
      else {
        standing.push(moved(world.hole()));
        mesh.cut(standing[standing.length - 1]);
      }
      checkMesh(mesh);
      const fresh = built(standing);
      for (const sample of samples) {
        const face = mesh.locate(sample.x, sample.y), where = `seed ${seed}, step ${step}, (${sample.x}, ${sample.y})`;
        expect(face >= 0, where).toBe(fresh.locate(sample.x, sample.y) >= 0);
        if (face >= 0) {
          expect(mesh.areaOf(face), where).toBe(sample.area);
          points++;
          if (sample.area > 0) coloured++;
          if (sample.area > 0 && sample.isCovered) back++;
        }
        sample.isCovered = face < 0;
      }
    }
    for (const outline of standing) mesh.restore(outline);
    checkMesh(mesh);
  }
  console.info(`${points} points, ${coloured} of them of another area than 0, ${back} that came back`);
  expect([coloured > points / 4, back > runs(10)]).toEqual([true, true]);
});

test('cuts at ever new positions leave no corners in the sides between areas', () => {
  // At this angle rounding puts crossings beside the sides.
  const turned = (x: number, y: number): [number, number] => [x * Math.cos(0.37) - y * Math.sin(0.37), x * Math.sin(0.37) + y * Math.cos(0.37)];
  const box = (x: number, y: number, right: number, high: number): Polygon => [turned(x, y), turned(right, y), turned(right, high), turned(x, high)];
  const mesh = NavMesh.fromPolygons({ outlines: [box(0, 0, 10, 10), box(10, 4, 11, 6), box(11, 0, 21, 10)] }), { random } = new RandomWorld(5);
  // Three rooms of three areas, the middle one a door.
  for (let f = 0; f < mesh.vertexCount; f++) if (mesh.faces.sides[f] > 0) mesh.setArea(f, [10, 11, 99].findIndex((right) => mesh.x(f) * Math.cos(0.37) + mesh.y(f) * Math.sin(0.37) < right));
  const corners = (): string[] => [...new Set(Array.from({ length: mesh.vertexCount }, (_, f) => mesh.outlineOf(f).map((corner) => corner.map((c) => c.toFixed(6)).join())).flat())].sort();
  const before = corners();
  expect(before).toHaveLength(12);
  const crate = (): Polygon => {
    const x = 8.5 + 3 * random(), y = 3.5 + 2.5 * random();
    return box(x, y, x + 0.3 + random(), y + 0.3 + random());
  };
  let last = crate();
  mesh.cut(last);
  for (let i = 0; i < runs(100); i++) {
    const next = crate();
    mesh.cut(next);
    mesh.restore(last);
    last = next;
  }
  mesh.restore(last);
  checkMesh(mesh);
  expect(corners()).toEqual(before);
});

test('with ground of one area forbidden, paths are those around it, after any history', () => {
  let paths = 0, longer = 0;
  for (let seed = 0; seed < runs(40); seed++) {
    const world = new RandomWorld(seed, undefined, 3), sides = [3, 6, 12][seed % 3], painted: Polygon[] = [], standing: Polygon[] = [];
    const built = (cuts: readonly Polygon[]): NavMesh => NavMesh.fromPolygons({ outlines: world.outlines, holes: [...world.holes, ...cuts], sides, room: 20 });
    const mesh = built([]), search = new Polyanya(mesh.view({ costs: { 1: Infinity } }));
    for (let step = 0; step < 10; step++) {
      const kind = world.random(), face = mesh.locate(...world.point());
      if (kind < 0.25 && face >= 0) {
        if (mesh.areaOf(face) === 0) painted.push(mesh.outlineOf(face));
        mesh.setArea(face, 1);
      } else if (standing.length > 0 && kind < 0.6) mesh.restore(standing.splice(world.int(standing.length), 1)[0]);
      else {
        standing.push(world.hole());
        mesh.cut(standing[standing.length - 1]);
      }
      const around = new Polyanya(built([...standing, ...painted])), through = new Polyanya(built(standing));
      for (let query = 0; query < 4; query++) {
        const [from, to] = [0, 0].map(() => [world.random() * world.size, world.random() * world.size] as const);
        const cost = search.search(...from, ...to), least = around.search(...from, ...to);
        expect(cost === least || Math.abs(cost - least) < 1e-6, `${cost} and not ${least}: seed ${seed}, step ${step}, from (${from.join()}) to (${to.join()})`).toBe(true);
        if (cost < Infinity) paths++;
        if (cost > through.search(...from, ...to) + 1e-6) longer++;
      }
    }
  }
  console.info(`${paths} paths, ${longer} longer than through the area`);
  expect([paths > runs(40), longer > runs(20)]).toEqual([true, true]);
});
