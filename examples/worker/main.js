// A worker that searches with landmarks built before: the map and the tables are sent once, edits as they are made, and paths come back without a copy.
import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import { describeGrid, rooms, seededRandom } from '@pf/grid';
import { farthestLandmarks, Landmarks } from '@pf/preprocess';
import { AStar } from '@pf/search';

const grid = rooms(79, 40, 9, seededRandom(5));
// Built once, at home or by a build step; an ArrayBuffer that goes into a file as it is.
const tables = new Landmarks(grid, farthestLandmarks(grid, 4)).save();

// The protocol.
const worker = new Worker(new URL('./worker.js', import.meta.url));
const waiting = new Map();
worker.on('message', ({ id, error, ...answer }) => {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) resolve(answer);
  else reject(error);
});
let reason = new Error('The worker was terminated.');
let hasEnded = false;
worker.on('error', (error) => void (reason = error));
worker.on('exit', () => {
  hasEnded = true;
  for (const { reject } of waiting.values()) reject(reason);
  waiting.clear();
});
worker.postMessage(['load', { map: describeGrid(grid), tables }], [tables]);
let id = 0;
const findPath = (from, to) => new Promise((resolve, reject) => {
  if (hasEnded) return reject(reason);
  waiting.set(++id, { resolve, reject });
  worker.postMessage(['path', { id, from, to }]);
});
const edit = (x, y, width, height, cost) => {
  grid.setRectangle(x, y, width, height, cost);
  worker.postMessage(['edit', [x, y, width, height, cost]]);
};

const [from, to] = [grid.vertex(2, 37), grid.vertex(76, 37)];
const first = await findPath(from, to);
edit(38, 3, 3, 37, 0); // a wall is built
const second = await findPath(from, to);
edit(38, 24, 3, 2, 1); // and gets a door
const third = await findPath(from, to);
assert.equal(waiting.size, 0, 'no query is kept');
await assert.rejects(findPath(-1, to), /start must be a whole number/); // only this query fails
assert.equal((await findPath(from, to)).cost, third.cost);
const late = findPath(from, to);
await Promise.all([worker.terminate(), assert.rejects(late, /The worker was terminated/)]);
await assert.rejects(findPath(from, to), /The worker was terminated/);

const drawn = grid.toRows();
for (const v of third.path) drawn[grid.y(v)] = `${drawn[grid.y(v)].slice(0, grid.x(v))}*${drawn[grid.y(v)].slice(grid.x(v) + 1)}`;
console.log(drawn.filter((_, y) => y % 2 === 1).join('\n'));
console.log(`${first.cost.toFixed(2)}, behind a wall ${second.cost.toFixed(2)}, through its door ${third.cost.toFixed(2)}`);

// The worker's map is ours, edit for edit.
const here = new AStar(grid);
assert.equal(third.cost.toFixed(9), here.search(from, to).toFixed(9));
assert(third.expanded < here.counters.expanded, 'landmarks save work');
assert(second.cost >= first.cost && third.cost <= second.cost);
assert.equal(tables.byteLength, 0, 'the tables were moved, not copied');
