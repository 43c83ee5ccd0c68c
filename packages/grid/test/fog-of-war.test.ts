import { runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Sensor } from '../src/index.ts';
import { eightNeighbours, FogOfWar, fourNeighbours, Grid, hexNeighbours, lineOfSight, neighbours, radius, UnitFog, UnitGrid } from '../src/index.ts';
import { arcsOf, cellOf, gridOf } from './grid-of.ts';

const sensors: Readonly<Record<string, Sensor>> = { fourNeighbours, eightNeighbours, hexNeighbours, neighbours, 'radius 2.5': radius(2.5), 'lineOfSight 3': lineOfSight(3) };

/** The cells in which two maps differ, their sides included. */
function differing(a: Grid, b: Grid): number[] {
  const sides = ({ sides }: Grid, v: number): string => `${sides?.enter[v] ?? 255} ${sides?.leave[v] ?? 255}`;
  return [...a.cells.keys()].filter((v) => a.cells[v] !== b.cells[v] || sides(a, v) !== sides(b, v));
}

describe('fog of war', () => {
  test('reveals what is seen, and writes the tails of all arcs that changed, each once', () => {
    const walks = worlds({ sides: true, maxSize: 8 }).chain((world) => {
      const place = fc.record({ x: fc.nat(world.width - 1), y: fc.nat(world.height - 1), cost: fc.constantFrom(0, 1, 4), sensor: fc.constantFrom(...Object.keys(sensors)) }, { noNullPrototype: true });
      const mask = fc.oneof(fc.constantFrom(0, 255), fc.nat(255));
      const doors = fc.array(fc.record({ x: fc.nat(world.width - 1), y: fc.nat(world.height - 1), enter: mask, leave: mask }, { noNullPrototype: true }), { maxLength: 4 });
      return fc.tuple(fc.constant(world), fc.array(place, { minLength: 1, maxLength: 8 }), doors);
    });
    const property = fc.property(walks, ([world, steps, doors]) => {
      const truth = gridOf(world);
      const fog = new FogOfWar(truth);
      const { known } = fog;
      const reported: number[] = [];
      fog.observe((_tails, _n, cells, m) => reported.push(...cells.subarray(0, m)));
      // The initial known map may also be wrong about sides.
      for (const { x, y, enter, leave } of doors) known.setSides(x, y, { enter, leave });
      const tails = new Uint32Array(known.vertexCount);
      const buffer = new Uint32Array(known.vertexCount);
      const everSeen = new Set<number>();
      for (const { x, y, cost, sensor } of steps) {
        // Doors open and close in the true world; they become known only when they are seen.
        truth.setCost(x, y, cost);
        const v = truth.vertex(x, y);
        const before = arcsOf(known);
        const believed = known.clone();
        reported.length = 0;
        const n = fog.reveal(v, sensors[sensor], tails);
        const after = arcsOf(known);
        const changed = new Set([...before.filter((arc) => !after.includes(arc)), ...after.filter((arc) => !before.includes(arc))].map((arc) => Number(arc.split(' ')[0])));
        expect([...tails.subarray(0, n)].map((u) => cellOf(known, u)).sort((a, b) => a - b)).toEqual([...changed].sort((a, b) => a - b));

        const seen = new Set(buffer.subarray(0, sensors[sensor].sense(truth, v, buffer)));
        for (const u of seen) everSeen.add(u);
        for (let u = 0; u < known.vertexCount; u++) {
          const x = known.x(u);
          const y = known.y(u);
          if (!known.contains(x, y)) continue;
          expect(known.cells[u]).toBe((seen.has(u) ? truth : believed).cells[u]);
          if (seen.has(u)) expect([known.sides?.enter[u] ?? 255, known.sides?.leave[u] ?? 255]).toEqual([truth.sides?.enter[u] ?? 255, truth.sides?.leave[u] ?? 255]);
          expect(fog.isSeen(u)).toBe(everSeen.has(u));
        }
        expect(fog.seenCount).toBe(everSeen.size);
        expect(reported.sort((a, b) => a - b)).toEqual(differing(believed, known));
      }
      for (let y = 0; y < world.height; y++) for (let x = 0; x < world.width; x++) fog.reveal(known.vertex(x, y), fourNeighbours);
      expect(arcsOf(known)).toEqual(arcsOf(truth));
    });
    fc.assert(property, { numRuns: runs(300), seed: 601 });
  });

  test('may begin with some cells known', () => {
    const truth = Grid.fromRows(['.#.5']);
    const fog = new FogOfWar(truth, Grid.fromRows(['.#..']));
    const tails = new Uint32Array(6);
    expect(fog.reveal(truth.vertex(0, 0), fourNeighbours, tails)).toBe(0);
    expect(fog.reveal(truth.vertex(2, 0), fourNeighbours, tails)).toBe(1);
    expect(tails[0]).toBe(truth.vertex(2, 0));
    expect(() => new FogOfWar(truth, {} as never)).toThrow('The known map of FogOfWar');
    expect(() => new FogOfWar(truth, new Grid(3, 1))).toThrow('got 3 × 1');
    expect(() => new FogOfWar(truth, new Grid(4, 2))).toThrow('got 4 × 2, eight, never.');
    expect(() => new FogOfWar(truth, new Grid(4, 1, { movement: 'hex' }))).toThrow('got 4 × 1, hex, never.');
    expect(() => new FogOfWar(truth, new Grid(4, 1, { corners: 'one' }))).toThrow('got 4 × 1, eight, one.');
  });

  test('rejects a buffer that may be too short at the first look, whatever is seen', () => {
    const fog = new FogOfWar(new Grid(20, 20));
    expect(() => fog.reveal(fog.known.vertex(5, 5), eightNeighbours, new Uint32Array(80))).toThrow('81');
    expect(() => fog.reveal(fog.known.vertex(5, 5), eightNeighbours, new Uint8Array(81) as never)).toThrow('Uint8Array would cut off the numbers of vertices');
    expect(fog.seenCount).toBe(0);
    expect(fog.reveal(fog.known.vertex(5, 5), eightNeighbours, new Uint32Array(81))).toBe(0);
  });

  test('rejects a look from off the map, and a sensor that sees more than it declares', () => {
    const truth = Grid.fromRows(['.#.', '...', '...']);
    const fog = new FogOfWar(truth);
    for (const sensor of [fourNeighbours, radius(1)]) {
      for (const v of [0, 2.5, NaN, -1, 1e9, truth.vertexCount]) {
        expect(() => fog.reveal(v, sensor)).toThrow('The vertex to look from must be');
      }
    }
    const modest: Sensor = { ...eightNeighbours, most: 5 };
    expect(() => fog.reveal(truth.vertex(1, 1), modest)).toThrow('A sensor saw 9 cells, but its buffer holds 5');
    const giants = new UnitFog(new FogOfWar(truth), 2);
    expect(() => giants.reveal(giants.known.vertex(1, 1), { most: 5, sense: (...look) => eightNeighbours.sense(...look) })).toThrow('A sensor saw 9 cells, but its buffer holds 5');
    // A buffer of a sensor before it may be longer.
    expect(() => fog.reveal(truth.vertex(1, 1), { most: 0, sense: () => 1 })).toThrow('A sensor whose `most` is 0 saw 1 cells');
    expect(() => new FogOfWar(truth, truth)).toThrow('The known map is the true one');
    expect([fog.seenCount, fog.known.version]).toEqual([0, 0]);
  });

  test('a sensor made from radius(r) with another sense shows what that sense writes', () => {
    // Half of the disc: what lies to the north.
    const north = (grid: Grid, v: number, seen: Uint32Array): number => seen.subarray(0, radius(5).sense(grid, v, seen)).sort().indexOf(v) + 1;
    const truth = new Grid(11, 11);
    for (const kind of [(fog: FogOfWar) => fog, (fog: FogOfWar) => new UnitFog(fog, 1)]) {
      const fog = new FogOfWar(truth);
      kind(fog).reveal(truth.vertex(5, 5), { ...radius(5), sense: north });
      expect(fog.seenCount).toBe(41);
    }
  });

  test('counts no cells of the border, which a sensor of the user may see', () => {
    const truth = new Grid(3, 3);
    for (const [x, y, count] of [[0, 0, 3], [1, 0, 4], [1, 1, 5], [2, 2, 3]] as const) {
      const fog = new FogOfWar(truth);
      const cross = { most: 7, sense: (grid: Grid, v: number, seen: Uint32Array) => { seen.set([v, v + 1, v - 1, v + grid.stride, v - grid.stride, 9999, -1]); return 7; } };
      fog.reveal(truth.vertex(x, y), cross);
      expect(fog.seenCount).toBe(count);
      expect([...truth.cells.keys()].filter((v) => truth.hasVertex(v) && fog.isSeen(v))).toHaveLength(count);
    }
  });

  test('an observer that throws hides nothing from the others', () => {
    const fog = new FogOfWar(Grid.fromRows(['.#.', '...']));
    const heard: number[] = [];
    fog.observe(() => { throw new Error('sprite'); });
    fog.observe((_, n) => heard.push(n));
    expect(() => fog.reveal(fog.known.vertex(0, 0), eightNeighbours)).toThrow('sprite');
    expect(heard).toEqual([6]);
    expect(fog.reveal(fog.known.vertex(0, 0), eightNeighbours)).toBe(0);
  });

  test('an observer that looks inside its call does not change the buffers of the others', () => {
    const fog = new FogOfWar(Grid.fromRows(['.#......#.', '..........']));
    const heard: number[][] = [];
    fog.observe(() => void fog.reveal(fog.known.vertex(9, 0), eightNeighbours));
    fog.observe((tails, n) => heard.push([...tails.subarray(0, n)].map((v) => fog.known.x(v)).sort()));
    fog.reveal(fog.known.vertex(0, 0), eightNeighbours);
    expect(heard).toEqual([[7, 7, 8, 8, 9, 9], [0, 0, 1, 1, 2, 2]]);
  });

  test('only observers added before the look, and not ended since, are called', () => {
    const heardOf = (observe: (fog: FogOfWar, observer: () => void) => () => void): string[] => {
      const fog = new FogOfWar(Grid.fromRows(['.#.', '...']));
      const heard: string[] = [];
      let calls = 0;
      const again = (): void => {
        heard.push('again');
        if (++calls > 9) throw new Error('called for ever');
        stop();
        stop = observe(fog, again);
        stopLast();
        observe(fog, () => heard.push('late'));
      };
      let stop = observe(fog, again);
      const stopLast = observe(fog, () => heard.push('ended'));
      observe(fog, () => heard.push('last'));
      fog.reveal(fog.known.vertex(0, 0), eightNeighbours);
      return heard;
    };
    expect(heardOf((fog, observer) => fog.observe(observer))).toEqual(['again', 'last']);
    const units = new WeakMap<FogOfWar, UnitFog>();
    const unitOf = (fog: FogOfWar): UnitFog => units.get(fog) ?? units.set(fog, new UnitFog(fog, 1)).get(fog)!;
    expect(heardOf((fog, observer) => unitOf(fog).observe(observer))).toEqual(['again', 'last']);
  });

  test('a sensor that reports cells twice has the room that it requests, one that does not at most the cells of the map', () => {
    const truth = Grid.fromRows(['.#.', '..#']);
    // Writes all that it finds before it removes repetitions.
    const thorough: Sensor = {
      most: 27,
      sense(grid, v, seen) {
        let n = 0;
        for (let i = 0; i < 3; i++) n += eightNeighbours.sense(grid, v, seen.subarray(n));
        const all = new Set(seen.subarray(0, n));
        expect(seen.length).toBeGreaterThanOrEqual(27);
        seen.set([...all]);
        return all.size;
      },
    };
    const doubled: Sensor = { most: 18, sense: (grid, v, seen) => [0, 1].reduce((n) => n + eightNeighbours.sense(grid, v, seen.subarray(n)), 0) };
    for (const sensor of [thorough, doubled]) {
      const fog = new FogOfWar(truth);
      expect(fog.reveal(truth.vertex(1, 0), sensor, new Uint32Array(truth.vertexCount))).toBe(6);
      expect([fog.known.toRows(), fog.seenCount]).toEqual([truth.toRows(), 6]);
      const giants = new UnitFog(new FogOfWar(truth), 2);
      giants.reveal(truth.vertex(0, 0), sensor);
      expect(giants.known.toRows()).toEqual(new UnitGrid(truth, 2).grid.toRows());
    }
    expect(() => new FogOfWar(truth).reveal(truth.vertex(1, 0), { ...doubled, distinct: true })).toThrow('A sensor saw 6 cells, but its buffer holds 0. It needs room');
    expect(() => new FogOfWar(truth).reveal(truth.vertex(1, 0), { most: 18, distinct: true, sense: () => 12 })).toThrow('A sensor that is `distinct` saw 12 cells, but the map has 6: it writes one twice.');
    for (const own of [lineOfSight(4096), radius(4096)]) {
      for (const size of [undefined, 1, 2]) {
        const fog = new FogOfWar(truth);
        const given: number[] = [];
        const far: Sensor = { ...own, sense: (grid, v, seen) => (given.push(seen.length), own.sense(grid, v, seen)) };
        const looker = size === undefined ? fog : new UnitFog(fog, size);
        looker.reveal(truth.vertex(0, 0), far);
        expect(new Set(given)).toEqual(new Set([6]));
        expect(fog.seenCount).toBeGreaterThan(3);
      }
    }
  });

  test('a radius is a circle on squares, and a number of steps on hexagons, cell by cell in order', () => {
    for (const movement of ['eight', 'hex'] as const) {
      // Roots are rounded, up or down, but the cells at exactly that distance are seen; those clearly farther are not.
      const roots = Array.from({ length: 60 }, (_, i) => Math.sqrt(i));
      for (const r of [...Array.from({ length: 64 }, (_, i) => i / 8), ...roots, ...roots.map((root) => root * (1 - 1e-12)), Math.sqrt(3) * Math.sqrt(3)]) {
        const limit = r * (1 + 1e-14);
        const grid = new Grid(20, 18, { movement });
        for (const [x, y] of [[9, 9], [0, 0], [19, 3]]) {
          const expected = [...grid.cells.keys()].filter((v) => {
            if (!grid.contains(grid.x(v), grid.y(v))) return false;
            const [dx, dy] = [grid.x(v) - x, grid.y(v) - y];
            return movement === 'hex' ? Math.abs(dx) + Math.abs(dy) + Math.abs(dx + dy) <= 2 * limit : dx * dx + dy * dy <= limit * limit;
          });
          const seen = new Uint32Array(grid.vertexCount);
          const n = radius(r).sense(grid, grid.vertex(x, y), seen);
          expect([...seen.subarray(0, n)], `${movement} ${r} (${x}, ${y})`).toEqual(expected);
          expect(radius(r).most).toBeGreaterThanOrEqual(n);
        }
      }
    }
    // The greatest allocates nothing for each cell.
    expect(radius(4096).rows!(new Grid(2, 2)).length).toHaveLength(8193);
    const fog = new FogOfWar(Grid.fromRows(['.#', '..']));
    fog.reveal(fog.known.vertex(0, 0), radius(4096));
    expect([fog.known.isFree(1, 0), fog.seenCount]).toEqual([false, 4]);
  });

  test('sensors see what their names state', () => {
    const see = (sensor: Sensor, movement: 'four' | 'eight' | 'hex'): string[] => {
      const grid = new Grid(5, 5, { movement });
      const seen = new Uint32Array(sensor.most);
      const n = sensor.sense(grid, grid.vertex(2, 2), seen);
      const rows = grid.toRows().map((row) => [...row]);
      for (const v of seen.subarray(0, n)) rows[grid.y(v)][grid.x(v)] = '*';
      return rows.map((row) => row.join(''));
    };
    const plus = ['.....', '..*..', '.***.', '..*..', '.....'];
    const block = ['.....', '.***.', '.***.', '.***.', '.....'];
    const hexagon = ['.....', '..**.', '.***.', '.**..', '.....'];
    for (const movement of ['four', 'eight'] as const) {
      expect(see(fourNeighbours, movement)).toEqual(plus);
      expect(see(eightNeighbours, movement)).toEqual(block);
      expect(see(neighbours, movement)).toEqual(movement === 'four' ? plus : block);
      expect(see(radius(1), movement)).toEqual(plus);
      expect(see(radius(1.5), movement)).toEqual(block);
      expect(see(radius(2), movement)).toEqual(['..*..', '.***.', '*****', '.***.', '..*..']);
    }
    expect(see(hexNeighbours, 'hex')).toEqual(hexagon);
    expect(see(neighbours, 'hex')).toEqual(hexagon);
    expect(see(radius(2), 'hex')).toEqual(['..***', '.****', '*****', '****.', '***..']);
    // Anywhere on a map, at its edges and corners too, a sensor sees the part on the map of what it sees in the middle of a larger one.
    for (const movement of ['four', 'eight', 'hex'] as const) {
      for (const sensor of [fourNeighbours, eightNeighbours, hexNeighbours, neighbours]) {
        const large = new Grid(9, 9, { movement });
        const seen = new Uint32Array(9);
        const around = [...seen.subarray(0, sensor.sense(large, large.vertex(4, 4), seen))].map((v) => [large.x(v) - 4, large.y(v) - 4]);
        for (const [width, height] of [[4, 3], [3, 4], [1, 2], [1, 1]]) {
          const grid = new Grid(width, height, { movement });
          for (let y = 0; y < height; y++) {
            for (let x = 0; x < width; x++) {
              const expected = around.filter(([dx, dy]) => grid.contains(x + dx, y + dy)).map(([dx, dy]) => grid.vertex(x + dx, y + dy));
              expect([...seen.subarray(0, sensor.sense(grid, grid.vertex(x, y), seen))]).toEqual(expected);
            }
          }
        }
      }
    }
    for (const r of [-1, NaN, Infinity]) expect(() => radius(r)).toThrow(`got ${r}`);
  });
});

