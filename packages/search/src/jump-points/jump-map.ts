import type { Grid } from '@pf/grid';
import { CourseLayout, lineOf, placeOf, WalkLayout } from './course-layout.ts';
import { EditTiles } from './edit-tiles.ts';
import type { JumpRay } from './jump-rules.ts';
import { JumpRules, unfitCells } from './jump-rules.ts';

/** Number of cell visits of a build that take as long as one repaired cell. */
const SCANS_PER_REPAIR = 20;

/**
 * Bit maps of a grid for jump point search, updated when a search begins. A search that is active when the grid changes begins again, as all searches
 * do (edit-check.ts).
 *
 * Each course has a bit map of the cells where it pauses. A ray pauses where it stops at a jump point. A walk pauses where it ends, passes a cell from which one of its
 * rays reaches a jump point, or is forced to turn. The cells of a line (row, column or diagonal) are bits in the order in which the course passes
 * them, 32 a word, the first in the highest bit. So every course is scanned forwards, by counting leading zeros of each word. A byte per cell
 * marks which of its rays reach a jump point; on most maps four in five end at a wall and are not scanned.
 *
 * 3.6 bytes a vertex on a map of 512 × 512: the moves, the byte, and 1.6 for the bit maps.
 */
export class JumpMap {
  readonly rules: JumpRules;
  /** The moves of the grid when the search began. */
  readonly moves: Uint8Array;
  /** Bits 0 to 3: rays that reach a jump point. Bits 4 to 7: walks that can make a step. */
  readonly sight: Uint8Array;
  /** The bit maps. */
  readonly bits: Int32Array;
  /** By course; in a 4-connected world 1 and 3 only. */
  readonly rays: readonly CourseLayout[];
  /** By course − 4. */
  readonly walks: readonly WalkLayout[];
  /** Where the bit maps changed. */
  readonly tiles: EditTiles;
  /** By course of a ray: the two walks that scan it. */
  private readonly walksAlong: readonly (readonly [WalkLayout, WalkLayout])[];
  private version = -1;
  /** The first `staleCount` entries: cells whose moves have changed since the last update, ascending. */
  private stale = new Uint32Array(64);
  private staleCount = 0;
  /** Number of cells visited by the repair: each pass visits all stale cells. */
  private repaired = 0;
  /** Number of cells visited by the build: each cell once for its sight, and once for each course. */
  private built = 0;
  private readonly visits: number;
  private readonly perStride: number;

  constructor(private readonly grid: Grid) {
    this.rules = new JumpRules(grid);
    this.perStride = 1 / grid.stride;
    this.tiles = new EditTiles(grid);
    this.moves = new Uint8Array(grid.vertexCount);
    this.sight = new Uint8Array(grid.vertexCount);
    let words = 0;
    const rays: CourseLayout[] = [];
    for (const ray of this.rules.rays) {
      const layout = new CourseLayout(ray, grid, words);
      rays[ray.course] = layout;
      words += layout.words;
    }
    this.rays = rays;
    this.walks = this.rules.walks.map((walk) => {
      const layout = new WalkLayout(walk, grid, words, rays);
      words += layout.words;
      return layout;
    });
    this.walksAlong = rays.map(({ course }) => {
      const [first, second] = this.walks.filter(({ rays: seen }) => ((seen >> course) & 1) === 1);
      return [first, second];
    });
    this.bits = new Int32Array(words);
    this.visits = (1 + this.rules.rays.length + this.walks.length) * grid.vertexCount;
    // In the constructor, so that the first search does not have to do it.
    if (unfitCells(grid) === undefined) this.follow(Infinity);
  }

  /**
   * Updates everything: at most `budget` edited cells, or, after many edits, a new build, of which twenty cell visits count as one edited cell. Returns
   * whether it is finished; if not, call it again. Edits made meanwhile are processed afterwards.
   */
  follow(budget: number): boolean {
    const { grid, moves } = this;
    if (this.version !== grid.version) {
      const unfit = unfitCells(grid);
      if (unfit !== undefined) throw new RangeError(unfit);
      if (this.version < 0) this.restart();
    }
    let left = budget;
    for (;;) {
      if (this.built < this.visits) left -= this.build(SCANS_PER_REPAIR * left) / SCANS_PER_REPAIR;
      if (this.built < this.visits) return false;
      if (this.staleCount > 0) left -= this.repair(Math.ceil(left));
      if (this.staleCount > 0) return false;
      if (this.version === grid.version) return true;
      // A repaired cell takes as long as twenty built ones, and longer on open ground, where sight reaches far.
      if (this.findStale(moves.length >> 5)) this.version = grid.version;
      else this.restart();
    }
  }

