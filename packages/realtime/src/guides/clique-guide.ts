/**
 * D LRTA* — V. Bulitko, Y. Björnsson, M. Luštrek, J. Schaeffer and S. Sigmundarson, "Dynamic control in path-planning with real-time
 * heuristic search", ICAPS 2007: the map is divided into regions (cliques merged level by level), and for each ordered pair of
 * them the first vertex is stored at which a cheapest path between their representatives enters the next region.
 *
 * Departures:
 * - A subgoal stays until it or the region of the goal is reached. In the paper it stays until another region is entered. But a greedy walk may cross a third region
 *   whose subgoal is behind the agent, and then the agent goes back and forth for ever.
 * - The paper also chooses the lookahead depth by pair of regions. Here the pursuing agent sets it.
 */
import { checkTables } from './check-tables.ts';
import { NO_VERTEX } from '@pf/graph';
import type { Guide } from '../guide.ts';

/** Regions, and a subgoal for each ordered pair of them. */
export interface RegionTable {
  /** The number of regions. */
  readonly regionCount: number;
  /** The region of each vertex; −1 if it has none. */
  readonly region: ArrayLike<number>;
  /** At index from · regionCount + to: the subgoal on the path from the first region to the second; NO_VERTEX if no path leads there. */
  readonly subgoal: ArrayLike<number>;
  /** The `fingerprint` of the graph that it was built for. If undefined, it counts as built for the present graph. */
  readonly world?: string | undefined;
}

/**
 * Leads an agent from region to region.
 *
 * @example
 * ```ts
 * import { CliqueGuide } from '@pf/realtime';
 *
 * // The regions are the vertices 0, 1 and 2, 3; vertex 2 is the entrance of the second.
 * const guide = new CliqueGuide({ regionCount: 2, region: [0, 0, 1, 1], subgoal: [-1, 2, 1, -1] });
 * guide.begin();
 * guide.next(0, -1, 3); // → 2
 * guide.next(2, 2, 3); // → 3
 * ```
 */
export class CliqueGuide implements Guide {
  private readonly table: RegionTable;

  constructor(table: RegionTable) {
    checkTables(table, ['region', 'subgoal'], 'a table of regions, as buildRegionTable gives it');
    if (table.subgoal.length !== table.regionCount ** 2) {
      throw new RangeError(`${table.regionCount} regions need ${table.regionCount ** 2} subgoals, one for each ordered pair, got ${table.subgoal.length}.`);
    }
    this.table = table;
  }

  get world(): string | undefined {
    return this.table.world;
  }

  get vertexCount(): number {
    return this.table.region.length;
  }

  begin(): void {
    // There is no state to reset.
  }

  prepare(): boolean {
    return true;
  }

  next(at: number, present: number, goal: number): number {
    const { region, regionCount, subgoal } = this.table;
    const here = region[at];
    const there = region[goal];
    if (here < 0 || there < 0) return NO_VERTEX;
    if (here === there) return goal;
    if (present !== at && present !== NO_VERTEX) return present;
    return subgoal[here * regionCount + there];
  }
}
