import { Dispatcher, gridWalls, LaCAM, PIBT, RealTimeLaCAM, Reservations, SafeIntervalSearch, Steering } from '@pf/crowd';
import { randomObstacles, seededRandom } from '@pf/grid';
import { MultipathAdaptiveAStar } from '@pf/incremental';
import { AStar } from '@pf/search';
import { edits, grids, pairs, pathOf } from './worlds.js';

/** Many units: plans without conflicts, a dispatcher with edits, and steering. */
export function run(ledger) {
  for (const collisions of ['pass', 'avoid']) {
    for (const [, grid] of grids(24)) {
      const planner = new AStar(grid);
      const dispatcher = new Dispatcher(grid, { planner: (unit) => (unit % 5 === 0 ? new MultipathAdaptiveAStar(grid) : planner), collisions, shareFrom: 4 });
      const units = distinct(grid, 30, 31).map((v) => dispatcher.add(v));
      const goals = distinct(grid, 30, 32);
      units.forEach((unit, i) => dispatcher.order(unit, goals[i % 3 === 0 ? 0 : i]));
      edits(grid, 60, 33, (tails, n) => {
        dispatcher.arcsChanged(tails, n);
        const { expanded, moved, planned, waiting } = dispatcher.frame({ expansions: 150 });
        ledger.add(`dispatcher, units ${collisions}`, expanded, moved, planned, waiting, units.map((unit) => dispatcher.position(unit)));
      });
    }
  }
  const grid = randomObstacles(24, 24, 0.15, seededRandom(34), { movement: 'four' });
  const starts = distinct(grid, 40, 35), goals = distinct(grid, 40, 36);
  const lacam = new LaCAM(grid);
  ledger.add('LaCAM', lacam.search(starts, goals));
  if (lacam.cost < Infinity) {
    lacam.improve(300);
    const plan = new Uint32Array(40 * (lacam.makespan + 1));
    ledger.add('LaCAM', lacam.plan(plan), lacam.cost, plan);
  }
  const positions = new Uint32Array(40);
  const pibt = new PIBT(grid, { seed: 3 });
  pibt.begin(starts, goals);
  const steady = new RealTimeLaCAM(grid);
  steady.begin(starts, goals);
  for (let i = 0; i < 80; i++) {
    ledger.add('PIBT', pibt.step(), pibt.positions(positions), positions);
    ledger.add('real-time LaCAM', steady.step(30), steady.positions(positions), positions);
  }
  const reservations = new Reservations(grid);
  const search = new SafeIntervalSearch(grid, reservations);
  for (let i = 0; i < 25; i++) {
    const cost = search.search(starts[i], goals[i]);
    ledger.add('safe intervals', cost, search.counters.expanded);
    if (cost === Infinity) continue;
    const out = new Uint32Array(4000);
    const path = out.subarray(0, search.path(out));
    ledger.add('safe intervals', path);
    reservations.add(path);
  }
  ledger.add('safe intervals', pathOf(new AStar(grid), grid).length);
  // Steering takes square roots only.
  const steering = new Steering();
  steering.setWalls(gridWalls(grid.width, grid.height, (x, y) => grid.isBlocked(x, y)));
  const random = seededRandom(37);
  const free = distinct(grid, 30, 38);
  for (const v of free) steering.add({ x: grid.x(v) + 0.5, y: grid.y(v) + 0.5, radius: 0.2 + 0.1 * random(), speed: 1 });
  for (let i = 0; i < 60; i++) {
    for (let unit = 0; unit < free.length; unit++) steering.seek(unit, 12, 12);
    steering.step(0.1);
    ledger.add('steering', steering.x.subarray(0, steering.count), steering.y.subarray(0, steering.count));
  }
}

function distinct(grid, count, seed) {
  return [...new Set(pairs(grid, 3 * count, seed).map(([a]) => a))].slice(0, count);
}