describe('a fog for large units', () => {
  const walks = worlds({ sides: true, maxSize: 9 }).chain((world) => {
    const look = fc.record(
      { x: fc.nat(world.width - 1), y: fc.nat(world.height - 1), cost: fc.constantFrom(0, 1, 4), sensor: fc.constantFrom(...Object.keys(sensors)), size: fc.integer({ min: 0, max: 3 }) },
      { noNullPrototype: true },
    );
    return fc.tuple(fc.constant(world), fc.array(look, { minLength: 1, maxLength: 8 }));
  });

  test('is the known map for that size, whichever unit looks, and reports and writes the tails of what changed, each once', () => {
    const property = fc.property(walks, ([world, looks]) => {
      const truth = gridOf(world);
      const fog = new FogOfWar(truth);
      const fogs = [1, 2, 3].map((size) => new UnitFog(fog, size));
      const heard = fogs.map((): number[] => []);
      fogs.forEach((unit, i) =>
        unit.observe((tails, n) => {
          // No report is empty.
          expect(n).toBeGreaterThan(0);
          heard[i].push(...tails.subarray(0, n));
        }),
      );
      const reported: number[] = [];
      fog.observe((_tails, _n, cells, m) => reported.push(...cells.subarray(0, m)));
      const tails = new Uint32Array(truth.vertexCount);
      for (const { x, y, cost, sensor, size } of looks) {
        truth.setCost(x, y, cost);
        const before = fogs.map(({ known }) => arcsOf(known));
        const believed = fog.known.clone();
        [reported, ...heard].forEach((list) => (list.length = 0));
        const looked = size === 0 ? fog : fogs[size - 1];
        const n = looked.reveal(truth.vertex(x, y), sensors[sensor], tails);
        if (size > 0) expect([...tails.subarray(0, n)]).toEqual(heard[size - 1]);
        expect(reported.sort((a, b) => a - b)).toEqual(differing(believed, fog.known));
        for (const [i, { known }] of fogs.entries()) {
          const after = arcsOf(known);
          expect(after).toEqual(arcsOf(new UnitGrid(fog.known, i + 1).grid));
          const changed = new Set([...before[i].filter((arc) => !after.includes(arc)), ...after.filter((arc) => !before[i].includes(arc))].map((arc) => Number(arc.split(' ')[0])));
          expect(heard[i].map((u) => cellOf(known, u)).sort((a, b) => a - b)).toEqual([...changed].sort((a, b) => a - b));
        }
      }
    });
    fc.assert(property, { numRuns: runs(200), seed: 1 });
  });

  test('shows a unit all that the sensor shows from any of its cells, and nothing else', () => {
    for (const movement of ['eight', 'hex'] as const) {
      for (const size of [1, 2, 3]) {
        for (const [name, sensor] of Object.entries(sensors)) {
          const fog = new FogOfWar(new Grid(16, 16, { movement }));
          const unit = new UnitFog(fog, size);
          unit.reveal(fog.known.vertex(8, 7), sensor);
          const one = new FogOfWar(new Grid(16, 16, { movement }));
          const { dx, dy } = unit.units;
          for (let i = 0; i < dx.length; i++) one.reveal(one.known.vertex(8 + dx[i], 7 + dy[i]), sensor);
          const seen = (world: FogOfWar): number[] => [...world.known.cells.keys()].filter((v) => world.isSeen(v));
          expect(seen(fog), `${name} ${movement} ${size}`).toEqual(seen(one));
        }
      }
    }
  });

  test('shows no cells between the rows of a sensor that has gaps', () => {
    const sensor: Sensor = { most: 2, sense: () => 0, rows: () => ({ dx: Int32Array.of(-4, 3), dy: Int32Array.of(0, 0), length: Int32Array.of(1, 1) }) };
    const fog = new FogOfWar(new Grid(12, 3));
    new UnitFog(fog, 2).reveal(fog.known.vertex(5, 0), sensor);
    const seen = [...fog.known.cells.keys()].filter((v) => fog.isSeen(v)).map((v) => [fog.known.x(v), fog.known.y(v)]);
    expect(seen).toEqual([[1, 0], [2, 0], [8, 0], [9, 0], [1, 1], [2, 1], [8, 1], [9, 1]]);
  });

  test('a nested look does not change the buffers of the others', () => {
    const fog = new FogOfWar(Grid.fromRows(['.#......#.', '..........', '..........']));
    const unit = new UnitFog(fog, 2);
    const heard: number[][] = [];
    unit.observe(() => void unit.reveal(fog.known.vertex(8, 1), eightNeighbours));
    unit.observe((tails, n) => heard.push([...tails.subarray(0, n)].map((v) => fog.known.x(v)).sort()));
    const tails = new Uint32Array(fog.known.vertexCount);
    const n = unit.reveal(fog.known.vertex(0, 1), eightNeighbours, tails);
    expect(heard.map((list) => [list[0], list.at(-1)])).toEqual([[6, 8], [0, 2]]);
    expect([...tails.subarray(0, n)].map((v) => fog.known.x(v)).sort()).toEqual(heard[1]);
  });

  test('a look returns its own tails, even if looks are nested in its report, first or last', () => {
    const rows = ['.........', '.#.....#.', '.........'];
    const sorted = (tails: Uint32Array, n: number): number[] => [...tails.subarray(0, n)].sort((a, b) => a - b);
    for (const size of [1, 2]) {
      const alone = new UnitFog(new FogOfWar(Grid.fromRows(rows)), size);
      const expected = new Uint32Array(alone.known.vertexCount);
      const count = alone.reveal(alone.known.vertex(0, 0), eightNeighbours, expected);
      expect(count).toBeGreaterThan(5);
      for (const inner of [4, 8 - size]) {
        // From the fog, from another kind of unit and from its own, registered before it and after; nested looks of it, of another, or of all.
        for (const who of ['fog, before', 'fog, after', 'others, before', 'others, after', 'own'] as const) {
          for (const by of ['own', 'others', 'fog'] as const) {
            const fog = new FogOfWar(Grid.fromRows(rows));
            const make = (): UnitFog => new UnitFog(fog, size);
            let others: UnitFog | undefined;
            let once = true;
            const tails = new Uint32Array(fog.known.vertexCount);
            const shared = new Uint32Array(fog.known.vertexCount);
            const look = (): void => {
              if (!once) return;
              once = false;
              const n = { own, others: others ?? own, fog }[by].reveal(fog.known.vertex(inner, 0), eightNeighbours, shared);
              expect(n > 0, `${inner} ${who} ${by}`).toBe(inner !== 4);
            };
            if (who === 'fog, before') fog.observe(look);
            if (who === 'others, before') (others = make()).observe(look);
            const own = make();
            if (who === 'fog, after') fog.observe(look);
            if (who === 'others, after') (others = make()).observe(look);
            if (who === 'own') own.observe(look);
            const n = own.reveal(fog.known.vertex(0, 0), eightNeighbours, tails);
            expect(once).toBe(false);
            expect(sorted(tails, n), `${size} ${inner} ${who} ${by}`).toEqual(sorted(expected, count));
            expect(own.reveal(fog.known.vertex(0, 0), eightNeighbours, tails)).toBe(0);
          }
        }
      }
    }
  });

  test('blocks terrain on which its costOf fails, follows all the rest, and throws once all are notified', () => {
    for (const costOf of [(terrain: number) => [0, 1, 4][terrain], (terrain: number) => { if (terrain > 2) throw new RangeError('costOf returned undefined for the terrain 3;'); return terrain ** 2; }]) {
      const fog = new FogOfWar(Grid.fromRows(['..#.3.2']));
      const known: { price?: number } = {};
      const giants = new UnitFog(fog, 1, { costOf: (terrain) => (terrain === 3 ? known.price : undefined) ?? costOf(terrain) });
      const [heard, after]: number[][] = [[], []];
      giants.observe((tails, n) => heard.push(...tails.subarray(0, n)));
      fog.observe((_, n) => after.push(n));
      expect(() => fog.reveal(fog.known.vertex(2, 0), radius(2))).toThrow('costOf returned undefined for the terrain 3;');
      expect(giants.known.toRows()).toEqual(['..#.#..']);
      expect([heard.map((v) => fog.known.x(v)).sort(), after.length]).toEqual([[1, 2, 3, 4, 5], 1]);
      for (let x = 0; x < 5; x++) giants.reveal(fog.known.vertex(x, 0), radius(1));
      giants.reveal(fog.known.vertex(6, 0), radius(1));
      expect(giants.known.toRows()).toEqual(['..#.#.4']);
      // It is called again, because it may work now.
      const tails = new Uint32Array(fog.known.vertexCount);
      expect(() => giants.units.update(tails)).toThrow('costOf returned undefined for the terrain 3;');
      known.price = 7;
      giants.units.update(tails);
      expect(giants.known.toRows()).toEqual(['..#.7.4']);
    }
  });

  test('a stopped one reports nothing, and follows its fog when read', () => {
    const fog = new FogOfWar(Grid.fromRows(['.#......#.', '..........', '..........']));
    const [going, stopped] = [new UnitFog(fog, 2), new UnitFog(fog, 2)];
    const reports: string[] = [];
    going.observe(() => reports.push('going'));
    stopped.observe(() => reports.push('stopped'));
    stopped.stop();
    fog.reveal(fog.known.vertex(0, 1), eightNeighbours);
    expect(reports).toEqual(['going']);
    expect(stopped.known.toRows()).toEqual(new UnitGrid(fog.known, 2).grid.toRows());
  });

  test('a stopped one still returns the tails of its own looks', () => {
    const make = (): UnitFog => new UnitFog(new FogOfWar(Grid.fromRows(['.#......#.', '..........', '..........'])), 2);
    const [going, stopped, stopsItself] = [make(), make(), make()];
    stopped.stop();
    stopsItself.observe(stopsItself.stop);
    for (const x of [0, 7, 7]) {
      const look = (fog: UnitFog): number[] => {
        const tails = new Uint32Array(fog.known.vertexCount);
        return [...tails.subarray(0, fog.reveal(fog.known.vertex(x, 1), eightNeighbours, tails))].sort();
      };
      const expected = look(going);
      expect([look(stopped), look(stopsItself)]).toEqual([expected, expected]);
    }
  });

  test('a direct edit between a look and its report is followed, also if the map was read in between', () => {
    const fog = new FogOfWar(Grid.fromRows(['.#......']));
    const read: { known?: Grid } = {};
    fog.observe(() => {
      expect(read.known?.toRows()).toEqual(['.#......']);
      fog.known.setBlocked(6, 0, true);
    });
    const giants = new UnitFog(fog, 1);
    read.known = giants.known;
    fog.reveal(fog.known.vertex(0, 0), eightNeighbours);
    expect([fog, giants].map(({ known }) => known.toRows())).toEqual([['.#....#.'], ['.#....#.']]);
  });

  test('rejects a buffer that may be too short, and follows direct edits of the known map', () => {
    const fog = new FogOfWar(new Grid(5, 4));
    const unit = new UnitFog(fog, 2);
    expect(() => unit.reveal(fog.known.vertex(0, 0), radius(1), new Uint32Array(3))).toThrow(`the arcs of ${fog.known.vertexCount} cells, but tails holds 3`);
    expect(() => unit.reveal(fog.known.vertex(0, 0), radius(1), new Uint16Array(99) as never)).toThrow('Uint16Array would cut off the numbers of vertices');
    expect(fog.seenCount).toBe(0);
    fog.known.setBlocked(2, 1, true);
    expect(unit.units.update(new Uint32Array(fog.known.vertexCount))).toBeGreaterThan(0);
    expect(unit.known.toRows()).toEqual(['.##.#', '.##.#', '....#', '#####']);
  });
});

