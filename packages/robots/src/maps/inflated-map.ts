/**
 * Costs that fall with the distance from obstacles, as in nav2's inflation layer: 254 on an obstacle, 253 within the inscribed radius. From there 252 ·
 * exp(−decay · (distance − inscribed radius)) rounded down. Beyond the larger of inscribed and inflation radius, rounded up to whole cells, it is 0.
 *
 * Departure: nav2 propagates obstacles from cell to cell, so that some distances are slightly too long. Distances are exact here.
 */
import { checkBuffer, shown } from '@pf/graph/kit';
import { checkCount, checkGiven, checkOccupancy } from '../checks.ts';
import { CostMap } from './cost-map.ts';
import type { OccupancyGrid } from './occupancy-grid.ts';
import { UNKNOWN } from './occupancy-grid.ts';

/** Options of `InflatedMap`: the robot's radii, and the inflation. */
export interface InflatedMapOptions {
  /** Radius of the largest circle around the robot's centre inside its footprint, in metres. For a robot without a footprint add a cell's diagonal: distances are between the centres of cells. */
  readonly inscribedRadius: number;
  /** Radius of the smallest circle around the robot's centre that contains its footprint, in metres. Saves checks far from obstacles. Default: every footprint is checked. */
  readonly circumscribedRadius?: number | undefined;
  /** Inflation radius, in metres, rounded up to whole cells; at least the inscribed radius. Default: 0.55, as in nav2, or more if the circumscribed radius requires it. */
  readonly inflationRadius?: number | undefined;
  /** Decay of costs per metre (`cost_scaling_factor` of nav2). Default: 10, or less if the circumscribed radius requires it. */
  readonly decay?: number | undefined;
  /** Lowest occupancy, 1 to 100, of an obstacle. Default 65. */
  readonly occupied?: number | undefined;
  /** How unknown cells count: 'free' for robots that explore. Default 'obstacle'. */
  readonly unknown?: 'obstacle' | 'free' | undefined;
}

/** `right` and `bottom` are the first column and row beyond it. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * The cost map of an occupancy grid. After an edit of the grid call `occupancyChanged`.
 *
 * @example
 * ```ts
 * import { InflatedMap, MapFrame, OccupancyGrid } from '@pf/robots';
 *
 * const grid = new OccupancyGrid(new MapFrame(6, 1, 0.1), [100, 0, 0, 0, 0, 0]);
 * const map = new InflatedMap(grid, { inscribedRadius: 0.1, inflationRadius: 0.4 });
 * [...map.costs]; // → [254, 253, 92, 34, 12, 0]
 * grid.values[0] = 0;
 * map.occupancyChanged([0], 1, new Uint32Array(6)); // → 5
 * ```
 */
export class InflatedMap extends CostMap {
  /** As given: no footprint may reach farther. */
  readonly circumscribedRadius: number | undefined;
  private readonly reach: number;
  /** By squared distance in cells. */
  private readonly costAt: Uint8Array;
  private readonly occupied: number;
  private readonly unknown: number;
  /** By cell: 1 for an obstacle as last reported. */
  private readonly blocked: Uint8Array;
  /** By column of a window: squared distances along the rows. */
  private readonly across: Int32Array;

  constructor(
    readonly grid: OccupancyGrid,
    options: InflatedMapOptions,
  ) {
    checkOccupancy(grid, 'An InflatedMap');
    checkGiven(options, ['inscribedRadius', 'circumscribedRadius', 'inflationRadius', 'decay', 'occupied', 'unknown'], 'new InflatedMap');
    const { resolution } = grid.frame;
    const { inscribedRadius, circumscribedRadius = inscribedRadius, occupied = 65, unknown = 'obstacle' } = options;
    // A point lies up to half a diagonal from the centre of its cell, and so does an obstacle.
    const felt = circumscribedRadius + Math.SQRT2 * resolution;
    // So that the cost at this distance is 1 or more: 252 · exp(−5.5) = 1.03.
    const { inflationRadius = Math.max(0.55, felt + resolution), decay = options.circumscribedRadius === undefined || inflationRadius < felt ? 10 : Math.min(10, 5.5 / (felt - inscribedRadius)) } = options;
    if (circumscribedRadius < inscribedRadius) throw new RangeError(`The circumscribed radius must not be below the inscribed one, got ${shown(circumscribedRadius)} and ${shown(inscribedRadius)}.`);
    for (const [name, value] of Object.entries({ inscribedRadius, circumscribedRadius, inflationRadius, decay })) {
      if (!(Number.isFinite(value) && value >= 0)) throw new RangeError(`The option ${name} of an inflated map must be a number of 0 or more, got ${shown(value)}.`);
    }
    if (!(typeof occupied === 'number' && occupied >= 1 && occupied <= 100)) throw new RangeError(`The option occupied is an occupancy from 1 to 100, got ${shown(occupied)}.`);
    if (unknown !== 'obstacle' && unknown !== 'free') throw new RangeError(`The option unknown is 'obstacle' or 'free', got ${shown(unknown)}.`);
    // No two cells of the map are farther apart than its sides together.
    const reach = Math.min(grid.frame.width + grid.frame.height, Math.ceil(Math.max(inflationRadius, inscribedRadius) / resolution - 1e-9));
    const costOf = (distance: number): number => {
      if (distance === 0) return 254;
      const metres = distance * resolution;
      if (metres <= inscribedRadius + 1e-9) return 253;
      return distance > reach ? 0 : Math.floor(252 * Math.exp(-decay * (metres - inscribedRadius)));
    };
    super(grid.frame, undefined, { circumscribed: options.circumscribedRadius === undefined ? 0 : costOf(felt / resolution) });
    this.circumscribedRadius = options.circumscribedRadius;
    this.reach = reach;
    this.costAt = Uint8Array.from({ length: 2 * reach * reach + 2 }, (_, squared) => costOf(Math.sqrt(squared)));
    this.occupied = occupied;
    this.unknown = unknown === 'obstacle' ? UNKNOWN : -2;
    this.blocked = Uint8Array.from(grid.values, (value) => this.blocks(value));
    this.across = new Int32Array(this.frame.width);
    this.inflate({ left: 0, top: 0, right: this.frame.width, bottom: this.frame.height });
  }

