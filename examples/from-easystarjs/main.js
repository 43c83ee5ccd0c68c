// The same village by @pf: answers at once, or some expansions a frame.
import assert from 'node:assert/strict';
import { Grid } from '@pf/grid';
import { AStar, findPath, runInSlices } from '@pf/search';

// 0 road, 1 field, 2 swamp, 9 water
const tiles = [
  [0, 0, 0, 0, 0, 0, 0, 0],
  [0, 9, 9, 1, 9, 9, 9, 0],
  [0, 9, 1, 1, 1, 2, 9, 0],
  [0, 1, 1, 9, 2, 2, 1, 0],
  [0, 9, 1, 9, 2, 1, 9, 0],
  [0, 0, 0, 9, 1, 0, 0, 0],
];
const costs = { 0: 1, 1: 2, 2: 5, 9: 0 };
const grid = Grid.fromArray(tiles, { movement: 'four', costOf: (tile) => costs[tile] });
grid.setSides(3, 1, { enter: grid.mask('north') }); // a ledge: one jumps down, and does not climb up

const ask = (from, to, avoid = []) => findPath(grid, { from, to, avoid }).cost;

console.log('down, up, across:', ask([3, 0], [3, 2]), ask([3, 2], [3, 0]), ask([0, 3], [7, 3]));
console.log('across, keeping away:', ask([0, 3], [6, 3], [[4, 3], [4, 2]]));
grid.setBlocked(6, 3, true); // a flood
const flooded = ask([0, 3], [6, 3]);
console.log('into the flood:', flooded);

// Spread over frames: five expansions, then the page may draw.
const search = new AStar(grid);
search.begin(grid.vertex(0, 3), grid.vertex(7, 3));
let frames = 0;
await runInSlices(search, { budget: 5, pause: () => new Promise((resolve) => void (frames++, setTimeout(resolve, 1))) });
assert.equal(search.cost, ask([0, 3], [7, 3]));
assert(frames > 1);
assert.equal(flooded, Infinity);
