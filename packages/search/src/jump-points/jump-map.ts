import type { Grid } from '@pf/grid';
import { CourseLayout, WalkLayout } from './course-layout.ts';
import type { JumpRay } from './jump-rules.ts';
import { JumpRules, unfitCells } from './jump-rules.ts';

/** So many looks at cells, when the map is built, count as one cell repaired: they take a part of the time, so that slices stay short. */
const SCANS_PER_REPAIR = 20;

/**
 * What a jump point search reads of a grid: its own, brought up to date when a search begins. One that is under way when the grid
 * changes begins again, as all searches do (edit-check.ts).
 *
 * Each course has a bit map of the cells where something happens: a ray stops at a jump point; a walk ends, passes a cell from which one of
 * its rays comes to a jump point, or a forced turn. The cells of a line, be it row, column or diagonal, are bits, 32 a word,
 * in the order in which the course passes them, the first in the highest bit: so all are read forwards, by one code, with one count
 * of leading zeros a word. And a byte a cell says which of its rays come to a jump point at all; on most maps four in five run
 * into a wall, and are not scanned.
 *
 * 3.6 bytes a vertex on a map of 512 × 512: the moves, the byte, and 1.6 for the bit maps.
 */
export class JumpMap {
  readonly rules: JumpRules;
  /** The moves of the grid when the search began. */
  readonly moves: Uint8Array;
  /** Bits 0 to 3: rays that come to a jump point. Bits 4 to 7: walks that can make a step. */
  readonly sight: Uint8Array;
  /** The bit maps. */
  readonly bits: Int32Array;
  /** By course; of a 4-connected world 1 and 3 only. */
  readonly rays: readonly CourseLayout[];
  /** By course, less 4. */
  readonly walks: readonly WalkLayout[];
  private version = -1;
  /** The first `staleCount`: cells whose moves have changed since the rest was last brought up to date, in ascending order. */
  private stale = new Uint32Array(64);
  private staleCount = 0;
  /** How many visits of the repair are done: each pass visits all stale cells. */
  private repaired = 0;
  /** How many looks at cells the building has taken so far: one at each for what it is, one for each course. */
  private built = 0;
  private readonly looks: number;
  private readonly perStride: number;

  constructor(private readonly grid: Grid) {
    this.rules = new JumpRules(grid);
    this.perStride = 1 / grid.stride;
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
    this.bits = new Int32Array(words);
    this.looks = (1 + this.rules.rays.length + this.walks.length) * grid.vertexCount;
    // Now, while a game is loading, and not when the first character waits for its way.
    if (unfitCells(grid) === undefined) this.follow(Infinity);
  }

  /**
   * Brings everything up to date: edited cells, `budget` of them at most; or where too much has changed, by building all anew, for which twenty looks at a cell
   * count as one of them. Returns whether that is done; if not, call it again. Edits made meanwhile are taken in when what is under way is done.
   */
  follow(budget: number): boolean {
    const { grid, moves } = this;
    if (this.version !== grid.version) {
      const unfit = unfitCells(grid);
      if (unfit !== undefined) throw new RangeError(unfit);
      if (this.version < 0) this.setOut();
    }
    let left = budget;
    for (;;) {
      if (this.built < this.looks) left -= this.build(SCANS_PER_REPAIR * left) / SCANS_PER_REPAIR;
      if (this.built < this.looks) return false;
      if (this.staleCount > 0) left -= this.repair(Math.ceil(left));
      if (this.staleCount > 0) return false;
      if (this.version === grid.version) return true;
      // Repairing a cell takes as long as building twenty, and longer in open country, where what changes is seen from afar.
      if (this.findStale(moves.length >> 5)) this.version = grid.version;
      else this.setOut();
    }
  }

  /** Begins to build all anew. */
  private setOut(): void {
    const { grid, moves } = this;
    this.staleCount = 0;
    moves.set(grid.moves);
    if (this.built > 0) this.bits.fill(0);
    this.built = 0;
    this.version = grid.version;
  }

