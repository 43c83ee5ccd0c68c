/**
 * JPS+ — D. Harabor and A. Grastien, "Improving jump point search", ICAPS 2014; S. Rabin (GDC 2015): jump point search with precomputed
 * jumps. With goal bounds (S. Rabin and N. Sturtevant, AAAI 2016) jumps whose box does not contain the goal are skipped; with
 * bounds at jump points only, it is JPS+BB+ (Y. Hu et al., JAIR 2021).
 *
 * Departure: diagonal jump points are passed, not queued, as in this project's jump point search; their boxes, if any, are
 * checked in passing.
 */
import { checkGrid, checkOptions, shown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import type { JumpLocator } from '@pf/search/kit';
import { JumpRules } from '@pf/search/kit';
import { followsCanonicalOrder } from '../canonical-flood.ts';
import type { GoalBounds } from '../goal-bounds/goal-bounds.ts';
import { outdated } from '../artifact/world-fingerprint.ts';
import { bitsBeyondSeven, corners, holds } from './packed-box.ts';

/** Options of `JumpTable`. */
export interface JumpTableOptions {
  /** Goal bounds of the same uniform 8-connected grid: JPS+ with goal bounding. */
  readonly bounds?: GoalBounds | undefined;
}

/**
 * Precomputed jumps from every cell. As the locator of a `JumpPointSearch` it makes JPS+; searches can share one.
 *
 * Memory: 32 bytes per cell, and 32 more for each cell with bounds, which are copied in a faster layout. After edits, the next search
 * refills the table, one pass over the map per direction. Bounds cannot follow edits: a search with them throws.
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
  goal = 0;
  /**
   * Eight words per vertex, in one or two cache lines. Words 0 to 3 hold two distances each, the odd course's in the upper half:
   * to the next jump point or, negated, to the wall. From the lowest byte of word 4: the courses to follow by
   * arrival; then the rays with a jump point, and all walks. Word 7: index of its boxes, which follow all vertices, a word per course.
   * Vertex 0, in the border, is all zeros, which as boxes contain everything.
   */
  private readonly words: Int32Array;
  private readonly rules: JumpRules;
  /** By course: offset of a step; for walks also, in the lower eight bits, its columns and rows, each plus 1, and the courses of its two rays. */
  private readonly legs = new Int32Array(8);
  private readonly perStride: number;
  private readonly bounded: boolean;
  /** Bits dropped from coordinates to fit the seven of a box. */
  private readonly narrowX: number;
  private readonly narrowY: number;
  private version = -1;
  /** Column and row of the goal in the padded map, and both in the form of boxes. */
  private goalColumn = 0;
  private goalRow = 0;
  private goalCode = 0;

  constructor(
    readonly grid: Grid,
    options: JumpTableOptions = {},
  ) {
    checkGrid(grid, 'JumpTable');
    checkOptions(options, ['bounds'], 'JumpTable');
    const { bounds } = options;
    const { width, height, vertexCount, stride } = grid;
    if (width > 0x7fff || height > 0x7fff) throw new RangeError(`JPS+ takes grids of up to 32767 × 32767 cells, got ${shown(width)} × ${shown(height)}.`);
    if (bounds !== undefined && (bounds.graph !== grid || !followsCanonicalOrder(grid))) {
      throw new RangeError('JPS+ takes goal bounds that were built for its own grid, 8-connected with exact costs and without terrain costs or one-way cells.');
    }
    bounds?.check();
    this.rules = new JumpRules(grid);
    for (const { course, step } of this.rules.rays) this.legs[course] = step << 8;
    for (const { course, step, dx, dy, first, second } of this.rules.walks) {
      this.legs[course] = (step << 8) | ((dx + 1) << 6) | ((dy + 1) << 4) | (first << 2) | second;
    }
    this.perStride = 1 / stride;
    this.bounded = bounds !== undefined;
    this.narrowX = bitsBeyondSeven(width);
    this.narrowY = bitsBeyondSeven(height);
    let withBoxes = 0;
    if (bounds !== undefined) for (let v = 0; v < vertexCount; v++) withBoxes += +(bounds.firstArc[v] !== bounds.firstArc[v + 1]);
    this.words = new Int32Array(8 * (vertexCount + withBoxes));
    if (bounds !== undefined) this.takeBoxes(bounds);
    this.found = new Int32Array(4 + 6 * Math.max(width, height));
    this.follow();
  }

  /** Bytes of jumps and boxes. */
  get byteLength(): number {
    return this.words.byteLength;
  }

  begin(_start: number, goal: number): boolean {
    this.follow();
    this.goal = goal;
    this.goalRow = ((goal + 0.5) * this.perStride) | 0;
    this.goalColumn = goal - Math.imul(this.goalRow, this.grid.stride);
    const x = (this.goalColumn - 1) >> this.narrowX;
    const y = (this.goalRow - 1) >> this.narrowY;
    this.goalCode = corners(x, y, x, y) | 0x80808080;
    return true;
  }

  jumps(v: number, arrival: number): number {
    const { grid, rules, words, legs, found, goal, goalCode, bounded, goalColumn, goalRow, perStride } = this;
    const { walksStop } = rules;
    const at = v << 3;
    const box = words[at | 7];
    // Exact, and faster than a division: v + ½ is at least ½ stride⁻¹ away from any whole row.
    const row = ((v + 0.5) * perStride) | 0;
    const dx = (goalColumn - v + Math.imul(row, grid.stride)) | 0;
    const dy = (goalRow - row) | 0;
    const towards = rayTo(dx, dy);
    let n = 0;
    // A ray that ends at a wall cannot find anything but the goal.
    for (let follow = courses(words, at, arrival) & (courses(words, at, PROMISING) | towards); follow !== 0; ) {
      const course = courseOf(follow);
      follow ^= 1 << course;
      if (bounded && !holds(words[box | course], goalCode)) continue;
      let ahead = steps(words, at, course);
      const leg = legs[course];
      const along = leg >> 8;
      if (course < 4) {
        if (((towards >> course) & 1) === 1 && reaches(ahead, dx, dy)) {
          found[0] = (goal << 4) | course;
          return 1;
        }
        if (ahead > 0) found[n++] = ((v + Math.imul(ahead, along)) << 4) | course;
        continue;
      }
      // A walk, from jump point to jump point.
      const across = ((leg >> 6) & 3) - 1;
      const down = ((leg >> 4) & 3) - 1;
      const first = (leg >> 2) & 3;
      const second = leg & 3;
      // The step from which one of the rays points at the goal; −1 if the goal is behind. For a horizontal walk, the goal's column.
      const x = Math.imul(dx, across);
      const y = Math.imul(dy, down);
      const turn = down === 0 ? x : x < y ? x : y;
      for (let k = 0; ; ) {
        if (turn > k && turn <= ((k + Math.abs(ahead)) | 0)) {
          const restX = (dx - Math.imul(turn, across)) | 0;
          const restY = (dy - Math.imul(turn, down)) | 0;
          // The rest lies straight along one of the walk's rays.
          const ray = courseOf(rayTo(restX, restY));
          if ((restX | restY) === 0 || reaches(steps(words, (v + Math.imul(turn, along)) << 3, ray), restX, restY)) {
            // The arrival at a goal is never read.
            found[0] = (goal << 4) | course;
            return 1;
          }
        }
        if (ahead <= 0) break;
        k = (k + ahead) | 0;
        const u = (v + Math.imul(k, along)) | 0;
        const there = u << 3;
        const its = words[there | 7];
        if (walksStop && courses(words, there, course) !== 0) found[n++] = (u << 4) | course;
        const jump = steps(words, there, first);
        if (jump > 0 && (!bounded || holds(words[its | first], goalCode))) found[n++] = ((u + Math.imul(jump, legs[first] >> 8)) << 4) | first;
        const other = steps(words, there, second);
        if (other > 0 && (!bounded || holds(words[its | second], goalCode))) found[n++] = ((u + Math.imul(other, legs[second] >> 8)) << 4) | second;
        if (bounded && !holds(words[its | course], goalCode)) break;
        ahead = steps(words, there, course);
      }
    }
    return n;
  }

  private follow(): void {
    const { grid } = this;
    if (this.version === grid.version) return;
    if (grid.weighted || grid.sides !== undefined) throw new RangeError('JPS+ needs a grid without terrain costs and one-way cells; take AStar.');
    if (this.version >= 0 && this.bounded) throw outdated('goal bounds');
    this.fill();
    this.version = grid.version;
  }

  /** Fills the table course by course from its far end, so each cell only reads the one ahead; then collects the words of each vertex. */
  private fill(): void {
    const { rules, words } = this;
    const { moves, vertexCount, stride } = this.grid;
    const ahead = Array.from({ length: 8 }, () => new Int16Array(vertexCount));
    const sweep = (course: number, step: number, canStep: (v: number) => boolean, stops: (u: number) => boolean): void => {
      const along = ahead[course];
      for (let i = 0; i < vertexCount; i++) {
        const v = step > 0 ? vertexCount - 1 - i : i;
        if (!canStep(v)) continue;
        const next = along[v + step];
        along[v] = stops(v + step) ? 1 : next > 0 ? next + 1 : next - 1;
      }
    };
    for (const { course, step } of rules.rays) {
      sweep(course, step, (v) => ((moves[v] >> course) & 1) === 1, (u) => rules.stops(moves, u, course));
    }
    for (const { course, step, first, second } of rules.walks) {
      const [aheadOfFirst, aheadOfSecond] = [ahead[first], ahead[second]];
      sweep(
        course,
        step,
        (v) => ((rules.courses(moves, v, JumpRules.ROOT) >> course) & 1) === 1,
        (u) => aheadOfFirst[u] > 0 || aheadOfSecond[u] > 0 || (rules.walksStop && rules.stops(moves, u, course)),
      );
    }
    const [east, south, west, north, ...walks] = ahead;
    const two = (v: number, low: Int16Array, high: Int16Array): number => (low[v] & 0xffff) | (high[v] << 16);
    const four = (v: number, arrival: number): number =>
      rules.courses(moves, v, arrival) | (rules.courses(moves, v, arrival + 1) << 8) | (rules.courses(moves, v, arrival + 2) << 16) | (rules.courses(moves, v, arrival + 3) << 24);
    // The first and the last row are border.
    for (let v = stride; v < vertexCount - stride; v++) {
      const at = v << 3;
      words[at] = two(v, east, south);
      words[at | 1] = two(v, west, north);
      words[at | 2] = two(v, walks[0], walks[1]);
      words[at | 3] = two(v, walks[2], walks[3]);
      words[at | 4] = four(v, 0);
      if (rules.walksStop) words[at | 5] = four(v, 4);
      const rays = +(east[v] > 0) | (+(south[v] > 0) << 1) | (+(west[v] > 0) << 2) | (+(north[v] > 0) << 3);
      words[at | 6] = rules.courses(moves, v, JumpRules.ROOT) | ((rays | WALKS) << 8);
    }
  }

  /**
   * Copies the boxes, rounded outwards to seven bits per coordinate. On maps of up to 128 cells a side they are exact; on one of 1024 × 768
   * a search expands 2% more and reads half as much.
   */
  private takeBoxes({ firstArc, boxes }: GoalBounds): void {
    const { words, narrowX, narrowY } = this;
    const { vertexCount, moves } = this.grid;
    let next = 8 * vertexCount;
    for (let v = 0; v < vertexCount; v++) {
      if (firstArc[v] === firstArc[v + 1]) continue;
      let at = 4 * firstArc[v];
      for (let left: number = moves[v]; left !== 0; left &= left - 1, at += 4) {
        const course = 31 - Math.clz32(left & -left);
        words[next + course] = corners(boxes[at] >> narrowX, boxes[at + 1] >> narrowY, boxes[at + 2] >> narrowX, boxes[at + 3] >> narrowY);
      }
      words[(v << 3) | 7] = next;
      next += 8;
    }
  }
}

