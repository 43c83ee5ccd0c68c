import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GridDescription, HexLayout } from '../src/index.ts';
import { describeGrid, fieldOfView, FogOfWar, Grid, GridFollower, GridPublisher, HexMap, hexNeighbours, lineOfSight, neighbours, radius, restoreGrid, seededRandom, TorusGrid, UnitFog, UnitGrid } from '../src/index.ts';

/** The cost of each hexagon, by column and row; fails if a cell beside the rectangle is free. */
function costsOf(map: HexMap, grid: Grid): number[] {
  let free = 0;
  const costs = Array.from({ length: map.width * map.height }, (_, i) => {
    const cost = grid.cells[map.vertex(i % map.width, Math.floor(i / map.width))];
    if (cost > 0) free++;
    return cost;
  });
  expect(grid.terrain.free).toBe(free);
  return costs;
}

const worlds = [fc.constantFrom<HexLayout>('odd-r', 'even-r', 'odd-q', 'even-q'), fc.integer({ min: 2, max: 7 }), fc.integer({ min: 2, max: 7 }), fc.nat()] as const;

test('cells beside the rectangle stay blocked under every edit, in copies too', () => {
  fc.assert(
    fc.property(...worlds, (layout, width, height, seed) => {
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(random() * n);
      const map = new HexMap(width, height, layout);
      const model = new Uint8Array(width * height).fill(1);
      const publisher = new GridPublisher(map.grid);
      const follower = new GridFollower(publisher.published);
      const flier = new UnitGrid(map.grid, 1, { costOf: () => 3, digs: true });
      for (let edit = 0; edit < 4; edit++) {
        const cost = below(4);
        if (random() < 0.5) {
          map.grid.setRectangle(0, 0, map.grid.width, map.grid.height, cost, new Uint32Array(map.grid.vertexCount));
          model.fill(cost);
        } else {
          const v = Uint32Array.from({ length: 9 }, () => map.grid.vertex(below(map.grid.width), below(map.grid.height)));
          map.grid.setCells(v, new Uint8Array(9).fill(cost), 9, random() < 0.5 ? new Uint32Array(map.grid.vertexCount) : undefined);
          for (const u of v) if (map.contains(map.column(u), map.row(u))) model[map.row(u) * width + map.column(u)] = cost;
        }
        publisher.publish();
        follower.update();
        const restored = restoreGrid(structuredClone(describeGrid(map.grid)));
        const fromJson = restoreGrid(JSON.parse(JSON.stringify(describeGrid(map.grid, 'numbers'))) as GridDescription);
        for (const grid of [map.grid, map.grid.clone(), restored, fromJson, follower.grid]) {
          expect(costsOf(map, grid)).toEqual([...model]);
          const copy = grid === map.grid || grid === follower.grid ? grid.clone() : grid;
          copy.setRectangle(0, 0, copy.width, copy.height, 2);
          expect(costsOf(map, copy)).toEqual(Array.from(model, () => 2));
        }
        expect(costsOf(map, flier.grid)).toEqual(Array.from(model, () => 3));
        if (map.grid.width * map.grid.height > width * height) for (const grid of [map.grid.clone(), restored, fromJson, follower.grid, flier.grid, new FogOfWar(map.grid).known]) expect(() => new TorusGrid(grid)).toThrow('got that of a HexMap');
      }
    }),
    { numRuns: runs(300), seed: 1 },
  );
});

test('an edit that only meets cells beside the rectangle, or changes no hexagon, is none', () => {
  for (const layout of ['odd-r', 'even-r', 'odd-q', 'even-q'] as const) {
    const map = new HexMap(4, 5, layout);
    const { grid } = map;
    const beside = Uint32Array.from(grid.cells.keys()).filter((v) => grid.hasVertex(v) && !map.contains(map.column(v), map.row(v)));
    expect(beside.length).toBeGreaterThan(3);
    const all = (cost: number): number => grid.setRectangle(0, 0, grid.width, grid.height, cost, new Uint32Array(grid.vertexCount));
    expect(all(3)).toBe(20);
    const { edits, version } = grid;
    for (let i = 0; i < 2; i++) expect(all(3)).toBe(0);
    expect(grid.setCells(beside, new Uint8Array(beside.length).fill(7), beside.length, new Uint32Array(grid.vertexCount))).toBe(0);
    expect(grid.setBlocked(grid.x(beside[0]), grid.y(beside[0]), false)).toBe(0);
    expect([grid.edits, grid.version]).toEqual([edits, version]);
    map.setCost(1, 1, 2);
    expect(grid.edits).toBe(edits + 1);
  }
});

