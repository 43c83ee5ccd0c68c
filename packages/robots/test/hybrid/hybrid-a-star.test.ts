import { Dijkstra } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test, vi } from 'vitest';
import type { Pose } from '../../src/index.ts';
import { CostMap, curvePoses, dubinsLength, Footprint, HybridAStar, MapFrame, PoseCheck, reedsShepp, reedsSheppLength } from '../../src/index.ts';
import { CellDistances } from '../../src/hybrid/cell-distances.ts';
import { DriveCost } from '../../src/hybrid/drive-cost.ts';
import { shorten } from '../../src/hybrid/shorten.ts';
import { meetsCell, seeded } from '../robot-worlds.ts';

/** Whether the robot overlaps an obstacle at a pose, or leaves the map: by the outline against every cell. */
function collides(map: CostMap, footprint: Footprint, { x, y, heading }: Pose): boolean {
  const { frame } = map;
  const outline = footprint.corners.map((corner) => {
    const [wx, wy] = [x + corner.x * Math.cos(heading) - corner.y * Math.sin(heading), y + corner.x * Math.sin(heading) + corner.y * Math.cos(heading)];
    return { x: frame.column(wx, wy), y: frame.row(wx, wy) };
  });
  if (outline.some((corner) => corner.x < -1e-9 || corner.y < -1e-9 || corner.x > frame.width + 1e-9 || corner.y > frame.height + 1e-9)) return true;
  const around = Math.ceil(footprint.circumscribedRadius / frame.resolution) + 1;
  const [column, row] = [Math.floor(frame.column(x, y)), Math.floor(frame.row(x, y))];
  for (let v = Math.max(0, row - around); v <= Math.min(frame.height - 1, row + around); v++) {
    for (let u = Math.max(0, column - around); u <= Math.min(frame.width - 1, column + around); u++) if (map.costs[v * frame.width + u] >= 254 && meetsCell(outline, u, v)) return true;
  }
  return false;
}

/** What lengths in this order cost where cells cost 0; negative ones are driven backwards. */
function priceOf(lengths: readonly number[], { reverse, gearChange }: { readonly reverse: number; readonly gearChange: number }, before = 0): number {
  let price = 0;
  let gear = before;
  for (const length of lengths) {
    if (Math.abs(length) < 1e-9) continue;
    price += length > 0 ? length : -length * reverse;
    if (gear * length < 0) price += gearChange;
    gear = Math.sign(length);
  }
  return price;
}

/** Words of Reeds and Shepp: arcs to alternate sides (C) and lines (S), with the sign of each; `q` is a quarter turn, and lengths of `u` are equal. */
const WORDS = ['C+S+C+', 'C+C-C+', 'C+C-C-', 'C+C+C-', 'C+u+u-C-', 'C+u-u-C+', 'C+q-S-C-', 'C-S-q-C+', 'C+q-S-q-C+'];

test('on open ground no curve of Reeds and Shepp, and none of Dubins in either gear, costs less than the drive', () => {
  const random = seeded(48);
  const map = new CostMap(new MapFrame(120, 120, 1));
  for (let k = 0; k < runs(1800); k++) {
    const prices = [{ reverse: 2, gearChange: 1 }, { reverse: 1, gearChange: 3 }, { reverse: 1.3, gearChange: 0 }, { reverse: 20, gearChange: 5 }][k % 4];
    const radius = 1 + 4 * random();
    const from = { x: 50 + 20 * random(), y: 50 + 20 * random(), heading: 6.3 * random() };
    // Driven in reverse, mirrored, or in the other order, it is another word.
    const [forwards, order] = [random() < 0.5 ? 1 : -1, random() < 0.5];
    let side: 1 | -1 = random() < 0.5 ? 1 : -1;
    const u = (Math.PI / 2) * random();
    const word = [...WORDS[k % WORDS.length].matchAll(/(.)(.)/g)];
    const segments = (order ? word : word.reverse()).map(([, kind, sign], i, all) => {
      if (kind !== 'S' && i > 0 && (all[i - 1][1] !== 'S' || random() < 0.5)) side = side === 1 ? -1 : 1;
      const length = (sign === '+' ? forwards : -forwards) * (kind === 'S' ? 8 * random() : radius * (kind === 'q' ? Math.PI / 2 : kind === 'u' ? u : Math.PI * random()));
      return { turn: kind === 'S' ? (0 as const) : side, length };
    });
    const to = curvePoses(from, { radius, length: 0, segments }, Infinity).at(-1)!;
    const cost = new HybridAStar(map, { turningRadius: radius, ...prices }).search(from, to);
    const lowest = Math.min(priceOf(segments.map(({ length }) => length), prices), dubinsLength(from, to, radius), prices.reverse * dubinsLength(to, from, radius));
    if (cost > lowest + 1e-6) throw new Error(`drive ${k} costs ${cost}, and ${JSON.stringify({ from, radius, prices, segments })} ${lowest}`);
  }
}, 600_000);

