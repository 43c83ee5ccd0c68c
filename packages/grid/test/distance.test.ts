import { expect, test } from 'vitest';
import { Grid } from '../src/index.ts';

/** Steps from `start` to all cells, by breadth-first search. */
function stepsFrom(grid: Grid, start: number): Map<number, number> {
  const steps = new Map([[start, 0]]);
  const to = new Uint32Array(grid.maxDegree);
  for (const [v, far] of steps) {
    const n = grid.successors(v, to, new Float64Array(grid.maxDegree));
    for (let i = 0; i < n; i++) if (!steps.has(to[i])) steps.set(to[i], far + 1);
  }
  return steps;
}

test.each(['four', 'eight', 'hex'] as const)('the distance of cells is the number of steps on an empty map, on terrain too: %s', (movement) => {
  const grid = new Grid(7, 6, { movement, metric: '5/7' }, 3);
  for (let a = 0; a < grid.vertexCount; a++) {
    if (grid.cells[a] === 0) continue;
    const steps = stepsFrom(grid, a);
    expect(steps.size).toBe(42);
    for (const [b, far] of steps) expect(grid.distance(a, b)).toBe(far);
  }
});

test('a distance needs two vertices', () => {
  const grid = new Grid(3, 3);
  expect(() => grid.distance(-1, 6)).toThrow('The start of a distance must be a whole number from 0 to 24 (a vertex of the graph), got -1 (NO_VERTEX: no such step or path).');
  expect(() => grid.distance(6, 25)).toThrow('The end of a distance must be a whole number from 0 to 24 (a vertex of the graph), got 25.');
});
