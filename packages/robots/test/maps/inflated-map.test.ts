import fc from 'fast-check';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { CostMap, Footprint, HybridAStar, InflatedMap, makeMotionPrimitives, MapFrame, OccupancyGrid, PoseCheck, StateLattice } from '../../src/index.ts';
import { seeded } from '../robot-worlds.ts';

/** Every cell against every obstacle. */
function byDefinition(values: ArrayLike<number>, width: number, { inscribed, inflation, decay, unknown }: { inscribed: number; inflation: number; decay: number; unknown: boolean }): number[] {
  return Array.from({ length: values.length }, (_, cell) => {
    let least = Infinity;
    for (let other = 0; other < values.length; other++) {
      if (!(values[other] >= 65 || (unknown && values[other] === -1))) continue;
      least = Math.min(least, Math.hypot((cell % width) - (other % width), Math.floor(cell / width) - Math.floor(other / width)));
    }
    if (least === 0) return 254;
    if (least * 0.5 <= inscribed) return 253;
    return least > Math.ceil(Math.max(inflation, inscribed) / 0.5) ? 0 : Math.floor(252 * Math.exp(-decay * (least * 0.5 - inscribed)));
  });
}

test('costs fall from obstacles as defined, and edits give the costs of a new map and report what changed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 }), fc.nat(), fc.boolean(), fc.constantFrom(0, 0.5, 0.8, 1.7, 5, 1e6), (width, height, seed, unknown, inflation) => {
      const random = seeded(seed);
      const draw = (): number => (random() < 0.1 ? 100 : random() < 0.1 ? -1 : Math.floor(random() * 60));
      const grid = new OccupancyGrid(new MapFrame(width, height, 0.5), Array.from({ length: width * height }, draw));
      const settings = { inscribed: 0.6, inflation, decay: inflation < 2 ? 2 : 0.1, unknown };
      const options = { inscribedRadius: settings.inscribed, inflationRadius: inflation, decay: settings.decay, unknown: unknown ? 'obstacle' : 'free' } as const;
      const map = new InflatedMap(grid, options);
      expect([...map.costs]).toEqual(byDefinition(grid.values, width, settings));
      for (let edit = 0; edit < 3; edit++) {
        const before = map.costs.slice();
        const cells = Array.from({ length: 1 + Math.floor(random() * 3) }, () => Math.floor(random() * width * height));
        for (const cell of cells) grid.values[cell] = draw();
        const changed = new Uint32Array(width * height);
        // A buffer that is one entry too short changes nothing.
        const most = byDefinition(grid.values, width, settings).filter((cost, cell) => cost !== before[cell]).length;
        if (most > 0) expect(() => map.occupancyChanged(cells, cells.length, new Uint32Array(most - 1))).toThrow('pass one with as many entries as the map has cells');
        expect(map.costs).toEqual(before);
        const n = map.occupancyChanged(cells, cells.length, edit === 0 ? changed.subarray(0, most) : changed);
        expect([...map.costs]).toEqual(byDefinition(grid.values, width, settings));
        const differing = [...map.costs.keys()].filter((cell) => map.costs[cell] !== before[cell]);
        expect([...changed.subarray(0, n)].sort((a, b) => a - b)).toEqual(differing);
      }
    }),
    { numRuns: runs(100), seed: 2 },
  );
});

test('cells far apart cost no more than as many edits, and cells side by side no more than a new map', () => {
  const grid = new OccupancyGrid(new MapFrame(300, 300, 0.1), new Int8Array(90_000));
  const { values } = grid;
  const options = { inscribedRadius: 0.2, inflationRadius: 0.5 };
  const map = new InflatedMap(grid, options);
  const { costs } = map;
  let reads = 0;
  Object.defineProperty(map, 'costs', { value: new Proxy(costs, { get: (of, key) => (reads++, Reflect.get(of, key) as unknown), set: (of, key, cost) => Reflect.set(of, key, cost) }) });
  const changed = new Uint32Array(90_000);
  const costOf = (cells: readonly number[], value?: number): number => {
    for (const cell of cells) values[cell] = value ?? 100 - values[cell];
    reads = 0;
    map.occupancyChanged(cells, cells.length, changed);
    expect(costs).toEqual(new InflatedMap(new OccupancyGrid(grid.frame, values), options).costs);
    return reads;
  };
  const [first, last] = [[303], [89_696]].map((cells) => costOf(cells));
  expect(first).toBeGreaterThan(50);
  expect(costOf([303, 89_696])).toBeLessThan(first + last + 100);
  expect(costOf(Array.from(values.keys()))).toBeLessThan(2.1 * 90_000);
  // Cells that stay free or stay obstacles cost a check.
  expect(costOf(Array.from(values.keys()), 100)).toBeLessThan(2.1 * 90_000);
  expect(costOf(Array.from(values.keys()), 65)).toBeLessThan(1.1 * 90_000);
});