test('a slice checks few poses more than its expansions do, also at the beginning and at the end', () => {
  const map = mapOf(400, 300, 0.2, (x, y) => x < 150 || x > 160 || y > 60);
  const car = new HybridAStar(map, { turningRadius: 4, footprint: Footprint.rectangle(4, 1.8, 1.3) });
  const [poses, cells] = [vi.spyOn(PoseCheck.prototype, 'cost'), vi.spyOn(Dijkstra.prototype, 'run')];
  for (const to of [{ x: 65, y: 50, heading: 2 }, { x: 45, y: 8, heading: 0 }]) {
    poses.mockClear();
    cells.mockClear();
    car.begin({ x: 10, y: 8, heading: 1 }, to);
    expect([poses.mock.calls.length, cells.mock.calls.length]).toEqual([2, 0]);
    for (let done = false; !done;) {
      poses.mockClear();
      cells.mockClear();
      done = car.run(20);
      expect(poses.mock.calls.length).toBeLessThan(5000);
      expect(cells.mock.calls.length).toBeLessThan(50);
    }
    expect(car.cost).toBeLessThan(110);
  }
  vi.restoreAllMocks();
});

test('drives begin and end exactly, meet no obstacle, and keep the turning radius of the car', () => {
  let found = 0;
  const random = seeded(2008);
  for (let world = 0; world < runs(24); world++) {
    const frame = new MapFrame(48, 48, 0.25, { x: -3, y: 2, heading: world % 3 === 0 ? 0.4 : 0 });
    const crowding = [0, 0.004, 0.01, 0.02][world % 4];
    const map = new CostMap(frame, Array.from({ length: frame.cellCount }, () => (random() < crowding ? 254 : world % 7 < 4 ? Math.floor(random() * 3) * 20 : 0)));
    const footprint = world % 2 === 0 ? Footprint.rectangle(1.6, 0.8, 0.5) : new Footprint([{ x: 1, y: 0 }, { x: -0.4, y: 0.5 }, { x: -0.4, y: -0.5 }]);
    const reverse = world % 5 === 4 ? Infinity : 2;
    const car = new HybridAStar(map, { turningRadius: 1.2, footprint, reverse });
    const place = (): Pose => {
      const [u, v] = [8 + 32 * random(), 8 + 32 * random()];
      return { x: frame.x(u, v), y: frame.y(u, v), heading: 14 * (random() - 0.5) };
    };
    const [from, to] = [place(), place()];
    const blocked = collides(map, footprint, from) || collides(map, footprint, to);
    car.begin(from, to);
    // Without a path it would search the whole map.
    car.run(600);
    const { cost } = car;
    const poses = car.poses(0.05);
    if (blocked) {
      expect([cost, poses.length]).toEqual([Infinity, 0]);
      continue;
    }
    if (cost === Infinity) continue;
    found++;
    const last = poses.at(-1)!;
    expect(Math.hypot(poses[0].x - from.x, poses[0].y - from.y) + Math.hypot(last.x - to.x, last.y - to.y)).toBeLessThan(1e-6);
    expect(Math.cos(last.heading - to.heading)).toBeCloseTo(1, 9);
    for (const [i, pose] of poses.entries()) {
      // Between two checked poses a corner may cut that of a cell by a hair.
      if (collides(map, footprint, pose)) {
        const near = [-0.06, 0.06].flatMap((d) => [{ ...pose, x: pose.x + d }, { ...pose, y: pose.y + d }]);
        if (near.every((other) => collides(map, footprint, other))) throw new Error(`world ${world}: pose ${i} of ${poses.length} meets an obstacle: ${JSON.stringify(pose)}`);
      }
      if (i === 0) continue;
      const moved = Math.hypot(pose.x - poses[i - 1].x, pose.y - poses[i - 1].y);
      if (Math.abs(pose.heading - poses[i - 1].heading) * 1.2 > moved * 1.001 + 1e-9) throw new Error(`world ${world}: pose ${i} turns too fast`);
    }
    const { segments, length } = car.curve!;
    expect(segments.reduce((sum, segment) => sum + Math.abs(segment.length), 0)).toBeCloseTo(length, 9);
    expect(length).toBeGreaterThanOrEqual(reedsSheppLength(from, to, 1.2) - 1e-9);
    if (reverse === Infinity) expect(segments.every((segment) => segment.length >= 0)).toBe(true);
    let again = 0;
    for (let i = 1, gear = 0; i < poses.length; i++) {
      const [a, b] = [poses[i - 1], poses[i]];
      const next = Math.sign((b.x - a.x) * Math.cos(a.heading) + (b.y - a.y) * Math.sin(a.heading));
      again += priceOf([Math.hypot(b.x - a.x, b.y - a.y) * next], { reverse, gearChange: 1 }, gear) * (1 + (2 * map.costs[frame.cellAt(b.x, b.y)]) / 252);
      gear = next;
    }
    // The poses are chords, and costs change from cell to cell.
    expect(Math.abs(again / cost - 1), `world ${world}`).toBeLessThan(world % 7 < 4 ? 0.05 : 1e-3);
  }
  expect(found).toBeGreaterThan(runs(24) / 4);
}, 600_000);

