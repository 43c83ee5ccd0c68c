/**
 * D LRTA* — V. Bulitko, Y. Björnsson, M. Luštrek, J. Schaeffer and S. Sigmundarson, "Dynamic control in path-planning with real-time
 * heuristic search", ICAPS 2007: the map is divided into regions (cliques merged level by level), and for each ordered pair of
 * them the first vertex is stored at which a cheapest path between their representatives enters the next region.
 *
 * Departures: an aim stays until it is reached or the goal's region is, not only until another region is entered, since the greedy walk to it may
 * lead through a third region whose own subgoal lies behind the agent, to and fro for ever. And only the subgoals are dynamic: the paper also chooses the
 * depth of lookahead by pair of regions; here it is the pursuing agent's.
 */
import { NO_VERTEX } from '@pf/graph';
import type { Guide } from '../guide.ts';

/** Regions, and a subgoal for each ordered pair of them. */
export interface RegionTable {
  /** How many regions there are. */
  readonly regionCount: number;
  /** The region of each vertex, −1 where it has none. */
  readonly region: ArrayLike<number>;
  /** At from · regionCount + to: the vertex to aim at from the first region towards the second, NO_VERTEX where no path leads there. */
  readonly subgoal: ArrayLike<number>;
}

/**
 * Leads an agent from region to region.
 *
 * @example
 * ```ts
 * import { CliqueGuide } from '@pf/realtime';
 *
 * // Vertices 0, 1 and 2, 3 are the two regions; 2 is the way into the second.
 * const guide = new CliqueGuide({ regionCount: 2, region: [0, 0, 1, 1], subgoal: [-1, 2, 1, -1] });
 * guide.begin();
 * guide.next(0, -1, 3); // → 2
 * guide.next(2, 2, 3); // → 3
 * ```
 */
export class CliqueGuide implements Guide {
  private readonly table: RegionTable;

  constructor(table: RegionTable) {
    if (table.subgoal.length !== table.regionCount ** 2) {
      throw new RangeError(`${table.regionCount} regions need ${table.regionCount ** 2} subgoals, one for each ordered pair, got ${table.subgoal.length}.`);
    }
    this.table = table;
  }

  begin(): void {
    // Nothing is kept from one question to the next.
  }

  prepare(): boolean {
    return true;
  }

  next(at: number, aim: number, goal: number): number {
    const { region, regionCount, subgoal } = this.table;
    const here = region[at];
    const there = region[goal];
    if (here < 0 || there < 0) return NO_VERTEX;
    if (here === there) return goal;
    if (aim !== at && aim !== NO_VERTEX) return aim;
    return subgoal[here * regionCount + there];
  }
}
