/**
 * Occupancy from range scans: each cell stores its log-odds, lowered by every beam that passes through and raised by every beam that ends in it.
 *
 * H. Moravec, A. Elfes, "High Resolution Maps from Wide Angle Sonar", ICRA 1985; bounded log-odds, so that a map can follow a world that changes: M.
 * Yguel, O. Aycard, C. Laugier, "Update Policy of Dense Maps", FSR 2007.
 */
import { checkBuffer, checkList, checkOptions, shown } from '@pf/graph/kit';
import type { Pose } from './map-frame.ts';
import { checkPose } from './map-frame.ts';
import type { OccupancyGrid } from './occupancy-grid.ts';
import { checkGiven, checkOccupancy } from '../checks.ts';

/** One scan of a range scanner, as in `sensor_msgs/LaserScan`: metres and radians, angles relative to the robot's heading. */
export interface RangeScan {
  /** Length of each beam. Infinity: nothing within `rangeMax`. Ignored: NaN, null, 0 or less, and values below `rangeMin`. */
  readonly ranges: ArrayLike<number>;
  readonly angleMin: number;
  readonly angleIncrement: number;
  /** Default 0. */
  readonly rangeMin?: number | undefined;
  /** Beams are traced this far; a longer range counts as free up to here. */
  readonly rangeMax: number;
}

/** Options of `ScanMapper`: the weight of a beam. All are probabilities that a cell is occupied. */
export interface ScanMapperOptions {
  /** After one beam that ends in it. Default 0.7. */
  readonly hit?: number | undefined;
  /** After one beam that passes through it. Default 0.4. */
  readonly miss?: number | undefined;
  /** Lower limit of the probability. Default 0.12. */
  readonly min?: number | undefined;
  /** Upper limit of the probability. Default 0.97. */
  readonly max?: number | undefined;
}

/** The cell was passed by a beam, or contains the end of one, in the current scan. */
const PASSED = 1;
const ENDED = 2;

/**
 * Updates an occupancy grid from range scans.
 *
 * `integrateScan` reports the cells whose occupancy changed. Pass them to `InflatedMap.occupancyChanged`, its result to `StateLattice.costsChanged`,
 * and the tails to a planner's `arcsChanged`. Several mappers may share a grid, and you may edit it: a scan continues from what it finds there. Memory: 6 bytes
 * a cell.
 *
 * @example
 * ```ts
 * import { MapFrame, OccupancyGrid, ScanMapper } from '@pf/robots';
 *
 * const grid = new OccupancyGrid(new MapFrame(5, 1, 1));
 * const mapper = new ScanMapper(grid, { hit: 0.9, miss: 0.1 });
 * const changed = new Uint32Array(5);
 * const scan = { ranges: [3], angleMin: 0, angleIncrement: 0.1, rangeMax: 10 };
 * mapper.integrateScan({ x: 0.5, y: 0.5, heading: 0 }, scan, changed); // → 4
 * [...grid.values]; // → [10, 10, 10, 90, -1]
 * ```
 */
export class ScanMapper {
  /** By cell: as of the last scan that saw it. */
  private readonly logOdds: Float32Array;
  private readonly marks: Uint8Array;
  private seen: Uint32Array = new Uint32Array(256);
  private seenCount = 0;
  private readonly hit: number;
  private readonly miss: number;
  private readonly min: number;
  private readonly max: number;

  constructor(
    readonly grid: OccupancyGrid,
    options: ScanMapperOptions = {},
  ) {
    checkOccupancy(grid, 'A ScanMapper');
    checkOptions(options, ['hit', 'miss', 'min', 'max'], 'new ScanMapper');
    const { hit = 0.7, miss = 0.4, min = Math.min(0.12, miss), max = Math.max(0.97, hit) } = options;
    if (![hit, miss, min, max].every(Number.isFinite) || !(min > 0 && min <= miss && miss < 0.5 && hit > 0.5 && hit <= max && max < 1)) {
      throw new RangeError(`A scan mapper needs 0 < min ≤ miss < 0.5 < hit ≤ max < 1, got min ${shown(min)}, miss ${shown(miss)}, hit ${shown(hit)} and max ${shown(max)}.`);
    }
    this.hit = logOddsOf(hit);
    this.miss = logOddsOf(miss);
    this.min = logOddsOf(min);
    this.max = logOddsOf(max);
    this.logOdds = new Float32Array(grid.values.length);
    this.marks = new Uint8Array(grid.values.length);
  }

