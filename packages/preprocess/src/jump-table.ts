/**
 * JPS+ — D. Harabor and A. Grastien, "Improving jump point search", ICAPS 2014; S. Rabin (GDC 2015): the jumps of jump point search, looked up instead of
 * scanned. With goal bounds (S. Rabin and N. Sturtevant, AAAI 2016) jumps whose box does not hold the goal are left out; with
 * bounds at jump points only, it is JPS+BB+ (Y. Hu et al., JAIR 2021).
 *
 * Departure: diagonal jump points are passed, not queued, as in this project's jump point search; boxes, where there are any, are
 * looked at on the way too.
 */
import type { Grid } from '@pf/grid';
import type { JumpLocator } from '@pf/search';
import { JumpRules } from '@pf/search';
import { followsCanonicalOrder } from './canonical-flood.ts';
import type { Boxes, GoalBounds } from './goal-bounds.ts';

/** What a `JumpTable` looks at beside the map itself. */
export interface JumpTableOptions {
  /** Boxes built for the same grid, a uniform 8-connected one: JPS+ with goal bounding. */
  readonly bounds?: GoalBounds;
}

/**
 * Where the jumps from every cell lead: 16 bytes a cell, filled in one pass over the map a direction. Given to `JumpPointSearch`
 * as its locator, it makes it JPS+.
 *
 * The table follows edits by being filled anew when the next search begins; bounds cannot follow, and a search after an edit is refused.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { GoalBounds, JumpTable } from '@pf/preprocess';
 * import { JumpPointSearch } from '@pf/search';
 *
 * const grid = Grid.fromRows(['.....', '.###.', '.....']);
 * const jpsPlus = new JumpPointSearch(grid, { locator: new JumpTable(grid) });
 * jpsPlus.search(grid.vertex(0, 0), grid.vertex(4, 2)); // → 6
 * const bounded = new JumpPointSearch(grid, { locator: new JumpTable(grid, { bounds: GoalBounds.build(grid) }) });
 * bounded.search(grid.vertex(0, 0), grid.vertex(4, 2)); // → 6
 * ```
 */
export class JumpTable implements JumpLocator {
  readonly found: Int32Array;
  /** By 8 · vertex + course: steps to the next jump point, or where there is none, minus the steps to the wall. */
  private readonly steps: Int16Array;
  private readonly rules: JumpRules;
  /** By course: what a step adds to a vertex, its columns and rows, and for walks the courses of the two rays looked along. */
  private readonly step = new Int32Array(8);
  private readonly across = new Int32Array(8);
  private readonly down = new Int32Array(8);
  private readonly first = new Int32Array(8);
  private readonly second = new Int32Array(8);
  private readonly perStride: number;
  private readonly bounds: GoalBounds | undefined;
  private readonly firstArc: Uint32Array;
  private readonly boxes: Boxes;
  private version = -1;
  private goal = 0;
  private goalX = 0;
  private goalY = 0;

  constructor(
    private readonly grid: Grid,
    options: JumpTableOptions = {},
  ) {
    const { bounds } = options;
    if (grid.width > 0x7fff || grid.height > 0x7fff) throw new RangeError(`JPS+ takes grids of up to 32767 × 32767 cells, got ${grid.width} × ${grid.height}.`);
    if (bounds !== undefined && (bounds.graph !== grid || !followsCanonicalOrder(grid))) {
      throw new RangeError('JPS+ takes goal bounds that were built for its own grid, 8-connected with exact costs and without terrain costs or one-way cells.');
    }
    this.rules = new JumpRules(grid);
    for (const { course, step } of this.rules.rays) this.step[course] = step;
    for (const { course, step, dx, dy, first, second } of this.rules.walks) {
      this.step[course] = step;
      this.across[course] = dx;
      this.down[course] = dy;
      this.first[course] = first;
      this.second[course] = second;
    }
    this.perStride = 1 / grid.stride;
    this.steps = new Int16Array(8 * grid.vertexCount);
    this.bounds = bounds;
    this.firstArc = bounds?.firstArc ?? new Uint32Array(0);
    this.boxes = bounds?.boxes ?? new Uint16Array(0);
    this.found = new Int32Array(4 + 6 * Math.max(grid.width, grid.height));
    this.follow();
  }

  begin(_start: number, goal: number): void {
    this.follow();
    this.goal = goal;
    this.goalX = this.grid.x(goal);
    this.goalY = this.grid.y(goal);
  }

  jumps(v: number, arrival: number): number {
    const { grid, rules, steps, found, step, goal, goalX, goalY, bounds } = this;
    const { stride } = grid;
    // Exact, and faster than a division: v + ½ is at least ½ stride⁻¹ away from any whole row.
    const row = ((v + 0.5) * this.perStride) | 0;
    const dx = goalX + 1 - (v - row * stride);
    const dy = goalY + 1 - row;
    let follow = rules.courses(grid.moves, v, arrival);
    if (bounds !== undefined) follow &= this.allowed(v);
    let n = 0;
    while (follow !== 0) {
      const course = 31 - Math.clz32(follow);
      follow ^= 1 << course;
      if (course < 4) {
        const ahead = steps[8 * v + course];
        if (this.onRay(course, dx, dy, ahead)) {
          found[0] = (goal << 4) | course;
          return 1;
        }
        if (ahead > 0) found[n++] = ((v + Math.imul(ahead, step[course])) << 4) | course;
        continue;
      }
      n = this.walk(v, course, dx, dy, n);
      if (n < 0) return 1;
    }
    return n;
  }

