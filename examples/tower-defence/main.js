// Towers may stand wherever they do not block the last path. Every creep takes the shortest path, and no two share a cell.
import assert from 'node:assert/strict';
import { Grid, PlacementCheck } from '@pf/grid';
import { DistanceField } from '@pf/search';

const [width, height] = [24, 10];
const field = new Grid(width, height, { movement: 'four' });
const spawn = field.vertex(0, 4);
const goal = field.vertex(23, 5);

let seed = 11;
const random = (n) => (seed = (seed * 16807) % 2147483647) % n;

const towers = new PlacementCheck(field);
// A flow field: the next step to the goal from every cell, for all creeps.
const flow = new DistanceField(field);
let creeps = [];
const count = { built: 0, rejected: 0 };
function build(x, y) {
  if (field.isBlocked(x, y) || creeps.includes(field.vertex(x, y))) return;
  // Neither the spawn nor a creep on its way may be cut off.
  if (towers.wouldBlock({ x, y }, [spawn, ...creeps], goal)) {
    count.rejected++;
    return;
  }
  field.setBlocked(x, y, true);
  flow.update(goal);
  count.built++;
}

function wave(size) {
  let entered = 0;
  let turn = 0;
  for (; entered < size || creeps.length > 0; turn++) {
    creeps.forEach((v, i) => (creeps[i] = flow.next(v, (u) => u !== goal && creeps.includes(u))));
    creeps = creeps.filter((v) => v !== goal);
    if (entered === size || creeps.includes(spawn)) continue;
    creeps.push(spawn);
    entered++;
  }
  return turn;
}

for (let i = 0; i < 45; i++) build(random(width), random(height));
const first = wave(12);
for (let y = height - 1; y >= 0; y--) build(12, y); // a wall, but for its last gap
const second = wave(12);

const rows = field.toRows();
for (let v = spawn; v !== goal; v = flow.next(v)) {
  const [x, y] = [field.x(v), field.y(v)];
  rows[y] = `${rows[y].slice(0, x)}*${rows[y].slice(x + 1)}`;
}
console.log(rows.join('\n'));
console.log(`${count.built} towers, ${count.rejected} rejected; waves of 12 take ${first} and ${second} turns.`);

assert.equal(second, flow.values[spawn] + 12, 'the last creep enters in turn 12 and takes the shortest path');
assert(count.rejected > 0 && second > first);