  /**
   * Integrates a scan made at `pose`. Writes the cells whose occupancy changed into `changed` and returns their number, at most the number of cells. If the
   * buffer is too short, the call throws and changes nothing.
   */
  integrateScan(pose: Pose, scan: RangeScan, changed: Uint32Array): number {
    checkPose(pose, 'pose of a scan');
    checkGiven(scan, ['ranges', 'angleMin', 'angleIncrement', 'rangeMin', 'rangeMax'], 'A scan');
    checkBuffer(changed);
    const { ranges, angleMin, angleIncrement, rangeMin = 0, rangeMax } = scan;
    if (!(Number.isFinite(rangeMax) && rangeMax > 0)) throw new RangeError(`The rangeMax of a scan must be a number of metres above 0, got ${shown(rangeMax)}.`);
    if (!Number.isFinite(angleMin) || !Number.isFinite(angleIncrement)) throw new RangeError(`angleMin and angleIncrement of a scan must be numbers, got ${shown(angleMin)} and ${shown(angleIncrement)}.`);
    if (!(typeof rangeMin === 'number' && rangeMin >= 0)) throw new RangeError(`The rangeMin of a scan must be a number of metres, 0 or more, got ${shown(rangeMin)}.`);
    const given: ArrayLike<unknown> | null | undefined = ranges;
    checkList(given?.[0] === null ? [] : given, 'ranges of a scan');
    for (let i = 0; i < ranges.length; i++) {
      const range = ranges[i];
      if (!(range > 0 && range >= rangeMin)) continue;
      this.follow(pose, pose.heading + angleMin + i * angleIncrement, Math.min(range, rangeMax), range < rangeMax);
    }
    const { logOdds, marks, seen, seenCount } = this;
    const { values } = this.grid;
    this.seenCount = 0;
    if (changed.length < seenCount) this.checkRoom(seenCount, changed.length);
    let n = 0;
    for (let i = 0; i < seenCount; i++) {
      const cell = seen[i];
      const odds = this.oddsAfter(cell);
      marks[cell] = 0;
      logOdds[cell] = odds;
      const value = occupancyOf(odds);
      if (value === values[cell]) continue;
      values[cell] = value;
      changed[n++] = cell;
    }
    return n;
  }

  /** Throws, without the marks of the scan, if more cells change than fit. */
  private checkRoom(seenCount: number, room: number): void {
    const { marks, seen, grid: { values } } = this;
    const cells = seen.subarray(0, seenCount);
    const n = cells.reduce((sum, cell) => sum + Number(occupancyOf(this.oddsAfter(cell)) !== values[cell]), 0);
    if (n <= room) return;
    for (const cell of cells) marks[cell] = 0;
    throw new RangeError(`The scan changes ${n} cells, but the buffer holds ${room}: pass one with as many entries as the map has cells.`);
  }

  private oddsAfter(cell: number): number {
    const { grid, hit, miss, marks } = this;
    const value = grid.values[cell];
    let odds = this.logOdds[cell];
    // Seen for the first time, or written by another since.
    if (occupancyOf(odds) !== value) odds = value < 0 ? 0 : this.limited(logOddsOf(value / 100));
    return Math.fround(this.limited(odds + (marks[cell] === ENDED ? hit : miss)));
  }

  private limited(odds: number): number {
    return Math.min(this.max, Math.max(this.min, odds));
  }

  /** Marks the cells of a beam: J. Amanatides, A. Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", Eurographics 1987. */
  private follow(pose: Pose, angle: number, range: number, ends: boolean): void {
    const { frame } = this.grid;
    const { width, height } = frame;
    const startX = frame.column(pose.x, pose.y);
    const startY = frame.row(pose.x, pose.y);
    const direction = angle - frame.origin.heading;
    // Farther than any map is wide; numbers near the highest would overflow.
    const length = Math.min(range / frame.resolution, 1e12);
    const dx = length * Math.cos(direction);
    const dy = length * Math.sin(direction);
    let x = Math.floor(startX);
    let y = Math.floor(startY);
    const lastX = Math.floor(startX + dx);
    const lastY = Math.floor(startY + dy);
    const stepX = dx > 0 ? 1 : -1;
    const stepY = dy > 0 ? 1 : -1;
    const perX = Math.abs(1 / dx);
    const perY = Math.abs(1 / dy);
    let nextX = dx === 0 ? Infinity : (dx > 0 ? x + 1 - startX : startX - x) * perX;
    let nextY = dy === 0 ? Infinity : (dy > 0 ? y + 1 - startY : startY - y) * perY;
    for (let left = Math.abs(lastX - x) + Math.abs(lastY - y); left > 0; left--) {
      if (x >= 0 && y >= 0 && x < width && y < height) this.mark(y * width + x, PASSED);
      // The rest of the beam is beyond the map.
      else if ((stepX > 0 ? x >= width : x < 0) || (stepY > 0 ? y >= height : y < 0)) return;
      if (nextX < nextY ? x !== lastX || y === lastY : y === lastY) {
        x += stepX;
        nextX += perX;
      } else {
        y += stepY;
        nextY += perY;
      }
    }
    if (x >= 0 && y >= 0 && x < width && y < height) this.mark(y * width + x, ends ? ENDED : PASSED);
  }

  /** The end of a beam outweighs beams that pass. */
  private mark(cell: number, as: number): void {
    const { marks } = this;
    if (marks[cell] === 0) {
      if (this.seenCount === this.seen.length) {
        const longer = new Uint32Array(2 * this.seenCount);
        longer.set(this.seen);
        this.seen = longer;
      }
      this.seen[this.seenCount++] = cell;
    }
    if (marks[cell] < as) marks[cell] = as;
  }
}

function occupancyOf(odds: number): number {
  return Math.round(100 / (1 + Math.exp(-odds)));
}

function logOddsOf(probability: number): number {
  return Math.log(probability / (1 - probability));
}
