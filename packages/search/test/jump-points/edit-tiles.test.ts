import { Grid, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { EditTiles } from '../../src/jump-points/edit-tiles.ts';

test.each([[30, 20, 4], [510, 10, 4], [511, 10, 8], [10, 1100, 16]])('sums of a map of %i × %i change with the tiles of %i cells that are marked', (width, height, side) => {
  const random = seededRandom(width);
  const below = (n: number): number => Math.floor(n * random());
  const tiles = new EditTiles(new Grid(width, height));
  const box = (): [number, number, number, number] => {
    const [x, y] = [below(width + 2), below(height + 2)];
    return [x, y, x + below(Math.min(20, width + 2 - x)), y + below(Math.min(20, height + 2 - y))];
  };
  const [columns, rows] = [width, height].map((cells) => Math.ceil((cells + 2) / side));
  expect([tiles['touched'].length, tiles['added'].length, tiles['sums'].length]).toEqual([columns * rows, columns, (columns + 1) * (rows + 1)]);
  const overlap = (a: readonly number[], b: readonly number[]): boolean => {
    const [p, q] = [a, b].map((cells) => cells.map((cell) => Math.floor(cell / side)));
    return p[0] <= q[2] && q[0] <= p[2] && p[1] <= q[3] && q[1] <= p[3];
  };
  const boxes = Array.from({ length: 40 }, box);
  for (let round = 0; round < 30; round++) {
    const before = boxes.map((one) => tiles.sum(tiles.box(...one)));
    const marked = Array.from({ length: round % 3 }, box);
    for (const one of marked) tiles.markBox(...one);
    const { update } = tiles;
    tiles.settle();
    expect(tiles.update).toBe(update + +(marked.length > 0));
    expect(boxes.map((one, i) => tiles.sum(tiles.box(...one)) !== before[i])).toEqual(boxes.map((one) => marked.some((other) => overlap(one, other))));
  }
  const before = boxes.map((one) => tiles.sum(tiles.box(...one)));
  tiles.markAll();
  tiles.settle();
  expect(boxes.every((one, i) => tiles.sum(tiles.box(...one)) !== before[i])).toBe(true);
});
