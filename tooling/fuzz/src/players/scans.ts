import type { Grid } from '@pf/grid';
import { InflatedMap, MapFrame, OccupancyGrid, ScanMapper, simulateScan } from '@pf/robots';
import { SeededRandom } from '../seeded-random.ts';
import type { Player } from '../player.ts';
import { demand } from '../player.ts';

const RESOLUTION = 0.5;
const INFLATION = { inscribedRadius: 0.5, inflationRadius: 1.4, decay: 2 };

/** The cells that a ray passes, with the lengths at which it enters and leaves each: by all its crossings of lines, sorted. */
function cellsOfRay(x: number, y: number, angle: number, reach: number): { readonly x: number; readonly y: number; readonly enters: number; readonly leaves: number }[] {
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const cuts = [0, reach];
  for (const [at, step] of [[x, dx], [y, dy]]) {
    if (step === 0) continue;
    for (let line = Math.floor(at - reach) - 1; line <= at + reach + 1; line++) {
      const t = (line - at) / step;
      if (t > 0 && t < reach) cuts.push(t);
    }
  }
  cuts.sort((a, b) => a - b);
  return cuts.slice(1).map((leaves, i) => {
    const middle = (cuts[i] + leaves) / 2;
    return { x: Math.floor(x + middle * dx), y: Math.floor(y + middle * dy), enters: cuts[i], leaves };
  });
}

/** A robot that scans a world, and its map: the beams, the odds of each cell, and the costs around obstacles, each by its definition. */
const scans: Player = {
  name: 'scans and the maps made of them',
  join({ grid }, tally) {
    if (grid === undefined || grid.movement === 'hex' || grid.width * grid.height > 200) return undefined;
    const { width, height } = grid;
    const frame = new MapFrame(width, height, RESOLUTION);
    const known = new OccupancyGrid(frame);
    const mapper = new ScanMapper(known);
    const map = new InflatedMap(known, { ...INFLATION, unknown: 'free' });
    const odds = new Float64Array(width * height);
    const [seen, changed] = [new Uint32Array(width * height), new Uint32Array(width * height)];
    return {
      query({ start, n }) {
        if (n % 4 !== 0) return;
        tally.queries++;
        const truth = new OccupancyGrid(frame, Array.from({ length: width * height }, (_, cell) => (grid.isBlocked(cell % width, Math.floor(cell / width)) ? 100 : 0)));
        // Off the middle and at an odd angle: where a beam meets a corner exactly, either cell will do.
        const seeded = new SeededRandom(n + start);
        const [x, y] = [grid.x(start) + 0.1 + 0.8 * seeded.random(), grid.y(start) + 0.1 + 0.8 * seeded.random()];
        const pose = { x: x * RESOLUTION, y: y * RESOLUTION, heading: 6.2 * seeded.random() };
        const rangeMax = (2 + seeded.int(12)) * RESOLUTION;
        const scan = simulateScan(truth, pose, { beams: 7, rangeMax });
        const marks = new Map<number, 'passed' | 'ended'>();
        for (let beam = 0; beam < 7; beam++) {
          const angle = pose.heading + (2 * Math.PI * beam) / 7;
          const cells = cellsOfRay(x, y, angle, rangeMax / RESOLUTION).filter((cell) => cell.leaves - cell.enters > 1e-9);
          const outside = cells.findIndex((cell) => !isInside(grid, cell.x, cell.y));
          const inside = outside === -1 ? cells : cells.slice(0, outside);
          const hit = inside.find((cell) => grid.isBlocked(cell.x, cell.y));
          const range = hit === undefined ? Infinity : (hit.enters + Math.min(1e-3, (hit.leaves - hit.enters) / 2)) * RESOLUTION;
          demand(range === scan.ranges[beam] || Math.abs(range - scan.ranges[beam]) < 1e-7, () => `From (${x}, ${y}) at ${angle} the first obstacle is ${range} away, but the scan says ${scan.ranges[beam]}.`);
          for (const cell of inside) {
            const at = cell.y * width + cell.x;
            if (cell === hit) marks.set(at, 'ended');
            else if (!marks.has(at)) marks.set(at, 'passed');
            if (cell === hit) break;
          }
        }
        for (const [cell, mark] of marks) odds[cell] = Math.min(Math.log(0.97 / 0.03), Math.max(Math.log(0.12 / 0.88), odds[cell] + (mark === 'ended' ? Math.log(0.7 / 0.3) : Math.log(0.4 / 0.6))));
        const before = [...known.values];
        const count = mapper.integrateScan(pose, scan, seen);
        const reportedCells = new Set(seen.subarray(0, count));
        demand(reportedCells.size === count, () => 'A cell is reported twice.');
        for (let cell = 0; cell < odds.length; cell++) {
          const expected = marks.has(cell) ? 100 / (1 + Math.exp(-odds[cell])) : before[cell];
          demand(Math.abs(known.values[cell] - expected) <= 0.51, () => `The occupancy of cell ${cell} is ${known.values[cell]}, not ${expected}.`);
          demand(reportedCells.has(cell) === (known.values[cell] !== before[cell]), () => `Cell ${cell} went from ${before[cell]} to ${known.values[cell]}, and is ${reportedCells.has(cell) ? '' : 'not '}reported.`);
        }
        holdCosts(map, known, seen.subarray(0, count), changed);
      },
    };
  },
};

function isInside({ width, height }: Grid, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < width && y < height;
}

/** The costs of an inflated map by the distance to every obstacle, and the cells reported as changed. */
function holdCosts(map: InflatedMap, { frame: { width, height }, values }: OccupancyGrid, cells: Uint32Array, changed: Uint32Array): void {
  const before = [...map.costs];
  const reportedCells = new Set(changed.subarray(0, map.occupancyChanged(cells, cells.length, changed)));
  const obstacles = [...values.keys()].filter((cell) => values[cell] >= 65);
  const reach = Math.ceil(INFLATION.inflationRadius / RESOLUTION - 1e-9);
  for (let cell = 0; cell < width * height; cell++) {
    const away = Math.min(Infinity, ...obstacles.map((other) => Math.hypot((other % width) - (cell % width), Math.floor(other / width) - Math.floor(cell / width))));
    const beyond = 252 * Math.exp(-INFLATION.decay * (away * RESOLUTION - INFLATION.inscribedRadius));
    const expected = away === 0 ? 254 : away * RESOLUTION <= INFLATION.inscribedRadius + 1e-9 ? 253 : away > reach ? 0 : Math.floor(beyond);
    demand(Math.abs(map.costs[cell] - expected) <= (Math.abs(beyond - Math.round(beyond)) < 1e-6 ? 1 : 0), () => `Cell ${cell}, ${away} cells from an obstacle, costs ${map.costs[cell]}, not ${expected}.`);
    demand(reportedCells.has(cell) === (map.costs[cell] !== before[cell]), () => `Cell ${cell} went from ${before[cell]} to ${map.costs[cell]}, and is ${reportedCells.has(cell) ? '' : 'not '}reported.`);
  }
}

export const scanPlayers: readonly Player[] = [scans];
