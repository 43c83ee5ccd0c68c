import type { Lattice, Located } from '@pf/graph';
import { canonicalOrder, checkBuffer, checkFunction, checkOptions, checkVertex, shown } from '@pf/graph/kit';
import { PaddedCells } from './padded-cells.ts';
import type { GridOptions } from './grid-options.ts';
import { checkCoordinates, checkSize } from './grid-options.ts';
import type { SideMasks } from './legal-moves.ts';
import type { Metric, StepCosts } from './metric.ts';
import { stepCosts } from './metric.ts';
import type { Corners, Movement } from './movement.ts';
import { checkRules, degreeOf, directionsOf } from './movement.ts';
import { checkCost } from './rows.ts';
import type { TerrainSummary } from './terrain-counts.ts';

/** The canonical orders of moves: for grids where corners must not be cut, and where they may. */
const CANONICAL = [canonicalOrder(false), canonicalOrder(true)];

/** The part of a grid that searches need: a lattice of numbered cells and its queries. `Grid` adds edits, readers and writers. */
export abstract class CellLattice implements Lattice, Located {
  readonly width: number;
  readonly height: number;
  /** The difference between a cell and the one below it: the width plus the border. */
  readonly stride: number;
  readonly vertexCount: number;
  readonly maxDegree: number;
  readonly movement: Movement;
  readonly corners: Corners;
  readonly metric: Metric;
  /** The costs of a straight and a diagonal step. */
  readonly steps: StepCosts;
  readonly offsets: Int32Array;
  readonly lengths: Float64Array;
  protected readonly padded: PaddedCells;
  private readonly canonical: Uint8Array | undefined;

  /** `costs`: one cost for all cells, 0 to block them; or one a cell, row by row. */
  constructor(width: number, height: number, options: GridOptions = {}, costs: number | ArrayLike<number> = 1) {
    checkGridOptions(options, 'Grid');
    const { movement = 'eight', corners = 'never', metric = 'exact' } = options;
    checkSize(width, height);
    if (typeof costs !== 'object') checkCost(costs);
    else if ((costs as ArrayLike<number> | null)?.length !== width * height) throw new RangeError(`${width} × ${height} cells need ${width * height} costs, got ${shown((costs as ArrayLike<number> | null)?.length ?? costs)}.`);
    // Other lists may hold what does not fit into a byte.
    else if (!(costs instanceof Uint8Array)) costs = Uint8Array.from(costs, (cost: number) => (checkCost(cost), cost));
    checkRules(movement, corners);
    this.width = width;
    this.height = height;
    this.stride = width + 2;
    this.vertexCount = this.stride * (height + 2);
    this.maxDegree = degreeOf(movement);
    this.movement = movement;
    this.corners = corners;
    this.metric = metric;
    this.steps = stepCosts(metric);
    const { straight, diagonal } = this.steps;
    this.canonical = movement === 'eight' && straight < diagonal && diagonal < 2 * straight ? CANONICAL[corners === 'never' ? 0 : 1] : undefined;
    this.offsets = new Int32Array(8);
    this.lengths = new Float64Array(8);
    const { dx, dy } = directionsOf(movement);
    for (let d = 0; d < dx.length; d++) {
      this.offsets[d] = dy[d] * this.stride + dx[d];
      this.lengths[d] = movement !== 'hex' && d >= 4 ? this.steps.diagonal : this.steps.straight;
    }
    this.padded = new PaddedCells(width, height, this.stride, this.offsets, movement, corners);
    this.padded.fill(costs as number | Uint8Array);
    // A caller without types could set the width, and would misplace all cells.
    for (const name of Object.keys(this)) Object.defineProperty(this, name, { writable: false });
  }

  /** What edits change. Everything reads it here, so that the map of a unit can be updated first. */
  protected get board(): PaddedCells {
    return this.padded;
  }

  /** 0 for a blocked cell, else its cost. Read-only: edit by `setBlocked` and `setCost`, which update `moves` too. */
  get cells(): Uint8Array {
    return this.board.cells;
  }

  /** Bit `d` of a byte: a step in direction `d` is legal. Read-only. */
  get moves(): Uint8Array {
    return this.board.moves;
  }

  /** The same bytes as `cells`. */
  get weights(): Uint8Array {
    return this.board.cells;
  }

  /** Kept up to date by edits. */
  get terrain(): TerrainSummary {
    return this.board.terrain;
  }

  /** False while every free cell costs 1. */
  get weighted(): boolean {
    return this.board.terrain.weighted;
  }

  /** The canonical order of moves; only with eight directions, equal terrain, and no one-way cells. */
  get sufficient(): Uint8Array | undefined {
    return this.board.terrain.weighted || this.board.legal.sides !== undefined ? undefined : this.canonical;
  }

