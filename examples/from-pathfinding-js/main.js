// The same game by @pf: one grid for each rule, which any number of searches share, and no clone.
import assert from 'node:assert/strict';
import { Grid } from '@pf/grid';
import { compressPath, expandPath, findPath, smooth } from '@pf/search';

const rows = [
  '............',
  '.####.#####.',
  '.#....#...#.',
  '.#.##.#.#.#.',
  '.#..#...#.#.',
  '.####.###.#.',
  '......#.....',
  '.####...###.',
];
const round = [{ x: 0, y: 0 }, { x: 11, y: 7 }, { x: 3, y: 4 }, { x: 9, y: 3 }];

function walk(grid) {
  let total = 0;
  for (let i = 0; i < round.length; i++) total += findPath(grid, { from: round[i], to: round[(i + 1) % round.length] }).cost;
  return total;
}

const grids = {
  'straight steps': Grid.fromRows(rows, { movement: 'four' }),
  'round corners': Grid.fromRows(rows),
  'past corners': Grid.fromRows(rows, { corners: 'one' }),
};
for (const [name, grid] of Object.entries(grids)) console.log(`${name}: ${walk(grid).toFixed(3)}`);

for (const grid of Object.values(grids)) grid.setBlocked(7, 4, true); // a door shuts
for (const [name, grid] of Object.entries(grids)) console.log(`${name}, door shut: ${walk(grid).toFixed(3)}`);

const grid = grids['past corners'];
const { cells } = findPath(grid, { from: [0, 0], to: [11, 7] });
assert.deepEqual(expandPath(compressPath(cells)), cells);
assert(findPath(grid, { from: [0, 0], to: [11, 7], shape: smooth }).cells.length <= cells.length);
grids['straight steps'].setBlocked(0, 1, true);
grids['straight steps'].setBlocked(1, 0, true);
assert.deepEqual(findPath(grids['straight steps'], { from: [0, 0], to: [11, 7] }).cells, []);
