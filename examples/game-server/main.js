// A game server whose paths are found on other cores. A tick edits the map, gives orders and moves units along the paths that have arrived; it never blocks.
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Grid, seededRandom } from '@pf/grid';
import { PathPool } from '@pf/server';
import { pathWorker } from '@pf/server/node';

const random = seededRandom(11);
/** @param {number} n */
const below = (n) => Math.floor(random() * n);
const grid = new Grid(60, 40);
const script = fileURLToPath(new URL('./worker.js', import.meta.url));
const pool = new PathPool(grid, { worker: () => pathWorker(script), workers: 2, maxQueries: 100 });

/** @type {{ at: number, goal: number, path: ArrayLike<number>, next: number, query: AbortController | undefined }[]} */
const units = Array.from({ length: 50 }, (_, i) => ({ at: grid.vertex(0, i % 40), goal: -1, path: [], next: 0, query: undefined }));
let [orders, answers, cancelled, late, failed] = [0, 0, 0, 0, 0];

/** Sends a unit somewhere else. The order before is cancelled, and until the new path is there it goes on along the old one. */
function order(unit, goal) {
  unit.query?.abort();
  unit.goal = goal;
  if (pool.full) {
    unit.path = []; // it stands, and the next tick orders again
    return;
  }
  const query = new AbortController();
  unit.query = query;
  orders++;
  const settle = (path) => {
    if (unit.query !== query) return;
    unit.query = undefined;
    if (path === undefined) return;
    // It may have moved since its query: the path counts from where it is. If it is not on it, it stands, and the next tick orders again.
    const next = path.indexOf(unit.at) + 1;
    [unit.path, unit.next] = next > 0 ? [path, next] : [[], 0];
    // A goal out of reach is replaced by the nearest place, so that it is not searched for in every tick.
    if (next > 0 || path.length === 0) unit.goal = path[path.length - 1] ?? unit.at;
  };
  pool.search(unit.at, goal, { signal: query.signal, timeLimit: 500 }).then(
    ({ path }) => {
      answers++;
      settle(path);
    },
    (error) => {
      if (error.name === 'AbortError') cancelled++;
      else if (error.name === 'TimeoutError') late++;
      else if (failed++ === 0) console.error(error); // for example no worker can be made: the pool tries again, and so does the unit
      settle(undefined);
    },
  );
}

function tick() {
  // A building appears or disappears; it may block any path.
  const [x, y] = [2 + below(50), below(38)];
  if (!units.some(({ at }) => grid.x(at) >= x && grid.x(at) < x + 2 && grid.y(at) >= y && grid.y(at) < y + 2)) grid.setRectangle(x, y, 2, 2, below(2));
  for (const unit of units) {
    if (unit.goal < 0 || below(50) === 0) order(unit, grid.vertex(below(60), below(40)));
    const step = unit.path[unit.next];
    // The map may have changed since the path was found: check every step, and query again.
    if (step !== undefined && isStep(unit.at, step)) [unit.at, unit.next] = [step, unit.next + 1];
    else if (unit.at !== unit.goal && unit.query === undefined) order(unit, unit.goal);
  }
}

const [to, cost] = [new Uint32Array(8), new Float64Array(8)];
const isStep = (from, step) => to.subarray(0, grid.successors(from, to, cost)).includes(step);

const underWay = () => units.filter(({ at }) => grid.x(at) > 0).length;

let ticks = 0;
// On a busy machine the first paths arrive late.
for (; ticks < 100 || (underWay() <= 25 && ticks < 5000); ticks++) {
  tick();
  for (const { at } of units) assert(grid.cells[at] !== 0, 'no unit stands in a wall');
  await wait(3);
}
await pool.idle();
pool.close();
assert.equal(orders, answers + cancelled + late + failed, 'no order is lost');
assert.equal(failed, 0);
assert(underWay() > 25, 'units are under way');
console.log(`${ticks} ticks, and every order was answered, cancelled or late`);
