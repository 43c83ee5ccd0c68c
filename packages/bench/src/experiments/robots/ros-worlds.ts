import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MotionPrimitives, Pose } from '@pf/robots';
import { InflatedMap, makeMotionPrimitives, MapFrame, OccupancyGrid, parseMap, parseMapDescription } from '@pf/robots';
import { baseName } from '../../worlds/map-files.ts';
import type { RobotWorld } from './sbpl-worlds.ts';

/** Radius of the robot in metres, and of its narrowest arc in cells. */
const RADIUS = 0.18;
const ARC = 4;

/**
 * Every map of ROS in a folder, `.yaml` files and their `.pgm` pictures, for a round robot that turns in place. Start and goal are far from each other. Of maps with more than
 * `side` × `side` cells only the window with the most free cells is taken. Unreadable files are named.
 */
export function rosWorlds(folder: string, side: number): { readonly worlds: RobotWorld[]; readonly left: string[] } {
  const left: string[] = [];
  const worlds: RobotWorld[] = [];
  for (const file of readdirSync(folder).filter((name) => /\.ya?ml$/.test(name)).sort()) {
    try {
      const { world, remark } = readWorld(folder, file, side);
      worlds.push(world);
      if (remark !== undefined) left.push(remark);
    } catch (error) {
      left.push(`${file}: ${(error as Error).message}`);
    }
  }
  return { worlds, left };
}

function readWorld(folder: string, file: string, side: number): { world: RobotWorld; remark?: string } {
  const yaml = readFileSync(join(folder, file), 'utf8');
  const { image } = parseMapDescription(yaml);
  const picture = [join(folder, image), join(folder, baseName(image.replaceAll('\\', '/')))].find((path) => existsSync(path));
  if (picture === undefined) throw new Error(`its image ${image} is not in ${folder}.`);
  const whole = parseMap(yaml, new Uint8Array(readFileSync(picture)));
  const grid = window(whole, side);
  const map = new InflatedMap(grid, { inscribedRadius: RADIUS, inflationRadius: Math.max(0.55, RADIUS) });
  const { resolution, width, height } = grid.frame;
  const [start, goal] = farApart(map);
  const motions: MotionPrimitives = makeMotionPrimitives({ base: 'differential', resolution, turningRadius: ARC * resolution });
  const world = { name: `${file.replace(/\.ya?ml$/, '')}, differential`, map, motions, start, goal, speed: 1, turnRate: 1 };
  return grid === whole ? { world } : { world, remark: `${file}: all but ${width} × ${height} of its ${whole.frame.width} × ${whole.frame.height} cells.` };
}

/** The part of a map, at most `side` cells a side, that has the most free cells. */
function window(grid: OccupancyGrid, side: number): OccupancyGrid {
  const { width, height, resolution, origin } = grid.frame;
  if (width <= side && height <= side) return grid;
  const [wide, high] = [Math.min(width, side), Math.min(height, side)];
  // Sums over the rectangle from the first cell.
  const sums = new Float64Array((width + 1) * (height + 1));
  const at = (x: number, y: number): number => y * (width + 1) + x;
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) sums[at(x + 1, y + 1)] = sums[at(x, y + 1)] + sums[at(x + 1, y)] - sums[at(x, y)] + (grid.values[y * width + x] === 0 ? 1 : 0);
  let [left, bottom, most] = [0, 0, -1];
  for (let y = 0; y + high <= height; y++) {
    for (let x = 0; x + wide <= width; x++) {
      const free = sums[at(x + wide, y + high)] - sums[at(x, y + high)] - sums[at(x + wide, y)] + sums[at(x, y)];
      if (free > most) [left, bottom, most] = [x, y, free];
    }
  }
  const frame = new MapFrame(wide, high, resolution, { x: grid.frame.x(left, bottom), y: grid.frame.y(left, bottom), heading: origin.heading });
  return new OccupancyGrid(frame, Int8Array.from({ length: wide * high }, (_, i) => grid.values[(bottom + Math.floor(i / wide)) * width + left + (i % wide)]));
}

/** Two cells of the largest connected part, far from each other: the last one that a breadth-first search finds, and the last one found from there. */
function farApart(map: InflatedMap): readonly [Pose, Pose] {
  const { frame, costs, inscribed } = map;
  const seen = new Int32Array(costs.length);
  const queue = new Int32Array(costs.length);
  let pass = 0;
  const flood = (from: number): { size: number; last: number } => {
    pass++;
    seen[from] = pass;
    queue[0] = from;
    let size = 1;
    for (let head = 0; head < size; head++) {
      const cell = queue[head];
      const x = cell % frame.width;
      for (const next of [x > 0 ? cell - 1 : -1, x + 1 < frame.width ? cell + 1 : -1, cell - frame.width, cell + frame.width]) {
        if (next < 0 || next >= costs.length || seen[next] === pass || costs[next] >= inscribed) continue;
        seen[next] = pass;
        queue[size++] = next;
      }
    }
    return { size, last: queue[size - 1] };
  };
  let [largest, first] = [0, -1];
  for (let cell = 0; cell < costs.length; cell++) {
    // A cell that was seen is in a part that was measured.
    if (seen[cell] > 0 || costs[cell] >= inscribed) continue;
    const { size, last } = flood(cell);
    if (size > largest) [largest, first] = [size, last];
  }
  if (largest < 2) throw new Error(`there is no room in it for a robot with a radius of ${RADIUS} m.`);
  const second = flood(first).last;
  const poseOf = (cell: number): Pose => ({ x: frame.xOf(cell), y: frame.yOf(cell), heading: frame.origin.heading });
  return [poseOf(first), poseOf(second)];
}
