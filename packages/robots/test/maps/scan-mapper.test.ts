import fc from 'fast-check';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { MapFrame, OccupancyGrid, ScanMapper } from '../../src/index.ts';

test('a beam marks the cells that it passes, and no other', () => {
  const place = fc.double({ min: 0.1, max: 9.9, noNaN: true });
  fc.assert(
    fc.property(place, place, fc.double({ min: -4, max: 4, noNaN: true }), fc.double({ min: 1e-9, max: 14, noNaN: true }), fc.constantFrom(0, 0.7), (x, y, angle, range, turned) => {
      const frame = new MapFrame(10, 10, 1, { x: 0, y: 0, heading: turned });
      const grid = new OccupancyGrid(frame);
      const mapper = new ScanMapper(grid);
      const changed = new Uint32Array(100);
      const n = mapper.integrateScan({ x: frame.x(x, y), y: frame.y(x, y), heading: turned }, { ranges: [range], angleMin: angle, angleIncrement: 0, rangeMax: 12 }, changed);
      const marked = new Set(changed.subarray(0, n));
      const length = Math.min(range, 12);
      const last = frame.cellAt(frame.x(x + length * Math.cos(angle), y + length * Math.sin(angle)), frame.y(x + length * Math.cos(angle), y + length * Math.sin(angle)));
      for (let k = 0; k <= 80; k++) {
        const [px, py] = [x + (length * k * Math.cos(angle)) / 80, y + (length * k * Math.sin(angle)) / 80];
        // Near a corner of a cell either side is accepted.
        if (Math.min(Math.abs(px - Math.round(px)), Math.abs(py - Math.round(py))) < 1e-6) continue;
        const cell = frame.cellAt(frame.x(px, py), frame.y(px, py));
        if (cell >= 0 && !marked.has(cell)) throw new Error(`cell ${cell} should be marked`);
      }
      for (const cell of marked) {
        const [cx, cy] = [(cell % 10) + 0.5, Math.floor(cell / 10) + 0.5];
        const t = Math.min(length, Math.max(0, (cx - x) * Math.cos(angle) + (cy - y) * Math.sin(angle)));
        if (Math.hypot(cx - x - t * Math.cos(angle), cy - y - t * Math.sin(angle)) > Math.SQRT1_2 + 1e-9) throw new Error(`cell ${cell} should not be marked`);
        if (grid.values[cell] !== (cell === last && range < 12 ? 70 : 40)) throw new Error(`cell ${cell} should not be ${grid.values[cell]}`);
      }
    }),
    { numRuns: runs(200), seed: 3 },
  );
});

test('a beam ends where it leaves the map, however far it reaches, and a scanner beside the map reaches into it', () => {
  for (const [x, y] of [[2.6, 2.45], [-1.65, 2.55], [2.65, 6.35], [7.05, -1.1]]) {
    const [near, ...far] = [20, 5e7, 1e200, Number.MAX_VALUE].map((rangeMax) => {
      const grid = new OccupancyGrid(new MapFrame(10, 10, 0.5));
      const scan = { ranges: new Array<number>(37).fill(Infinity), angleMin: 0.01, angleIncrement: 0.17, rangeMax };
      return [new ScanMapper(grid).integrateScan({ x, y, heading: 0 }, scan, new Uint32Array(100)), ...grid.values];
    });
    expect(near[0]).toBeGreaterThan(20);
    for (const marked of far) expect(marked).toEqual(near);
  }
});

test('a range that is no number above 0 is ignored', () => {
  const grid = new OccupancyGrid(new MapFrame(4, 1, 1));
  const ignored = [0, -0, -1, NaN, null];
  for (const first of ignored) {
    expect(new ScanMapper(grid).integrateScan({ x: 0.5, y: 0.5, heading: 0 }, { ranges: [first, ...ignored, undefined] as number[], angleMin: 0, angleIncrement: 0, rangeMax: 9 }, new Uint32Array(4)), `${first} first`).toBe(0);
  }
});

test('odds add up, stay within their limits, and follow a world that changes', () => {
  const grid = new OccupancyGrid(new MapFrame(4, 1, 1), [-1, 0, 100, -1]);
  const mapper = new ScanMapper(grid);
  const changed = new Uint32Array(4);
  const look = (range: number): number => mapper.integrateScan({ x: 0.5, y: 0.5, heading: 0 }, { ranges: [range, NaN, -1], angleMin: 0, angleIncrement: 0, rangeMax: 9 }, changed);
  for (let i = 0; i < 20; i++) look(2);
  expect([...grid.values]).toEqual([12, 12, 97, -1]);
  expect(look(2)).toBe(0);
  for (let i = 0; i < 20; i++) look(Infinity);
  expect([...grid.values]).toEqual([12, 12, 12, 12]);
});