  /** Begins a new build. */
  private restart(): void {
    const { grid, moves } = this;
    this.staleCount = 0;
    moves.set(grid.moves);
    if (this.built > 0) this.bits.fill(0);
    this.built = 0;
    this.tiles.markAll();
    this.version = grid.version;
  }

  /** Copies the moves of edited cells and records the cells; returns false if there are more than `limit`. */
  private findStale(limit: number): boolean {
    const { grid, moves, version, tiles } = this;
    const { rowVersions, stride } = grid;
    const now = grid.moves;
    // Four cells at a time: in an edited row, nearly all are unchanged.
    const words = moves.length >> 2;
    const known = new Int32Array(moves.buffer, moves.byteOffset, words);
    const current = new Int32Array(now.buffer, now.byteOffset, words);
    let { stale } = this;
    let count = 0;
    for (let row = 0; row < rowVersions.length; row++) {
      if (rowVersions[row] <= version) continue;
      const end = (row + 1) * stride;
      for (let v = row * stride; v < end; v++) {
        while ((v & 3) === 0 && v < end && v >> 2 < words && known[v >> 2] === current[v >> 2]) v += 4;
        if (v >= end || moves[v] === now[v]) continue;
        if (count === limit) return false;
        if (count === stale.length) {
          this.stale = new Uint32Array(2 * count);
          this.stale.set(stale);
          ({ stale } = this);
        }
        moves[v] = now[v];
        stale[count++] = v;
        tiles.mark(row, v - row * stride);
      }
    }
    this.staleCount = count;
    return true;
  }

  /** Continues the build with at most `budget` cell visits; returns their number. Each ray is followed once, from its end. */
  private build(budget: number): number {
    const { moves, rules, visits } = this;
    const before = this.built;
    const until = Math.min(visits, before + Math.ceil(budget));
    while (this.built < until) {
      const pass = Math.floor(this.built / moves.length);
      const first = this.built - pass * moves.length;
      const end = Math.min(moves.length, first + until - this.built);
      if (pass === 0) this.buildSight(first, end);
      else if (pass <= rules.rays.length) this.buildRay(rules.rays[pass - 1], first, end);
      else this.buildWalk(this.walks[pass - 1 - rules.rays.length], first, end);
      this.built += end - first;
    }
    return this.built - before;
  }

  private buildSight(first: number, end: number): void {
    const { moves, sight, rules } = this;
    for (let v = first; v < end; v++) sight[v] = rules.courses(moves, v, JumpRules.ROOT) & 0xf0;
  }

  /** Visits the cells from number `first` to before `end`, counted against the ray. */
  private buildRay({ course, step }: JumpRay, first: number, end: number): void {
    const { moves, sight, rules } = this;
    const bit = 1 << course;
    const forwards = step > 0;
    for (let i = first; i < end; i++) {
      const v = forwards ? moves.length - 1 - i : i;
      if ((moves[v] & bit) === 0) continue;
      const stops = rules.stops(moves, v + step, course);
      if (stops) this.mark(v + step, this.rays[course], true);
      if (stops || (sight[v + step] & bit) !== 0) sight[v] |= bit;
    }
  }

  private buildWalk(walk: WalkLayout, first: number, end: number): void {
    for (let v = first; v < end; v++) if (this.pauses(v, walk)) this.mark(v, walk, true);
  }

  /**
   * Updates everything that depends on stale cells, for at most `budget` of them; returns the number processed. The pass of a ray visits them from its
   * far end, so that the sight of each cell changes only once.
   */
  private repair(budget: number): number {
    const { stale, staleCount: n, sight, moves, rules } = this;
    const { rays } = rules;
    const passes = rays.length + 2;
    const until = Math.min(passes * n, this.repaired + passes * budget);
    const before = this.repaired;
    while (this.repaired < until) {
      const pass = Math.floor(this.repaired / n);
      const first = this.repaired - pass * n;
      const end = Math.min(n, first + until - this.repaired);
      if (pass === 0) for (let i = first; i < end; i++) sight[stale[i]] = (sight[stale[i]] & 0x0f) | (rules.courses(moves, stale[i], JumpRules.ROOT) & 0xf0);
      else if (pass <= rays.length) for (let i = first; i < end; i++) this.repairRay(rays[pass - 1], stale[rays[pass - 1].step > 0 ? n - 1 - i : i]);
      else for (let i = first; i < end; i++) this.repairWalks(stale[i]);
      this.repaired += end - first;
    }
    const done = (this.repaired - before) / passes;
    if (this.repaired === passes * n) this.repaired = this.staleCount = 0;
    return done;
  }

