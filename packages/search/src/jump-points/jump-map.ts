import type { Grid } from '@pf/grid';
import { bitOf, CourseLayout, WalkLayout } from './course-layout.ts';
import { EditedRectangles } from './edited-rectangles.ts';
import { EditTiles } from './edit-tiles.ts';
import { JumpRules, unfitCells } from './jump-rules.ts';

/** Number of cells or words visited by a build that take as long as one repaired cell. */
const VISITS_PER_REPAIR = 20;

/**
 * Bit maps of a grid for jump point search, updated when a search begins. A search that is active when the grid changes begins again, as all searches
 * do (edit-check.ts).
 *
 * Each ray has three bit maps: the free cells, those where it stops at a jump point, and those from which it reaches one. On most maps four rays in five
 * end at a wall and are not scanned. The cells of a line (row or column) are bits in the order in which the ray passes them, 32 a word, the first in the highest bit.
 * So every ray is scanned forwards, by counting leading zeros of each word, and an edit updates 32 cells of a line at once.
 *
 * 2.6 bytes a vertex on a map of 512 × 512: the moves, and 1.6 for the bit maps.
 */
export class JumpMap {
  readonly rules: JumpRules;
  /** The moves of the grid when the search began. */
  readonly moves: Uint8Array;
  /** The bit maps: free cells, where rays stop, and from where they reach a jump point. */
  readonly free: Int32Array;
  readonly stops: Int32Array;
  readonly sight: Int32Array;
  /** By course; in a 4-connected world 1 and 3 only. */
  readonly rays: readonly CourseLayout[];
  /** By course − 4. */
  readonly walks: readonly WalkLayout[];
  /** Where the bit maps changed. */
  readonly tiles: EditTiles;
  private readonly edited: EditedRectangles;
  /** By moves of a cell: the rays that stop there. Not for 4-connected worlds. */
  private readonly stopsOf = new Uint8Array(256);
  private version = -1;
  /** Number of cells and words visited by the build. */
  private built = 0;
  private readonly visits: number;

  constructor(private readonly grid: Grid) {
    this.rules = new JumpRules(grid);
    this.tiles = new EditTiles(grid);
    this.edited = new EditedRectangles(grid);
    this.moves = new Uint8Array(grid.vertexCount);
    let words = 0;
    const rays: CourseLayout[] = [];
    for (const ray of this.rules.rays) {
      const layout = new CourseLayout(ray, grid, words);
      rays[ray.course] = layout;
      words += layout.words;
    }
    this.rays = rays;
    this.walks = this.rules.walks.map((walk) => new WalkLayout(walk, rays, this.rules));
    [this.free, this.stops, this.sight] = [0, 1, 2].map(() => new Int32Array(words));
    this.visits = grid.vertexCount + words;
    for (let moves = 0; moves < 256 && grid.movement !== 'four'; moves++) this.stopsOf[moves] = this.raysThatStop(Uint8Array.of(moves), 0);
    // In the constructor, so that the first search does not have to do it.
    if (unfitCells(grid) === undefined) this.follow(Infinity);
  }

  /**
   * Updates everything: at most `budget` edited cells, or, after many edits, a new build, of which twenty visits count as one edited cell. Returns
   * whether it is finished; if not, call it again. Edits made meanwhile are processed afterwards.
   */
  follow(budget: number): boolean {
    const { grid, moves, edited, visits } = this;
    if (this.version !== grid.version) {
      const unfit = unfitCells(grid);
      if (unfit !== undefined) throw new RangeError(unfit);
      if (this.version < 0) this.restart();
    }
    let left = budget;
    for (;;) {
      if (this.built < visits) {
        left -= this.build(VISITS_PER_REPAIR * left) / VISITS_PER_REPAIR;
        if (this.built < visits) return false;
      }
      while (edited.next(left)) {
        this.repair(edited);
        left -= edited.cells;
      }
      if (edited.pending) return false;
      if (this.version === grid.version) return true;
      this.version = grid.version;
      if (!edited.collect(moves, moves.length >> 2)) this.restart();
    }
  }

  /** Begins a new build. */
  private restart(): void {
    const { grid, moves, tiles, edited } = this;
    edited.clear();
    moves.set(grid.moves);
    if (this.built > 0) for (const bits of [this.free, this.stops, this.sight]) bits.fill(0);
    this.built = 0;
    tiles.markAll();
    this.version = grid.version;
  }

  /** Continues the build with at most `budget` visits; returns their number. */
  private build(budget: number): number {
    const { moves, rays, free, stops, stopsOf, grid, visits } = this;
    const isFour = grid.movement === 'four';
    const before = this.built;
    const until = Math.min(visits, before + Math.ceil(budget));
    for (; this.built < Math.min(until, moves.length); this.built++) {
      const v = this.built;
      if (moves[v] === 0) continue;
      const row = Math.floor(v / grid.stride);
      const column = v - row * grid.stride;
      const stopping = isFour ? this.raysThatStop(moves, v) : stopsOf[moves[v]];
      for (const { course } of this.rules.rays) {
        flip(free, rays[course], row, column);
        if (((stopping >> course) & 1) === 1) flip(stops, rays[course], row, column);
      }
    }
    while (this.built < until) {
      const word = this.built - moves.length;
      const ray = rays.find((each) => each !== undefined && word < each.line + each.words)!;
      this.lookAlong(ray, (word - ray.line) / ray.perLine, ray.perLine - 1, 0);
      this.built += ray.perLine;
    }
    return this.built - before;
  }

