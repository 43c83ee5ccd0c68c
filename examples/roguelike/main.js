// The hero explores a dungeon until nothing is left to see. Then four monsters come for the hero, each by a path of its own; and a hero who runs is not caught.
import assert from 'node:assert/strict';
import { fieldOfView, FogOfWar, Grid } from '@pf/grid';
import { AStar, DistanceField } from '@pf/search';
import { hero as start, home, level, monsters as lairs, refuge } from './level.js';

const dungeon = Grid.fromRows(level);
const fog = new FogOfWar(dungeon);
const eyes = fieldOfView(8);
let hero = dungeon.vertex(start.x, start.y);

// Auto-explore: to the nearest cell of the frontier, which the fog keeps as it grows. It ends: each walk shows such a cell, or a wall before it, and what
// cannot be reached, the vault, is never in the frontier.
fog.reveal(hero, eyes);
const search = new AStar(fog.known);
const [frontier, path] = [new Uint32Array(dungeon.vertexCount), new Uint32Array(dungeon.vertexCount)];
let turns = 0;
for (let n = fog.frontier(frontier); n > 0 && search.searchNearest(hero, frontier.subarray(0, n)) < Infinity; n = fog.frontier(frontier)) {
  const length = search.path(path);
  for (let i = 1; i < length && !fog.isSeen(search.end) && dungeon.isFree(dungeon.x(path[i]), dungeon.y(path[i])); i++) {
    hero = path[i];
    fog.reveal(hero, eyes);
    turns++;
  }
}
const floor = level.flatMap((row, y) => [...row].flatMap((c, x) => (c === '.' ? [dungeon.vertex(x, y)] : [])));
const seen = floor.filter((v) => fog.isSeen(v)).length;

// The hunt, in the hero's own room: one distance field (Dijkstra map) for all, and no monster steps onto another.
hero = dungeon.vertex(home.x, home.y);
const hunt = new DistanceField(dungeon);
const monsters = lairs.map(([x, y]) => dungeon.vertex(x, y));
const isBeside = (v) => hunt.values[v] < 2;
const step = () => monsters.forEach((v, i) => {
  const to = isBeside(v) ? v : hunt.next(v, (u) => u === hero || monsters.includes(u));
  if (to >= 0) monsters[i] = to; // else no way leads to the hero
});
hunt.update(hero);
for (let turn = 0; turn < 100 && !monsters.every(isBeside); turn++) step();
const around = new Set(monsters.filter(isBeside)).size;

// The flight, from a place in the east: a flee map is the field of the monsters turned over, and lowered until it leads round corners. What counts is the path of the
// monsters to the hero, on their map, so the field is a forward one.
const fear = new DistanceField(dungeon, { direction: 'forward' });
const flee = new DistanceField(dungeon);
/** The turns until a monster is beside the hero, 100 at most. */
function turnsUntilCaught(runs) {
  hero = dungeon.vertex(refuge.x, refuge.y);
  lairs.forEach(([x, y], i) => (monsters[i] = dungeon.vertex(x, y)));
  hunt.update(hero);
  let turn = 0;
  for (; turn < 100 && !monsters.some(isBeside); turn++) {
    fear.update(monsters);
    flee.relax(fear.values.map((distance) => -1.2 * distance));
    const to = runs ? flee.next(hero, (v) => monsters.includes(v)) : hero;
    if (to >= 0) hero = to; // else there is nothing to flee from
    hunt.update(hero);
    step();
  }
  return turn;
}
const [standing, running] = [false, true].map(turnsUntilCaught);

const rows = level.map((row, y) => [...row].map((c, x) => (dungeon.contains(x, y) && fog.isSeen(dungeon.vertex(x, y)) ? c : ' ')));
for (const v of monsters) rows[dungeon.y(v)][dungeon.x(v)] = 'M';
rows[dungeon.y(hero)][dungeon.x(hero)] = '@';
console.log(rows.map((row) => row.join('')).join('\n'));
console.log(`Explored in ${turns} turns. Standing, the hero is caught after ${standing} turns; running, not in ${running}.`);
console.log(`${seen} of ${floor.length} floor cells seen, ${around} monsters around the hero.`);

assert.equal(seen, floor.length - 2, 'all but the vault');
assert.equal(around, 4);
assert(running === 100 && standing < 10, 'a hero who runs is not caught');
