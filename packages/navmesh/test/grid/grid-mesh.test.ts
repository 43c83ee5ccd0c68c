import { Grid } from '@pf/grid';
import { runs, VisibilityGraph, type Ring } from '@pf/testkit';
import { expect, test } from 'vitest';
import { type CellPoint, GridMesh, NavMesh, Polyanya } from '../../src/index.ts';
import { checkMesh } from '../check-mesh.ts';
import { seeded } from '../worlds.ts';

/** The blocked cells of a grid as rows of rectangles. */
function holesOf(grid: Grid): Ring[] {
  const holes: Ring[] = [];
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      const begin = x;
      while (grid.isBlocked(x, y) && x < grid.width) x++;
      if (x > begin) holes.push([[begin, y], [x, y], [x, y + 1], [begin, y + 1]]);
    }
  }
  return holes;
}

test('after every edit, paths on a mesh that follows a grid are as long as those of a visibility graph', () => {
  const counts = { edits: 0, queries: 0, reached: 0 };
  for (let seed = 0; seed < runs(60); seed++) {
    const random = seeded(seed);
    const int = (n: number): number => Math.floor(n * random());
    const grid = new Grid(2 + int(6), 2 + int(6));
    const share = random() * 0.6;
    for (let y = 0; y < grid.height; y++) for (let x = 0; x < grid.width; x++) if (random() < share) grid.setBlocked(x, y, true);
    // Half of the grids do not report their edits.
    const source = seed % 2 === 0 ? grid : { width: grid.width, height: grid.height, isBlocked: (x: number, y: number) => grid.isBlocked(x, y) };
    const mesh = new GridMesh(source, { room: 200, sides: [3, 4, 12][seed % 3] });
    for (let edit = 0; edit < 6; edit++) {
      for (let n = int(3); n >= 0; n--) {
        const [x, y] = [int(grid.width), int(grid.height)];
        const [w, h] = [1 + int(grid.width - x), 1 + int(grid.height - y)];
        if (random() < 0.6) grid.setBlocked(x, y, random() < 0.5);
        else grid.setRectangle(x, y, w, h, random() < 0.6 ? 1 : 0);
      }
      const where = `seed ${seed}, edit ${edit}`;
      mesh.update();
      checkMesh(mesh.mesh);
      counts.edits++;
      const visibility = new VisibilityGraph({ outlines: [[[0, 0], [grid.width, 0], [grid.width, grid.height], [0, grid.height]]], holes: holesOf(grid) });
      const anew = new Polyanya(NavMesh.fromGrid(grid));
      for (let query = 0; query < 4; query++) {
        const [ax, ay, bx, by] = [int(grid.width), int(grid.height), int(grid.width), int(grid.height)];
        if (grid.isBlocked(ax, ay) || grid.isBlocked(bx, by)) continue;
        const { cost, points } = mesh.findPath({ from: [ax, ay], to: { x: bx, y: by } });
        const least = visibility.distance(ax + 0.5, ay + 0.5, bx + 0.5, by + 0.5);
        counts.queries++;
        if (least === Infinity) {
          expect([where, cost, points.length]).toEqual([where, Infinity, 0]);
          continue;
        }
        counts.reached++;
        expect(cost, where).toBeCloseTo(least, 7);
        expect(anew.search(ax + 0.5, ay + 0.5, bx + 0.5, by + 0.5), where).toBeCloseTo(least, 7);
        const length = points.slice(1).reduce((sum, { x, y }, i) => sum + Math.hypot(x - points[i].x, y - points[i].y), 0);
        expect(length, where).toBeCloseTo(cost, 7);
        expect([points[0], points[points.length - 1]]).toEqual([{ x: ax, y: ay }, { x: bx, y: by }]);
      }
    }
  }
  expect(counts.reached).toBeGreaterThan(counts.queries / 3);
});

test('a cut over cells that change meanwhile restores what is free then', () => {
  for (let seed = 0; seed < runs(20); seed++) {
    const random = seeded(seed);
    const int = (n: number): number => Math.floor(n * random());
    const grid = new Grid(8, 8);
    for (let n = 0; n < 12; n++) grid.setBlocked(int(8), int(8), true);
    const mesh = new GridMesh(grid, { room: 300 });
    const outline = [[1.3 + int(3), 1.2], [5.5, 2.1 + int(2)], [4.4, 6.6 - int(3)], [2.2, 5.1]] as const;
    const cells = [[2, 2], [5, 2], [5, 6], [2, 6]] as const;
    for (const hole of [outline, cells]) mesh.mesh.cut(hole);
    for (let n = 0; n < 20; n++) {
      grid.setBlocked(int(8), int(8), random() < 0.5);
      mesh.update();
    }
    for (const hole of seed % 2 === 0 ? [cells, outline] : [outline, cells]) mesh.mesh.restore(hole);
    checkMesh(mesh.mesh);
    const anew = new Polyanya(NavMesh.fromGrid(grid));
    for (let query = 0; query < 8; query++) {
      const [ax, ay, bx, by] = [int(8), int(8), int(8), int(8)];
      if (grid.isBlocked(ax, ay) || grid.isBlocked(bx, by)) continue;
      const cost = anew.search(ax + 0.5, ay + 0.5, bx + 0.5, by + 0.5);
      const found = mesh.findPath({ from: [ax, ay], to: [bx, by] }).cost;
      expect(found === cost || Math.abs(found - cost) < 1e-6, `seed ${seed}: ${found} and not ${cost}`).toBe(true);
    }
  }
});

