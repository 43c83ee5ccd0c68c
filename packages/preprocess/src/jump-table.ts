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
 * Where the jumps from every cell lead: 20 bytes a cell, filled in one pass over the map a direction. Given to `JumpPointSearch`
 * as its locator, it makes it JPS+. Of bounds it keeps its own copy, as it reads them fastest: 64 bytes for each cell that has boxes.
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
  private readonly bounded: boolean;
  /** The rays from vertex v along which a jump point lies, as bits; without those bits, the box of course c begins at word boxAt[v] + 2 · c of `corners`. */
  private readonly boxAt: Int32Array;
  /** The boxes, two words each: y and x of the least corner in the halves of one, of the most in those of the other, as `holds` takes them. */
  private readonly corners: Int32Array;
  private version = -1;
  private goal = 0;
  /** The column and row of the goal in the padded map, and both in the halves of a word, as corners are: of a least and of a most one. */
  private goalColumn = 0;
  private goalRow = 0;
  private goalLow = 0;
  private goalHigh = 0;

  constructor(
    private readonly grid: Grid,
    options: JumpTableOptions = {},
  ) {
    const { bounds } = options;
    if (grid.width > 0x7fff || grid.height > 0x7fff) throw new RangeError(`JPS+ takes grids of up to 32767 × 32767 cells, got ${grid.width} × ${grid.height}.`);
    if (bounds !== undefined && (bounds.graph !== grid || !followsCanonicalOrder(grid))) {
      throw new RangeError('JPS+ takes goal bounds that were built for its own grid, 8-connected with exact costs and without terrain costs or one-way cells.');
    }
    bounds?.check();
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
    this.bounded = bounds !== undefined;
    ({ boxAt: this.boxAt, corners: this.corners } = boxesByCourse(grid, bounds));
    this.found = new Int32Array(4 + 6 * Math.max(grid.width, grid.height));
    this.follow();
  }

  /** The bytes of the jumps and boxes. */
  get byteLength(): number {
    return this.steps.byteLength + this.boxAt.byteLength + this.corners.byteLength;
  }

  begin(_start: number, goal: number): boolean {
    this.follow();
    this.goal = goal;
    this.goalRow = ((goal + 0.5) * this.perStride) | 0;
    this.goalColumn = goal - Math.imul(this.goalRow, this.grid.stride);
    const x = this.goalColumn - 1;
    const y = this.goalRow - 1;
    this.goalLow = corner(x, y);
    this.goalHigh = corner(x, y) | TOPS;
    return true;
  }

  jumps(v: number, arrival: number): number {
    const { grid, rules, steps, found, step, goal, corners, boxAt, bounded, goalLow, goalHigh, goalColumn, goalRow, perStride } = this;
    const { stride, moves } = grid;
    const { walksStop } = rules;
    // Exact, and faster than a division: v + ½ is at least ½ stride⁻¹ away from any whole row.
    const row = ((v + 0.5) * perStride) | 0;
    const dx = (goalColumn - v + Math.imul(row, stride)) | 0;
    const dy = (goalRow - row) | 0;
    const towards = rayTo(dx, dy);
    const at = boxAt[v];
    const box = at & ~RAYS;
    let n = 0;
    // Along a ray at whose end is a wall nothing is to be found, but the goal.
    for (let follow = rules.courses(moves, v, arrival) & (at | WALKS | towards); follow !== 0; ) {
      const course = courseOf(follow);
      follow ^= 1 << course;
      if (bounded && !holds(corners, box | (course << 1), goalLow, goalHigh)) continue;
      let ahead: number = steps[(v << 3) | course];
      if (course < 4) {
        if (((towards >> course) & 1) === 1 && reaches(ahead, dx, dy)) {
          found[0] = (goal << 4) | course;
          return 1;
        }
        if (ahead > 0) found[n++] = ((v + Math.imul(ahead, step[course])) << 4) | course;
        continue;
      }
      // A walk, from jump point to jump point.
      const along = step[course];
      const across = this.across[course];
      const down = this.down[course];
      const first = this.first[course];
      const second = this.second[course];
      // The step at which the goal lies straight along one of the rays; −1 where it lies behind. Beside a horizontal walk, its column.
      const x = Math.imul(dx, across);
      const y = Math.imul(dy, down);
      const turn = down === 0 ? x : x < y ? x : y;
      for (let k = 0; ; ) {
        if (turn > k && turn <= ((k + Math.abs(ahead)) | 0)) {
          const restX = (dx - Math.imul(turn, across)) | 0;
          const restY = (dy - Math.imul(turn, down)) | 0;
          const ray = rayTo(restX, restY);
          if ((restX | restY) === 0 || ((((ray >> first) | (ray >> second)) & 1) === 1 && reaches(steps[((v + Math.imul(turn, along)) << 3) | courseOf(ray)], restX, restY))) {
            // The arrival of a goal is never asked for.
            found[0] = (goal << 4) | course;
            return 1;
          }
        }
        if (ahead <= 0) break;
        k = (k + ahead) | 0;
        const u = (v + Math.imul(k, along)) | 0;
        if (walksStop && rules.stops(moves, u, course)) found[n++] = (u << 4) | course;
        const its = boxAt[u] & ~RAYS;
        const jump = steps[(u << 3) | first];
        if (jump > 0 && (!bounded || holds(corners, its | (first << 1), goalLow, goalHigh))) found[n++] = ((u + Math.imul(jump, step[first])) << 4) | first;
        const other = steps[(u << 3) | second];
        if (other > 0 && (!bounded || holds(corners, its | (second << 1), goalLow, goalHigh))) found[n++] = ((u + Math.imul(other, step[second])) << 4) | second;
        if (bounded && !holds(corners, its | (course << 1), goalLow, goalHigh)) break;
        ahead = steps[(u << 3) | course];
      }
    }
    return n;
  }

  private follow(): void {
    const { grid } = this;
    if (this.version === grid.version) return;
    if (grid.weighted || grid.sides !== undefined) throw new RangeError('JPS+ needs a grid without terrain costs and one-way cells; take AStar.');
    if (this.version >= 0 && this.bounded) {
      throw new Error('The world has changed since its goal bounds were built, which then no longer hold: build them anew, leave them out, or, where it is again as it was, load them anew.');
    }
    this.fill();
    this.version = grid.version;
  }

  /** Each direction from its far end, so that a cell need only look at the one ahead of it. */
  private fill(): void {
    const { steps, rules, boxAt } = this;
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
    // Which rays to look along is asked more often than how far they go.
    for (let v = 0; v < vertexCount; v++) {
      let rays = 0;
      for (let course = 0; course < 4; course++) if (steps[8 * v + course] > 0) rays |= 1 << course;
      boxAt[v] = (boxAt[v] & ~RAYS) | rays;
    }
  }
}

