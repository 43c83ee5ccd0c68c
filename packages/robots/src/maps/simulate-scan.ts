import { shown } from '@pf/graph/kit';
import type { Pose } from './map-frame.ts';
import { checkPose } from './map-frame.ts';
import type { OccupancyGrid } from './occupancy-grid.ts';
import type { RangeScan } from './scan-mapper.ts';
import { checkGiven, checkOccupancy } from '../checks.ts';

/** Options of `simulateScan`. */
export interface SimulateScanOptions {
  /** Number of beams, evenly spread over the full circle. Default 360. */
  readonly beams?: number | undefined;
  /** Range of a beam, in metres. */
  readonly rangeMax: number;
  /** Lowest occupancy, 1 to 100, that stops a beam. Default 65. */
  readonly occupied?: number | undefined;
}

/** In cells: a range ends this far inside the cell that the beam hits, so that `ScanMapper` marks that cell. */
const INSIDE = 1e-3;
/** In cells: a beam that only touches the corner of a cell continues. */
const TOUCH = 1e-9;

/**
 * Simulates a noiseless range scanner at a pose of a known world: for tests, demos and simulated robots. Beams pass through unknown cells, and
 * enter and leave the map.
 *
 * @example
 * ```ts
 * import { MapFrame, OccupancyGrid, simulateScan } from '@pf/robots';
 *
 * const world = new OccupancyGrid(new MapFrame(5, 1, 1), [0, 0, 0, 0, 100]);
 * const { ranges } = simulateScan(world, { x: 0.5, y: 0.5, heading: 0 }, { beams: 4, rangeMax: 10 });
 * ranges[0]; // ≈ 3.5
 * ranges[1]; // → Infinity
 * ```
 */
export function simulateScan(grid: OccupancyGrid, pose: Pose, options: SimulateScanOptions): RangeScan {
  checkOccupancy(grid, 'simulateScan');
  checkPose(pose, 'pose of a scan');
  checkGiven(options, ['beams', 'rangeMax', 'occupied'], 'simulateScan');
  const { beams = 360, rangeMax, occupied = 65 } = options;
  if (!(Number.isInteger(beams) && beams > 0)) throw new RangeError(`A scan needs a whole number of beams above 0, got ${shown(beams)}.`);
  if (!(Number.isFinite(rangeMax) && rangeMax > 0)) throw new RangeError(`The rangeMax of a scan must be a number of metres above 0, got ${shown(rangeMax)}.`);
  if (!(typeof occupied === 'number' && occupied >= 1 && occupied <= 100)) throw new RangeError(`The option occupied is an occupancy from 1 to 100, got ${shown(occupied)}.`);
  const { frame, values } = grid;
  const { width, height, resolution } = frame;
  const startX = frame.column(pose.x, pose.y);
  const startY = frame.row(pose.x, pose.y);
  const angleIncrement = (2 * Math.PI) / beams;
  const reach = rangeMax / resolution;
  const ranges = new Float64Array(beams).fill(Infinity);
  for (let i = 0; i < beams; i++) {
    const angle = pose.heading + i * angleIncrement - frame.origin.heading;
    const dx = Math.cos(angle);
    const dy = Math.sin(angle);
    const perX = Math.abs(1 / dx);
    const perY = Math.abs(1 / dy);
    let x = Math.floor(startX);
    let y = Math.floor(startY);
    let nextX = dx === 0 ? Infinity : (dx > 0 ? x + 1 - startX : startX - x) * perX;
    let nextY = dy === 0 ? Infinity : (dy > 0 ? y + 1 - startY : startY - y) * perY;
    // Distance at which the beam enters the cell.
    for (let enters = 0; enters < reach; ) {
      const inside = x >= 0 && y >= 0 && x < width && y < height;
      // The rest of the beam is beyond the map.
      if (!inside && ((dx > 0 ? x >= width : x < 0) || (dy > 0 ? y >= height : y < 0))) break;
      const leaves = Math.min(nextX, nextY, reach);
      if (inside && values[y * width + x] >= occupied && leaves - enters > TOUCH) {
        ranges[i] = (enters + Math.min(INSIDE, (leaves - enters) / 2)) * resolution;
        break;
      }
      enters = leaves;
      if (nextX < nextY) {
        x += dx > 0 ? 1 : -1;
        nextX += perX;
      } else {
        y += dy > 0 ? 1 : -1;
        nextY += perY;
      }
    }
  }
  return { ranges, angleMin: 0, angleIncrement, rangeMax };
}