  /**
   * Call after an edit of the grid with the cells whose occupancy changed. Writes the cells whose cost changed to `changed` and returns their number.
   * As many entries as the map has cells always suffice. If the buffer is too short, the call throws and changes nothing.
   */
  occupancyChanged(cells: ArrayLike<number>, n: number, changed: Uint32Array): number {
    checkCount(cells, n, 'changed cells');
    checkBuffer(changed);
    const { blocked } = this;
    const { values } = this.grid;
    const flipped: number[] = [];
    for (let i = 0; i < n; i++) {
      const cell = cells[i];
      if (!(Number.isInteger(cell) && cell >= 0 && cell < this.costs.length)) throw new RangeError(`Cell ${shown(cell)} is not on a map of ${this.costs.length} cells.`);
      if (this.blocks(values[cell]) !== blocked[cell]) flipped.push(cell);
    }
    if (flipped.length === 0) return 0;
    for (const cell of flipped) blocked[cell] = this.blocks(values[cell]);
    const boxes = this.boxesAround(flipped);
    try {
      return boxes.reduce((count, box) => this.inflate(box, changed, count), 0);
    } catch (error) {
      // The buffer is too short.
      for (const cell of flipped) blocked[cell] = 1 - this.blocks(values[cell]);
      for (const box of boxes) this.inflate(box);
      throw error;
    }
  }

  /** Boxes of all cells whose cost these cells may change: one for each block of the map, or a single one if that takes less time. */
  private boxesAround(cells: readonly number[]): Box[] {
    const { reach } = this;
    const { width, height } = this.frame;
    const side = 4 * reach + 4;
    const all: Box = { left: width, top: height, right: 0, bottom: 0 };
    const blocks = new Map<number, Box>();
    for (const cell of cells) {
      const x = cell % width;
      const y = (cell - x) / width;
      const block = Math.floor(y / side) * width + Math.floor(x / side);
      let part = blocks.get(block);
      if (part === undefined) blocks.set(block, (part = { left: width, top: height, right: 0, bottom: 0 }));
      for (const box of [part, all]) {
        box.left = Math.min(box.left, Math.max(0, x - reach));
        box.top = Math.min(box.top, Math.max(0, y - reach));
        box.right = Math.max(box.right, Math.min(width, x + reach + 1));
        box.bottom = Math.max(box.bottom, Math.min(height, y + reach + 1));
      }
    }
    const effort = ({ left, top, right, bottom }: Box): number => (right - left + 2 * reach) * (bottom - top);
    const parts = [...blocks.values()];
    // Of cells side by side, the boxes of blocks overlap.
    return parts.reduce((sum, part) => sum + effort(part), 0) < effort(all) ? parts : [all];
  }

  /** Whether a cell with this occupancy is an obstacle: 1 or 0. */
  private blocks(value: number): number {
    return value >= this.occupied || value === this.unknown ? 1 : 0;
  }

  /** Recomputes the costs in a box. Adds the cells whose cost differs to the first `count` of `changed`, and returns their number. */
  private inflate({ left, top, right, bottom }: Box, changed?: Uint32Array, count = 0): number {
    const { costs, across, costAt, reach, blocked } = this;
    const { width, height } = this.frame;
    const from = Math.max(0, left - reach);
    const to = Math.min(width, right + reach);
    const far = 2 * reach * reach + 1;
    for (let y = top; y < bottom; y++) {
      for (let x = from; x < to; x++) {
        // The nearest obstacle in the column, above or below.
        let least = far;
        for (let d = 0; d <= reach; d++) {
          if ((y < d || blocked[(y - d) * width + x] === 0) && (y + d >= height || blocked[(y + d) * width + x] === 0)) continue;
          least = d * d;
          break;
        }
        across[x] = least;
      }
      for (let x = left; x < right; x++) {
        let least = across[x];
        for (let d = 1; d <= reach && d * d < least; d++) {
          if (x >= d && across[x - d] + d * d < least) least = across[x - d] + d * d;
          if (x + d < width && across[x + d] + d * d < least) least = across[x + d] + d * d;
        }
        const cell = y * width + x;
        const cost = costAt[least];
        if (cost === costs[cell]) continue;
        if (changed !== undefined) {
          if (count === changed.length) throw new RangeError(`More costs change than the ${count} cells that the buffer holds: pass one with as many entries as the map has cells.`);
          changed[count++] = cell;
        }
        costs[cell] = cost;
      }
    }
    return count;
  }
}
