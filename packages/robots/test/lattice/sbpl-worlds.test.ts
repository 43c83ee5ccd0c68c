import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ARAStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { MotionPrimitives, SbplEnvironment } from '../../src/index.ts';
import { CostMap, Footprint, latticeHeuristic, parseMotionPrimitives, parseSbplEnvironment, StateLattice } from '../../src/index.ts';
import { closer, meetsCell } from '../robot-worlds.ts';

/**
 * The worlds and motions of SBPL, and any others in the folder; PF_ROBOTS names another folder. Large worlds take a minute each: they are for runs
 * with PF_RUNS above 1.
 */
const folder = process.env['PF_ROBOTS'] ?? join(import.meta.dirname, '../../../../../shared/robots');
const files = existsSync(folder) ? readdirSync(folder) : [];
const motions = files.filter((file) => file.endsWith('.mprim')).map((file) => ({ file, motions: parseMotionPrimitives(text(file)) }));
const NONE: number[] = [];
const isLong = runs(1) > 1;
const SMALL = 10_000;
/** The robot of the cubicles, from its inflation: 253 lies within 0.325 m. */
const SQUARE = Footprint.rectangle(0.65, 0.65);

for (const file of files.filter((name) => name.endsWith('.cfg') && /^cellsize/m.test(text(name))).sort()) {
  const world = parseSbplEnvironment(text(file));
  for (const fitting of motions.filter((each) => Math.abs(each.motions.resolution - world.map.frame.resolution) < 1e-9)) {
    test.runIf(isLong || world.map.frame.cellCount <= SMALL)(`${file} with ${fitting.file}: ARA* finds the cost of an independent Dijkstra`, () => compare(world, fitting.motions, undefined), 600_000);
  }
}

const cubicle = files.find((file) => file.includes('cubicle'));
test.runIf(isLong && cubicle !== undefined)('the cubicles with the outline of the robot: ARA* finds the cost of an independent Dijkstra', () => {
  const world = parseSbplEnvironment(text(cubicle!));
  const { frame, costs, obstacle, inscribed } = world.map;
  // The threshold of the file is too high for a square: obstacles within its corners would be overlooked.
  const map = new CostMap(frame, costs, { obstacle, inscribed, circumscribed: 0 });
  compare({ ...world, map }, parseMotionPrimitives(text('mprim-pr2.mprim')), SQUARE);
}, 600_000);

function text(file: string): string {
  return readFileSync(join(folder, file), 'latin1');
}

function compare(world: SbplEnvironment, primitives: MotionPrimitives, footprint: Footprint | undefined): void {
  const { map, start, goal, speed, turnRate } = world;
  const lattice = new StateLattice(map, primitives, { speed, turnRate, footprint });
  const search = new ARAStar(lattice, { heuristic: latticeHeuristic(lattice), weight: 5, step: 1 });
  const expected = dijkstra(world, primitives, footprint, lattice.vertexAt(start), lattice.vertexAt(goal));
  search.search(lattice.vertexAt(start), lattice.vertexAt(goal));
  for (let done = false; !done; done = search.improve(5000)) expect(search.cost).toBeLessThanOrEqual(search.bound * expected);
  expect(search.cost).toBe(expected);
  expect(search.bound).toBe(expected === Infinity ? Infinity : 1);
}