  /** Updates everything that depends on the moves of the cells of a rectangle. */
  private repair({ left, top, right, bottom }: EditedRectangles): void {
    const { grid, moves, rules, tiles } = this;
    const { stride } = grid;
    const now = grid.moves;
    let west = stride;
    let north = 0;
    let east = 0;
    let south = 0;
    for (let row = top; row <= bottom; row++) {
      for (let column = left, v = row * stride + left; column <= right; column++, v++) {
        if (moves[v] === now[v]) continue;
        this.setMoves(v, row, column, now[v]);
        if (column < west) west = column;
        if (column > east) east = column;
        if (north === 0) north = row;
        south = row;
      }
    }
    if (east === 0) return;
    tiles.markBox(west, north, east, south);
    for (const { course } of rules.rays) {
      const ray = this.rays[course];
      const [first, last] = ray.dx === 0 ? [west, east] : [north, south];
      // In the first line. Where a ray stops matters one cell before. In a 4-connected world it may change one cell further on.
      const one = bitOf(ray, north, west);
      const other = ray.dx === 0 ? bitOf(ray, south, west) : bitOf(ray, north, east);
      const line = first * ray.perLine;
      const far = ((Math.max(one, other) + 1) >> 5) - line;
      const near = ((Math.min(one, other) - 1) >> 5) - line;
      for (let number = first; number <= last; number++) this.lookAlong(ray, number, far, near);
    }
  }

  /** Sets the moves of a cell, and updates what depends on them alone. */
  private setMoves(v: number, row: number, column: number, now: number): void {
    const { grid, moves, free, stops, rays, stopsOf, rules } = this;
    const before = moves[v];
    moves[v] = now;
    if (before === 0 || now === 0) for (const { course } of rules.rays) flip(free, rays[course], row, column);
    if (grid.movement !== 'four') {
      for (let left = stopsOf[before] ^ stopsOf[now]; left !== 0; left &= left - 1) flip(stops, rays[31 - Math.clz32(left & -left)], row, column);
      return;
    }
    // There a stop also depends on the cell before.
    for (const { course, step, dy } of rules.rays) {
      for (let k = 0; k < 2; k++) {
        const stopped = isSet(stops, rays[course], row + k * dy, column);
        if (stopped !== (((this.raysThatStop(moves, v + k * step) >> course) & 1) === 1)) flip(stops, rays[course], row + k * dy, column);
      }
    }
  }

  /** The rays that stop at a jump point when they enter `v`. Steps are legal both ways: a ray enters a cell that can be left against it. */
  private raysThatStop(moves: Uint8Array, v: number): number {
    const { rules } = this;
    let mask = 0;
    for (const { course } of rules.rays) if (((moves[v] >> (course ^ 2)) & 1) === 1 && rules.stops(moves, v, course)) mask |= 1 << course;
    return mask;
  }

  /** Updates from where a ray reaches a jump point: in a row or column, from word `far` of its line back to word `near`, and on until nothing changes. */
  private lookAlong(ray: CourseLayout, number: number, far: number, near: number): void {
    const { free, stops, sight, tiles } = this;
    const isRow = ray.dx !== 0;
    const ahead = ray.dx + ray.dy > 0;
    const line = ray.line + number * ray.perLine;
    const isLast = far === ray.perLine - 1;
    let w = line + far;
    let freeAhead = isLast ? 0 : free[w + 1];
    let stopsAhead = isLast ? 0 : stops[w + 1];
    let sightAhead = isLast ? 0 : sight[w + 1];
    for (; w >= line; w--) {
      // The cells that the ray can leave, and those before a jump point.
      let open = free[w] & ((free[w] << 1) | (freeAhead >>> 31));
      let seen = open & ((stops[w] << 1) | ((stopsAhead | sightAhead) >>> 31));
      freeAhead = free[w];
      stopsAhead = stops[w];
      // Sight spreads over 1, 2, 4, 8 and 16 cells against the ray.
      seen |= open & (seen << 1);
      open &= open << 1;
      seen |= open & (seen << 2);
      open &= open << 2;
      seen |= open & (seen << 4);
      open &= open << 4;
      seen |= open & (seen << 8);
      seen |= open & (open << 8) & (seen << 16);
      sightAhead = seen;
      const changed = sight[w] ^ seen;
      if (changed === 0) {
        if (w <= line + near) return;
        continue;
      }
      sight[w] = seen;
      const first = Math.clz32(changed);
      const last = Math.clz32(changed & -changed);
      const base = (w - line) << 5;
      const from = Math.abs(base - ray.bit + (ahead ? first : last));
      const to = Math.abs(base - ray.bit + (ahead ? last : first));
      if (isRow) tiles.markBox(from, number, to, number);
      else tiles.markBox(number, from, number, to);
    }
  }
}

/** Whether the bit of a cell is set in the bit map of a ray. */
function isSet(bits: Int32Array, ray: CourseLayout, row: number, column: number): boolean {
  const bit = bitOf(ray, row, column);
  return bits[ray.line + (bit >> 5)] << bit < 0;
}

/** Flips the bit of a cell in the bit map of a ray. */
function flip(bits: Int32Array, ray: CourseLayout, row: number, column: number): void {
  const bit = bitOf(ray, row, column);
  bits[ray.line + (bit >> 5)] ^= 0x80000000 >>> bit;
}