test('a drive that would graze an obstacle when shortened is returned unshortened', () => {
  const rows = ['..', '..', '..', '#.', '.#', '#.'];
  const map = new CostMap(new MapFrame(2, 6, 0.5), [...rows.join('')].map((cell) => (cell === '#' ? 254 : 0)));
  const car = new HybridAStar(map, { turningRadius: 0.6 });
  const cost = car.search({ x: 0.15657168347388506, y: 1.0501318982802332, heading: -1.437095807865262 }, { x: 0.6084808591753245, y: 2.736931129172444, heading: 0.8153435790445656 });
  expect(cost).toBeLessThan(20);
  expect(car.poses(0.1).length).toBeGreaterThan(20);
});

test('a drive that shortening would make more expensive is returned unshortened', () => {
  const rows = ['....', '.#..', '.#..', '...#', '....', '#.#.', '..#.', '....', '...#', '....'];
  const map = new CostMap(new MapFrame(4, 10, 0.5), [...rows.join('')].map((cell) => (cell === '#' ? 254 : 0)));
  const car = new HybridAStar(map, { turningRadius: 0.4 });
  const cost = car.search({ x: 1.0602821302880916, y: 0.4044093798866539, heading: -0.74298961972957 }, { x: 0.11256726277646016, y: 4.794963709914574, heading: 1.8275711030175774 });
  expect(cost).toBeCloseTo(5.333349894283058, 9);
});

test('where costs change from cell to cell, no two segments of the same kind follow each other', () => {
  const random = seeded(7);
  for (let world = 0; world < runs(20); world++) {
    const frame = new MapFrame(60, 60, 0.1);
    // A wall with a gap: the drive has many motions.
    const map = new CostMap(frame, Array.from({ length: frame.cellCount }, (_, cell) => (cell % 60 === 30 && cell < 2400 ? 254 : Math.floor(random() * 60))));
    const car = new HybridAStar(map, { turningRadius: 1 });
    expect(car.search({ x: 1.5, y: 1 + random(), heading: 3 * random() }, { x: 4.5, y: 1 + random(), heading: 3 * random() })).toBeLessThan(30);
    const { segments } = car.curve!;
    for (const [i, { turn, length }] of segments.entries()) expect(i > 0 && turn === segments[i - 1].turn && length * segments[i - 1].length > 0, `world ${world}`).toBe(false);
  }
});

test('a part that grazes an obstacle is replaced by a free one', () => {
  const map = new CostMap(new MapFrame(6, 1, 0.5), [0, 0, 0, 0, 254, 0]);
  const drive = new DriveCost(new PoseCheck(map), { reverse: 2, gearChange: 1, proximity: 0 }, 1);
  // Forwards into the obstacle, and back.
  const segments = [2, -1].map((length) => ({ turn: 0, length }) as const);
  const shortening = shorten({ x: 0.2, y: 0.2, heading: 0 }, { radius: 1, length: 3, segments }, drive, 0.5);
  let step = shortening.next();
  while (step.done !== true) step = shortening.next();
  expect(step.value.length).toBeCloseTo(1, 9);
});

test('without obstacles, and with free reversing, the drive is the shortest curve', () => {
  const map = new CostMap(new MapFrame(80, 80, 0.25));
  const car = new HybridAStar(map, { turningRadius: 2, reverse: 1, gearChange: 0 });
  const [from, to] = [{ x: 8, y: 8, heading: 0.3 }, { x: 12, y: 11, heading: 2 }];
  expect(car.search(from, to)).toBeCloseTo(reedsSheppLength(from, to, 2), 9);
  expect(car.counters.expanded).toBe(0);
});