test('cells freed one after another beside a cut are not part of what it restores', () => {
  const grid = new Grid(60, 7);
  grid.setRectangle(5, 0, 55, 7, 0);
  const mesh = new GridMesh(grid), house = [[1.5, 1.5], [5.2, 1.5], [5.2, 5.5], [1.5, 5.5]] as const;
  mesh.mesh.cut(house);
  for (let x = 5; x < 60; x++) {
    for (const y of [3, 2 + 2 * (x % 2)]) grid.setBlocked(x, y, false);
    mesh.update();
  }
  const far = mesh.mesh.locate(40.5, 3.5), outline = mesh.mesh.outlineOf(far);
  expect(mesh.mesh.restore(house)).toBeLessThan(15);
  expect([mesh.mesh.locate(40.5, 3.5), mesh.mesh.outlineOf(far)]).toEqual([far, outline]);
  expect(mesh.findPath({ from: [0, 3], to: [59, 3] }).cost).toBeCloseTo(59, 9);
});

test('an edit far from a face leaves it alone, and an edit without effect does nothing', () => {
  const grid = new Grid(60, 60);
  for (let i = 0; i < 60; i += 4) for (let j = 0; j < 60; j += 4) grid.setBlocked(i, j, true);
  const mesh = new GridMesh(grid);
  expect(mesh.update()).toBe(false);
  const { version } = mesh.mesh;
  const far = mesh.mesh.locate(50.5, 50.5);
  const outline = mesh.mesh.outlineOf(far);
  grid.setBlocked(2, 2, true);
  expect(mesh.update()).toBe(true);
  expect(mesh.mesh.version).toBe(version + 1);
  expect([mesh.mesh.locate(50.5, 50.5), mesh.mesh.outlineOf(far)]).toEqual([far, outline]);
});

test('links and cuts survive edits, and the links are reported', () => {
  const grid = new Grid(7, 5);
  const mesh = new GridMesh(grid, { linkRoom: 8, room: 100 });
  const id = mesh.mesh.addLink({ from: { x: 1.5, y: 2.5 }, to: { x: 5.5, y: 2.5 }, cost: 1 });
  const lengthAcross = (): number => mesh.findPath({ from: [0, 2], to: [6, 2] }).cost;
  expect(lengthAcross()).toBeCloseTo(3, 9); // one cell, the link, one cell
  grid.setRectangle(3, 0, 1, 5, 0); // a wall under the link
  expect(lengthAcross()).toBeCloseTo(3, 9);
  grid.setBlocked(5, 2, true); // the end of the link is blocked
  expect(lengthAcross()).toBe(Infinity);
  expect(mesh.mesh.link(id)).toEqual({ isOpen: true, isOnMesh: false });
  grid.setBlocked(5, 2, false);
  expect(lengthAcross()).toBeCloseTo(3, 9);
  expect(mesh.mesh.link(id)).toEqual({ isOpen: true, isOnMesh: true });
  checkMesh(mesh.mesh);
});

test('ground keeps its area through edits of the grid and cuts; freed cells get area 0', () => {
  let coloured = 0, points = 0;
  for (let seed = 0; seed < runs(20); seed++) {
    const random = seeded(seed), int = (n: number): number => Math.floor(n * random()), grid = new Grid(7, 6);
    for (let n = 0; n < 9; n++) grid.setBlocked(int(7), int(6), true);
    const following = new GridMesh(grid, { room: 300, sides: [3, 4, 12][seed % 3] }), { mesh } = following, outline = [[1.3 + int(3), 1.2], [5.5, 2.1 + int(2)], [4.4, 5.6 - int(2)], [2.2, 5.1]] as const;
    const samples = Array.from({ length: 100 }, () => ({ x: 7 * random(), y: 6 * random(), area: 0 }));
    for (let step = 0; step < 12; step++) {
      if (step === 3) mesh.cut(outline);
      if (step === 9) mesh.restore(outline);
      if (random() < 0.5) {
        const x = int(7), y = int(6);
        grid.setBlocked(x, y, random() < 0.5);
        for (const sample of samples) if (grid.isBlocked(Math.floor(sample.x), Math.floor(sample.y))) sample.area = 0;
        following.update();
      } else {
        const face = mesh.locate(7 * random(), 6 * random()), area = int(4);
        if (face < 0) continue;
        for (const sample of samples) if (mesh.locate(sample.x, sample.y) === face) sample.area = area;
        mesh.setArea(face, area);
      }
      checkMesh(mesh);
      for (const { x, y, area } of samples) {
        const face = mesh.locate(x, y);
        if (face < 0) continue;
        expect(mesh.areaOf(face), `seed ${seed}, step ${step}, (${x}, ${y})`).toBe(area);
        points++;
        if (area > 0) coloured++;
      }
    }
  }
  expect(coloured).toBeGreaterThan(points / 8);
});

