// The same game with easystarjs (npm i easystarjs).
import assert from 'node:assert/strict';
import EasyStar from 'easystarjs';

const [width, height] = [24, 10];
const tiles = Array.from({ length: height }, () => Array(width).fill(0));
const spawn = { x: 0, y: 4 };
const goal = { x: 23, y: 5 };

let seed = 11;
const random = (n) => (seed = (seed * 16807) % 2147483647) % n;

const easystar = new EasyStar.js();
easystar.setAcceptableTiles([0]);
easystar.enableSync();
function pathFrom(cell) {
  let found;
  easystar.setGrid(tiles);
  easystar.findPath(cell.x, cell.y, goal.x, goal.y, (path) => (found = path));
  easystar.calculate();
  return found;
}

const count = { built: 0, rejected: 0 };
const isCell = (cell, x, y) => cell.x === x && cell.y === y;
function build(x, y) {
  if (tiles[y][x] === 1) return;
  tiles[y][x] = 1;
  if (!isCell(spawn, x, y) && !isCell(goal, x, y) && pathFrom(spawn) !== null) {
    count.built++;
    return;
  }
  tiles[y][x] = 0;
  count.rejected++;
}

function wave(size) {
  let creeps = [];
  let entered = 0;
  let turn = 0;
  const taken = (x, y) => creeps.some(({ at }) => isCell(at, x, y));
  for (; entered < size || creeps.length > 0; turn++) {
    for (const creep of creeps) {
      const next = creep.path[creep.step + 1];
      if (taken(next.x, next.y)) continue;
      creep.step++;
      creep.at = isCell(goal, next.x, next.y) ? { x: -1, y: -1 } : next;
    }
    creeps = creeps.filter(({ at }) => at.x >= 0);
    if (entered === size || taken(spawn.x, spawn.y)) continue;
    creeps.push({ at: spawn, step: 0, path: pathFrom(spawn) });
    entered++;
  }
  return turn;
}

for (let i = 0; i < 45; i++) build(random(width), random(height));
const first = wave(12);
for (let y = height - 1; y >= 0; y--) build(12, y);
const second = wave(12);

const rows = tiles.map((row) => row.map((tile) => (tile === 1 ? '#' : '.')));
for (const { x, y } of pathFrom(spawn).slice(0, -1)) rows[y][x] = '*';
console.log(rows.map((row) => row.join('')).join('\n'));
console.log(`${count.built} towers, ${count.rejected} rejected; waves of 12 take ${first} and ${second} turns.`);

assert.equal(second, pathFrom(spawn).length - 1 + 12);
assert(count.rejected > 0 && second > first);