test('a metre costs more near obstacles, by the factor of proximity', () => {
  const frame = new MapFrame(40, 40, 0.25);
  const map = new CostMap(frame, new Uint8Array(frame.cellCount).fill(126));
  for (const proximity of [0, 1, 5, undefined]) {
    const car = new HybridAStar(map, { turningRadius: 1, proximity });
    // 126 is half of the highest cost beside an obstacle.
    expect(car.search({ x: 2, y: 5, heading: 0 }, { x: 8, y: 5, heading: 0 })).toBeCloseTo(6 * (1 + (proximity ?? 2) / 2), 9);
  }
});

/** Mud of several costs in rectangles. */
function muddy(size: number, random: () => number): CostMap {
  const map = new CostMap(new MapFrame(size, size, 1));
  for (let patch = 0; patch < 6; patch++) {
    const [x0, y0, x1, y1] = [random(), random(), random(), random()].map((share, i) => Math.floor(i < 2 ? share * size : size / 10 + (share * size) / 3));
    const cost = 30 + Math.floor(220 * random());
    for (let y = y0; y < Math.min(size, y0 + y1); y++) map.costs.fill(cost, y * size + x0, y * size + Math.min(size, x0 + x1));
  }
  return map;
}

test('a drive around mud is found if it is much cheaper than the one through it', () => {
  const map = new CostMap(new MapFrame(100, 100, 1));
  for (let y = 10; y < 90; y++) map.costs.fill(252, y * 100 + 30, y * 100 + 70);
  const car = new HybridAStar(map, { turningRadius: 6, footprint: Footprint.rectangle(6, 3), proximity: 20 });
  expect(car.search({ x: 10, y: 30, heading: 0 }, { x: 90, y: 30, heading: 0 })).toBeLessThan(160);

  const random = seeded(12);
  const pose = (): Pose => ({ x: 3 + 34 * random(), y: 3 + 34 * random(), heading: 6 * random() });
  for (let world = 0; world < runs(12); world++) {
    const small = new HybridAStar(muddy(40, random), { turningRadius: 3, proximity: 20, reverse: 1, gearChange: 0 });
    const [from, to] = [pose(), pose()];
    const direct = small.search(from, to);
    for (let k = 0; k < 5; k++) {
      const middle = pose();
      // A little more, since estimates may be too high by about a cell and a half.
      expect(direct).toBeLessThanOrEqual(1.6 * (small.search(from, middle) + small.search(middle, to)));
    }
  }
}, 600_000);

test('across a large map with walls, a search expands few nodes', () => {
  const walls = [50, 100, 150];
  const square = mapOf(200, 200, 1, (x, y) => !walls.includes(x) || (x === 100 ? y < 10 : y >= 190));
  const corridor = mapOf(600, 30, 1, (x, y) => x % 150 !== 75 || (x % 300 === 75 ? y >= 22 : y < 8));
  const searches = [[square, { x: 10, y: 20, heading: 0 }, { x: 190, y: 180, heading: 0 }], [corridor, { x: 5, y: 15, heading: 0 }, { x: 595, y: 15, heading: 0 }]] as const;
  for (const [map, from, to] of searches) {
    const car = new HybridAStar(map, { turningRadius: 5 });
    car.begin(from, to);
    car.run(6000);
    expect(car.cost).toBeLessThan(700);
  }
});

test('a search that an edit takes the drive it knew begins again with weights', () => {
  const map = mapOf(200, 200, 1, () => true), car = new HybridAStar(map, { turningRadius: 5, proximity: 100 });
  const build = (cost: number): void => {
    for (const x of [50, 100, 150]) for (let y = 0; y < 200; y++) if (x === 100 ? y >= 10 : y < 190) map.costs[y * 200 + x] = cost;
  };
  build(252);
  car.begin({ x: 10, y: 20, heading: 0 }, { x: 190, y: 180, heading: 0 });
  while (car.counters.expanded === 0) car.run(1);
  build(254);
  car.run(8000);
  expect(car.cost).toBeLessThan(800);
});

test('a drive through mud that a search happens on first is not taken if one around it costs much less', () => {
  let around = 0;
  for (let cost = 20; cost <= 252; cost += 4) {
    // Two gaps in a wall: one with mud ahead, where a post hides it from the start; one without, farther away.
    const map = mapOf(100, 100, 1, (x, y) => (x < 45 || x >= 55 || (y >= 45 && y < 55) || y >= 75) && (x !== 30 || y < 46 || y >= 54));
    for (let y = 45; y < 55; y++) map.costs.fill(cost, y * 100 + 45, y * 100 + 55);
    const car = new HybridAStar(map, { turningRadius: 5, proximity: 20 });
    const [from, to] = [{ x: 20, y: 50, heading: 0 }, { x: 80, y: 50, heading: 0 }];
    const direct = car.search(from, to);
    for (let y = 45; y < 55; y++) map.costs.fill(254, y * 100 + 45, y * 100 + 55);
    const clean = car.search(from, to);
    expect(direct, `mud of ${cost}`).toBeLessThanOrEqual(1.5 * clean);
    if (direct > clean * (1 - 1e-9)) around++;
  }
  expect(around).toBeGreaterThan(10);
});