/** The cost of the cheapest drive by the definition: each motion against the cells of the map, no shortcut, a separate queue. It shares no code with the lattice. */
function dijkstra({ map, speed, turnRate }: SbplEnvironment, { headings, primitives, resolution }: MotionPrimitives, footprint: Footprint | undefined, from: number, to: number): number {
  const { width, height } = map.frame;
  const count = headings.length;
  // By row: the number of obstacles left of each column, so that a row of a swept area is tested at once.
  const left = new Int32Array(height * (width + 1));
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) left[y * (width + 1) + x + 1] = left[y * (width + 1) + x] + (map.costs[y * width + x] >= map.obstacle ? 1 : 0);
  const motions = headings.map((_, heading) => primitives.filter((each) => each.from === heading).map((each) => {
    let length = 0;
    for (let k = 1; k < each.poses.length; k++) length += Math.sqrt((each.poses[k].x - each.poses[k - 1].x) ** 2 + (each.poses[k].y - each.poses[k - 1].y) ** 2);
    const apart = Math.acos(Math.min(1, Math.max(-1, Math.cos(headings[each.from] - headings[each.to]))));
    const seconds = Math.max(length / speed, apart / turnRate);
    const time = Math.max(1, Math.ceil(Math.round(seconds * 1e9) / 1e6)) * each.multiplier;
    const passed = new Set(['0 0', `${each.dx} ${each.dy}`]);
    const rows = new Map<number, Set<number>>();
    for (const { x, y } of closer(each.poses, 0, resolution)) passed.add(`${Math.floor(x / resolution + 0.5 + 1e-9)} ${Math.floor(y / resolution + 0.5 + 1e-9)}`);
    for (const { x, y, heading } of footprint === undefined ? [] : closer(each.poses, footprint.circumscribedRadius, resolution)) {
      const [px, py] = [x / resolution + 0.5, y / resolution + 0.5];
      const outline = footprint!.corners.map((corner) => ({
        x: px + (corner.x * Math.cos(heading) - corner.y * Math.sin(heading)) / resolution,
        y: py + (corner.x * Math.sin(heading) + corner.y * Math.cos(heading)) / resolution,
      }));
      const reach = Math.ceil(Math.max(...footprint!.corners.map((corner) => Math.hypot(corner.x, corner.y))) / resolution) + 1;
      for (let row = Math.floor(py) - reach; row <= py + reach; row++) {
        for (let column = Math.floor(px) - reach; column <= px + reach; column++) {
          if (rows.get(row)?.has(column) === true || !meetsCell(outline, column, row)) continue;
          if (!rows.has(row)) rows.set(row, new Set());
          rows.get(row)!.add(column);
        }
      }
    }
    const swept = [...rows].flatMap(([row, columns]) => {
      const sorted = [...columns].sort((a, b) => a - b);
      const begins = sorted.filter((column) => !columns.has(column - 1));
      const ends = sorted.filter((column) => !columns.has(column + 1));
      return begins.map((begin, i) => [row, begin, ends[i] + 1] as const);
    });
    return { time, to: each.to, dx: each.dx, dy: each.dy, passed: [...passed].map((key) => key.split(' ').map(Number)), swept };
  }));
  const known = new Float64Array(width * height * count).fill(Infinity);
  known[from] = 0;
  // Buckets of whole costs: times are whole numbers here.
  const buckets: number[][] = [[from]];
  for (let cost = 0; cost < buckets.length; cost++) {
    for (const v of buckets[cost] ?? []) {
      if (known[v] !== cost) continue;
      if (v === to) return cost;
      const [cell, heading] = [Math.floor(v / count), v % count];
      const [x, y] = [cell % width, Math.floor(cell / width)];
      for (const motion of motions[heading]) {
        let worst = 0;
        for (const [column, row] of motion.passed) {
          const [cx, cy] = [x + column, y + row];
          worst = Math.max(worst, cx < 0 || cy < 0 || cx >= width || cy >= height ? 999 : map.costs[cy * width + cx]);
        }
        if (worst >= map.inscribed) continue;
        const isFree = motion.swept.every(([row, begin, end]) => {
          const [cy, a, b] = [y + row, x + begin, x + end];
          return cy >= 0 && cy < height && a >= 0 && b <= width && left[cy * (width + 1) + a] === left[cy * (width + 1) + b];
        });
        if (!isFree) continue;
        const next = ((y + motion.dy) * width + x + motion.dx) * count + motion.to;
        const sum = cost + motion.time * (1 + worst);
        if (sum >= known[next]) continue;
        known[next] = sum;
        (buckets[sum] ??= []).push(next);
      }
    }
    buckets[cost] = NONE;
  }
  return Infinity;
}
