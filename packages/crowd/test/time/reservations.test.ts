import { Grid } from '@pf/grid';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Reservations } from '../../src/index.ts';
import { FirstSteps } from '../../src/time/first-steps.ts';
import { checkOccupancy } from './check-occupancy.ts';

const CELLS = 3;
const HORIZON = 24;
const steps = Array.from({ length: HORIZON }, (_, t) => t);

/** A reservation by steps: the cell at each; −1 where there is none. */
interface Held {
  readonly id: number;
  readonly at: number[];
}

const change = fc.record({
  kind: fc.constantFrom('path', 'path', 'block', 'release', 'forget'),
  path: fc.array(fc.nat(CELLS - 1), { maxLength: 7 }),
  time: fc.nat(6),
  to: fc.option(fc.nat(9), { nil: Infinity }),
  stays: fc.boolean(),
});

test('reservations, and the first steps of them, hold as in a list of steps', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), fc.nat(8), fc.integer({ min: 1, max: 8 }), (changes, begin, window) => {
      const grid = new Grid(CELLS, 1);
      const vertices = Array.from({ length: CELLS }, (_, x) => grid.vertex(x, 0));
      const reservations = new Reservations(grid);
      const held: Held[] = [];
      let forgotten = 0;
      for (const { kind, path, time, to, stays } of changes) {
        const { version } = reservations;
        if (kind === 'path') {
          const id = reservations.add(path.map((x) => vertices[x]), time, { stays });
          held.push({ id, at: steps.map((t) => (t < time ? -1 : path[t - time] ?? (stays ? path.at(-1) : undefined) ?? -1)) });
        } else if (kind === 'block') {
          const id = reservations.block(vertices[path[0] ?? 0], time, time + to);
          held.push({ id, at: steps.map((t) => (t < time || t > time + to ? -1 : path[0] ?? 0)) });
        } else if (kind === 'forget') {
          forgotten = Math.max(forgotten, time);
          reservations.forgetBefore(time);
        } else if (held.length > 0) {
          reservations.release(held.splice(time % held.length, 1)[0].id);
        }
        if (forgotten === 0) {
          const changed = held.flatMap(({ at }) => steps.filter((t) => t > 0 && at[t] !== at[t - 1]));
          expect(reservations.lastChange).toBe(Math.max(0, ...changed));
        }
        if (kind !== 'path' && (kind !== 'release' || held.length > 0)) expect(reservations.version).toBeGreaterThan(version);
      }
      const taken = (x: number, t: number): boolean => held.some(({ at }) => at[t] === x);
      const isStep = (a: number, b: number, t: number): boolean => held.some(({ at }) => at[t - 1] === a && at[t] === b);
      checkOccupancy(reservations, vertices, forgotten, HORIZON, taken, isStep);
      steps.slice(forgotten).forEach((t) => { vertices.forEach((v, x) => { expect(reservations.isFree(v, t)).toBe(!taken(x, t)); }); });
      const first = new FirstSteps(reservations, window);
      const from = Math.max(begin, forgotten);
      first.begin(from);
      expect(first.end).toBe(from + window + 1);
      checkOccupancy(first, vertices, from, HORIZON, (x, t) => t <= from + window && taken(x, t), (a, b, t) => t <= from + window && isStep(a, b, t));
    }),
    { numRuns: runs(400), seed: 1 },
  );
});

test('a part of a path can be reserved, and many stays', () => {
  const grid = new Grid(400, 1);
  const [a, b] = [grid.vertex(0, 0), grid.vertex(1, 0)];
  const reservations = new Reservations(grid);
  reservations.add([a, b], 0, { length: 0 });
  reservations.add([b, a], 0, { length: 1, stays: false });
  expect([reservations.isFree(a, 1), reservations.isFree(b, 0), reservations.isFree(b, 1)]).toEqual([true, false, true]);
  reservations.add([a, a], 20, { length: 1, stays: false });
  expect([reservations.isFree(a, 20), reservations.isFree(a, 21)]).toEqual([false, true]);
  for (const length of [-1, 3, 0.5]) expect(() => reservations.add([a, b], 0, { length })).toThrow('The length must be a whole number from 0 to 2');
  expect(() => reservations.block(a, 3, '4' as never)).toThrow('The last step must be 3 or later');
  expect(() => reservations.block(a, 2 ** 29)).toThrow(`The first step must be a whole number of steps from 0 to ${2 ** 29 - 1}, got ${2 ** 29}.`);
  for (const step of [NaN, undefined, '3']) expect(() => reservations.forgetBefore(step as never)).toThrow('The first step to keep must be a number, got');
  for (const step of [undefined, NaN, -1, 0.5, 2 ** 31]) expect(() => reservations.isFree(a, step as never)).toThrow('The step must be a whole number of steps from 0 to');
  reservations.block(a, 3, 3);
  const walk = Array.from({ length: 400 }, (_, x) => grid.vertex(x, 0));
  reservations.add(walk, 10);
  expect(walk.every((v, x) => !reservations.isFree(v, 10 + x) && (x === 399 || reservations.isFree(v, 11 + x)) && reservations.isFree(v, 9 + x))).toBe(true);
});

test('a vertex that is taken for ever stays so, whatever is forgotten', () => {
  const grid = new Grid(3, 1);
  const [a, b] = [grid.vertex(0, 0), grid.vertex(1, 0)];
  for (const step of [2 ** 29, 2 ** 30 + 1, 1e12, Infinity]) {
    const reservations = new Reservations(grid);
    reservations.block(a, 2);
    reservations.block(b, 2, 2 ** 29 - 1);
    reservations.forgetBefore(step);
    expect([reservations.isFree(a, 5), reservations.isFree(b, 5)]).toEqual([false, true]);
  }
});

test('released and past reservations take no memory', () => {
  const grid = new Grid(3, 1);
  const vertices = [0, 1, 2].map((x) => grid.vertex(x, 0));
  const reservations = new Reservations(grid);
  const stay = reservations.block(vertices[2], 0);
  const ids = Array.from({ length: 600 }, (_, t) => {
    const id = reservations.add(t % 2 === 0 ? vertices : [], t, { stays: false });
    if (t % 3 === 0) reservations.release(id);
    else reservations.forgetBefore(t + 9);
    return id;
  });
  const { stays, count } = reservations as unknown as { readonly stays: ReadonlyMap<number, unknown>; readonly count: number };
  expect([...stays.keys()]).toEqual([stay]);
  expect(count).toBeLessThan(20);
  for (const id of ids) reservations.release(id);
  for (const id of [-1, 601, 0.5, '0', NaN, undefined]) expect(() => { reservations.release(id as never); }).toThrow('There is no reservation');
});
