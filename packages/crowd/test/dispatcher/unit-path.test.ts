import { NO_VERTEX } from '@pf/graph';
import { Grid } from '@pf/grid';
import { beforeEach, expect, test } from 'vitest';
import { ChangeLog } from '../../src/dispatcher/change-log.ts';
import { FlowField } from '../../src/dispatcher/flow-field.ts';
import { UnitPath } from '../../src/dispatcher/unit-path.ts';

let grid = new Grid(1, 1);
let changes = new ChangeLog(grid);
let path = new UnitPath();
const at = (x: number, y = 0): number => grid.vertex(x, y);
const straight = (from: number, to: number): Uint32Array => Uint32Array.from({ length: to - from + 1 }, (_, i) => at(from + i));
const rest = (v: number, limit = 200): number[] => {
  const out = new Uint32Array(limit);
  return Array.from(out.subarray(0, path.write(v, out)), (u) => grid.x(u));
};
const xs = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const setCost = (x: number, cost: number): void => {
  const tails = new Uint32Array(9);
  changes.add(tails, grid.setCost(x, 0, cost, tails));
};

beforeEach(() => {
  grid = new Grid(150, 3, { movement: 'four' });
  changes = new ChangeLog(grid);
  path = new UnitPath();
  path.extend(straight(0, 100), 101, at(120), changes);
});

test('a unit takes one vertex after another, to the end', () => {
  for (let x = 0; x < 100; x++) {
    expect([path.isWalked, path.rest(at(x)), path.after(at(x)), path.after(at(x, 1)), path.end(at(x))]).toEqual([false, 100 - x, at(x + 1), NO_VERTEX, at(100)]);
    expect([path.target(at(120)), path.goal]).toEqual([at(Math.min(x + 2, 100)), at(120)]);
    expect(path.next(at(x), changes)).toBe(at(x + 1));
  }
  expect([path.isWalked, path.after(at(100)), path.next(at(100), changes), path.end(at(100)), path.target(at(120)), rest(at(100))]).toEqual([true, NO_VERTEX, NO_VERTEX, at(100), at(120), []]);
  path.clear();
  expect([path.goal, path.isWalked]).toEqual([NO_VERTEX, true]);
});

test('a route is cut, restored, and extended', () => {
  path.next(at(0), changes);
  expect([rest(at(1)), rest(at(1), 3), rest(at(1), 0)]).toEqual([xs(1, 100), [1, 2, 3], []]);
  path.cut(10);
  expect([path.end(at(1)), path.rest(at(1)), rest(at(1))]).toEqual([at(11), 10, xs(1, 11)]);
  path.uncut();
  expect(path.end(at(1))).toBe(at(100));
  path.cut(1000);
  expect(path.end(at(1))).toBe(at(100));
  path.cut(10);
  path.extend(Uint32Array.of(...straight(11, 12), at(12, 1)), 3, at(9), changes);
  expect([rest(at(1)), path.goal, path.after(at(1))]).toEqual([[...xs(1, 12), 12], at(9), at(2)]);
  path.uncut();
  expect(rest(at(1))).toEqual([...xs(1, 12), 12]);
  // Longer than before.
  path.extend(straight(12, 140), 129, at(140), changes);
  expect(rest(at(1)).length).toBe(12 + 1 + 128);
});

test('a unit that was moved continues where its route passes, up to 16 vertices ahead', () => {
  expect([path.continueFrom(at(17), changes), path.continueFrom(at(16), changes), path.next(at(16), changes)]).toEqual([false, true, at(17)]);
  expect([path.continueFrom(at(10), changes), path.continueFrom(at(17), changes), path.continueFrom(at(18), changes), path.after(at(18))]).toEqual([false, true, true, at(19)]);
  path.cut(1);
  expect([path.continueFrom(at(20), changes), path.continueFrom(at(19), changes), path.isWalked]).toEqual([true, true, true]);
});