  /** Increases with every edit that changes an arc, or a property of the whole terrain such as its lowest cost. An edit surrounded by blocked cells may change neither. */
  get version(): number {
    return this.board.version;
  }

  /** The number of edited rectangles logged so far. Pass it to `editedSince` later. */
  get edits(): number {
    return this.board.log.count;
  }

  /**
   * Calls the function with each rectangle that was edited since `edits` had this value, for example to redraw it. Returns false, without a call, if you should
   * redraw the whole map instead: the rectangles have more cells than the map, or are more than the 512 that it remembers, or `edits` is a number still to come,
   * as from before a game was loaded. If the function edits the map, those edits come next time; it returns false if they overwrite rectangles still to come.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   *
   * const grid = new Grid(9, 9);
   * const { edits } = grid;
   * grid.setRectangle(2, 3, 4, 1, 0);
   * const seen: number[][] = [];
   * grid.editedSince(edits, (...rectangle) => seen.push(rectangle)); // → true
   * seen; // → [[2, 3, 4, 1]]
   * ```
   */
  editedSince(edits: number, visit: (x: number, y: number, width: number, height: number) => void): boolean {
    if (!Number.isInteger(edits)) throw new RangeError(`editedSince takes what grid.edits was, got ${shown(edits)}.`);
    checkFunction(visit, 'visit');
    return this.board.log.since(edits, this.width * this.height, visit);
  }

  /**
   * Writes the tails of the arcs that changed since that version, each once, in any order. For edits of thousands of cells, and for `setBlocked`, `setCost`
   * and `setRectangle` without a `tails` buffer, writes all cells that may be tails. Returns their number; −1 if the version is too old or still to come, or they do not fit. Planners follow edits with it.
   */
  changedSince(version: number, tails: Uint32Array): number {
    checkBuffer(tails);
    const edits = this.board.log.countAt(version);
    return edits < 0 || !(version <= this.version) ? -1 : this.tailsSince(edits, tails);
  }

  /** @internal As `changedSince`, since `edits` had this value; −1 if it is too old. */
  tailsSince(edits: number, tails: Uint32Array): number {
    const { log } = this.board;
    let [n, i, lists] = [0, edits, 0];
    // An edit of several rectangles has all its tails with the first.
    const known = log.since(edits, Infinity, (x, y, w, h) => {
      const count = log.tailsOf(i++, tails, n);
      if (count !== 0) lists++;
      n = count < 0 ? this.cellsAround(x, y, w, h, tails, n) : n + count;
    });
    if (!known || n > tails.length) return -1;
    if (lists < 2) return n;
    const sorted = tails.subarray(0, n).sort();
    let kept = 0;
    for (const v of sorted) if (v !== sorted[kept - 1]) sorted[kept++] = v;
    return kept;
  }

  /** Writes the cells of a rectangle and their neighbours from index `n` on, if they fit; returns the new count. */
  private cellsAround(x: number, y: number, w: number, h: number, out: Uint32Array, n: number): number {
    const { stride, width, height } = this;
    const left = Math.max(x - 1, 0);
    const top = Math.max(y - 1, 0);
    const columns = Math.min(x + w + 1, width) - left;
    const end = n + columns * (Math.min(y + h + 1, height) - top);
    if (end > out.length) return end;
    for (let first = (top + 1) * stride + left + 1; n < end; first += stride) for (let i = 0; i < columns; i++) out[n++] = first + i;
    return end;
  }

  /** Which sides of each cell are open; undefined while all are. Read-only: edit by `setSides`. */
  get sides(): SideMasks | undefined {
    return this.board.legal.sides;
  }

  /** The vertex of the cell in column `x` and row `y`. Throws off the map. */
  vertex(x: number, y: number): number {
    this.checkRectangle(x, y, 1, 1);
    return (y + 1) * this.stride + x + 1;
  }

  /** The column. Like `y`, throws for `NO_VERTEX` and other numbers that are no vertex. */
  x(v: number): number {
    if (!(v >= 0 && v < this.vertexCount)) checkVertex(this, v, 'vertex');
    return (v % this.stride) - 1;
  }

  y(v: number): number {
    if (!(v >= 0 && v < this.vertexCount)) checkVertex(this, v, 'vertex');
    return Math.floor(v / this.stride) - 1;
  }

  /** Whether `v` is a cell of the map, blocked or free. The border around the map has numbers too. */
  hasVertex(v: number): boolean {
    return Number.isInteger(v) && this.contains((v % this.stride) - 1, Math.floor(v / this.stride) - 1);
  }