test('an invalid sensor or fog throws with the value', () => {
  const fog = new FogOfWar(new Grid(3, 3));
  const units = new UnitFog(fog, 2);
  for (const one of [fog, units]) {
    expect(() => one.reveal(fog.known.vertex(0, 0), radius as never)).toThrow('got a function: call it, as radius(3)');
    expect(() => one.reveal(fog.known.vertex(0, 0), undefined as never)).toThrow('such as eightNeighbours or radius(3), got undefined');
    for (const n of [undefined, -1, 0.5, NaN, '1']) {
      const sense = (): never => n as never;
      expect(() => one.reveal(fog.known.vertex(0, 0), { most: 9, sense })).toThrow('The sense of a sensor must return the number of cells that it wrote, got ');
    }
  }
  expect(() => new UnitFog(fog.known as never, 2)).toThrow('for a map without fog, take UnitGrid');
});

test('large units see each cell once, also when the number of looks runs out of 32 bits', () => {
  const fog = new FogOfWar(new Grid(6, 6));
  const units = new UnitFog(fog, 2);
  const corner = fog.known.vertex(2, 1);
  const changed: number[] = [];
  fog.observe((_tails, _n, cells, m) => changed.push(m, new Set(cells.subarray(0, m)).size));
  units.reveal(corner, lineOfSight(9));
  units['looks'].count = 2 ** 31 - 2;
  for (const [look, range] of [1, 9, 9].entries()) {
    fog.truth.setRectangle(0, 0, 6, 6, look + 2);
    units.reveal(corner, lineOfSight(range));
  }
  expect(changed).toEqual([12, 12, 36, 36, 36, 36]);
});
