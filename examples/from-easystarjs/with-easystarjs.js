// A village as it was with easystarjs (npm i easystarjs): roads, fields, swamp, a ledge, a place to keep away from, and searches spread over frames.
import assert from 'node:assert/strict';
import EasyStar from 'easystarjs';

// 0 road, 1 field, 2 swamp, 9 water
const tiles = [
  [0, 0, 0, 0, 0, 0, 0, 0],
  [0, 9, 9, 1, 9, 9, 9, 0],
  [0, 9, 1, 1, 1, 2, 9, 0],
  [0, 1, 1, 9, 2, 2, 1, 0],
  [0, 9, 1, 9, 2, 1, 9, 0],
  [0, 0, 0, 9, 1, 0, 0, 0],
];
const costs = { 0: 1, 1: 2, 2: 5 };
const easystar = new EasyStar.js();
easystar.setGrid(tiles);
easystar.setAcceptableTiles([0, 1, 2]);
for (const [tile, cost] of Object.entries(costs)) easystar.setTileCost(Number(tile), cost);
easystar.setDirectionalCondition(3, 1, [EasyStar.TOP]); // a ledge: one jumps down, and does not climb up
easystar.setIterationsPerCalculation(20);

const costOf = (path) => (path === null ? Infinity : path.slice(1).reduce((sum, { x, y }) => sum + costs[tiles[y][x]], 0));
const ask = (from, to) => new Promise((resolve) => easystar.findPath(...from, ...to, resolve));
async function answer(...questions) {
  const asked = Promise.all(questions.map(([from, to]) => ask(from, to)));
  const frames = setInterval(() => easystar.calculate(), 1);
  const paths = await asked;
  clearInterval(frames);
  return paths.map(costOf);
}

console.log('down, up, across:', ...(await answer([[3, 0], [3, 2]], [[3, 2], [3, 0]], [[0, 3], [7, 3]])));
easystar.avoidAdditionalPoint(4, 3);
easystar.avoidAdditionalPoint(4, 2);
console.log('across, keeping away:', ...(await answer([[0, 3], [6, 3]])));
easystar.stopAvoidingAllAdditionalPoints();
tiles[3][6] = 9; // a flood
easystar.setGrid(tiles);
const [flooded] = await answer([[0, 3], [6, 3]]);
console.log('into the flood:', flooded);

assert.equal(flooded, Infinity);
