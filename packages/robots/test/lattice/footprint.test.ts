import fc from 'fast-check';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { Footprint } from '../../src/index.ts';
import { meetsCell } from '../robot-worlds.ts';

test('a footprint covers the cells that it overlaps, and no other', () => {
  const size = fc.double({ min: 0.05, max: 4, noNaN: true });
  const place = fc.double({ min: -3, max: 3, noNaN: true });
  fc.assert(
    fc.property(size, size, place, place, fc.double({ min: -7, max: 7, noNaN: true }), fc.boolean(), (length, width, x, y, angle, straight) => {
      const heading = straight ? (Math.round(angle) * Math.PI) / 2 : angle;
      const robot = Footprint.rectangle(length, width, length / 5);
      const outline = robot.corners.map((corner) => ({ x: x + corner.x * Math.cos(heading) - corner.y * Math.sin(heading), y: y + corner.x * Math.sin(heading) + corner.y * Math.cos(heading) }));
      const covered = new Set<string>();
      robot.cover({ x, y, heading }, 1, (column, row) => covered.add(`${column} ${row}`));
      const wider = grown(outline, 1e-6);
      for (let column = -8; column <= 8; column++) {
        for (let row = -8; row <= 8; row++) {
          const meets = meetsCell(outline, column, row);
          // An overlap below rounding may count or not.
          if (covered.has(`${column} ${row}`) !== meets && meetsCell(wider, column, row) === meets) throw new Error(`${column} ${row} should ${meets ? '' : 'not '}be covered`);
        }
      }
    }),
    { numRuns: runs(150), seed: 1 },
  );
});

test('a concave outline covers its arms, and not the cells between them', () => {
  const fork = new Footprint([{ x: 3, y: 2 }, { x: -1, y: 2 }, { x: -1, y: -2 }, { x: 3, y: -2 }, { x: 3, y: -1 }, { x: 0, y: -1 }, { x: 0, y: 1 }, { x: 3, y: 1 }]);
  const covered = new Set<string>();
  fork.cover({ x: 0, y: 0, heading: 0 }, 1, (column, row) => covered.add(`${column} ${row}`));
  expect([...covered].sort()).toEqual(['-1 -1', '-1 -2', '-1 0', '-1 1', '0 -2', '0 1', '1 -2', '1 1', '2 -2', '2 1']);
});

test('radii', () => {
  const robot = Footprint.rectangle(4, 2, 1);
  expect(robot.inscribedRadius).toBe(1);
  expect(robot.circumscribedRadius).toBeCloseTo(Math.hypot(3, 1));
  expect(new Footprint([{ x: 1, y: 1 }, { x: 2, y: 1 }, { x: 1, y: 2 }]).inscribedRadius).toBe(0);
  expect(() => new Footprint([{ x: 0, y: 0 }])).toThrow('at least 3 corners');
  expect(() => new Footprint([{ x: 0, y: 0 }, { x: 1, y: NaN }, { x: 1, y: 0 }])).toThrow('NaN');
});

function grown(outline: readonly { x: number; y: number }[], by: number): { x: number; y: number }[] {
  const [cx, cy] = [outline.reduce((sum, { x }) => sum + x, 0) / outline.length, outline.reduce((sum, { y }) => sum + y, 0) / outline.length];
  return outline.map(({ x, y }) => ({ x: x + Math.sign(x - cx) * by, y: y + Math.sign(y - cy) * by }));
}