/** Courses as bits. */
const RAYS = 0b1111;
const WALKS = 0b11110000;

/** The last of some courses. */
function courseOf(bits: number): number {
  return 31 - Math.clz32(bits);
}

/** The top bits of the halves of a word. */
const TOPS = 0x80008000 | 0;

/** Both coordinates in one word. */
function corner(x: number, y: number): number {
  return (y << 16) | x;
}

/**
 * Whether a box holds the goal, both coordinates at once. What is taken away from has the top bits of its halves set beforehand: one stays
 * set where the difference is not negative, and gives what is borrowed where it is. An empty box borrows from its neighbour and may seem to hold
 * the goal at (0, 0), which does no harm. (Its literal is ~TOPS: the engine does not know that constants of modules are constant.)
 */
function holds(corners: Int32Array, box: number, goalLow: number, goalHigh: number): boolean {
  return (((goalHigh - corners[box]) & (corners[box | 1] - goalLow)) | 0x7fff7fff) === -1;
}

/** The ray along which something lies that is (dx, dy) away, as a bit; 0 where none does. */
function rayTo(dx: number, dy: number): number {
  if (dy === 0) return dx > 0 ? 1 : dx < 0 ? 4 : 0;
  return dx === 0 ? (dy > 0 ? 2 : 8) : 0;
}

/** Whether a ray comes to the goal, which lies (dx, dy) away along it, before it comes to a wall. A ray passes no jump point. */
function reaches(ahead: number, dx: number, dy: number): boolean {
  return Math.abs(dx + dy) <= (ahead < 0 ? -ahead : ahead);
}

/** Boxes by course, eight a vertex that has any: those at 0 are of all others, and hold everything. The bits of `boxAt` for rays are left free. */
function boxesByCourse({ vertexCount, moves }: Grid, bounds?: GoalBounds): { readonly boxAt: Int32Array; readonly corners: Int32Array } {
  const boxAt = new Int32Array(vertexCount);
  if (bounds === undefined) return { boxAt, corners: new Int32Array(0) };
  const { firstArc, boxes } = bounds;
  let words = 16;
  for (let v = 0; v < vertexCount; v++) {
    if (firstArc[v] === firstArc[v + 1]) continue;
    boxAt[v] = words;
    words += 16;
  }
  const corners = new Int32Array(words);
  for (let course = 0; course < 8; course++) corners[2 * course + 1] = corner(0x7fff, 0x7fff) | TOPS;
  for (let v = 0; v < vertexCount; v++) {
    if (boxAt[v] === 0) continue;
    let at = 4 * firstArc[v];
    for (let left: number = moves[v]; left !== 0; left &= left - 1, at += 4) {
      const box = boxAt[v] + 2 * (31 - Math.clz32(left & -left));
      corners[box] = corner(boxes[at], boxes[at + 1]);
      corners[box + 1] = corner(boxes[at + 2], boxes[at + 3]) | TOPS;
    }
  }
  return { boxAt, corners };
}
