import { Grid, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { EditedRectangles } from '../../src/jump-points/edited-rectangles.ts';

test.each([0, 1, 2, 3])('after more edits than the grid remembers, hands out the cells whose moves changed, at byte %i of a word', (offset) => {
  const random = seededRandom(5);
  let changed = 0;
  for (let width = 1; width <= 40; width++) {
    const grid = new Grid(width, 9);
    const known = new Uint8Array(new ArrayBuffer(grid.vertexCount + offset), offset);
    known.set(grid.moves);
    const edited = new EditedRectangles(grid);
    edited.clear();
    for (let i = 0; i < 600; i++) grid.setBlocked(width - 1, 8, i % 2 === 0);
    for (let i = random() * width; i > 1; i--) grid.setBlocked(Math.floor(random() * width), Math.floor(random() * 9), true);
    const truth = [...grid.moves.keys()].filter((v) => known[v] !== grid.moves[v]);
    changed += truth.length;
    expect(edited.collect(known, truth.length)).toBe(true);
    const found: number[] = [];
    while (edited.next(Infinity)) {
      expect([edited.top, edited.cells]).toEqual([edited.bottom, edited.right - edited.left + 1]);
      for (let x = edited.left; x <= edited.right; x++) found.push(edited.top * grid.stride + x);
    }
    expect(found).toEqual(truth);
  }
  expect(changed).toBeGreaterThan(500);
});