  /** Whether (x, y) is a cell of the map. Like all methods of a cell, throws for fractions. */
  contains(x: number, y: number): boolean {
    if (Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0 && x < this.width && y < this.height) return true;
    // A position in pixels, a vertex or an object in place of a cell would look like one off the map.
    checkCoordinates(x, y);
    return false;
  }

  /** Whether (x, y) is on the map and free. For a position with fractions, take the cell by `Math.floor`. */
  isFree(x: number, y: number): boolean {
    return this.cost(x, y) !== 0;
  }

  /** Whether (x, y) is blocked or off the map. */
  isBlocked(x: number, y: number): boolean {
    return this.cost(x, y) === 0;
  }

  /** The terrain cost of (x, y); 0 if it is blocked or off the map. */
  cost(x: number, y: number): number {
    return this.contains(x, y) ? this.cells[(y + 1) * this.stride + x + 1] : 0;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    const n = this.arcs(v, to, cost);
    if (this.board.terrain.weighted) {
      const { cells } = this;
      for (let i = 0; i < n; i++) cost[i] *= cells[to[i]];
    }
    return n;
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    const terrain = this.cells[v];
    // Without one-way cells, a step is legal exactly if the reverse step is. All arcs into v cost the terrain of v.
    if (this.board.legal.sides === undefined) {
      const n = this.arcs(v, to, cost);
      if (terrain > 1) for (let i = 0; i < n; i++) cost[i] *= terrain;
      return n;
    }
    // No arc enters a blocked cell. Cells of the border have neighbours outside of the arrays, so they must not be read.
    if (terrain === 0) return 0;
    const { moves, offsets, lengths, maxDegree } = this;
    let n = 0;
    for (let d = 0; d < maxDegree; d++) {
      const u = v - offsets[d];
      if (((moves[u] >> d) & 1) === 0) continue;
      to[n] = u;
      cost[n++] = lengths[d] * terrain;
    }
    return n;
  }

  /**
   * The heads of the legal steps from `v`, in the order of their bits, and their lengths. Unrolled, since a loop takes longer. Lengths are read
   * from an array: a fraction passed as an argument would be allocated on the heap.
   */
  private arcs(v: number, to: Uint32Array, cost: Float64Array): number {
    const { stride, lengths } = this;
    const straight = lengths[0];
    const diagonal = lengths[4];
    const m = this.moves[v];
    let n = 0;
    if (this.maxDegree === 6) {
      if (m & 1) { to[n] = v + 1; cost[n++] = straight; }
      if (m & 2) { to[n] = v + stride; cost[n++] = straight; }
      if (m & 4) { to[n] = v + stride - 1; cost[n++] = straight; }
      if (m & 8) { to[n] = v - 1; cost[n++] = straight; }
      if (m & 16) { to[n] = v - stride; cost[n++] = straight; }
      if (m & 32) { to[n] = v - stride + 1; cost[n++] = straight; }
      return n;
    }
    if (m & 1) { to[n] = v + 1; cost[n++] = straight; }
    if (m & 2) { to[n] = v + stride; cost[n++] = straight; }
    if (m & 4) { to[n] = v - 1; cost[n++] = straight; }
    if (m & 8) { to[n] = v - stride; cost[n++] = straight; }
    if (m < 16) return n;
    if (m & 16) { to[n] = v + stride + 1; cost[n++] = diagonal; }
    if (m & 32) { to[n] = v + stride - 1; cost[n++] = diagonal; }
    if (m & 64) { to[n] = v - stride - 1; cost[n++] = diagonal; }
    if (m & 128) { to[n] = v - stride + 1; cost[n++] = diagonal; }
    return n;
  }

  protected checkRectangle(x: number, y: number, width: number, height: number): void {
    if (this.contains(x, y) && Number.isInteger(width) && Number.isInteger(height) && width >= 0 && height >= 0 && x + width <= this.width && y + height <= this.height) return;
    const what = width === 1 && height === 1 ? '' : `The rectangle ${shown(width)} × ${shown(height)} at `;
    throw new RangeError(`${what}(${shown(x)}, ${shown(y)}) is not on the map, whose cells are (0, 0) to (${this.width - 1}, ${this.height - 1}).`);
  }
}

/** Throws unless `options` are another grid, or the rules of a grid. `names` are further options allowed. */
export function checkGridOptions(options: unknown, what: string, ...names: readonly string[]): void {
  // The rules of another grid, which may come from another copy of this package.
  if (typeof options !== 'object' || options === null || !('moves' in options && 'movement' in options)) checkOptions(options, [...names, 'movement', 'corners', 'metric'], what);
}
