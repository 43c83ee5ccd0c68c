// The same game with rot.js (npm i rot-js).
import assert from 'node:assert/strict';
import { FOV, Path } from 'rot-js';
import { hero as start, home, level, monsters as lairs, refuge } from './level.js';

const [width, height] = [level[0].length, level.length];
const isFloor = (x, y) => level[y]?.[x] === '.';
const key = (x, y) => y * width + x;
const seenCells = new Set();
const fov = new FOV.PreciseShadowcasting(isFloor, { topology: 8 });
const look = ([x, y]) => fov.compute(x, y, 8, (u, v) => void seenCells.add(key(u, v)));
let hero = [start.x, start.y];

// It has no search for the nearest of many cells: a flood by hand.
const around = (x, y) => [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]].map(([dx, dy]) => [x + dx, y + dy]);
function pathToUnseen(from) {
  const parents = new Map([[key(...from), undefined]]);
  const waiting = [from];
  for (const [x, y] of waiting) {
    if (!seenCells.has(key(x, y))) {
      const path = [];
      for (let at = [x, y]; at !== undefined; at = parents.get(key(...at))) path.unshift(at);
      return path;
    }
    for (const [u, v] of around(x, y)) {
      const passable = u >= 0 && v >= 0 && u < width && v < height && (isFloor(u, v) || !seenCells.has(key(u, v)));
      if (!passable || parents.has(key(u, v))) continue;
      parents.set(key(u, v), [x, y]);
      waiting.push([u, v]);
    }
  }
  return undefined;
}

look(hero);
let turns = 0;
for (let path = pathToUnseen(hero); path !== undefined; path = pathToUnseen(hero)) {
  const target = key(...path.at(-1));
  for (let i = 1; i < path.length && !seenCells.has(target) && isFloor(...path[i]); i++) {
    hero = path[i];
    look(hero);
    turns++;
  }
}
const floor = level.flatMap((row, y) => [...row].flatMap((c, x) => (c === '.' ? [[x, y]] : [])));
const seen = floor.filter(([x, y]) => seenCells.has(key(x, y))).length;

// A search for each monster and turn, round the others.
hero = [home.x, home.y];
const monsters = lairs.map((cell) => cell);
const isAt = (x, y) => ([u, v]) => u === x && v === y;
const isBeside = ([x, y]) => Math.max(Math.abs(x - hero[0]), Math.abs(y - hero[1])) === 1;
function step() {
  monsters.forEach((cell, i) => {
    if (isBeside(cell)) return;
    const path = [];
    const passable = (x, y) => isFloor(x, y) && !monsters.some((other, k) => k !== i && isAt(x, y)(other));
    new Path.AStar(...hero, passable, { topology: 8 }).compute(...cell, (x, y) => void path.push([x, y]));
    if (path.length > 2) monsters[i] = path[1];
  });
}
for (let turn = 0; turn < 100 && !monsters.every(isBeside); turn++) step();
const besides = new Set(monsters.filter(isBeside).map(([x, y]) => key(x, y))).size;

// A flee map by hand: floods from the monsters, turned over, lowered until it settles.
function fleeMap() {
  const values = new Map(floor.map(([x, y]) => [key(x, y), Infinity]));
  const settle = () => {
    for (let changed = true; changed; ) {
      changed = false;
      for (const [x, y] of floor) {
        for (const [u, v] of around(x, y)) {
          if (!(values.get(key(u, v)) + 1 < values.get(key(x, y)))) continue;
          values.set(key(x, y), values.get(key(u, v)) + 1);
          changed = true;
        }
      }
    }
  };
  for (const [x, y] of monsters) values.set(key(x, y), 0);
  settle();
  for (const [cell, value] of values) if (value < Infinity) values.set(cell, -1.2 * value);
  settle();
  return values;
}
function turnsUntilCaught(runs) {
  hero = [refuge.x, refuge.y];
  lairs.forEach((cell, i) => (monsters[i] = cell));
  let turn = 0;
  for (; turn < 100 && !monsters.some(isBeside); turn++) {
    const values = fleeMap();
    const free = around(...hero).filter(([x, y]) => isFloor(x, y) && !monsters.some(isAt(x, y)));
    for (const cell of runs ? free : []) if (values.get(key(...cell)) < values.get(key(...hero))) hero = cell;
    step();
  }
  return turn;
}
const [standing, running] = [false, true].map(turnsUntilCaught);

const rows = level.map((row, y) => [...row].map((c, x) => (seenCells.has(key(x, y)) ? c : ' ')));
for (const [x, y] of monsters) rows[y][x] = 'M';
rows[hero[1]][hero[0]] = '@';
console.log(rows.map((row) => row.join('')).join('\n'));
console.log(`Explored in ${turns} turns. Standing, the hero is caught after ${standing} turns; running, after ${running}.`);
console.log(`${seen} of ${floor.length} floor cells seen, ${besides} monsters around the hero.`);

assert.equal(seen, floor.length - 2);
assert.equal(besides, 4);
assert(running > standing);
