// A robot in a warehouse: it finds a path through aisles that it learns by lidar, then plans in continuous space, and parks like a car.
import assert from 'node:assert/strict';
import { FogOfWar, Grid, lineOfSight, seededRandom } from '@pf/grid';
import { createPlanner, navigate } from '@pf/incremental';
import { box, car, cells, KinodynamicRRT, obstacles, RRTConnect, simplify } from '@pf/sampling';

const plan = [
  '..............................',
  '.####.####.####.####.####.###.',
  '.####.####.####.####.####.###.',
  '.................#............',
  '.####.####.####..#.####.#####.',
  '.####.####.####..#.####.#####.',
  '..............................',
];
const random = seededRandom(3);

// Sense, plan, act: D* Extra Lite repairs the path with every look.
const warehouse = new FogOfWar(Grid.fromRows(plan));
const { known, truth } = warehouse;
const trip = { start: known.vertex(0, 6), goal: known.vertex(29, 0), sensor: lineOfSight(5) };
const track = [trip.start];
for (const { status, next } of navigate(createPlanner(known), warehouse, trip)) if (status === 'moving') track.push(next);
assert.equal(track.at(-1), trip.goal);
assert(track.every((v) => truth.isFree(truth.x(v), truth.y(v))), 'it never drove into a shelf');

// The same aisles as continuous space, a metre a cell: two trees of samples meet, and what they found is pulled taut.
const space = obstacles({ min: [0, 0], max: [30, 7] }, [cells(known)]);
const trees = new RRTConnect(space, { random });
trees.search([0.5, 6.5], [29.5, 0.5], 20_000);
assert(trees.cost < Infinity);
const points = new Float64Array(2 * trees.pathLength);
const corners = simplify(space, points, trees.path(points), points);
const smooth = Array.from({ length: corners - 1 }, (_, i) => Math.hypot(points[2 * i + 2] - points[2 * i], points[2 * i + 3] - points[2 * i + 1])).reduce((sum, d) => sum + d, 0);
assert(smooth <= trees.cost + 1e-9);

// Parking between two other cars: x, y and heading; a turning circle, forwards and backwards.
const yard = obstacles({ min: [0, 0, -Math.PI], max: [30, 12, Math.PI] }, [box([0, 0, -Infinity], [11, 4, Infinity]), box([19, 0, -Infinity], [30, 4, Infinity])]);
const parking = new KinodynamicRRT(yard, { dynamics: car({ turningRadius: 4, reverse: true }), random, goalTolerance: 1 });
parking.search([3, 8, 0], [15, 2, Math.PI / 2], 40_000, { get aborted() { return parking.cost < Infinity; } });
assert(parking.cost < Infinity, 'it fits');
const states = new Float64Array(3 * parking.pathLength);
const n = parking.path(states);

const rows = known.toRows().map((row) => [...row]);
for (const v of track) rows[known.y(v)][known.x(v)] = '*';
console.log(rows.map((row) => row.join('')).join('\n'));
console.log(`${track.length - 1} steps through ${warehouse.seenCount} cells seen of ${plan.length * plan[0].length}; a free path of ${trees.cost.toFixed(1)} m, pulled taut ${smooth.toFixed(1)} m; parked in ${n - 1} pieces of arc.`);