test('a cell cost that is the same everywhere changes no drive and no expansion', () => {
  const walls = (cost: number): CostMap => {
    const map = new CostMap(new MapFrame(40, 40, 1), new Uint8Array(1600).fill(cost));
    for (let y = 0; y < 28; y++) map.costs[y * 40 + 14] = map.costs[(39 - y) * 40 + 26] = 254;
    return map;
  };
  const [free, costly] = [0, 126].map((cost) => {
    const car = new HybridAStar(walls(cost), { turningRadius: 3, gearChange: 0 });
    return [car.search({ x: 5, y: 5, heading: 0 }, { x: 35, y: 35, heading: 0 }), car.counters.expanded, car.curve] as const;
  });
  expect(free[1]).toBeGreaterThan(50);
  // At proximity 2 and half of 252, a metre costs exactly twice as much.
  expect(costly).toEqual([2 * free[0], free[1], free[2]]);
});

test('the estimate among cells is at most the cost of any drive, but for a cell and a half', () => {
  const random = seeded(5);
  let close = 0;
  for (let world = 0; world < runs(200); world++) {
    const costs = [(): number => Math.floor(253 * random()), (cell: number): number => 252 * (cell % 2)][world % 3];
    // Mud, noise, stripes.
    const map = world % 3 === 2 ? muddy(30, random) : new CostMap(new MapFrame(30, 30, 1), Array.from({ length: 900 }, (_, cell) => costs(cell)));
    const drive = new DriveCost(new PoseCheck(map), { reverse: 1, gearChange: 0, proximity: 20 }, 1 + 4 * random());
    const distances = new CellDistances(map, drive.perMetre);
    const goal = { x: 30 * random(), y: 30 * random(), heading: 6 * random() };
    distances.begin(map.frame.cellAt(goal.x, goal.y));
    for (let k = 0; k < 40; k++) {
      const from = { x: 30 * random(), y: 30 * random(), heading: 6 * random() };
      const cost = drive.curve(from, reedsShepp(from, goal, drive.radius));
      if (cost === Infinity) continue;
      const estimate = distances.from(map.frame.cellAt(from.x, from.y));
      if (estimate > cost + 1.5 * drive.perMetre[252]) throw new Error(`world ${world}: ${estimate} for a drive of ${cost}`);
      if (estimate > cost / 2) close++;
    }
  }
  expect(close).toBeGreaterThan(runs(200));
});

test('the estimate without obstacles is at most the cost of any drive, and knows the price of a change of gear', () => {
  const random = seeded(9);
  let changes = 0;
  const uniform = new CostMap(new MapFrame(99, 99, 1), new Uint8Array(99 * 99).fill(63));
  for (let k = 0; k < runs(4000); k++) {
    const prices = { reverse: [1, 2, 10, Infinity][k % 4], gearChange: [0, 0.5, 3, 1000][Math.floor(4 * random())] };
    const drive = new DriveCost(new PoseCheck(uniform), { ...prices, proximity: 4 }, 1 + 2 * random());
    drive.readLeast();
    const before = Math.max(prices.reverse < Infinity ? -1 : 0, Math.floor(3 * random()) - 1);
    const from = { x: 49 + random(), y: 49 + random(), heading: 6.3 * random() };
    const segments = Array.from({ length: 1 + (k % 5) }, () => ({ turn: (Math.floor(3 * random()) - 1) as 1 | 0 | -1, length: (prices.reverse < Infinity && random() < 0.5 ? -8 : 8) * random() }));
    const curve = { radius: drive.radius, length: 0, segments };
    const to = curvePoses(from, curve, Infinity).at(-1)!;
    // Of a map with obstacles, an estimate that knows nothing of gears.
    const among = random() * 2 * segments.reduce((sum, { length }) => sum + Math.abs(length), 0);
    const estimate = drive.estimate(from, to, before, among);
    expect(estimate).toBeGreaterThanOrEqual(among);
    expect(estimate).toBeLessThanOrEqual(drive.curve(from, curve, before) + 1e-9);
    if (estimate > Math.max(among, 2 * reedsSheppLength(from, to, drive.radius)) + 1e-9) changes++;
  }
  expect(changes).toBeGreaterThan(runs(4000) / 4);
});