/** Courses as bits. */
const WALKS = 0b11110000;
/** Index after the arrivals: the courses along which something other than the goal can be found. */
const PROMISING = JumpRules.ROOT + 1;

/** The highest course of a mask. */
function courseOf(bits: number): number {
  return 31 - Math.clz32(bits);
}

/** The steps of a course from the vertex whose words begin at `at`. */
function steps(words: Int32Array, at: number, course: number): number {
  return (words[at | (course >> 1)] << ((~course & 1) << 4)) >> 16;
}

/** The courses to follow from the vertex whose words begin at `at`, by arrival. */
function courses(words: Int32Array, at: number, arrival: number): number {
  return (words[(at | 4) + (arrival >> 2)] >>> ((arrival & 3) << 3)) & 0xff;
}

/** Bit of the ray that leads (dx, dy) away; 0 if none does. */
function rayTo(dx: number, dy: number): number {
  if (dy === 0) return dx > 0 ? 1 : dx < 0 ? 4 : 0;
  return dx === 0 ? (dy > 0 ? 2 : 8) : 0;
}

/** Whether a ray reaches the goal, (dx, dy) away along it, before a wall. A ray passes no jump point. */
function reaches(ahead: number, dx: number, dy: number): boolean {
  return Math.abs(dx + dy) <= (ahead < 0 ? -ahead : ahead);
}
