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
import type { GoalBounds } from './goal-bounds.ts';

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
  /** The boxes, two words each: y and x of the least corner in the halves of one, of the most in those of the other. */
  private readonly corners: Int32Array;
  private version = -1;
  private goal = 0;
  private goalX = 0;
  private goalY = 0;
  /** Both in the halves of a word, as corners are. */
  private goalCorner = 0;

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
    this.corners = cornersOf(bounds);
    this.found = new Int32Array(4 + 6 * Math.max(grid.width, grid.height));
    this.follow();
  }

  begin(_start: number, goal: number): boolean {
    this.follow();
    this.goal = goal;
    this.goalX = this.grid.x(goal);
    this.goalY = this.grid.y(goal);
    this.goalCorner = (this.goalY << 16) | this.goalX;
    return true;
  }

  jumps(v: number, arrival: number): number {
    const { grid, rules, steps, found, step, goal, goalX, goalY } = this;
    const { stride } = grid;
    // Exact, and faster than a division: v + ½ is at least ½ stride⁻¹ away from any whole row.
    const row = ((v + 0.5) * this.perStride) | 0;
    const dx = goalX + 1 - (v - row * stride);
    const dy = goalY + 1 - row;
    const towards = rayTo(dx, dy);
    let n = 0;
    for (let follow = rules.courses(grid.moves, v, arrival); follow !== 0; ) {
      const course = 31 - Math.clz32(follow);
      follow ^= 1 << course;
      const ahead = steps[8 * v + course];
      // Nothing to be found, however far it is to the wall: the goal lies elsewhere.
      if (ahead <= 0 && course < 4 && course !== towards) continue;
      if (!this.allows(v, course)) continue;
      if (course >= 4) {
        n = this.walk(v, course, dx, dy, n);
        if (n < 0) return 1;
      } else if (course === towards && reaches(ahead, dx, dy)) {
        found[0] = (goal << 4) | course;
        return 1;
      } else if (ahead > 0) {
        found[n++] = ((v + Math.imul(ahead, step[course])) << 4) | course;
      }
    }
    return n;
  }

  /** Follows a walk from jump point to jump point; −1 where the goal was found. */
  private walk(v: number, course: number, dx: number, dy: number, before: number): number {
    const { steps, found, goal, rules, grid } = this;
    const { walksStop } = rules;
    const step = this.step[course];
    const across = this.across[course];
    const down = this.down[course];
    const first = this.first[course];
    const second = this.second[course];
    // The step at which the goal lies straight along one of the rays; −1 where it lies behind. Beside a horizontal walk, its column.
    const goalX = Math.imul(dx, across);
    const goalY = Math.imul(dy, down);
    const turn = down === 0 ? goalX : goalX < goalY ? goalX : goalY;
    let n = before;
    for (let k = 0, u = v; ; ) {
      const ahead = steps[8 * u + course];
      const clear = ahead < 0 ? -ahead : ahead;
      if (turn > k && turn <= k + clear) {
        const x = dx - Math.imul(turn, across);
        const y = dy - Math.imul(turn, down);
        const towards = rayTo(x, y);
        if ((x | y) === 0 || ((towards === first || towards === second) && reaches(steps[8 * (v + Math.imul(turn, step)) + towards], x, y))) {
          // The arrival of a goal is never asked for.
          found[0] = (goal << 4) | course;
          return -1;
        }
      }
      if (ahead <= 0) return n;
      k += ahead;
      u = v + Math.imul(k, step);
      if (walksStop && rules.stops(grid.moves, u, course)) found[n++] = (u << 4) | course;
      const jump = steps[8 * u + first];
      if (jump > 0 && this.allows(u, first)) found[n++] = ((u + Math.imul(jump, this.step[first])) << 4) | first;
      const other = steps[8 * u + second];
      if (other > 0 && this.allows(u, second)) found[n++] = ((u + Math.imul(other, this.step[second])) << 4) | second;
      if (!this.allows(u, course)) return n;
    }
  }

  /** Whether the box of a course that leads on from `v` holds the goal; true where there are no boxes. */
  private allows(v: number, course: number): boolean {
    const { firstArc, corners, goalCorner } = this;
    if (firstArc.length === 0) return true;
    const first = firstArc[v];
    if (first === firstArc[v + 1]) return true;
    const at = (first + ARCS_BEFORE[this.grid.moves[v] & ((1 << course) - 1)]) << 1;
    // Both halves at once: the top bit of a half stays set where its difference is not negative, and takes what is borrowed where it is.
    // An empty box borrows from its neighbour and may seem to hold the goal at (0, 0), which does no harm.
    return (((goalCorner | TOPS) - corners[at]) & ((corners[at + 1] | TOPS) - goalCorner) & TOPS) === TOPS;
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

/** The top bits of the halves of a word. */
const TOPS = 0x80008000 | 0;

/** By a set of moves, as a byte: how many they are. The arcs of a cell are numbered in the order of its moves. */
const ARCS_BEFORE = Uint8Array.from({ length: 256 }, (_, set) => set.toString(2).replaceAll('0', '').length);

/** The ray along which something lies that is (dx, dy) away; −1 where none does. */
function rayTo(dx: number, dy: number): number {
  if (dy === 0) return dx > 0 ? 0 : dx < 0 ? 2 : -1;
  return dx === 0 ? (dy > 0 ? 1 : 3) : -1;
}

/** Whether a ray comes to the goal, which lies (dx, dy) away along it, before it comes to a wall. A ray passes no jump point. */
function reaches(ahead: number, dx: number, dy: number): boolean {
  return Math.abs(dx + dy) <= (ahead < 0 ? -ahead : ahead);
}

/** The boxes as corners: a view where they lie at a whole number of words, as all that is built or loaded does. */
function cornersOf(bounds: GoalBounds | undefined): Int32Array {
  if (bounds === undefined) return new Int32Array(0);
  const { boxes } = bounds;
  const { buffer, byteOffset, length } = boxes.byteOffset % 4 === 0 ? boxes : boxes.slice();
  return new Int32Array(buffer, byteOffset, length >> 1);
}
