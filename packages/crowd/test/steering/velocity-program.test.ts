import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HalfPlanes, VelocityProgram } from '../../src/steering/velocity-program.ts';

interface Plane {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

const unit = fc.integer({ min: -100, max: 100 }).map((n) => n / 50);
const angle = fc.integer({ min: 0, max: 47 }).map((n) => (n * Math.PI) / 24 + 0.01);
const plane = fc.record({ x: unit, y: unit, angle });
/** A wall: the velocity 0 is allowed. */
const wall = fc.tuple(angle, fc.nat(50)).map(([direction, n]): Plane => ({ x: (Math.sin(direction) * n) / 50, y: (-Math.cos(direction) * n) / 50, angle: direction }));
const SPEED = 1.5;
/** More than rounding errors. */
const SLIGHT = 1e-7;

const violation = ({ x, y, angle: a }: Plane, vx: number, vy: number): number => Math.cos(a) * (y - vy) - Math.sin(a) * (x - vx);

/** The points among which the nearest one is: the wish, its nearest points on the circle and on all lines, and where these meet. */
function candidates(planes: readonly Plane[], wx: number, wy: number): [number, number][] {
  const length = Math.hypot(wx, wy);
  const points: [number, number][] = [[wx, wy], [(SPEED * wx) / length, (SPEED * wy) / length]];
  for (const [i, { x, y, angle: a }] of planes.entries()) {
    const [ex, ey] = [Math.cos(a), Math.sin(a)];
    const on = (t: number): void => { points.push([x + t * ex, y + t * ey]); };
    on(ex * (wx - x) + ey * (wy - y));
    const along = x * ex + y * ey;
    const root = Math.sqrt(along * along - x * x - y * y + SPEED * SPEED);
    on(-along - root);
    on(-along + root);
    for (const other of planes.slice(i + 1)) on(violation(other, x, y) / Math.sin(a - other.angle));
  }
  return points.filter(([px, py]) => Number.isFinite(px) && Number.isFinite(py));
}

test('the velocity is the nearest one allowed; without one, walls hold, and units violate as little as possible', () => {
  let isImpossible = 0;
  fc.assert(
    fc.property(fc.array(wall, { maxLength: 3 }), fc.array(plane, { maxLength: 5 }), unit, unit, (walls, others, wx, wy) => {
      fc.pre(wx !== 0 || wy !== 0);
      const all = [...walls, ...others];
      const planes = new HalfPlanes();
      for (const { x, y, angle: a } of all) planes.add(x, y, Math.cos(a), Math.sin(a));
      const program = new VelocityProgram();
      program.solve(planes, walls.length, SPEED, wx, wy);
      const { x, y } = program;
      expect(Math.hypot(x, y)).toBeLessThanOrEqual(SPEED + SLIGHT);
      for (const one of walls) expect(violation(one, x, y)).toBeLessThanOrEqual(SLIGHT);
      const worst = (px: number, py: number): number => Math.max(0, ...others.map((one) => violation(one, px, py)));
      const isFree = (px: number, py: number): boolean => Math.hypot(px, py) <= SPEED + SLIGHT && walls.every((one) => violation(one, px, py) <= SLIGHT);
      const allowed = candidates(all, wx, wy).filter(([px, py]) => isFree(px, py) && worst(px, py) <= SLIGHT);
      if (allowed.length > 0) {
        expect(worst(x, y)).toBeLessThanOrEqual(1e-6);
        expect(Math.hypot(x - wx, y - wy)).toBeCloseTo(Math.min(...allowed.map(([px, py]) => Math.hypot(px - wx, py - wy))), 5);
        return;
      }
      isImpossible++;
      const found = worst(x, y);
      for (let px = -SPEED; px <= SPEED; px += SPEED / 16) {
        for (let py = -SPEED; py <= SPEED; py += SPEED / 16) if (Math.hypot(px, py) <= SPEED && isFree(px, py)) expect(worst(px, py)).toBeGreaterThan(found - 1e-5);
      }
    }),
    { numRuns: runs(2000), seed: 1 },
  );
  expect(isImpossible).toBeGreaterThan(runs(2000) / 20);
});