test('a search among obstacles expands few nodes that only a change of gear could lead to the goal', () => {
  const rows = ['...........#...', '...........#...', '...........#...', '...........#...', '...........#...', '...........#...', '####.......#...', '####.......#...', '...........#...', '...............', '...............', '......####.....', '......##.......', '......##.......', '......##.......'];
  const map = new CostMap(new MapFrame(15, 15, 0.025), [...rows.reverse().join('')].map((cell) => (cell === '#' ? 254 : 0)));
  const car = new HybridAStar(map, { turningRadius: 0.075 });
  car.search({ x: 0.22, y: 0.0025, heading: 0.5 }, { x: 0.08, y: 0.1175, heading: 1.5 });
  expect(car.counters.expanded).toBeLessThan(1000);
});

test('a search without a drive has the reason', () => {
  const map = mapOf(20, 20, 0.5, (x) => x !== 8);
  const car = new HybridAStar(map, { turningRadius: 1, footprint: Footprint.rectangle(1, 0.5) });
  expect(car.reason).toBeUndefined();
  const [left, right, wall, outside] = [2, 7, 4, -1].map((x) => ({ x, y: 5, heading: 0 }));
  const searches = [[left, right], [wall, right], [left, wall], [wall, wall], [outside, right], [left, outside], [left, { ...left, y: 3 }]];
  const reasons = searches.map(([from, to]) => {
    const cost = car.search(from, to);
    return [cost < Infinity, car.reason];
  });
  expect(reasons).toEqual([[false, 'no-path'], [false, 'start-blocked'], [false, 'goal-blocked'], [false, 'start-blocked'], [false, 'start-blocked'], [false, 'goal-blocked'], [true, undefined]]);
  // By an edit between two slices.
  for (const y of [2, 3, 4]) map.costs[8 + y * 20] = 0;
  car.begin(left, right);
  expect([car.run(1), car.reason]).toEqual([false, undefined]);
  map.costs[map.frame.cellAt(right.x, right.y)] = 254;
  expect([car.run(), car.reason]).toEqual([true, 'goal-blocked']);
});

test('a slice counts expansions, not outdated entries of the queue', () => {
  const map = new CostMap(new MapFrame(80, 80, 1), new Uint8Array(6400).fill(100));
  for (let y = 0; y < 60; y++) map.costs[y * 80 + 30] = map.costs[(79 - y) * 80 + 50] = 254;
  const car = new HybridAStar(map, { turningRadius: 6, footprint: Footprint.rectangle(6, 3) });
  car.begin({ x: 10, y: 10, heading: 0 }, { x: 70, y: 70, heading: 0 });
  while (car.counters.expanded === 0) car.run(1);
  expect([car.run(2000), car.counters.expanded]).toEqual([false, 2001]);
});

test('a car parks in a gap, in slices as in one run, and reports when it cannot', () => {
  const frame = new MapFrame(80, 40, 0.25);
  const map = new CostMap(frame);
  // A wall along the road with a gap of 6 m.
  for (let u = 0; u < 80; u++) for (let v = 0; v < 10; v++) if (u < 28 || u >= 52) map.costs[v * 80 + u] = 254;
  for (let u = 28; u < 52; u++) map.costs[u] = 254;
  const car = new HybridAStar(map, { turningRadius: 4, footprint: Footprint.rectangle(4, 1.8, 1.3) });
  const [from, to] = [{ x: 3, y: 4.5, heading: 0 }, { x: 8.6, y: 1.3, heading: 0 }];
  const cost = car.search(from, to);
  expect(cost).toBeLessThan(40);
  expect(car.curve!.segments.some(({ length }) => length < 0)).toBe(true);
  const whole = car.poses(0.5);
  car.begin(from, to);
  let slices = 1;
  while (!car.run(10)) slices++;
  expect(slices).toBeGreaterThan(1);
  expect(car.poses(0.5)).toEqual(whole);
  // A wall close around the car.
  for (let v = 0; v < 40; v++) map.costs[v * 80 + 24] = 254;
  expect(car.search(from, to)).toBe(Infinity);
  expect(car.poses(0.5)).toEqual([]);
}, 600_000);

test('of two drives that cost the same, the size of the slices does not decide', () => {
  const frame = new MapFrame(12, 1, 0.1, { x: -5, y: 3, heading: 0.7 });
  const car = new HybridAStar(new CostMap(frame), { turningRadius: 0.05, headings: 72, footprint: Footprint.rectangle(0.02, 0.02) });
  const from = { x: -4.241525270388879, y: 3.7236381985760247, heading: 3.577655224864211 };
  const drives = [1, 7, 1000, Infinity].map((budget) => {
    car.begin(from, { ...from, heading: 6.719247878454004 });
    while (!car.run(budget));
    return [car.cost, car.curve];
  });
  for (const drive of drives) expect(drive).toEqual(drives[0]);
});