test('a unit that was moved beside its route joins it at one of the next three vertices', () => {
  expect([path.continueFrom(at(4, 1), changes), path.continueFrom(at(0, 1), changes), path.continueFrom(at(3, 2), changes)]).toEqual([false, false, false]);
  expect([path.continueFrom(at(3, 1), changes), path.isOpen(changes), path.next(at(3, 1), changes), path.next(at(3), changes)]).toEqual([true, true, at(3), at(4)]);
  path.cut(2);
  expect([path.continueFrom(at(7, 1), changes), path.continueFrom(at(6, 1), changes), rest(at(6, 1)), path.end(at(6, 1))]).toEqual([false, true, [6, 6], at(6)]);
});

test('a unit that was pushed finds its position on the route again, or is lost after some time', () => {
  path.continueFrom(at(15), changes);
  path.continueFrom(at(30), changes);
  path.locate(at(40));
  expect(path.after(at(40))).toBe(at(41));
  path.locate(at(25));
  expect(path.after(at(25))).toBe(at(26));
  for (let move = 0; move < 8; move++) path.locate(at(25, 1));
  expect([path.isLost, path.target(at(120))]).toEqual([false, at(27)]);
  path.locate(at(26));
  expect([path.isLost, path.after(at(26))]).toEqual([false, at(27)]);
  for (let move = 0; move < 9; move++) path.locate(at(9));
  expect([path.isLost, path.after(at(26))]).toEqual([true, at(27)]);
  path.clear();
  expect(path.isLost).toBe(false);
});

test('closed and more expensive arcs are noticed 16 vertices ahead', () => {
  setCost(17, 0);
  expect([path.isOutdated(changes), path.isOpen(changes), path.next(at(0), changes)]).toEqual([true, true, at(1)]);
  expect([path.isOpen(changes), path.next(at(1), changes), path.after(at(1))]).toEqual([false, NO_VERTEX, at(2)]);
  setCost(17, 5);
  expect([path.isOpen(changes), path.hasRisen]).toEqual([true, true]);
  path.hasRisen = false;
  expect([path.isOpen(changes), path.hasRisen]).toEqual([true, false]);
  setCost(17, 2);
  expect([path.isOpen(changes), path.hasRisen]).toEqual([true, false]);
  setCost(17, 3);
  expect([path.isOpen(changes), path.hasRisen]).toEqual([true, true]);
  path.clear();
  path.extend(straight(1, 20), 20, at(20), changes);
  expect([path.isOutdated(changes), path.hasRisen, path.isOpen(changes), path.hasRisen]).toEqual([false, false, true, false]);
});

test('a field is followed until it is dropped', () => {
  const field = new FlowField(grid);
  field.begin(at(5));
  field.addSearch(1e6, 1e6, true);
  field.run(1e6);
  path.follow(field);
  expect([field.users, path.goal, path.isWalked, path.rest(at(0)), path.after(at(0)), path.next(at(0), changes)]).toEqual([1, at(5), false, 5, at(1), at(1)]);
  expect([rest(at(0)), rest(at(0), 2), path.target(at(9)), path.continueFrom(at(40), changes)]).toEqual([xs(0, 5), [0, 1], at(9), true]);
  path.locate(at(9, 1));
  expect(path.isLost).toBe(false);
  path.cut(3);
  expect([field.users, path.goal, path.isWalked]).toEqual([0, NO_VERTEX, true]);
});

test('an extended route knows the costs of its old and of its new part', () => {
  for (let x = 1; x <= 40; x++) setCost(x, 1 + ((x * 7) % 5));
  path.extend(straight(0, 20), 21, at(40), changes);
  for (let x = 0; x < 6; x++) path.next(at(x), changes);
  path.cut(10);
  path.extend(straight(16, 40), 25, at(40), changes);
  // Arcs that were reported, but have not changed.
  changes.add(straight(0, 40), 41);
  for (let x = 6; x < 40; x++) {
    expect([path.isOpen(changes), path.hasRisen]).toEqual([true, false]);
    expect(path.next(at(x), changes)).toBe(at(x + 1));
  }
});