test('a scan continues from what others wrote: a second mapper, or edits', () => {
  const grid = new OccupancyGrid(new MapFrame(5, 1, 1));
  const [front, rear] = [new ScanMapper(grid), new ScanMapper(grid)];
  const look = (mapper: ScanMapper, range: number): number[] => {
    mapper.integrateScan({ x: 0.5, y: 0.5, heading: 0 }, { ranges: [range], angleMin: 0, angleIncrement: 0, rangeMax: 9 }, new Uint32Array(5));
    return [...grid.values];
  };
  for (let i = 0; i < 9; i++) look(front, 3);
  expect([...grid.values]).toEqual([12, 12, 12, 97, -1]);
  // 0.97 of odds 32.3, then times 2/3: 0.956.
  expect(look(rear, 4)).toEqual([12, 12, 12, 96, 70]);
  grid.values.set([100, 50, -1, 0, -1]);
  expect(look(front, 2)).toEqual([96, 40, 70, 0, -1]);
  expect(look(front, 4)).toEqual([93, 31, 61, 12, 70]);
});

test('one beam leaves the probabilities of hit and miss, and many those of max and min', () => {
  const after = (beams: number, options?: ConstructorParameters<typeof ScanMapper>[1]): number[] => {
    const grid = new OccupancyGrid(new MapFrame(3, 1, 1));
    const mapper = new ScanMapper(grid, options);
    for (let i = 0; i < beams; i++) mapper.integrateScan({ x: 0.5, y: 0.5, heading: 0 }, { ranges: [1], angleMin: 0, angleIncrement: 0, rangeMax: 9 }, new Uint32Array(3));
    return [...grid.values];
  };
  expect([1, 50].map((beams) => after(beams))).toEqual([[40, 70, -1], [12, 97, -1]]);
  expect([1, 50].map((beams) => after(beams, { miss: 0.2 }))).toEqual([[20, 70, -1], [12, 97, -1]]);
  expect([1, 50].map((beams) => after(beams, { hit: 0.9 }))).toEqual([[40, 90, -1], [12, 97, -1]]);
  expect([1, 50].map((beams) => after(beams, { min: 0.3, max: 0.8 }))).toEqual([[40, 70, -1], [30, 80, -1]]);
});

test('a scan that changes more cells than fit changes none, and can be integrated again', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 14, noNaN: true }), { minLength: 1, maxLength: 9 }), fc.double({ min: -4, max: 4, noNaN: true }), fc.nat(), (ranges, angleMin, pick) => {
      const [grid, other] = [0, 1].map(() => new OccupancyGrid(new MapFrame(10, 10, 1)));
      const [mapper, twin] = [new ScanMapper(grid), new ScanMapper(other)];
      const pose = { x: 5.2, y: 4.9, heading: 0 };
      const scan = { ranges, angleMin, angleIncrement: 0.3, rangeMax: 12 };
      for (let k = 0; k < 3; k++) {
        const expected = new Uint32Array(100);
        const before = grid.values.slice();
        const n = twin.integrateScan(pose, scan, expected);
        if (n > 0) expect(() => mapper.integrateScan(pose, scan, new Uint32Array(pick % n))).toThrow(`The scan changes ${n} cells, but the buffer holds ${pick % n}`);
        expect(grid.values).toEqual(before);
        const changed = new Uint32Array(n);
        expect(mapper.integrateScan(pose, scan, changed)).toBe(n);
        expect([changed, grid.values]).toEqual([expected.subarray(0, n), other.values]);
      }
    }),
    { numRuns: runs(100), seed: 5 },
  );
});

test('rejects invalid arguments', () => {
  const grid = new OccupancyGrid(new MapFrame(2, 1, 1));
  expect(() => new ScanMapper(grid, { hit: 0.3 })).toThrow('hit 0.3');
  const mapper = new ScanMapper(grid);
  const scan = { ranges: [1], angleMin: 0, angleIncrement: 0, rangeMax: 5 };
  expect(() => mapper.integrateScan({ x: 0, y: 0, heading: NaN }, scan, new Uint32Array(2))).toThrow('heading');
  expect(() => mapper.integrateScan({ x: 0, y: 0.5, heading: 0 }, { ...scan, rangeMax: Infinity }, new Uint32Array(2))).toThrow('rangeMax');
  expect(() => mapper.integrateScan({ x: 0.5, y: 0.5, heading: 0 }, scan, new Uint32Array(1))).toThrow('buffer');
});
