import { AStar } from '@pf/search';
import { expect, test } from 'vitest';
import type { MotionPrimitives } from '../../src/index.ts';
import { CostMap, formatMotionPrimitives, makeMotionPrimitives, MapFrame, parseMotionPrimitives, StateLattice } from '../../src/index.ts';

const text = `resolution_m: 0.1
min_turning_radius_m: 3
numberofangles: 4
totalnumberofprimitives: 2
primID: 0
startangle_c: 0
endpose_c: 1 0 -1
additionalactioncostmult: 2
turning_radius: 0.5
intermediateposes: 2
0 0 0
0.1 0 -1.57
primID: 0
startangle_c: 3
endpose_c: 0 0 0
additionalactioncostmult: 1
intermediateposes: 2
0 0 4.71
0 0 6.28
`;

test('reads a file with radii, and with angles that are counted from the last one', () => {
  const { headings, primitives, tightestRadius } = parseMotionPrimitives(text);
  expect(headings[1]).toBeCloseTo(Math.PI / 2);
  // A quarter turn on a chord of 0.1.
  expect(tightestRadius).toBeCloseTo(0.1 * Math.SQRT1_2, 3);
  expect(primitives.map(({ from, to }) => [from, to])).toEqual([[0, 3], [3, 0]]);
});

test('a damaged file is rejected with the line and the fault there', () => {
  const broken: [string, string, string][] = [
    ['resolution_m: 0.1', 'resolution_m: zero', "got ' zero'"],
    ['resolution_m: 0.1', 'resolution_m: 0', 'above 0'],
    ['numberofangles: 4', 'numberofangles: 0.5', '0.5 angles'],
    ['totalnumberofprimitives: 2', 'primID: 0', 'totalnumberofprimitives'],
    ['startangle_c: 3', 'startangle_c: 4', 'angle 4'],
    ['additionalactioncostmult: 1', 'additionalactioncostmult: 0', 'multiplier of 0'],
    ['endpose_c: 1 0 -1', 'endpose_c: 1 0.5 -1', 'no whole numbers'],
    ['endpose_c: 1 0 -1', 'endpose_c: 3 0 -1', 'not its end of 3, 0'],
    ['intermediateposes: 2', 'intermediateposes: 99', '99 intermediate poses'],
    ['0.1 0 -1.57', '0.1 0', '3 numbers'],
    ['poses: 2\n0 0 0', 'poses: 2\n0.1 0 0', 'begins at 0.1, 0'],
    ['poses: 2\n0 0 0', 'poses: 2\n0 0 0.8', 'ends a motion whose first pose has a heading of 0.8, but angle 0 is 0 radians'],
    ['0.1 0 -1.57', '0.1 0 -0.7', 'ends a motion whose last pose has a heading of -0.7, but angle 3 is 4.71238898038469 radians'],
    ['poses: 2\n0 0 4.71', 'poses: 1', 'first pose has a heading of 6.28, but angle 3'],
  ];
  for (const [from, to, said] of broken) expect(() => parseMotionPrimitives(text.replace(from, to))).toThrow(said);
  expect(() => parseMotionPrimitives('')).toThrow('resolution_m');
});

test('a written file keeps any resolution', () => {
  for (const resolution of [1 / 30, 0.1 / 3, 0.001, 0.05]) {
    const motions = parseMotionPrimitives(formatMotionPrimitives(makeMotionPrimitives({ base: 'differential', resolution, turningRadius: 3 * resolution })));
    expect(motions.resolution).toBe(resolution);
    expect(() => new StateLattice(new CostMap(new MapFrame(9, 9, resolution)), motions)).not.toThrow();
  }
});

test('turning in place and moving sideways cost as many times more as the options say', () => {
  const multipliers = (options: object): Record<string, number[]> => {
    const { headings, primitives } = makeMotionPrimitives({ base: 'omnidirectional', resolution: 0.1, turningRadius: 0.4, headings: 8, ...options });
    const kinds: Record<string, Set<number>> = { spin: new Set(), sideways: new Set(), other: new Set() };
    for (const { from, to, dx, dy, multiplier } of primitives) {
      const isSideways = from === to && Math.abs(dx * Math.cos(headings[from]) + dy * Math.sin(headings[from])) < 1e-9;
      kinds[dx === 0 && dy === 0 ? 'spin' : isSideways ? 'sideways' : 'other'].add(multiplier);
    }
    return Object.fromEntries(Object.entries(kinds).map(([kind, found]) => [kind, [...found].sort((a, b) => a - b)]));
  };
  expect(multipliers({})).toEqual({ spin: [1], sideways: [2], other: [1, 3] });
  expect(multipliers({ spin: 4 })).toEqual({ spin: [4], sideways: [2], other: [1, 3] });
  expect(multipliers({ sideways: 7 })).toEqual({ spin: [1], sideways: [7], other: [1, 3] });
  expect(multipliers({ spin: Infinity, sideways: Infinity })).toEqual({ spin: [], sideways: [], other: [1, 3] });
});