  /** Follows a walk from jump point to jump point; −1 where the goal was found. */
  private walk(v: number, course: number, dx: number, dy: number, before: number): number {
    const { steps, found, goal, bounds, rules, grid } = this;
    const { walksStop } = rules;
    const step = this.step[course];
    const across = this.across[course];
    const down = this.down[course];
    const first = this.first[course];
    const second = this.second[course];
    const firstStep = this.step[first];
    const secondStep = this.step[second];
    // The step at which the goal lies straight along one of the rays; −1 where it lies behind. Beside a horizontal walk, its column.
    const goalX = Math.imul(dx, across);
    const goalY = Math.imul(dy, down);
    const turn = down === 0 ? goalX : goalX < goalY ? goalX : goalY;
    const bit = 1 << course;
    let n = before;
    for (let k = 0, u = v; ; ) {
      const ahead = steps[8 * u + course];
      const clear = ahead < 0 ? -ahead : ahead;
      if (turn > k && turn <= k + clear) {
        const w = v + Math.imul(turn, step);
        const x = dx - Math.imul(turn, across);
        const y = dy - Math.imul(turn, down);
        if ((x === 0 && y === 0) || this.onRay(first, x, y, steps[8 * w + first]) || this.onRay(second, x, y, steps[8 * w + second])) {
          // The arrival of a goal is never asked for.
          found[0] = (goal << 4) | course;
          return -1;
        }
      }
      if (ahead <= 0) return n;
      k += ahead;
      u = v + Math.imul(k, step);
      const allowed = bounds === undefined ? 0xff : this.allowed(u);
      if (walksStop && rules.stops(grid.moves, u, course)) found[n++] = (u << 4) | course;
      if (((allowed >> first) & 1) === 1) {
        const jump = steps[8 * u + first];
        if (jump > 0) found[n++] = ((u + Math.imul(jump, firstStep)) << 4) | first;
      }
      if (((allowed >> second) & 1) === 1) {
        const jump = steps[8 * u + second];
        if (jump > 0) found[n++] = ((u + Math.imul(jump, secondStep)) << 4) | second;
      }
      if ((allowed & bit) === 0) return n;
    }
  }

  /** Whether a ray comes to the goal, which lies (dx, dy) away, before it comes to a wall. A ray passes no jump point. */
  private onRay(course: number, dx: number, dy: number, ahead: number): boolean {
    const across = course % 2 === 0 ? dy : dx;
    if (across !== 0) return false;
    const along = course === 0 ? dx : course === 1 ? dy : course === 2 ? -dx : -dy;
    return along > 0 && along <= (ahead < 0 ? -ahead : ahead);
  }

  /** The courses from `v` whose box holds the goal; all of them where there are no boxes. */
  private allowed(v: number): number {
    const { firstArc, boxes, goalX, goalY } = this;
    let at = 4 * firstArc[v];
    if (at === 4 * firstArc[v + 1]) return 0xff;
    let set = 0;
    for (let left: number = this.grid.moves[v]; left !== 0; left &= left - 1, at += 4) {
      if (goalX >= boxes[at] && goalX <= boxes[at + 2] && goalY >= boxes[at + 1] && goalY <= boxes[at + 3]) set |= left & -left;
    }
    return set;
  }

  private follow(): void {
    const { grid } = this;
    if (this.version === grid.version) return;
    if (grid.weighted || grid.sides !== undefined) throw new RangeError('JPS+ needs a grid without terrain costs and one-way cells; take AStar.');
    if (this.version >= 0 && this.bounds !== undefined) {
      throw new Error('The grid has changed since its goal bounds were built, which then no longer hold: build them anew, or leave them out.');
    }
    this.fill();
    this.version = grid.version;
  }

  /** Each direction from its far end, so that a cell need only look at the one ahead of it. */
  private fill(): void {
    const { steps, rules } = this;
    const { moves, vertexCount } = this.grid;
    const sweep = (course: number, step: number, canStep: (v: number) => boolean, stops: (u: number) => boolean): void => {
      for (let i = 0; i < vertexCount; i++) {
        const v = step > 0 ? vertexCount - 1 - i : i;
        if (!canStep(v)) {
          steps[8 * v + course] = 0;
          continue;
        }
        const next = steps[8 * (v + step) + course];
        steps[8 * v + course] = stops(v + step) ? 1 : next > 0 ? next + 1 : next - 1;
      }
    };
    for (const { course, step } of rules.rays) {
      sweep(course, step, (v) => ((moves[v] >> course) & 1) === 1, (u) => rules.stops(moves, u, course));
    }
    for (const { course, step, first, second } of rules.walks) {
      sweep(
        course,
        step,
        (v) => ((rules.courses(moves, v, JumpRules.ROOT) >> course) & 1) === 1,
        (u) => steps[8 * u + first] > 0 || steps[8 * u + second] > 0 || (rules.walksStop && rules.stops(moves, u, course)),
      );
    }
  }
}