/** A map with obstacles where `isFree` is false. */
function mapOf(width: number, height: number, resolution: number, isFree: (x: number, y: number) => boolean): CostMap {
  const frame = new MapFrame(width, height, resolution);
  return new CostMap(frame, Array.from({ length: frame.cellCount }, (_, cell) => (isFree(cell % width, Math.floor(cell / width)) ? 0 : 254)));
}

test('the signal is read before each expansion, as an outline of many cells takes long to check', () => {
  const car = new HybridAStar(new CostMap(new MapFrame(60, 60, 0.1)), { turningRadius: 1, footprint: Footprint.rectangle(2, 0.8) });
  car.map.costs.fill(254, 25 * 60, 25 * 60 + 50);
  car.begin({ x: 2, y: 1.2, heading: 0 }, { x: 2, y: 4, heading: Math.PI });
  while (car.counters.expanded === 0) car.run(1);
  let reads = 0;
  const signal = { get aborted() { return ++reads > 3; } };
  expect([car.run(Infinity, signal), car.counters.expanded]).toEqual([false, 4]);
});

test('a car with a radius of many cells steers through gaps beside its line, without searching every cell', () => {
  const map = mapOf(720, 400, 0.05, (x, y) => (x < 241 || x >= 245 || (y >= 281 && y < 283)) && (x < 482 || x >= 484 || (y >= 41 && y < 119)));
  const car = new HybridAStar(map, { turningRadius: 4 });
  car.begin({ x: 3.01, y: 5.02, heading: 0 }, { x: 33, y: 15, heading: 0 });
  car.run(40_000);
  expect(car.cost).toBeLessThan(55);
});

test.each([0.2, 0.1, 0.05])('between parked cars it goes forwards and backwards by less than a long motion: cells of %f m', (resolution) => {
  const cells = 1 / resolution;
  const map = mapOf(20 * cells, 10 * cells, resolution, (x, y) => y >= 4 * cells || (x >= 6.5 * cells && x < 12.1 * cells));
  const car = new HybridAStar(map, { turningRadius: 4, footprint: Footprint.rectangle(4, 1.8, 1.3) });
  for (const [from, to] of [[{ x: 8, y: 3, heading: 0 }, { x: 14, y: 6, heading: 0 }], [{ x: 14, y: 6, heading: 0 }, { x: 8, y: 3, heading: 0 }]]) {
    expect(car.search(from, to)).toBeLessThan(20);
  }
});

test('a car with a radius of a fraction of a cell turns into corridors', () => {
  const map = mapOf(20, 20, 0.5, (x, y) => (y >= 3 && y <= 5 && x <= 10) || (x >= 8 && x <= 10 && y >= 3 && y <= 15) || (y >= 13 && y <= 15 && x >= 8));
  for (const turningRadius of [0.5, 0.12, 0.01]) {
    const cost = new HybridAStar(map, { turningRadius }).search({ x: 1.15, y: 2.25, heading: 0 }, { x: 9.25, y: 7.25, heading: 0 });
    expect(cost).toBeLessThan(20);
    const diagonal = mapOf(17, 10, 0.5, (x, y) => Math.abs(y - (x <= 8 ? x : 16 - x)) <= 1);
    expect(new HybridAStar(diagonal, { turningRadius }).search({ x: 0.3, y: 0.3, heading: 0 }, { x: 7.75, y: 0.75, heading: 0 })).toBeLessThan(12);
  }
});

test('rejects invalid arguments', () => {
  const map = new CostMap(new MapFrame(4, 4, 1));
  expect(() => new HybridAStar(map, { turningRadius: 1 }).run()).toThrow('call begin(start, goal) first');
  expect(() => new HybridAStar(map, { turningRadius: 0 })).toThrow('got 0');
  expect(() => new HybridAStar(map, { turningRadius: 1, headings: 4 })).toThrow('got 4');
  expect(() => new HybridAStar(map, { turningRadius: 1, reverse: 0.5 })).toThrow('got 0.5');
  expect(() => new HybridAStar(map, { turningRadius: 1, proximity: -1 })).toThrow('got -1');
  expect(() => new HybridAStar(map, { turningRaduis: 1 } as never)).toThrow("did you mean 'turningRadius'");
  const car = new HybridAStar(map, { turningRadius: 1 });
  expect(() => car.search({ x: 1, y: 1, heading: NaN }, { x: 2, y: 2, heading: 0 })).toThrow('heading');
  expect(car.search({ x: -1, y: 1, heading: 0 }, { x: 2, y: 2, heading: 0 })).toBe(Infinity);
  const check = new PoseCheck(map);
  expect([check.cost(9, 9, 0), check.cost(1e308, 1e308, 0)]).toEqual([-1, -1]);
  for (const [i, name] of ['x', 'y', 'heading'].entries()) {
    const [x, y, heading] = [1, 1, 0].map((value, k) => (k === i ? NaN : value));
    expect(() => check.cost(x, y, heading)).toThrow(`NaN for ${name}`);
  }
});

