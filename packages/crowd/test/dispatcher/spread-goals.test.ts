import { Grid, zero } from '@pf/grid';
import { expect, test } from 'vitest';
import { spreadGoals } from '../../src/dispatcher/spread-goals.ts';
import { UnitKind } from '../../src/dispatcher/unit-kind.ts';

test('gives a goal to each of many units at one vertex', () => {
  const grid = new Grid(2, 1);
  const [left, right] = [grid.vertex(0, 0), grid.vertex(1, 0)];
  const goals = spreadGoals(new UnitKind(grid, zero, undefined), new Array<number>(150_000).fill(left), right, new Set());
  expect([goals.length, ...goals.slice(0, 3)]).toEqual([150_000, right, left, right]);
});
