import { expect, test } from 'vitest';
import { Explorer } from '../../src/robot/explorer.ts';
import { Parking } from '../../src/robot/parking.ts';

test('the car parks: forwards and in reverse, and over no obstacle', () => {
  const parking = new Parking();
  const { drive, frame, footprint, map, from, to } = parking;
  expect(drive.length).toBeGreaterThan(50);
  expect(new Set(drive.map(({ isReverse }) => isReverse)).size).toBe(2);
  expect(parking.changes).toBeGreaterThan(0);
  expect(Math.hypot(drive[0].x - from.x, drive[0].y - from.y)).toBeLessThan(1e-6);
  expect(Math.hypot(drive.at(-1)!.x - to.x, drive.at(-1)!.y - to.y)).toBeLessThan(1e-6);
  let covered = 0;
  for (const { x, y, heading } of drive) {
    footprint.cover({ x: frame.column(x, y), y: frame.row(x, y), heading }, frame.resolution, (column, row) => {
      covered++;
      if (map.costs[row * frame.width + column] >= map.obstacle) throw new Error(`The car at ${x}, ${y} is on cell ${column}, ${row}.`);
    });
  }
  expect(covered).toBeGreaterThan(1000);
});

test('a blocked drive is planned around new obstacles, and not at all if the goal is occupied', () => {
  const parking = new Parking();
  const { x, y } = parking.drive[30];
  parking.edit(x, y, true);
  parking.plan();
  expect(parking.drive.every((pose) => Math.hypot(pose.x - x, pose.y - y) > 0.9)).toBe(true);
  parking.edit(parking.to.x, parking.to.y, true);
  parking.plan();
  expect([parking.drive.length, parking.gaveUp]).toEqual([0, false]);
  const { from, to } = new Parking();
  parking.to = { x: 12.35, y: 0.5, heading: 1 };
  parking.from = { x: 4, y: 8, heading: 1 };
  parking.clear();
  expect([parking.from, parking.to]).toEqual([from, to]);
  expect(parking.drive.length).toBeGreaterThan(50);
});

test('the robot reaches its goal in unknown houses, or proves that it cannot, and touches nothing', () => {
  let there = 0;
  for (let seed = 1; seed <= 4; seed++) {
    const explorer = new Explorer(seed);
    const { frame, footprint, truth } = explorer;
    for (let steps = 0; explorer.state === 'driving' && steps < 20_000; steps++) {
      explorer.step();
      const { x, y, heading } = explorer.pose;
      footprint.cover({ x: frame.column(x, y), y: frame.row(x, y), heading }, frame.resolution, (column, row) => {
        if (truth.values[row * frame.width + column] >= 65) throw new Error(`House ${seed}: the robot at ${x}, ${y} is on cell ${column}, ${row}.`);
      });
    }
    expect(explorer.state).not.toBe('driving');
    if (explorer.state === 'there') there++;
    expect(explorer.known.values.some((value) => value < 0)).toBe(true);
  }
  expect(there).toBeGreaterThan(1);
}, 120_000);

test('a wall drawn ahead of the robot is seen and avoided', () => {
  const explorer = new Explorer(1);
  const far = explorer.plan.find(({ x, y }) => Math.hypot(x - explorer.pose.x, y - explorer.pose.y) > 0.8)!;
  explorer.edit(far.x, far.y, true);
  for (let steps = 0; explorer.state === 'driving' && steps < 20_000; steps++) explorer.step();
  expect(explorer.known.values[explorer.frame.cellAt(far.x, far.y)]).toBeGreaterThan(65);
}, 120_000);

test('walls are cleared around an end, and come back when it is elsewhere, but for those that were erased', () => {
  const explorer = new Explorer(1);
  const { frame, truth: { values }, goal: { y } } = explorer;
  const before = values.slice();
  const changed = (): number[] => [...values.keys()].filter((cell) => values[cell] !== before[cell]);
  const moveTo = (x: number, to: number): void => {
    explorer.goal = { x, y: to, heading: 0 };
    explorer.forget();
  };
  let most = 0;
  for (let x = 5.8; x > 1.5; x -= 0.1) {
    moveTo(x, y);
    most = Math.max(most, changed().length);
    expect(changed().filter((cell) => Math.hypot(frame.xOf(cell) - x, frame.yOf(cell) - y) > 0.5)).toEqual([]);
  }
  expect(most).toBeGreaterThan(0);
  // Two cells of a wall, at the edge of what the goal clears: one is erased there.
  const [erased, other] = [...before.keys()].map((cell) => [cell, frame.cellAt(frame.xOf(cell), frame.yOf(cell) - 0.2)]).find((both) => both.every((cell) => before[cell] === 100))!;
  moveTo(frame.xOf(erased) - 0.3, frame.yOf(erased) - 0.1);
  expect([values[erased], values[other]]).toEqual([0, 0]);
  explorer.edit(frame.xOf(erased), frame.yOf(erased), false);
  moveTo(5.85, y);
  expect([values[erased], values[other]]).toEqual([0, 100]);
}, 120_000);

test('a robot whose goal was walled in goes on when a wall is erased', () => {
  const explorer = new Explorer(1);
  const { goal: { x, y } } = explorer;
  const wall: (readonly [number, number])[] = [];
  for (let d = -8; d <= 8; d++) wall.push([x + d / 10, y - 0.8], [x - 0.8, y + d / 10]);
  const build = (isWall: boolean): void => wall.forEach((at) => explorer.edit(...at, isWall));
  const drive = (): void => { for (let steps = 0; explorer.state === 'driving' && steps < 20_000; steps++) explorer.step(); };
  build(true);
  drive();
  expect(explorer.state).toBe('no path');
  build(false);
  drive();
  expect(explorer.state).toBe('there');
}, 120_000);
