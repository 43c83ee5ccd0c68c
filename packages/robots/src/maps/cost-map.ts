import { checkList, checkOptions, shown } from '@pf/graph/kit';
import type { MapFrame } from './map-frame.ts';
import { checkFrame } from '../checks.ts';

/** Options of `CostMap`: thresholds of its costs. */
export interface CostMapOptions {
  /** A cell at this cost or more is an obstacle. Default 254, as in nav2. */
  readonly obstacle?: number | undefined;
  /** At this cost or more the robot's centre cannot be in a cell, whatever its heading. Default 253, as in nav2. */
  readonly inscribed?: number | undefined;
  /** Below this cost it always can: footprints are not checked. Default 0: always checked. */
  readonly circumscribed?: number | undefined;
}

/**
 * The cost of each cell: 0 free … 252, 253 too near to an obstacle for any heading, 254 obstacle.
 *
 * A `StateLattice` multiplies the cost of a motion by 1 + the highest cell cost. For `HybridAStar` a metre costs 1 + proximity · cost / 252. With
 * `proximity: 252` both count the same.
 *
 * @example
 * ```ts
 * import { CostMap, MapFrame } from '@pf/robots';
 *
 * const map = new CostMap(new MapFrame(3, 1, 0.1), [0, 90, 254]);
 * map.isObstacle(2); // → true
 * ```
 */
export class CostMap {
  /** By cell. After an edit call `costsChanged` of the lattices on this map. */
  readonly costs: Uint8Array;
  readonly obstacle: number;
  readonly inscribed: number;
  readonly circumscribed: number;

  /** Copies `costs`. Default: all 0. */
  constructor(
    readonly frame: MapFrame,
    costs?: ArrayLike<number>,
    options: CostMapOptions = {},
  ) {
    checkFrame(frame, 'A CostMap');
    if (costs !== undefined) checkList(costs, 'costs of a CostMap');
    checkOptions(options, ['obstacle', 'inscribed', 'circumscribed'], 'new CostMap');
    const { obstacle = 254, inscribed = Math.min(253, obstacle), circumscribed = 0 } = options;
    for (const [name, cost] of Object.entries({ obstacle, inscribed, circumscribed })) {
      if (!(Number.isInteger(cost) && cost >= 0 && cost <= 255)) throw new RangeError(`The option ${name} of a cost map is a cost from 0 to 255, got ${shown(cost)}.`);
    }
    if (!(circumscribed <= inscribed && inscribed <= obstacle && obstacle > 0)) {
      throw new RangeError(`A cost map needs circumscribed ≤ inscribed ≤ obstacle, and obstacle above 0, got ${shown(circumscribed)}, ${shown(inscribed)} and ${shown(obstacle)}.`);
    }
    if (costs !== undefined && costs.length !== frame.cellCount) throw new RangeError(`A map of ${frame.width} × ${frame.height} cells needs ${frame.cellCount} costs, got ${costs.length}.`);
    for (let cell = 0; costs !== undefined && cell < costs.length; cell++) {
      if (!(Number.isInteger(costs[cell]) && costs[cell] >= 0 && costs[cell] <= 255)) throw new RangeError(`Costs are whole numbers from 0 to 255, got ${shown(costs[cell])} for cell ${cell}.`);
    }
    this.costs = costs === undefined ? new Uint8Array(frame.cellCount) : Uint8Array.from(costs);
    this.obstacle = obstacle;
    this.inscribed = inscribed;
    this.circumscribed = circumscribed;
  }

  /** Whether a cell is an obstacle. */
  isObstacle(cell: number): boolean {
    return this.costs[cell] >= this.obstacle;
  }
}
