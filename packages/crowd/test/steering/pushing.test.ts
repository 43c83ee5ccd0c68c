import { describe, expect, test } from 'vitest';
import { Neighbours } from '../../src/steering/neighbours.ts';
import { Pushing } from '../../src/steering/pushing.ts';
import type { SteeredUnit } from '../../src/steering/unit-arrays.ts';
import { UnitArrays } from '../../src/steering/unit-arrays.ts';

/** Units that rest. */
function scene(...bodies: Partial<SteeredUnit>[]): { units: UnitArrays; pushing: Pushing } {
  const units = new UnitArrays();
  for (const body of bodies) units.add({ x: 0, y: 0, radius: 0.5, speed: 2, ...body });
  const neighbours = new Neighbours(units, 8);
  neighbours.sort(1, 1);
  for (let i = 0; i < units.count; i++) neighbours.find(i, 4);
  units.rests.fill(1);
  return { units, pushing: new Pushing(units, neighbours) };
}

/** Whether a unit that is stuck and wants to go in direction (0.6, 0.8) pushes another one, `ahead` and to the `left` of it. */
function pushes({ ahead = 1.2, left = 0, id = 0, priorities = [0, 0], stuck = 1, other = {} }: {
  ahead?: number; left?: number; id?: number; priorities?: number[]; stuck?: number; other?: { stuck?: number; moves?: boolean };
}): boolean {
  const at = { x: 0.6 * ahead - 0.8 * left, y: 0.8 * ahead + 0.6 * left };
  const bodies = [{ priority: priorities[0] }, { ...at, priority: priorities[1] }];
  const { units, pushing } = scene(...(id === 0 ? bodies : bodies.toReversed()));
  const j = 1 - id;
  [units.preferredX[id], units.preferredY[id], units.stuck[id], units.rests[id]] = [0.9, 1.2, stuck, 0];
  [units.stuck[j], units.rests[j]] = [other.stuck ?? 0, other.moves === true ? 0 : 1];
  pushing.push(id);
  expect([units.pushed[id], units.leader[id]]).toEqual([0, id]);
  expect(units.leader[j]).toBe(units.pushed[j] > 0 ? id : j);
  return units.pushed[j] > 0;
}

/** A unit, and a function that lets it move at a speed for some time, while it prefers another, and returns whether it is stuck. */
function driver(): { units: UnitArrays; drive: (speed: number, preferred: number, seconds: number) => boolean } {
  const { units, pushing } = scene({});
  const drive = (speed: number, preferred: number, seconds: number): boolean => {
    [units.preferredX[0], units.preferredY[0]] = [0.6 * preferred, 0.8 * preferred];
    for (let time = 0; time < seconds; time += 0.125) {
      pushing.begin(0.125);
      units.x[0] += 0.125 * 0.6 * speed;
      units.y[0] += 0.125 * 0.8 * speed;
      pushing.update(0, preferred);
    }
    return pushing.isUrgent(0);
  };
  return { units, drive };
}

describe('a unit is stuck', () => {
  test('after 0.6 seconds at less than a fifth of its speed', () => {
    const { drive } = driver();
    expect([drive(0.29, 1.5, 0.5), drive(0.29, 1.5, 0.125), drive(0.31, 1.5, 0.125), drive(-1, 1.5, 0.25), drive(1.5, 1.5, 100), drive(0, 1.5, 0.5)]).toEqual([false, true, false, true, false, false]);
  });

  test('and no longer after twice the time, 6 seconds at most', () => {
    const { drive } = driver();
    expect([drive(0, 1.5, 100), drive(1, 1.5, 5.75), drive(1, 1.5, 0.25)]).toEqual([true, true, false]);
  });

  test('by how far it came in the last step, whatever the lengths of that and this one', () => {
    const after = (last: number, now: number, way: number): number => {
      const { units, pushing } = scene({});
      units.preferredX[0] = 1.5;
      pushing.begin(last);
      pushing.update(0, 1.5);
      units.x[0] += way;
      units.vx[0] = 1.5;
      pushing.begin(now);
      pushing.update(0, 1.5);
      return units.stuck[0];
    };
    expect([after(1, 0.25, 0.29), after(1, 0.25, 0.31), after(0.25, 1, 0.07), after(0.25, 1, 0.08)]).toEqual([1.25, 0.875, 1.25, 0]);
  });

  test('but not while it rests, at a hundredth of its top speed', () => {
    const { units, drive } = driver();
    expect([drive(0, 0.019, 9), units.rests[0], drive(0, 0.021, 9), units.rests[0]]).toEqual([false, 1, true, 0]);
    expect([drive(0, 0, 100), units.rests[0]]).toEqual([false, 1]);
  });
});

