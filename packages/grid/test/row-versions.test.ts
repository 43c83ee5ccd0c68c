import { expect, test } from 'vitest';
import { Grid, seededRandom } from '../src/index.ts';

test('gives the rows whose moves changed since a version', () => {
  const random = seededRandom(5);
  const below = (n: number): number => Math.floor(random() * n);
  for (const movement of ['four', 'eight', 'hex'] as const) {
    const grid = new Grid(9, 12, { movement });
    expect(Array.from(grid.rowVersions)).toEqual(new Array(14).fill(0));
    let near = 0;
    for (let edit = 0; edit < 200; edit++) {
      const before = grid.moves.slice();
      const version = grid.version;
      const [x, y] = [below(9), below(12)];
      if (edit % 3 === 0) grid.setCells(Uint32Array.of(grid.vertex(x, y)), Uint8Array.of(below(2)), 1);
      else grid.setRectangle(x, y, 1 + below(9 - x), 1 + below(Math.min(2, 12 - y)), below(2));
      for (let row = 0; row < 14; row++) {
        const changed = before.subarray(row * grid.stride, (row + 1) * grid.stride).some((moves, i) => moves !== grid.moves[row * grid.stride + i]);
        if (changed) expect(grid.rowVersions[row]).toBeGreaterThan(version);
        if (grid.rowVersions[row] > version) near++;
      }
    }
    // More precise than all rows.
    expect(near).toBeLessThan(200 * 7);
  }
});