test('an empty map has room for a town by default, and hexagons are rejected', () => {
  const grid = new Grid(64, 64);
  const mesh = new GridMesh(grid);
  for (let y = 2; y < 60; y += 4) for (let x = 2; x < 60; x += 4) grid.setRectangle(x, y, 2, 2, 0);
  expect(mesh.findPath({ from: [0, 0], to: [63, 63] }).cost).toBeCloseTo(new Polyanya(NavMesh.fromGrid(grid)).search(0.5, 0.5, 63.5, 63.5), 9);
  expect(() => new GridMesh(new Grid(3, 3, { movement: 'hex' }))).toThrow('A mesh is made of square cells');
});

test('a mesh without room grows', () => {
  const grid = new Grid(5, 5);
  const mesh = new GridMesh(grid, { room: 0 });
  grid.setBlocked(2, 2, true);
  expect(mesh.update()).toBe(true);
  expect(mesh.findPath({ from: [0, 2], to: [4, 2] }).cost).toBeCloseTo(new Polyanya(NavMesh.fromGrid(grid)).search(0.5, 2.5, 4.5, 2.5), 9);
  grid.setBlocked(2, 2, false);
  expect(mesh.findPath({ from: [0, 0], to: [3, 4] }).cost).toBeCloseTo(5, 9);
});

test('rejects a negative radius, a misspelt option and invalid points', () => {
  const grid = new Grid(3, 3);
  expect(() => new GridMesh(grid, { radius: 1 } as never)).toThrow("new GridMesh has no option 'radius'");
  expect(() => new GridMesh(grid).findPath({ from: [NaN, 0], to: [1, 1] })).toThrow('The point given as from');
});

test('says why there is no path', () => {
  const mesh = new GridMesh(Grid.fromRows(['..#..', '..#..']));
  const reasonFor = (from: CellPoint, to: CellPoint): unknown => mesh.findPath({ from, to }).reason;
  expect(reasonFor([0, 0], [1, 1])).toBeUndefined();
  expect(reasonFor([0, 0], [4, 1])).toBe('no-path');
  for (const off of [[2, 0], [1, 4], [-1, 0], [99, 99]] as const) {
    expect([reasonFor(off, [1, 1]), reasonFor([1, 1], off)]).toEqual(['start-blocked', 'goal-blocked']);
  }
});

test('edits cell by cell are followed together, so that a wall of many cells takes few edits of the mesh', () => {
  const grid = new Grid(50, 40), mesh = new GridMesh(grid), { version } = mesh.mesh;
  for (let y = 5; y < 25; y++) for (let x = 10; x < 30; x++) grid.setBlocked(x, y, true);
  expect(mesh.update()).toBe(true);
  expect(mesh.mesh.version - version).toBeLessThanOrEqual(6);
  expect(mesh.findPath({ from: [0, 15], to: [49, 15] }).cost).toBeCloseTo(new Polyanya(NavMesh.fromGrid(grid)).search(0.5, 15.5, 49.5, 15.5), 9);
  grid.setBlocked(12, 7, false);
  grid.setRectangle(0, 30, 48, 9, 0);
  const before = mesh.mesh.version;
  mesh.update();
  expect(mesh.mesh.version - before).toBe(2);
  expect([mesh.mesh.locate(12.5, 7.5) >= 0, mesh.mesh.locate(13.5, 7.5), mesh.update()]).toEqual([true, -1, false]);
});

test('a new map of many walls in the same grid examines few faces for each wall', () => {
  const random = seeded(3), grid = new Grid(64, 64), vertices = Uint32Array.from({ length: 64 * 64 }, (_, i) => grid.vertex(i % 64, i >> 6));
  const load = (): number => grid.setCells(vertices, Uint8Array.from(vertices, () => Number(random() < 0.7)), vertices.length);
  load();
  const mesh = new GridMesh(grid), { faces } = mesh.mesh, contains = faces.contains.bind(faces);
  load();
  let looks = 0;
  faces.contains = (...point) => { looks++; return contains(...point); };
  mesh.update();
  faces.contains = contains;
  expect(looks).toBeLessThan(10 * vertices.length);
  checkMesh(mesh.mesh);
  expect(mesh.mesh.faceCount / new GridMesh(grid).mesh.faceCount).toBeCloseTo(1, 1);
});