  /** Takes over the moves of all edited cells, and notes which they are; returns false where there are more than `limit`. */
  private findStale(limit: number): boolean {
    const { grid, moves, version } = this;
    const { rowVersions, stride } = grid;
    const now = grid.moves;
    // Four cells at a time: in an edited row, nearly all are as they were.
    const words = moves.length >> 2;
    const known = new Int32Array(moves.buffer, moves.byteOffset, words);
    const asNow = new Int32Array(now.buffer, now.byteOffset, words);
    let { stale } = this;
    let count = 0;
    for (let row = 0; row < rowVersions.length; row++) {
      if (rowVersions[row] <= version) continue;
      const end = (row + 1) * stride;
      for (let v = row * stride; v < end; v++) {
        while ((v & 3) === 0 && v < end && v >> 2 < words && known[v >> 2] === asNow[v >> 2]) v += 4;
        if (v >= end || moves[v] === now[v]) continue;
        if (count === limit) return false;
        if (count === stale.length) {
          this.stale = new Uint32Array(2 * count);
          this.stale.set(stale);
          ({ stale } = this);
        }
        moves[v] = now[v];
        stale[count++] = v;
      }
    }
    this.staleCount = count;
    return true;
  }

  /**
   * As repairing every cell would, but each ray once, from its end. Goes on from where it was with at most `budget` looks at cells, and returns how many
   * it took. What was edited since it began is repaired when it is done.
   */
  private build(budget: number): number {
    const { moves, rules, looks } = this;
    const before = this.built;
    const until = Math.min(looks, before + Math.ceil(budget));
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

  /** Looks at the cells from number `first` to before `end`, counted against the ray. */
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
   * Brings up to date what depends on stale cells, as much of it as `budget` of them take; returns how many that was. In a pass for each ray they are visited
   * from its far end on: what is seen from a cell is final then, and changes once however many cells were edited.
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
      else for (let i = first; i < end; i++) this.markWalks(stale[i], 0b1111);
      this.repaired += end - first;
    }
    const done = (this.repaired - before) / passes;
    if (this.repaired === passes * n) this.repaired = this.staleCount = 0;
    return done;
  }

  /** Brings up to date where a ray stops around `v`, and from where it comes to a jump point. */
  private repairRay({ course, step }: JumpRay, v: number): void {
    // Whether a ray stops at a cell depends on that cell and the one before it.
    this.mark(v, this.rays[course], this.comesToStop(v, course, step));
    this.mark(v + step, this.rays[course], this.comesToStop(v + step, course, step));
    // Sight passes on against the ray, as far as it changes anything.
    let u = v;
    while (this.look(u, course, step) || u === v) u -= step;
  }

  /** Whether a ray comes to `v` and stops there. */
  private comesToStop(v: number, course: number, step: number): boolean {
    return ((this.moves[v - step] >> course) & 1) === 1 && this.rules.stops(this.moves, v, course);
  }

  /** Brings up to date whether a ray from `v` comes to a jump point; returns whether that changed. */
  private look(v: number, course: number, step: number): boolean {
    const { sight, moves, rules } = this;
    const bit = 1 << course;
    const next = v + step;
    const comes = (moves[v] & bit) !== 0 && ((sight[next] & bit) !== 0 || rules.stops(moves, next, course));
    if (comes === ((sight[v] & bit) !== 0)) return false;
    sight[v] ^= bit;
    this.markWalks(v, bit);
    return true;
  }

  /** Brings up to date where those walks pause that look along some of `rays`, a mask. */
  private markWalks(v: number, rays: number): void {
    for (const walk of this.walks) if ((walk.rays & rays) !== 0) this.mark(v, walk, this.pauses(v, walk));
  }

  /** Whether a walk that comes to `v` ends, has a ray to follow, or is forced to turn there. */
  private pauses(v: number, { course, rays }: WalkLayout): boolean {
    const { sight, moves, rules } = this;
    if (moves[v] === 0) return false;
    return (sight[v] & (rays | (1 << course))) !== 1 << course || (rules.walksStop && rules.stops(moves, v, course));
  }

  /** Sets or clears the bit of `v` in the map of a course. */
  private mark(v: number, layout: CourseLayout, happens: boolean): void {
    const { stride } = this.grid;
    const { line, lineOfRow, lineOfColumn, place, placeOfRow, placeOfColumn } = layout;
    const row = ((v + 0.5) * this.perStride) | 0;
    const column = v - row * stride;
    const at = place + row * placeOfRow + column * placeOfColumn;
    const word = line + row * lineOfRow + column * lineOfColumn + (at >> 5);
    const bit = 0x80000000 >>> (at & 31);
    if (happens) this.bits[word] |= bit;
    else this.bits[word] &= ~bit;
  }
}
