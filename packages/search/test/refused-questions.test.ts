import { Grid } from '@pf/grid';
import { expect, test } from 'vitest';
import { AStar, Dijkstra } from '../src/index.ts';

test('a question that is refused leaves the one before it as it was', () => {
  const grid = new Grid(30, 30);
  const v = (x: number, y: number): number => grid.vertex(x, y);
  const path = new Uint32Array(grid.vertexCount);
  const several = new AStar(grid);
  several.begin(v(0, 0), [v(20, 0), v(25, 25)]);
  several.run(5);
  expect(() => several.begin(v(3, 3), [v(1, 1), 99999])).toThrow('99999');
  several.run();
  expect([several.cost, several.end, several.path(path)]).toEqual([20, v(20, 0), 21]);
  const back = new AStar(grid, { direction: 'backward' });
  back.search(v(0, 0), v(20, 0));
  expect(() => back.begin(v(0, 3), 99999)).toThrow('99999');
  expect([back.cost, back.path(path)]).toEqual([20, 21]);
  const dijkstra = new Dijkstra(grid);
  dijkstra.begin(v(0, 0), { targets: [v(20, 0), v(2, 0)] });
  dijkstra.run(2);
  expect(() => dijkstra.begin(v(5, 5), { targets: [v(7, 7), -3] })).toThrow('-3');
  // It sets out anew, with the question that holds.
  grid.setBlocked(29, 29, true);
  dijkstra.run();
  expect([dijkstra.cost, dijkstra.distance(v(20, 0))]).toEqual([2, 20]);
});
