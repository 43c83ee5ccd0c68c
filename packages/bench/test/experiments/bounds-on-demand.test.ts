import { caves, maze, randomObstacles, seededRandom } from '@pf/grid';
import { GoalBounds, JumpTable } from '@pf/preprocess';
import { JumpPointSearch } from '@pf/search';
import { expect, it } from 'vitest';
import { boundsAskedFor } from '../../src/experiments/preprocess/bounds-on-demand.ts';
import { worlds } from '../../src/index.ts';

const [source] = worlds({ seed: 1, effort: 'tiny' }, { side: 24, problems: 1 });

// More than 128 cells wide: there a jump table rounds boxes.
it.each([
  ['caves', caves(300, 30, seededRandom(1))], ['a maze', maze(299, 29, seededRandom(2))], ['rubble', randomObstacles(200, 20, 0.25, seededRandom(3))],
])('bounds of the problems alone give the queries of a whole table, in %s', (_, grid) => {
  const random = seededRandom(4);
  const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
  const draw = (): number => free[Math.floor(random() * free.length)];
  const problems = Array.from({ length: 40 }, () => ({ from: draw(), to: draw() }));
  const bounds = [boundsAskedFor({ ...source.load(), grid, graph: grid, problems }), GoalBounds.build(grid)];
  const tables = bounds.map((one) => new JumpTable(grid, { bounds: one }));
  const [some, whole] = tables.map((locator) => new JumpPointSearch(grid, { locator }));
  expect(bounds[0].byteLength).toBe(bounds[1].byteLength);
  expect(tables[0].byteLength).toBe(tables[1].byteLength);
  for (const { from, to } of problems) {
    expect(some.search(from, to)).toBe(whole.search(from, to));
    expect(some.counters.expanded).toBe(whole.counters.expanded);
  }
});