test('generated motions end in the middle of cells, at their headings, and keep the turning radius', () => {
  for (const base of ['differential', 'ackermann', 'omnidirectional'] as const) {
    for (const headings of [4, 8, 16] as const) {
      for (const turningRadius of [0, 0.3, 1, 4]) {
        const motions = makeMotionPrimitives({ base, headings, turningRadius, resolution: 0.1 });
        expect(parseMotionPrimitives(formatMotionPrimitives(motions)).primitives.map(({ from, to, dx, dy }) => [from, to, dx, dy])).toEqual(motions.primitives.map(({ from, to, dx, dy }) => [from, to, dx, dy]));
        for (const { from, to, dx, dy, poses } of motions.primitives) {
          const last = poses.at(-1)!;
          let fault = Math.hypot(poses[0].x, poses[0].y) + Math.hypot(last.x - dx * 0.1, last.y - dy * 0.1) > 1e-9 ? 'ends' : '';
          if (Math.cos(poses[0].heading - motions.headings[from]) + Math.cos(last.heading - motions.headings[to]) < 2 - 1e-12) fault = 'headings';
          for (let i = 1; i < poses.length; i++) {
            const [a, b] = [poses[i - 1], poses[i]];
            const moved = Math.hypot(b.x - a.x, b.y - a.y);
            if (moved > 0.0501) fault = 'gaps';
            if (moved === 0) continue;
            // A chord of an arc of that radius is slightly shorter than the arc.
            if (Math.abs(b.heading - a.heading) * turningRadius > moved * 1.02 + 1e-9) fault = 'a radius';
            const course = Math.atan2(b.y - a.y, b.x - a.x) - (a.heading + b.heading) / 2;
            if (base !== 'omnidirectional' && Math.abs(Math.sin(course)) > (turningRadius === 0 ? 0.3 : 0.05)) fault = 'a course';
          }
          expect(fault).toBe('');
        }
        const mirrored = motions.primitives.filter(({ from }) => from === 0).map(({ dx, dy, to }) => `${dx} ${-dy} ${(headings - to) % headings}`).sort();
        expect(motions.primitives.filter(({ from }) => from === 0).map(({ dx, dy, to }) => `${dx} ${dy} ${to}`).sort()).toEqual(mirrored);
      }
    }
  }
  expect(() => makeMotionPrimitives({ base: 'car' as 'ackermann', resolution: 1, turningRadius: 1 })).toThrow('car');
  expect(() => makeMotionPrimitives({ base: 'ackermann', resolution: 1, turningRadius: 1, headings: 12 as 16 })).toThrow('got 12');
  for (const straight of [101, Infinity]) expect(() => makeMotionPrimitives({ base: 'ackermann', resolution: 0.1, turningRadius: 1, straight })).toThrow(`straight must be up to 1000 cells, got ${straight} m at 0.1 m a cell.`);
});

/** The radius of the tightest circle through three poses that follow each other. */
function tightest({ primitives }: MotionPrimitives): number {
  let least = Infinity;
  for (const { poses } of primitives) {
    for (let k = 2; k < poses.length; k++) {
      const [a, b, c] = poses.slice(k - 2, k + 1);
      const area = Math.abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
      if (area > 1e-9) least = Math.min(least, (Math.hypot(b.x - a.x, b.y - a.y) * Math.hypot(c.x - b.x, c.y - b.y) * Math.hypot(c.x - a.x, c.y - a.y)) / (2 * area));
    }
  }
  return least;
}

test('arcs of a car come near its turning radius, and the result says how near', () => {
  for (const headings of [4, 8, 16] as const) {
    for (const turningRadius of [0.5, 1, 2, 3, 4.5, 6, 10, 25, 60]) {
      const motions = makeMotionPrimitives({ base: 'ackermann', resolution: 1, turningRadius, headings });
      const { tightestRadius } = motions;
      expect(tightestRadius).toBeGreaterThan(turningRadius - 1e-9);
      expect(tightestRadius).toBeLessThan(turningRadius * (turningRadius < 1 ? 2.01 : 1.15));
      // Both from the poses: three of them, or two and their headings.
      expect(tightest(motions) / tightestRadius).toBeCloseTo(1, 2);
      expect(parseMotionPrimitives(formatMotionPrimitives(motions)).tightestRadius / tightestRadius).toBeCloseTo(1, 2);
    }
  }
  expect(makeMotionPrimitives({ base: 'ackermann', resolution: 1, turningRadius: 1000 }).tightestRadius).toBeLessThan(1010);
  for (const base of ['differential', 'omnidirectional'] as const) {
    const motions = makeMotionPrimitives({ base, resolution: 1, turningRadius: 6 });
    expect(motions.tightestRadius).toBeCloseTo(tightest(motions), 6);
  }
  expect(makeMotionPrimitives({ base: 'ackermann', resolution: 1, turningRadius: 6, turn: Infinity }).tightestRadius).toBe(Infinity);
});

test('a car with coarse cells turns round where there is room for it', () => {
  // 13 m between two walls, and a radius of 6 m.
  const map = new CostMap(new MapFrame(40, 15, 1), Array.from({ length: 600 }, (_, cell) => (cell < 40 || cell >= 560 ? 254 : 0)));
  const lattice = new StateLattice(map, makeMotionPrimitives({ base: 'ackermann', resolution: 1, turningRadius: 6, reverse: Infinity }));
  const [from, to] = [{ x: 10.5, y: 1.5, heading: 0 }, { x: 10.5, y: 13.5, heading: Math.PI }];
  expect(new AStar(lattice).search(lattice.vertexAt(from), lattice.vertexAt(to))).toBeLessThan(20_000);
});
