import type { Grid } from '@pf/grid';
import { bitOf, CourseLayout, WalkLayout } from './course-layout.ts';
import { EditedRectangles } from './edited-rectangles.ts';
import { EditTiles } from './edit-tiles.ts';
import { JumpRules, unfitCells } from './jump-rules.ts';

/** Number of cells or words visited by a build that take as long as one repaired cell. */
const VISITS_PER_REPAIR = 20;
/** Cells along a side of the squares drawn by a build: a word of each line. */
const SIDE = 32;
const SQUARE = SIDE * SIDE;

/**
 * Bit maps of a grid for jump point search, updated when a search begins. A search that is active when the grid changes begins again, as all searches
 * do (sliced-search.ts).
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
  /** Number of cells and words visited by the build: first the cells, in whole squares, then the words. */
  private built = 0;
  private readonly drawn: number;
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
    this.drawn = SQUARE * Math.ceil(grid.stride / SIDE) * Math.ceil((grid.height + 2) / SIDE);
    this.visits = this.drawn + words;
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
    this.built = 0;
    tiles.markAll();
    this.version = grid.version;
  }

  /** Continues the build with at most `budget` visits, in whole squares or lines; returns their number. */
  private build(budget: number): number {
    const { rays, drawn, visits } = this;
    const { stride, height } = this.grid;
    const before = this.built;
    const until = Math.min(visits, before + Math.ceil(budget));
    const squares = Math.ceil(stride / SIDE);
    for (; this.built < Math.min(until, drawn); this.built += SQUARE) {
      const square = this.built / SQUARE;
      const left = SIDE * (square % squares);
      const top = SIDE * Math.floor(square / squares);
      this.draw(left, top, Math.min(left + SIDE, stride) - 1, Math.min(top + SIDE, height + 2) - 1);
    }
    while (this.built < until) {
      const word = this.built - drawn;
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
        moves[v] = now[v];
        if (column < west) west = column;
        if (column > east) east = column;
        if (north === 0) north = row;
        south = row;
      }
    }
    if (east === 0) return;
    // In a 4-connected world, whether a ray stops at a cell also depends on the cell before.
    const more = grid.movement === 'four' ? 1 : 0;
    this.draw(west, north - more, east, south + more);
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

  /** Sets the free cells of a rectangle and where rays stop in it, by the moves. */
  private draw(left: number, top: number, right: number, bottom: number): void {
    const isFour = this.grid.movement === 'four';
    for (let row = top; row <= bottom && !isFour; row++) this.drawLine(0, row, left, right - left + 1);
    for (let column = left; column <= right; column++) this.drawLine(1, top, column, bottom - top + 1);
  }

  /** Sets both in a row or column from a cell on, for the ray ahead (`course`) and the one back. */
  private drawLine(course: number, row: number, column: number, cells: number): void {
    const { grid, moves, free, stops, stopsOf } = this;
    const isFour = grid.movement === 'four';
    const ahead = this.rays[course];
    const back = this.rays[course + 2];
    let v = row * grid.stride + column;
    for (let left = cells; left > 0; left -= 32) {
      const n = Math.min(left, 32);
      const first = bitOf(ahead, row, column) + cells - left;
      const last = bitOf(back, row, column) - cells + left - n + 1;
      let freeAhead = 0;
      let freeBack = 0;
      let stopsAhead = 0;
      let stopsBack = 0;
      for (let i = 0; i < n; i++, v += ahead.step) {
        const now = moves[v];
        if (now === 0) continue;
        const stopping = (isFour ? this.raysThatStop(moves, v) : stopsOf[now]) >> course;
        freeAhead |= 0x80000000 >>> i;
        freeBack |= 1 << i;
        stopsAhead |= (stopping & 1) << (31 - i);
        stopsBack |= ((stopping >> 2) & 1) << i;
      }
      setBits(free, ahead.line, first, n, freeAhead);
      setBits(stops, ahead.line, first, n, stopsAhead);
      setBits(free, back.line, last, n, freeBack << (32 - n));
      setBits(stops, back.line, last, n, stopsBack << (32 - n));
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

/** Replaces `n` bits, 1 to 32, from a bit of a line on by the highest ones of `value`. The others must be 0. */
function setBits(bits: Int32Array, line: number, bit: number, n: number, value: number): void {
  const word = line + (bit >> 5);
  const mask = -1 << (32 - n);
  bits[word] = (bits[word] & ~(mask >>> bit)) | (value >>> bit);
  const over = (bit & 31) + n - 32;
  if (over > 0) bits[word + 1] = (bits[word + 1] & (-1 >>> over)) | (value << (n - over));
}
