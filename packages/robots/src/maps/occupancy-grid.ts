import { checkList, shown } from '@pf/graph/kit';
import { checkFrame } from '../checks.ts';
import type { MapFrame } from './map-frame.ts';

/** The occupancy of an unknown cell. */
export const UNKNOWN = -1;

/**
 * The occupancy of each cell: −1 unknown, 0 free … 100 occupied, as in `nav_msgs/OccupancyGrid`.
 *
 * @example
 * ```ts
 * import { MapFrame, OccupancyGrid } from '@pf/robots';
 *
 * const grid = new OccupancyGrid(new MapFrame(3, 1, 0.1), [0, 100, -1]);
 * grid.values[grid.frame.cellAt(0.15, 0.05)]; // → 100
 * ```
 */
export class OccupancyGrid {
  /** By cell. Edit it freely, and report changed cells to the cost map. */
  readonly values: Int8Array;

  /** Copies `values`. Default: all unknown. */
  constructor(
    readonly frame: MapFrame,
    values?: ArrayLike<number>,
  ) {
    checkFrame(frame, 'An OccupancyGrid');
    if (values !== undefined) checkList(values, 'values of an OccupancyGrid');
    const { cellCount } = frame;
    if (values !== undefined && values.length !== cellCount) {
      throw new RangeError(`A map of ${frame.width} × ${frame.height} cells needs ${cellCount} values, got ${values.length}.`);
    }
    this.values = values === undefined ? new Int8Array(cellCount).fill(UNKNOWN) : Int8Array.from(values);
    for (let cell = 0; values !== undefined && cell < cellCount; cell++) {
      const value = values[cell];
      if (!(Number.isInteger(value) && value >= UNKNOWN && value <= 100)) throw new RangeError(`Occupancy is −1 for unknown, or a whole number from 0 to 100, got ${shown(value)} for cell ${cell}.`);
    }
  }
}