  /** Updates where a ray stops around `v`, and from which cells before `v` it reaches a jump point. */
  private repairRay({ course, step, dx, dy }: JumpRay, v: number): void {
    const { moves, sight, bits, rules, perStride } = this;
    const bit = 1 << course;
    const ray = this.rays[course];
    let row = ((v + 0.5) * perStride) | 0;
    let column = v - Math.imul(row, this.grid.stride);
    const line = lineOf(ray, row, column);
    const place = placeOf(ray, row, column);
    let u = v;
    let stops = rules.stops(moves, v + step, course);
    let reaches = (moves[v] & bit) !== 0 && (stops || (sight[v + step] & bit) !== 0);
    // Whether a ray stops at a cell depends only on that cell and the one before it.
    flip(bits, line + ((place + 1) >> 5), place + 1, stops && (moves[v] & bit) !== 0);
    stops = rules.stops(moves, v, course);
    flip(bits, line + (place >> 5), place, stops && (moves[v - step] & bit) !== 0);
    if (reaches === ((sight[v] & bit) !== 0)) {
      u = v - step;
      reaches = (moves[u] & bit) !== 0 && (stops || (sight[v] & bit) !== 0);
      if (reaches === ((sight[u] & bit) !== 0)) return;
      row -= dy;
      column -= dx;
    }
    // Propagates sight against the ray, until nothing changes.
    const [first, second] = this.walksAlong[course];
    let line1 = lineOf(first, row, column);
    let place1 = placeOf(first, row, column);
    let line2 = lineOf(second, row, column);
    let place2 = placeOf(second, row, column);
    const lines1 = dy * first.lineOfRow + dx * first.lineOfColumn;
    const places1 = dy * first.placeOfRow + dx * first.placeOfColumn;
    const lines2 = dy * second.lineOfRow + dx * second.lineOfColumn;
    const places2 = dy * second.placeOfRow + dx * second.placeOfColumn;
    const others1 = (first.rays | (1 << first.course)) & ~bit;
    const others2 = (second.rays | (1 << second.course)) & ~bit;
    const own1 = 1 << first.course;
    const own2 = 1 << second.course;
    const from = u;
    for (;;) {
      sight[u] ^= bit;
      // Otherwise the walk pauses at this cell, whatever this ray sees.
      if ((sight[u] & others1) === own1 && !(rules.walksStop && rules.stops(moves, u, first.course))) flip(bits, line1 + (place1 >> 5), place1, reaches);
      if ((sight[u] & others2) === own2 && !(rules.walksStop && rules.stops(moves, u, second.course))) flip(bits, line2 + (place2 >> 5), place2, reaches);
      const last = u;
      u -= step;
      line1 -= lines1;
      place1 -= places1;
      line2 -= lines2;
      place2 -= places2;
      reaches = (moves[u] & bit) !== 0 && (reaches || rules.stops(moves, last, course));
      if (reaches === ((sight[u] & bit) !== 0)) break;
    }
    this.tiles.mark(row, column, dx, dy, Math.abs(from - u) / Math.abs(step));
  }

  /** Updates which walks pause at `v`. */
  private repairWalks(v: number): void {
    const { bits } = this;
    const row = ((v + 0.5) * this.perStride) | 0;
    const column = v - row * this.grid.stride;
    for (const walk of this.walks) {
      const place = placeOf(walk, row, column);
      flip(bits, lineOf(walk, row, column) + (place >> 5), place, this.pauses(v, walk));
    }
  }

  /** Whether a walk that reaches `v` ends, has a ray to follow, or is forced to turn there. */
  private pauses(v: number, { course, rays }: WalkLayout): boolean {
    const { sight, moves, rules } = this;
    if (moves[v] === 0) return false;
    return (sight[v] & (rays | (1 << course))) !== 1 << course || (rules.walksStop && rules.stops(moves, v, course));
  }

  /** Sets or clears the bit of `v` in the bit map of a course. */
  private mark(v: number, layout: CourseLayout, isSet: boolean): void {
    const { stride } = this.grid;
    const row = ((v + 0.5) * this.perStride) | 0;
    const column = v - row * stride;
    const place = placeOf(layout, row, column);
    flip(this.bits, lineOf(layout, row, column) + (place >> 5), place, isSet);
  }
}

/** Sets or clears the bit of a place in a word. */
function flip(bits: Int32Array, word: number, place: number, isSet: boolean): void {
  const bit = 0x80000000 >>> (place & 31);
  if (isSet) bits[word] |= bit;
  else bits[word] &= ~bit;
}
