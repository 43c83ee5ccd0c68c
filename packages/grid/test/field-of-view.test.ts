import { describe, expect, test } from 'vitest';
import { fieldOfView, FogOfWar, fourNeighbours, Grid, lineOfSight, neighbours, radius, randomObstacles, seededRandom, TorusGrid, UnitFog } from '../src/index.ts';

const look = (sensor: ReturnType<typeof radius>, grid: Grid, v: number): number[] => {
  const seen = new Uint32Array(Math.min(sensor.most, grid.vertexCount));
  return [...seen.subarray(0, sensor.sense(grid, v, seen))];
};

describe('field of view', () => {
  test('a room is seen with all its walls, from every cell', () => {
    const grid = Grid.fromRows(['########', '#......#', '#......#', '########'], { movement: 'four' });
    for (const x of [1, 3, 6]) expect(look(fieldOfView(20), grid, grid.vertex(x, 1))).toHaveLength(32);
    expect(look(lineOfSight(20), grid, grid.vertex(1, 1)).length).toBeLessThan(32);
  });

  test.each(['four', 'eight', 'hex'] as const)('is what is in line of sight, and the walls that touch it: %s', (movement) => {
    const random = seededRandom(7);
    // One sensor for maps of several sizes: its buffers must not show.
    const sensors = [0, 1, 2.5, 6].map((r) => ({ r, view: fieldOfView(r) }));
    for (let k = 0; k < 60; k++) {
      const grid = randomObstacles(4 + (k % 9), 3 + (k % 7), 0.35, random, { movement });
      const v = grid.vertex(Math.floor(random() * grid.width), Math.floor(random() * grid.height));
      for (const { r, view } of sensors) {
        const seen = look(view, grid, v);
        expect(new Set(seen).size).toBe(seen.length);
        const inLine = new Set(look(lineOfSight(r), grid, v));
        const isFree = (u: number): boolean => grid.isFree(grid.x(u), grid.y(u));
        const touches = (u: number): boolean =>
          [...inLine].some((w) => {
            const [dx, dy] = [grid.x(w) - grid.x(u), grid.y(w) - grid.y(u)];
            const steps = movement === 'hex' ? Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dx + dy)) : Math.max(Math.abs(dx), Math.abs(dy));
            return steps === 1 && isFree(w);
          });
        const expected = look(radius(r), grid, v).filter((u) => inLine.has(u) || (!isFree(u) && touches(u)));
        expect(seen.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
      }
    }
  });

  test('in a fog it leaves no hole', () => {
    const truth = Grid.fromRows(['#####', '#...#', '#####']);
    const fog = new FogOfWar(truth);
    fog.reveal(truth.vertex(1, 1), fieldOfView(9));
    expect(fog.seenCount).toBe(15);
  });

  test('rejects a buffer that is too short, as does every other sensor: lines to missing cells would never end', () => {
    for (const movement of ['eight', 'hex'] as const) {
      const grid = new Grid(20, 20, { movement });
      const fog = new FogOfWar(grid);
      const v = grid.vertex(10, 10);
      for (const sensor of [fourNeighbours, neighbours, radius(9), lineOfSight(9), fieldOfView(9), new TorusGrid(grid).neighbours]) {
        const all = new Uint32Array(sensor.most);
        const n = sensor.sense(grid, v, all);
        const exact = new Uint32Array(n);
        expect([sensor.sense(grid, v, exact), exact]).toEqual([n, all.subarray(0, n)]);
        for (const short of [new Uint32Array(0), new Uint32Array(n - 1)]) expect(() => sensor.sense(grid, v, short)).toThrow(`A sensor saw ${n} cells, but its buffer holds ${short.length}. `);
        // A sensor around it that announces fewer cells.
        expect(() => fog.reveal(v, { most: 3, sense: (...look) => sensor.sense(...look) })).toThrow(`A sensor saw ${n} cells, but its buffer holds 3. `);
      }
    }
  });

  test('a sensor made for one look allocates in proportion to its view, not to the map', () => {
    const truth = new Grid(1024, 1024);
    const fog = new FogOfWar(truth);
    const giants = new UnitFog(fog, 2);
    const looks = [(): unknown => fog.reveal(truth.vertex(500, 500), fieldOfView(9)), (): unknown => giants.reveal(truth.vertex(500, 500), fieldOfView(9)), (): unknown => giants.reveal(truth.vertex(500, 500), lineOfSight(9))];
    for (const look of looks) {
      look();
      const before = process.memoryUsage().arrayBuffers;
      look();
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000);
    }
  });

  test('rejects an invalid radius, and what is no vertex: lines from there would never end', () => {
    for (const sensor of [fieldOfView(2), lineOfSight(2)]) {
      for (const v of [0, 0.5, NaN, 999, undefined, '9'] as never[]) expect(() => sensor.sense(new Grid(5, 4), v, new Uint32Array(99))).toThrow('The vertex to look from must be a');
    }
    for (const r of [-1, NaN, 5000]) expect(() => fieldOfView(r)).toThrow(RangeError);
  });
});