test('fog shows hexagons of the map only, each counted once', () => {
  fc.assert(
    fc.property(...worlds, fc.boolean(), (layout, width, height, seed, filled) => {
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(random() * n);
      const map = new HexMap(width, height, layout);
      for (let i = 0; i < 6; i++) map.setCost(below(width), below(height), below(4));
      const fog = new FogOfWar(map.grid, filled ? new Grid(map.grid.width, map.grid.height, map.grid, new Uint8Array(map.grid.width * map.grid.height).fill(5)) : undefined);
      const boats = new UnitFog(fog, 1, { costOf: (terrain) => terrain + 1, digs: true });
      const unseen = filled ? 5 : 1;
      const seen = new Set<number>();
      for (let look = 0; look < 3; look++) {
        const v = map.vertex(below(width), below(height));
        const far = below(4);
        if (random() < 0.5) fog.reveal(v, radius(far), new Uint32Array(map.grid.vertexCount));
        else boats.reveal(v, radius(far));
        for (const u of map.range(v, far)) seen.add(u);
        expect(fog.seenCount).toBe(seen.size);
        const known = Array.from({ length: width * height }, (_, i) => map.vertex(i % width, Math.floor(i / width))).map((u) => (seen.has(u) ? map.grid.cells[u] : unseen));
        expect(costsOf(map, fog.known)).toEqual(known);
        expect(costsOf(map, boats.known)).toEqual(known.map((cost) => cost + 1));
        const out = new Uint32Array(map.grid.vertexCount);
        const border = [...out.subarray(0, fog.frontier(out))];
        expect(border.every((u) => map.contains(map.column(u), map.row(u)) && !seen.has(u))).toBe(true);
      }
    }),
    { numRuns: runs(300), seed: 1 },
  );
});

test('sight along the border of a hexagon map is free unless a wall stands there', () => {
  const map = new HexMap(3, 3, 'odd-r');
  // The line runs along the edge between (0, 1) and a hexagon that is off the map.
  expect(lineOfSight(map.grid, map.vertex(0, 0), map.vertex(0, 2))).toBe(true);
  map.setBlocked(0, 1, true);
  expect(lineOfSight(map.grid, map.vertex(0, 0), map.vertex(0, 2))).toBe(false);
});

test('sensors see all hexagons of an open map, and only these', () => {
  fc.assert(
    fc.property(...worlds, fc.integer({ min: 0, max: 4 }), (layout, width, height, seed, far) => {
      const map = new HexMap(width, height, layout);
      const v = map.vertex(seed % width, (seed >> 4) % height);
      const seen = new Uint32Array(map.grid.vertexCount);
      const inRange = new Set(map.range(v, far));
      expect(seen.slice(0, radius(far).sense(map.grid, v, seen)).sort()).toEqual(Uint32Array.from(inRange).sort());
      for (const sensor of [lineOfSight(far), fieldOfView(far)]) expect(seen.slice(0, sensor.sense(map.grid, v, seen)).sort()).toEqual(Uint32Array.from(inRange).sort());
      for (const sensor of [neighbours, hexNeighbours]) expect(seen.slice(0, sensor.sense(map.grid, v, seen)).sort()).toEqual(Uint32Array.from(map.range(v, 1)).sort());
    }),
    { numRuns: runs(300), seed: 1 },
  );
});

test('a large unit stays on the hexagons of the map, whatever it can cross', () => {
  fc.assert(
    fc.property(...worlds, fc.integer({ min: 1, max: 3 }), (layout, width, height, seed, size) => {
      const map = new HexMap(width, height, layout);
      const { grid } = new UnitGrid(map.grid, size, { costOf: () => 1, digs: true });
      map.setBlocked(seed % width, (seed >> 4) % height, true);
      const whole = 1 + 3 * size * (size - 1);
      for (let i = 0; i < width * height; i++) {
        const v = map.vertex(i % width, Math.floor(i / width));
        expect(grid.cells[v]).toBe(map.range(v, size - 1).length === whole ? 1 : 0);
      }
      costsOf(map, grid);
    }),
    { numRuns: runs(300), seed: 1 },
  );
});