test('a search whose drive an edit closes between two slices starts over, and ends', () => {
  const from = { x: 2, y: 1.5, heading: 0 }, to = { x: 16.1, y: 9.4, heading: Math.PI / 2 };
  // A cart ahead, which the car can pass; then one in which the car stands; then one at the goal.
  for (const [cart, isDrivable] of [[[42, 8, 45, 28], true], [[30, 5, 33, 25], false], [[155, 88, 167, 100], false]] as const) {
    const map = new CostMap(new MapFrame(240, 160, 0.1));
    const box = ([x0, y0, x1, y1]: readonly number[]): void => {
      for (let y = y0; y < y1; y++) map.costs.fill(254, y * 240 + x0, y * 240 + x1);
    };
    for (const shelf of [[40, 30, 90, 50], [120, 30, 200, 50], [40, 90, 90, 110], [120, 90, 140, 110], [182, 90, 200, 110], [0, 135, 80, 160], [114, 135, 240, 160]]) box(shelf);
    const make = (): HybridAStar => new HybridAStar(map, { turningRadius: 1.5, footprint: Footprint.rectangle(2, 1, 0.6) });
    const car = make();
    car.begin(from, to);
    while (car.counters.expanded < 20) expect(car.run(1)).toBe(false);
    box(cart);
    let slices = 0;
    while (slices < 60 && !car.run(300)) slices++;
    const fresh = make();
    fresh.search(from, to);
    expect([slices < 60, car.cost, car.cost < Infinity]).toEqual([true, fresh.cost, isDrivable]);
  }
});

test('an edit that closes a drive while it is shortened is noticed', () => {
  for (const ends of [(car: HybridAStar) => car.run(), (car: HybridAStar) => car.finish()]) {
    const map = new CostMap(new MapFrame(60, 60, 0.5));
    const [car, fresh] = [1, 2].map(() => new HybridAStar(map, { turningRadius: 2, footprint: Footprint.rectangle(2, 1) }));
    const [from, to] = [{ x: 5, y: 15, heading: 0 }, { x: 25, y: 15, heading: 0 }];
    car.begin(from, to);
    expect([car.run(1), car.cost]).toEqual([false, Infinity]);
    map.costs.fill(254, 30 * 60 + 25, 30 * 60 + 35);
    map.costs[29 * 60 + 30] = 254;
    ends(car);
    expect(car.run()).toBe(true);
    expect(car.cost).toBe(fresh.search(from, to));
    expect(car.cost).toBeGreaterThan(20.1);
    for (const pose of car.poses(0.1)) expect(collides(map, Footprint.rectangle(2, 1), pose)).toBe(false);
  }
});

test('finish takes the drive that is known, as it is after edits', () => {
  const make = (): { map: CostMap; car: HybridAStar; mud: (cost: number) => void } => {
    const map = new CostMap(new MapFrame(100, 100, 1));
    const mud = (cost: number): void => {
      for (let y = 10; y < 90; y++) for (let x = 30; x < 70; x++) map.costs[y * 100 + x] = cost;
    };
    mud(252);
    const car = new HybridAStar(map, { turningRadius: 6, proximity: 20 });
    car.begin({ x: 10, y: 30, heading: 0 }, { x: 90, y: 30, heading: 0 });
    expect([car.run(1), car.cost, car.curve]).toEqual([false, Infinity, undefined]);
    return { map, car, mud };
  };
  const { car } = make();
  expect([car.finish(), car.run(), car.cost]).toEqual([true, true, expect.closeTo(875, -1)]);
  // Dry: the drive that is known is cheap now.
  const dry = make();
  dry.mud(0);
  expect(dry.car.run(60)).toBe(true);
  expect(dry.car.cost).toBeCloseTo(80, 6);
  // Closed: it is dropped, and the search goes on.
  const closed = make();
  closed.mud(254);
  expect(closed.car.run(0)).toBe(false);
  expect(closed.car.finish()).toBe(false);
  expect([closed.car.run(), closed.car.cost < 200]).toEqual([true, true]);
  expect(() => new HybridAStar(new CostMap(new MapFrame(9, 9, 1)), { turningRadius: 1 }).finish()).toThrow('begin');
});