test('edits that are reported later, in any order, leave no cost behind', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), fc.nat(), (width, height, seed) => {
      const random = seeded(seed);
      const grid = new OccupancyGrid(new MapFrame(width, height, 0.5), new Int8Array(width * height));
      const options = { inscribedRadius: 0.5, inflationRadius: 1.5, decay: 1 };
      const map = new InflatedMap(grid, options);
      const pending: number[] = [];
      for (let i = 0; i < 40; i++) {
        const cell = Math.floor(random() * width * height);
        grid.values[cell] = [0, 20, 65, 100, -1][Math.floor(random() * 5)]!;
        pending.push(cell);
        if (random() < 0.5) map.occupancyChanged(pending.splice(Math.floor(random() * pending.length), 1), 1, new Uint32Array(width * height));
      }
      map.occupancyChanged(pending, pending.length, new Uint32Array(width * height));
      expect(map.costs).toEqual(new InflatedMap(grid, options).costs);
    }),
    { numRuns: runs(100), seed: 4 },
  );
});

test('a disc that is inflated by its radius and the diagonal of a cell touches no obstacle, at any pose', () => {
  const random = seeded(26);
  const [resolution, radius, size] = [0.05, 0.17, 60];
  const values = Array.from({ length: size * size }, () => (random() < 0.01 ? 100 : 0));
  const cells = [...values.keys()].filter((cell) => values[cell] === 100);
  const overlaps = (inscribedRadius: number): boolean => {
    const check = new PoseCheck(new InflatedMap(new OccupancyGrid(new MapFrame(size, size, resolution), values), { inscribedRadius }));
    return Array.from({ length: 20000 }, () => [random() * size * resolution, random() * size * resolution]).some(([x, y]) => {
      if (check.cost(x, y, 0) < 0) return false;
      return cells.some((cell) => {
        const [left, bottom] = [(cell % size) * resolution, Math.floor(cell / size) * resolution];
        return Math.hypot(Math.max(left - x, 0, x - left - resolution), Math.max(bottom - y, 0, y - bottom - resolution)) < radius;
      });
    });
  };
  expect([overlaps(radius), overlaps(radius + Math.SQRT2 * resolution)]).toEqual([true, false]);
});

test('below the circumscribed cost no obstacle is within reach of a footprint', () => {
  const random = seeded(7);
  const width = 40;
  const grid = new OccupancyGrid(new MapFrame(width, width, 0.05), Array.from({ length: width * width }, () => (random() < 0.005 ? 100 : 0)));
  const map = new InflatedMap(grid, { inscribedRadius: 0.1, circumscribedRadius: 0.3, decay: 3 });
  expect(map.circumscribed).toBeGreaterThan(0);
  let clear = 0;
  for (const [cell, cost] of map.costs.entries()) {
    if (cost >= map.circumscribed) continue;
    clear++;
    for (const [other, value] of grid.values.entries()) if (value === 100) expect(0.05 * Math.hypot((cell % width) - (other % width), Math.floor(cell / width) - Math.floor(other / width))).toBeGreaterThan(0.3 + 0.07);
  }
  expect(clear).toBeGreaterThan(0);
  expect(new InflatedMap(grid, { inscribedRadius: 0.1, circumscribedRadius: 0.3, inflationRadius: 0.2 }).circumscribed).toBe(0);
});

