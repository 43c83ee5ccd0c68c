import { expect, test } from 'vitest';
import { MapFrame, OccupancyGrid, ScanMapper, simulateScan } from '../../src/index.ts';
import { seeded } from '../robot-worlds.ts';

test('a range ends where small steps along the beam first enter an obstacle, and the mapper puts it into that cell', () => {
  const random = seeded(7);
  let marked = 0;
  for (let world = 0; world < 40; world++) {
    const frame = new MapFrame(20, 15, 0.2, { x: -1, y: 2, heading: 0.1 * (world % 5) });
    const grid = new OccupancyGrid(frame, Array.from({ length: 300 }, () => (random() < 0.1 ? 100 : 0)));
    // Some are beside the map.
    const pose = { x: frame.x(26 * random() - 3, 15 * random()), y: frame.y(20 * random(), 21 * random() - 3), heading: 7 * random() };
    const scan = simulateScan(grid, pose, { beams: 50, rangeMax: 2.5 });
    for (let i = 0; i < 50; i++) {
      const angle = pose.heading + i * scan.angleIncrement;
      const at = (range: number): number => grid.values[frame.cellAt(pose.x + range * Math.cos(angle), pose.y + range * Math.sin(angle))] ?? -1;
      const range = scan.ranges[i];
      if (range < Infinity) expect(at(range)).toBe(100);
      // Steps of 2 mm miss corners that are cut by less; what they meet, the beam meets.
      for (let step = 0; step < Math.min(range, 2.5) - 1e-3; step += 0.002) expect(at(step)).not.toBe(100);
    }
    const known = new OccupancyGrid(frame);
    new ScanMapper(known, { hit: 0.9 }).integrateScan(pose, scan, new Uint32Array(300));
    for (let cell = 0; cell < 300; cell++) {
      if (known.values[cell] < 65) continue;
      expect(grid.values[cell]).toBe(100);
      marked++;
    }
  }
  expect(marked).toBeGreaterThan(100);
});

test('a beam passes cells below the occupancy of the option, by default below 65', () => {
  const grid = new OccupancyGrid(new MapFrame(5, 1, 1), [0, 50, 64, 65, 100]);
  const rangeWith = (occupied?: number): number => simulateScan(grid, { x: 0.5, y: 0.5, heading: 0 }, { beams: 1, rangeMax: 9, occupied }).ranges[0];
  expect([undefined, 66, 64, 51, 50].map((occupied) => Math.round(rangeWith(occupied) - 0.5))).toEqual([2, 3, 1, 1, 0]);
});

test('rejects invalid arguments', () => {
  const grid = new OccupancyGrid(new MapFrame(2, 2, 1));
  const pose = { x: 1, y: 1, heading: 0 };
  expect(() => simulateScan(grid, pose, { rangeMax: 0 })).toThrow('got 0');
  expect(() => simulateScan(grid, pose, { rangeMax: 1, beams: 1.5 })).toThrow('got 1.5');
  expect(() => simulateScan(grid, pose, { rangeMax: 1, occupied: 0 })).toThrow('got 0');
  expect(() => simulateScan(grid, pose, { rangemax: 1 } as never)).toThrow("did you mean 'rangeMax'");
  expect(() => simulateScan(grid, { x: NaN, y: 0, heading: 0 }, { rangeMax: 1 })).toThrow('NaN for x');
});

test('a range never exceeds the range of the beams, even if a beam ends just inside an obstacle', () => {
  const grid = new OccupancyGrid(new MapFrame(5, 1, 1), [0, 0, 0, 0, 100]);
  for (const rangeMax of [3.5 + 1e-6, 3.5 + 1e-4, 3.6]) {
    const range = simulateScan(grid, { x: 0.5, y: 0.5, heading: 0 }, { beams: 1, rangeMax }).ranges[0];
    expect(range).toBeGreaterThan(3.5);
    expect(range).toBeLessThan(rangeMax);
  }
});
