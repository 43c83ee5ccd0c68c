import { Grid } from '@pf/grid';
import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DistanceTables } from '../../src/index.ts';
import { GuidePaths } from '../../src/plans/guide-paths.ts';
import { StepTable } from '../../src/plans/step-table.ts';
import { crowds } from './crowds.ts';
import type { Crowd } from './crowds.ts';

/** The guide path of each unit whose goal can be reached. */
function guided({ graph, starts, goals }: Crowd, slice = Infinity): number[][] {
  const [steps, distances] = [new StepTable(graph), new DistanceTables(graph)];
  const slots = new Int32Array(goals.length);
  distances.claim(goals, goals.length, slots);
  const units = starts.flatMap((start, i) => (distances.distance(slots[i], start) === distances.far ? [] : [i]));
  const guide = new GuidePaths(steps, distances, slots.filter((_, i) => units.includes(i)), Int32Array.from(units, (i) => starts[i]));
  while (guide.run(slice) > 0);
  return units.map((i, k) => {
    const path = [starts[i]];
    while (path.at(-1) !== goals[i]) {
      const v = path.at(-1)!;
      path.push(guide.next(k, v));
      expect(steps.has(v, path.at(-1)!)).toBe(true);
      expect(path.length).toBeLessThanOrEqual(graph.vertexCount);
    }
    expect(guide.next(k, goals[i])).toBe(-1);
    return path;
  });
}

test('lead along arcs from every start to its goal, in slices too', () => {
  fc.assert(
    fc.property(crowds(20, 9, 20), fc.integer({ min: 1, max: 9 }), (crowd, slice) => { expect(guided(crowd, slice)).toEqual(guided(crowd)); }),
    { numRuns: runs(100), seed: 1 },
  );
});

test('a unit alone gets a shortest path, also one of thousands of steps', () => {
  const rows = Array.from({ length: 81 }, (_, y) => Array.from({ length: 60 }, (__, x) => (y % 2 === 0 || x === (y % 4 === 1 ? 59 : 0) ? '.' : '#')).join(''));
  const grid = Grid.fromRows(rows, { movement: 'four' });
  const [path] = guided({ graph: grid, starts: [grid.vertex(0, 0)], goals: [grid.vertex(59, 80)] });
  expect(path.length).toBe(41 * 59 + 80 + 1);
});

test('units in opposite directions pass a long corridor, whatever it costs', () => {
  const grid = new Grid(90, 1, { movement: 'four' });
  const [west, east] = [[0, 1, 2, 3], [86, 87, 88, 89]].map((xs) => xs.map((x) => grid.vertex(x, 0)));
  for (const path of guided({ graph: grid, starts: [...west, ...east], goals: [...east, ...west] })) expect(path.length).toBe(87);
});

test('units in opposite directions take different lanes, and crowds spread', () => {
  const grid = Grid.fromRows(['...........', '.#########.', '...........'], { movement: 'four' });
  const at = (x: number, y: number): number => grid.vertex(x, y);
  const paths = guided({ graph: grid, starts: [at(0, 1), at(10, 1)], goals: [at(10, 1), at(0, 1)] });
  const lanes = paths.map((path) => grid.y(path[5]));
  expect(new Set(lanes)).toEqual(new Set([0, 2]));
  const room = new Grid(20, 9, { movement: 'four' });
  const heights = Array.from({ length: 9 }, (_, i) => i);
  const crowd = { graph: room, starts: [...heights, ...heights].map((y, i) => room.vertex(i < 9 ? 0 : 1, y)), goals: [...heights, ...heights].map((_, i) => room.vertex(i < 9 ? 19 : 18, i % 3 + 3)) };
  const uses = new Map<number, number>();
  for (const path of guided(crowd)) for (const v of path.slice(1, -1)) uses.set(v, (uses.get(v) ?? 0) + 1);
  expect(Math.max(...[...uses].filter(([v]) => room.x(v) === 10).map(([, n]) => n))).toBeLessThan(6);
});