describe('a unit that is stuck pushes', () => {
  test('those near and in front of it that rest', () => {
    expect([pushes({}), pushes({ ahead: 1.35 }), pushes({ ahead: -1 }), pushes({ stuck: 0.5 }), pushes({ other: { moves: true } })]).toEqual([true, false, false, false, false]);
    for (const away of [0.5, 1, 1.25]) {
      expect([0.35, -0.35, 0.25, -0.25].map((cos) => pushes({ ahead: away * Math.abs(cos), left: away * Math.sign(cos) * Math.sqrt(1 - cos * cos) }))).toEqual([true, true, false, false]);
    }
  });

  test('those of lower priority, or of the same and with a higher number', () => {
    expect([[1, 0], [0, 1]].map((priorities) => pushes({ priorities }))).toEqual([true, false]);
    expect([[1, 0], [0, 1], [0, 0]].map((priorities) => pushes({ priorities, id: 1 }))).toEqual([true, false, false]);
  });

  test('after 3 seconds also those with a lower number that rest, and those that have been stuck for 2', () => {
    expect([2.9, 3].map((stuck) => pushes({ id: 1, stuck }))).toEqual([false, true]);
    expect(pushes({ id: 1, stuck: 3.5, priorities: [0, 1] })).toBe(false);
    expect([[2.9, 2], [3, 1.9], [3, 2]].map(([stuck, others]) => pushes({ stuck, other: { moves: true, stuck: others } }))).toEqual([false, false, true]);
    expect(pushes({ id: 1, stuck: 3.5, other: { moves: true, stuck: 3 } })).toBe(false);
  });

  test('in turns of 3 seconds, if both move and have been stuck for so long', () => {
    const firsts = (stuck: number[], rests = [0, 0], priority = 0): number[] => {
      const { units, pushing } = scene({}, { x: 1, priority });
      for (const i of [0, 1]) [units.stuck[i], units.rests[i]] = [stuck[i], rests[i]];
      return Array.from({ length: 10 }, () => {
        pushing.begin(1);
        expect([pushing.outranks(1, 0), pushing.outranks(1, 1)]).toEqual([!pushing.outranks(0, 1), false]);
        return pushing.outranks(0, 1) ? 0 : 1;
      });
    };
    expect(firsts([3, 3])).toEqual([0, 0, 1, 1, 1, 0, 0, 0, 1, 1]);
    for (const stuck of [[2.9, 3], [3, 2.9]]) expect(firsts(stuck)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(firsts([3, 3], [0, 1])).toEqual(Array.from({ length: 10 }, () => 0));
    expect(firsts([3, 3], [0, 0], 1)).toEqual(Array.from({ length: 10 }, () => 1));
  });

  test('forward and aside, at the top speed of the other, for half a second', () => {
    for (const side of [1, -1]) {
      const { units, pushing } = scene({}, { x: 0.6 - side * 0.08, y: 0.8 + side * 0.06, speed: 3 });
      [units.preferredX[0], units.preferredY[0], units.stuck[0]] = [0.9, 1.2, 1];
      pushing.push(0);
      expect([units.pushX[1], units.pushY[1]]).toEqual([expect.closeTo(3 * (0.6 - side * 0.4), 9), expect.closeTo(3 * (0.8 + side * 0.3), 9)]);
      expect([units.pushed[1], pushing.isUrgent(1), units.leader[1]]).toEqual([0.5, true, 0]);
      pushing.expire(1, 0.375);
      expect([units.pushed[1], units.leader[1]]).toEqual([0.125, 0]);
      pushing.expire(1, 0.375);
      expect([units.pushed[1], units.leader[1]]).toEqual([0, 1]);
    }
  });

  test('to the left if the other is exactly ahead', () => {
    const { units, pushing } = scene({}, { x: 1 });
    [units.preferredX[0], units.stuck[0]] = [1, 1];
    pushing.push(0);
    expect([units.pushX[1], units.pushY[1]]).toEqual([2, 1]);
  });

  test('nobody if it has arrived meanwhile', () => {
    const { units, pushing } = scene({}, { x: 1 });
    units.stuck[0] = 1;
    pushing.push(0);
    expect(units.pushed[1]).toBe(0);
  });
});

test('a unit that is pushed pushes others with the rank of the first, which all have until it is over', () => {
  const { units, pushing } = scene({}, { x: 2 }, { x: 1 });
  [units.preferredX[0], units.stuck[0]] = [1, 1];
  // The last one would rather go back.
  units.preferredX[2] = -1;
  expect([pushing.outranks(0, 2), pushing.outranks(2, 0), pushing.outranks(2, 1)]).toEqual([true, false, false]);
  pushing.push(0);
  pushing.push(2);
  expect([...units.leader.subarray(0, 3)]).toEqual([0, 0, 0]);
  expect([pushing.outranks(0, 2), pushing.outranks(2, 0), pushing.outranks(2, 1)]).toEqual([false, false, false]);
});
