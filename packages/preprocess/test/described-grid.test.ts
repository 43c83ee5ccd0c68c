import { describeGrid, Grid, GridFollower, GridPublisher, restoreGrid } from '@pf/grid';
import { JumpPointSearch } from '@pf/search';
import { describe, expect, it } from 'vitest';
import { CornerHierarchy, CornerSearch, GoalBounds, jumpPoints, JumpTable, PathDatabase } from '../src/index.ts';

const original = Grid.fromRows(['.......', '.#####.', '.....#.', '.###.#.', '.......']);

/** The grid as other threads and saved games have it, and one with the step costs as numbers. */
const copies: [string, Grid][] = [
  ['restoreGrid', restoreGrid(structuredClone(describeGrid(original)))],
  ['GridFollower', new GridFollower(new GridPublisher(original).published).grid],
  ['a metric of 1 and √2', Grid.fromRows(original.toRows(), { metric: { straight: 1, diagonal: Math.SQRT2 } })],
];

describe.each(copies)('a copy by %s of a grid with exact costs', (_name, grid) => {
  const [start, goal] = [grid.vertex(4, 2), grid.vertex(6, 0)];
  const cost = new JumpPointSearch(grid).search(start, goal);

  it('takes goal bounds of the original in JPS+', () => {
    const bounds = GoalBounds.load(grid, GoalBounds.build(original).save());
    expect(new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds }) }).search(start, goal)).toBe(cost);
    expect(GoalBounds.build(grid, jumpPoints(grid)).save()).toEqual(GoalBounds.build(original, jumpPoints(original)).save());
  });

  it('takes a corner hierarchy of the original', () => {
    expect(new CornerSearch(CornerHierarchy.load(grid, CornerHierarchy.build(original).save())).search(start, goal)).toBeCloseTo(cost, 12);
  });

  it.each([{}, { rows: 'jump-points' as const }])('takes a path database of the original, %o', (options) => {
    const saved = PathDatabase.build(original, options).save();
    const path = new Uint32Array(grid.vertexCount);
    expect(PathDatabase.load(grid, saved).path(start, goal, path)).toBe(PathDatabase.load(original, saved).path(start, goal, path));
    expect(PathDatabase.build(grid, options).save()).toEqual(saved);
  });
});
