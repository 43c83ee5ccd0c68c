import { checkBuffer } from '@pf/graph/kit';
import { EditLog, MOST_TAILS } from './edit-log.ts';
import { LegalMoves, OPEN } from './legal-moves.ts';
import type { SideMasks } from './legal-moves.ts';
import type { Corners, Movement } from './movement.ts';
import { degreeOf } from './movement.ts';
import { TerrainCounts } from './terrain-counts.ts';

const NONE = new Uint32Array(0);
/** For tails that only the log needs. If it is full, they are too many for it. */
const LOGGED = new Uint32Array(MOST_TAILS + 1);

/**
 * The cell bytes of a grid, and its edits. Each edit returns the tails of the arcs that it changed, each once.
 *
 * There are two kinds of changes. An arc appears or disappears: then the moves of its tail change, and the tail is one of the 3 × 3 cells around a cell that was
 * blocked, freed or given other sides. Or only the cost of an arc changes: then it enters a cell that was free before and after.
 */
export class PaddedCells {
  readonly cells: Uint8Array;
  readonly terrain: TerrainCounts;
  readonly legal: LegalMoves;
  /** Those of `legal`. */
  readonly moves: Uint8Array;
  /** The log of edits. */
  readonly log = new EditLog();
  /** The number of edits that changed an arc or a property of the whole terrain, such as its lowest cost. */
  version = 0;
  private readonly degree: number;
  /** The open sides of all cells, allocated when the first side is closed. Legal moves depend on them while `oneWay` cells have a closed one. */
  private masks: SideMasks | undefined;
  private oneWay = 0;
  /** The terrain under blocked cells, allocated when the first cell of cost above 1 is blocked. */
  below: Uint8Array | undefined;
  /** By vertex, 1 for cells that stay blocked: those beside the rectangle of a `HexMap`. */
  outside: Uint8Array | undefined;
  /** By vertex: 1 while it is among the tails of an edit that changes costs. Allocated by the first. */
  private listed: Uint8Array | undefined;
  /** Whether the current edit may have changed an arc. */
  private hasTails = false;
  /** Whether some cells were one-way before the edit. */
  private wasOneWay = false;

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly stride: number,
    private readonly offsets: Int32Array,
    movement: Movement,
    corners: Corners,
  ) {
    this.cells = new Uint8Array(stride * (height + 2));
    this.terrain = new TerrainCounts();
    this.legal = new LegalMoves(this.cells, stride, offsets, movement, corners);
    this.moves = this.legal.moves;
    this.degree = degreeOf(movement);
  }

  /** Fills a new map with one cost, or with one cost a cell, row by row. */
  fill(costs: number | Uint8Array): void {
    const { cells, width, height, stride, terrain } = this;
    const count = new Uint32Array(256);
    for (let y = 0; y < height; y++) {
      const first = (y + 1) * stride + 1;
      if (typeof costs === 'number') cells.fill(costs, first, first + width);
      else cells.set(costs.subarray(y * width, (y + 1) * width), first);
    }
    if (typeof costs === 'number') count[costs] = width * height;
    else for (let i = 0; i < costs.length; i++) count[costs[i]]++;
    for (let cost = 1; cost < 256; cost++) if (count[cost] > 0) terrain.change(0, cost, count[cost]);
    this.legal.refresh(stride + 1, width, height);
  }

  /** Copies what a map with the same costs has besides them. */
  copyRest({ below, outside, oneWay, legal: { sides } }: PaddedCells): void {
    this.below = below?.slice();
    this.outside = outside;
    if (sides === undefined) return;
    this.oneWay = oneWay;
    this.legal.sides = this.masks = { enter: sides.enter.slice(), leave: sides.leave.slice() };
    this.legal.refresh(this.stride + 1, this.width, this.height);
  }

  /** The cost of a blocked cell after it is freed: the one from before it was blocked; 0 if it stays blocked. */
  costBelow(v: number): number {
    return this.outside?.[v] === 1 ? 0 : this.below?.[v] || 1;
  }

  /** Sets the cost of all cells of a rectangle. */
  setRectangle(x: number, y: number, width: number, height: number, cost: number, tails: Uint32Array | undefined): number {
    const { cells, stride } = this;
    const around = (Math.min(x + width + 1, this.width) - Math.max(x - 1, 0)) * (Math.min(y + height + 1, this.height) - Math.max(y - 1, 0));
    checkTailsBuffer(tails, Math.min(around, (this.degree + 1) * width * height));
    const corner = (y + 1) * stride + x + 1;
    const repriced: number[] | undefined = tails && [];
    const next = this.version + 1;
    let changed = false;
    this.hasTails = false;
    this.wasOneWay = this.oneWay > 0;
    for (let first = corner; first < corner + height * stride; first += stride) {
      for (let v = first; v < first + width; v++) {
        if (cells[v] !== cost && this.setCost(v, cost, next, repriced)) changed = true;
      }
    }
    if (!changed) return 0;
    const count = this.refreshAround(x, y, width, height, tails, 0, next);
    this.log.add(x, y, width, height, this.version);
    return this.logTails(this.log.count - 1, repriced, tails, count);
  }

  /** Sets the costs of `n` cells, and their sides, if given. If a cell occurs twice, the last entry counts. */
  setCells(vertices: Uint32Array, costs: Uint8Array, n: number, tails: Uint32Array | undefined, sides: SideMasks | undefined): number {
    const { cells, stride } = this;
    checkTailsBuffer(tails, Math.min(n * (this.degree + 1), this.width * this.height));
    const written = tails ?? (n > MOST_TAILS ? undefined : LOGGED);
    const repriced: number[] | undefined = written && [];
    const next = this.version + 1;
    let changed = false;
    this.hasTails = false;
    this.wasOneWay = this.oneWay > 0;
    for (let i = 0; i < n; i++) {
      const v = vertices[i];
      if (cells[v] !== costs[i] && this.setCost(v, costs[i], next, repriced)) changed = true;
      if (sides !== undefined && this.setSides(v, sides.enter[i], sides.leave[i], next)) changed = true;
    }
    if (!changed) return 0;
    // Tails may overwrite the vertices if they share a buffer. A single vertex was already read, and reading `buffer` takes time.
    if (n > 1 && tails !== undefined && tails.buffer === vertices.buffer) vertices = vertices.slice(0, n);
    let [runs, west, north, east, south] = [0, this.width, this.height, 0, 0];
    for (let i = 0, run; i < n; i += run, runs++) {
      const x = (vertices[i] % stride) - 1;
      const y = (vertices[i] - x - 1) / stride - 1;
      run = runLength(vertices, i, n);
      west = Math.min(west, x);
      north = Math.min(north, y);
      east = Math.max(east, x + run);
      south = Math.max(south, y + 1);
    }
    let count = 0;
    const around = (east - west + 2) * (south - north + 2);
    // Without tails, whose order is by runs, one rectangle may be faster.
    if (tails === undefined && around <= 3 * (n + 2 * runs)) count = this.refreshAround(west, north, east - west, south - north, written, 0, next);
    else {
      for (let i = 0, run; i < n; i += run) {
        const x = (vertices[i] % stride) - 1;
        run = runLength(vertices, i, n);
        // A cell near two runs was already updated by the first, so no tail is written twice.
        count = this.refreshAround(x, (vertices[i] - x - 1) / stride - 1, run, 1, written, count, next);
      }
    }
    const logged = this.log.count;
    // Each run separately if they are few or very far apart, else the rectangle around all of them. Tails may have overwritten a single vertex.
    if (runs === 1 || runs > 256 || around <= (runs > 16 ? 256 : 4) * (n + runs)) this.log.add(west, north, east - west, south - north, this.version);
    else {
      for (let i = 0, run; i < n; i += run) {
        const x = (vertices[i] % stride) - 1;
        run = runLength(vertices, i, n);
        this.log.add(x, (vertices[i] - x - 1) / stride - 1, run, 1, this.version);
      }
    }
    count = this.logTails(logged, repriced, written, count);
    return tails === undefined ? 0 : count;
  }

  /**
   * Sets the cost of a cell and returns true; returns false if the cell stays blocked. Counts as edit `next` if the cost of an arc into it changes, or a
   * property of the whole terrain. A list may block a cell and free it again: such a cell still has the moves from before. Adds the cell to `repriced` if arcs that
   * were there before may have another cost.
   */
  private setCost(v: number, cost: number, next: number, repriced: number[] | undefined): boolean {
    const { cells, terrain, outside } = this;
    if (outside !== undefined && outside[v] === 1) return false;
    const before = cells[v];
    const { least, weighted } = terrain;
    terrain.change(before, cost, 1);
    cells[v] = cost;
    if (cost === 0 && (before > 1 || this.below !== undefined)) (this.below ??= new Uint8Array(cells.length))[v] = before;
    // Of an isolated cell no arc changes. But one-way cells have arcs that only enter.
    const hadArcs = this.moves[v] !== 0 || this.wasOneWay;
    if (hadArcs && cost !== 0) {
      this.hasTails = true;
      repriced?.push(v);
    }
    if (((before !== 0 || hadArcs) && cost !== 0) || terrain.least !== least || terrain.weighted !== weighted) this.version = next;
    return true;
  }

  /**
   * Opens some sides of a cell and closes the others; returns whether any changed. Counts as edit `next` if it closes the map's first side or opens its last.
   * Sides that a cell does not have count as open.
   */
  private setSides(v: number, enter: number, leave: number, next: number): boolean {
    const others = (OPEN << this.degree) & OPEN;
    enter |= others;
    leave |= others;
    const isOpen = (enter & leave) === OPEN;
    if (this.masks === undefined && isOpen) return false;
    const masks = (this.masks ??= openSides(this.cells.length));
    if (masks.enter[v] === enter && masks.leave[v] === leave) return false;
    if ((masks.enter[v] & masks.leave[v]) !== OPEN) this.oneWay--;
    if (!isOpen) this.oneWay++;
    masks.enter[v] = enter;
    masks.leave[v] = leave;
    const known = this.oneWay > 0 ? masks : undefined;
    if (known === this.legal.sides) return true;
    this.legal.sides = known;
    this.version = next;
    return true;
  }

  /** Adds the tails of all arcs into the repriced cells to the first `count` tails, and logs them. Returns their number. */
  private logTails(logged: number, repriced: readonly number[] | undefined, tails: Uint32Array | undefined, count: number): number {
    if (tails !== undefined && repriced!.length > 0) count = this.addRecosted(repriced!, tails, count);
    if (tails !== undefined || !this.hasTails) this.log.addTails(logged, tails ?? NONE, count);
    return count;
  }

  /** Adds the tails, each once, as many as fit. The result is in ascending order if cells were repriced. */
  private addRecosted(repriced: readonly number[], tails: Uint32Array, count: number): number {
    const { offsets, degree, moves } = this;
    const listed = (this.listed ??= new Uint8Array(moves.length));
    for (let i = 0; i < count; i++) listed[tails[i]] = 1;
    for (const v of repriced) {
      for (let d = 0; d < degree; d++) {
        const u = v - offsets[d];
        if (((moves[u] >> d) & 1) > listed[u] && count < tails.length) listed[(tails[count++] = u)] = 1;
      }
    }
    const sorted = new Uint32Array(count);
    for (let i = 0; i < count; i++) listed[(sorted[i] = tails[i])] = 0;
    sorted.sort();
    for (let i = 0; i < count; i++) tails[i] = sorted[i];
    return count;
  }

  /** Updates the moves of a rectangle and of the cells around it. Counts as edit `next` if any changed. */
  private refreshAround(x: number, y: number, width: number, height: number, tails: Uint32Array | undefined, count: number, next: number): number {
    const { legal } = this;
    const left = Math.max(x - 1, 0);
    const top = Math.max(y - 1, 0);
    const right = Math.min(x + width + 1, this.width);
    const bottom = Math.min(y + height + 1, this.height);
    const now = legal.refresh((top + 1) * this.stride + left + 1, right - left, bottom - top, tails, count);
    if (!legal.differed) return now;
    this.hasTails = true;
    this.version = next;
    return now;
  }
}

/** Number of cells from entry `i` on that follow each other in a row, up to entry `n`. */
function runLength(vertices: Uint32Array, i: number, n: number): number {
  let run = 1;
  while (i + run < n && vertices[i + run] === vertices[i] + run) run++;
  return run;
}

/** Throws, before any change, unless `tails` is long enough for the edit. */
function checkTailsBuffer(tails: Uint32Array | undefined, needed: number): void {
  if (tails === undefined) return;
  checkBuffer(tails);
  if (tails.length >= needed) return;
  throw new RangeError(`The tails of this edit need ${needed} entries, got ${tails.length}.`);
}

/** Masks with all sides open. */
function openSides(cells: number): SideMasks {
  return { enter: new Uint8Array(cells).fill(OPEN), leave: new Uint8Array(cells).fill(OPEN) };
}