test('by default costs reach as far as the outline of the robot, so that only poses near obstacles need its outline', () => {
  const grid = new OccupancyGrid(new MapFrame(300, 1, 0.05), Array.from({ length: 300 }, (_, cell) => (cell === 0 ? 100 : 0)));
  const of = (length: number, width: number, ahead: number): Footprint => Footprint.rectangle(length, width, ahead);
  for (const { inscribedRadius, circumscribedRadius } of [of(0.35, 0.25, 0), of(1.2, 0.6, 0.2), of(4, 1.8, 1.3), of(12, 2.5, 4)]) {
    const map = new InflatedMap(grid, { inscribedRadius, circumscribedRadius });
    expect(map.circumscribed).toBeGreaterThanOrEqual(1);
    const near = map.costs.filter((cost, cell) => cost >= map.circumscribed && 0.05 * cell < circumscribedRadius + 0.15).length;
    expect(near).toBe(map.costs.filter((cost) => cost >= map.circumscribed).length);
  }
  // A small robot has the decay of nav2; so has one without an outline, and one that is inflated less far.
  const costAt = (options: { inscribedRadius: number; circumscribedRadius?: number; inflationRadius?: number }): number => new InflatedMap(grid, options).costs[24];
  const expected = Math.floor(252 * Math.exp(-10 * 0.2));
  expect([costAt({ inscribedRadius: 1, circumscribedRadius: 1.4 }), costAt({ inscribedRadius: 1, inflationRadius: 2 }), costAt({ inscribedRadius: 1, circumscribedRadius: 3.4, inflationRadius: 2 })]).toEqual([expected, expected, expected]);
});

test('without a circumscribed radius footprints are always checked, and no footprint may reach beyond a given one', () => {
  const random = seeded(8);
  const frame = new MapFrame(40, 40, 0.1);
  const grid = new OccupancyGrid(frame, Array.from({ length: 1600 }, () => (random() < 0.01 ? 100 : 0)));
  const wide = Footprint.rectangle(0.4, 2);
  const map = new InflatedMap(grid, { inscribedRadius: wide.inscribedRadius });
  const [check, exact] = [map, new CostMap(frame, Array.from(grid.values, (value) => (value > 0 ? 254 : 0)))].map((each) => new PoseCheck(each, wide));
  let beside = 0;
  for (let i = 0; i < 2000; i++) {
    const [x, y, heading] = [1 + 2 * random(), 1 + 2 * random(), 7 * random()];
    if (exact.cost(x, y, heading) >= 0) continue;
    if (new PoseCheck(map).cost(x, y, heading) >= 0) beside++;
    expect(check.cost(x, y, heading)).toBe(-1);
  }
  expect(beside).toBeGreaterThan(100);
  const motions = makeMotionPrimitives({ base: 'differential', resolution: 0.1, turningRadius: 0.4, headings: 4 });
  for (const circumscribedRadius of [0.4, 1.01, 1.02]) {
    const given = new InflatedMap(grid, { inscribedRadius: 0.2, circumscribedRadius });
    const make = [() => new PoseCheck(given, wide), () => new HybridAStar(given, { turningRadius: 1, footprint: wide }), () => new StateLattice(given, motions, { footprint: wide })];
    for (const one of make) if (circumscribedRadius < wide.circumscribedRadius) expect(one).toThrow(`circumscribedRadius of 1.019803902718557 or more, got ${circumscribedRadius}`); else one();
  }
});

test('cells from the occupancy of the option on are obstacles, by default from 65 on', () => {
  const grid = new OccupancyGrid(new MapFrame(4, 1, 0.1), [64, 65, 39, 40]);
  const obstaclesFrom = (occupied?: number): boolean[] => Array.from(new InflatedMap(grid, { inscribedRadius: 0, inflationRadius: 0, occupied }).costs, (cost) => cost === 254);
  expect(obstaclesFrom()).toEqual([false, true, false, false]);
  expect(obstaclesFrom(40)).toEqual([true, true, false, true]);
  expect(obstaclesFrom(66)).toEqual([false, false, false, false]);
});

test('rejects invalid arguments', () => {
  const grid = new OccupancyGrid(new MapFrame(2, 2, 0.05));
  expect(() => new InflatedMap(grid, { inscribedRadius: -1 })).toThrow('got -1');
  expect(() => new InflatedMap(grid, { inscribedRadius: 1, circumscribedRadius: 0.5 })).toThrow('0.5 and 1');
  expect(() => new InflatedMap(grid, { inscribedRadius: 1, unknown: 'wall' as 'free' })).toThrow("got 'wall'");
  const map = new InflatedMap(grid, { inscribedRadius: 0.1 });
  expect(() => map.occupancyChanged([4], 1, new Uint32Array(4))).toThrow('Cell 4');
  expect(() => new OccupancyGrid(grid.frame, [1])).toThrow('needs 4 values');
  expect(() => new OccupancyGrid(grid.frame, [1, 2, 3, 101])).toThrow('got 101');
  expect(() => new MapFrame(0, 1, 1)).toThrow('width');
  expect(() => new MapFrame(1, 1, 0)).toThrow('resolution');
});
