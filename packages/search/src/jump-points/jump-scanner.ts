import type { Grid } from '@pf/grid';
import { GoalSight } from './goal-sight.ts';
import { JumpFinder } from './jump-finder.ts';
import type { JumpLocator } from './jump-locator.ts';

const NONE = -1;

/**
 * Finds jump points by scanning bit maps, 32 cells at a time: Harabor & Grastien, "Improving Jump Point Search", ICAPS 2014. The map may
 * change between searches, and searches may share a scanner.
 *
 * Departures. The bits are those of the jump points themselves: one word where the paper reads three rows of walls. Another bit shows from each cell whether
 * a ray ends at a wall: then it is not scanned. Diagonals are walked cell by cell, with one test for both rays. Scans do not test for the goal: the cells from which
 * it is visible along each ray are counted when a ray first leads towards it, and a walk that crosses the goal's row or column compares two numbers.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { JumpRules, JumpScanner } from '@pf/search/kit';
 *
 * const grid = Grid.fromRows(['.....', '.#...', '.....']);
 * const scanner = new JumpScanner(grid);
 * scanner.begin(grid.vertex(0, 0), grid.vertex(4, 2));
 * // East along the top, past the wall; south along the left, likewise.
 * scanner.jumps(grid.vertex(0, 0), JumpRules.ROOT); // → 2
 * Array.from(scanner.found.subarray(0, 2), (jump) => [grid.x(jump >> 4), grid.y(jump >> 4)]); // → [[0, 2], [2, 0]]
 * ```
 */
export class JumpScanner implements JumpLocator {
  readonly found: Int32Array;
  goal = 0;
  private readonly finder: JumpFinder;
  private readonly sight: GoalSight;
  private readonly stride: number;
  private readonly perStride: number;

  constructor(readonly grid: Grid) {
    this.finder = new JumpFinder(grid);
    this.found = this.finder.found;
    this.sight = new GoalSight(this.finder.map, grid.stride);
    this.stride = grid.stride;
    this.perStride = 1 / grid.stride;
  }

  begin(_start: number, goal: number, budget = Infinity): boolean {
    const { map } = this.finder;
    if (!map.follow(budget)) return false;
    this.sight.aim(goal);
    this.goal = goal;
    return true;
  }

  jumps(v: number, arrival: number): number {
    const { finder, sight } = this;
    const { map, steps } = finder;
    const { walks } = map;
    // The row by multiplication: exact, since v + ½ is at least ½ stride⁻¹ away from any whole row, and faster than a division.
    const row = ((v + 0.5) * this.perStride) | 0;
    const column = v - row * this.stride;
    let towards = NONE;
    if (row === sight.row || column === sight.column) towards = sight.from(map.rules.courses(map.moves, v, arrival), row, column);
    let n = 0;
    if (towards === NONE) {
      n = finder.jumps(v, row, column, arrival);
      for (let left = finder.walked; left !== 0 && towards === NONE; left &= left - 1) {
        const walk = 31 - Math.clz32(left & -left);
        towards = sight.along(walks[walk], row, column, steps[walk]);
      }
    }
    if (towards === NONE) return n;
    // The goal is the only result.
    this.found[0] = (this.goal << 4) | towards;
    return 1;
  }
}
