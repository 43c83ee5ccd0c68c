// A strategy game on hexagons: terrain, a river between cells, where a unit may move, what it may hit, and a path around enemies.
import assert from 'node:assert/strict';
import { withCosts } from '@pf/graph';
import { HexMap } from '@pf/grid';
import { Dijkstra, findRoute } from '@pf/search';

// . plain 1, f forest 2, m mountain 3, ~ water: blocked
const map = HexMap.fromRows([
  '....f....',
  '..f.f..m.',
  '.ff....mm',
  '....~~...',
  '..f.~~.f.',
  '.m.......',
  '....f....',
], { layout: 'odd-r', legend: { '.': 1, f: 2, m: 3, '~': 0 } });

// A river runs along the right edge of column 2, with a bridge in row 3: to wade costs 3 more.
const isWading = (a, b) => Math.min(map.column(a), map.column(b)) === 2 && Math.max(map.column(a), map.column(b)) === 3 && (map.row(a) !== 3 || map.row(b) !== 3);
const knight = map.vertex(1, 3);
const archers = [map.vertex(5, 2), map.vertex(8, 6), map.vertex(2, 1)];
// Nobody enters the cell of an archer.
const land = withCosts(map.grid, (from, to, cost) => (archers.includes(to) ? Infinity : cost + (isWading(from, to) ? 3 : 0)));

// Where the knight may go this turn: 5 points of movement.
const range = new Dijkstra(land);
range.flood(knight, 5);
const reach = new Uint32Array(land.vertexCount);
const n = range.reached(reach);
const cells = new Set(reach.subarray(0, n));

// What an archer hits: within 3 cells whatever the terrain, and no mountain in the line of fire.
const isHit = (archer, target) =>
  map.distance(archer, target) <= 3 && map.line(archer, target).slice(1).every((v) => map.grid.cells[v] < 3);
const danger = new Set(archers.flatMap((archer) => map.range(archer, 3).filter((v) => isHit(archer, v))));
const safe = [...cells].filter((v) => !danger.has(v));

// The path to the far corner: safe cells cost what they cost, others five times as much.
const careful = withCosts(land, (from, to, cost) => (danger.has(to) ? 5 * cost : cost));
const { cost, places } = findRoute(careful, { from: knight, to: map.vertex(8, 0), heuristic: map.grid.heuristic() });
const steps = new Set(places);

for (let row = 0; row < map.height; row++) {
  let line = row % 2 === 1 ? ' ' : '';
  for (let column = 0; column < map.width; column++) {
    const v = map.vertex(column, row);
    line += `${v === knight ? 'K' : archers.includes(v) ? 'A' : map.isBlocked(column, row) ? '~' : steps.has(v) ? '*' : cells.has(v) ? 'o' : '.'} `;
  }
  console.log(line);
}
console.log(`The knight reaches ${n} cells, ${safe.length} of them safe; the careful path costs ${cost}.`);

// What is drawn can be clicked.
const { x, y } = map.toPixel(knight, 20);
assert.equal(map.fromPixel(x + 5, y - 5, 20), knight);
assert.equal(map.ring(knight, 1).length, 6);
// Over the bridge 1 → 2 → 3 → 4 costs a point for each cell; the same one row above costs a wade more.
assert.equal(findRoute(land, { from: map.vertex(1, 3), to: map.vertex(3, 3) }).cost, 2);
assert([...cells].every((v) => range.distance(v) <= 5));
assert(!archers.some((v) => cells.has(v)));
assert(safe.length > 0 && safe.length < n && cost < Infinity);
