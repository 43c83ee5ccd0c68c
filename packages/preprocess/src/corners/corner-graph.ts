/**
 * The simple subgoal graph: T. Uras, S. Koenig and C. Hernández, "Subgoal graphs for optimal pathfinding in eight-neighbor grids", ICAPS 2013. Its
 * vertices are corners: free cells with a diagonally adjacent blocked cell, where both cells between them are free. Some shortest path turns only at
 * corners.
 *
 * Departure: lines are traced on bit maps, 32 cells at a time, where the paper stores a clearance for each cell and direction.
 */
import { CompressedGraph } from '@pf/graph';
import { checkGrid, grown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { isUniform } from '../canonical-flood.ts';
import { indexIn } from '../lower-bound.ts';
import { StopLines } from './stop-lines.ts';

/** The two straight directions next to each diagonal one: SE, SW, NW, NE. */
const BESIDE = [[0, 1], [2, 1], [2, 3], [0, 3]] as const;

/**
 * The corners of a grid, and which of them a cell reaches directly: at octile distance, with no other corner between. Takes the grids of `CornerHierarchy`,
 * and does not follow edits.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { CornerGraph } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['.....', '.###.', '.....']);
 * const corners = new CornerGraph(grid);
 * corners.graph.vertexCount; // → 4
 * corners.reach(grid.vertex(2, 0)); // → 2
 * corners.costs[0]; // → 2
 * ```
 */
export class CornerGraph {
  /** The corners as vertices of the grid, ascending. */
  readonly corners: Uint32Array;
  /** The graph of direct connections between corners at octile distances; vertex i is corner i. */
  readonly graph: CompressedGraph;
  /** Result of the last `reach`: numbers of corners, and their distances. */
  found: Uint32Array = new Uint32Array(64);
  costs: Float64Array = new Float64Array(64);
  /** The cost to the target of the last `reach`; NaN if no path without a corner reaches it. */
  direct = NaN;
  private readonly lines: StopLines;
  /** By row of cells: the number of its first corner. */
  private readonly firstOfRow: Uint32Array;
  /** By straight direction: the longest line that counts, from the diagonals of the current cell, and from the rest of the current diagonal. */
  private readonly bounds = new Int32Array(4);
  private readonly limits = new Int32Array(4);
  private readonly perStride: number;

  constructor(private readonly grid: Grid) {
    checkCornerGrid(grid, 'CornerGraph');
    const { stride, height } = grid;
    this.perStride = 1 / stride;
    this.lines = new StopLines(grid);
    const corners: number[] = [];
    this.firstOfRow = new Uint32Array(height + 3);
    for (let row = 0; row < height + 2; row++) {
      for (let v = row * stride; v < (row + 1) * stride; v++) if (isCorner(grid, v)) corners.push(v);
      this.firstOfRow[row + 1] = corners.length;
    }
    this.corners = Uint32Array.from(corners);
    for (const v of corners) this.lines.mark(Math.floor(v / stride), v % stride);
    this.graph = this.connect();
  }

  /** Memory of the bit maps and corners in bytes. The graph takes 8 more a corner and 24 an arc. */
  get byteLength(): number {
    return this.lines.byteLength + this.corners.byteLength + this.firstOfRow.byteLength + 8 * this.corners.length + 24 * this.graph.arcCount;
  }

  /** The number of a corner; −1 for other cells. */
  cornerAt(v: number): number {
    const row = ((v + 0.5) * this.perStride) | 0;
    return indexIn(this.corners, v, this.firstOfRow[row], this.firstOfRow[row + 1]);
  }

  /**
   * Finds the corners that a free cell reaches directly, and `direct`, the cost to a target that is not a corner. Returns the number of corners.
   *
   * In each of the eight sectors the diagonal is traced. From each of its cells a straight line is traced, at most as far as the one before: anything
   * beyond is behind another corner, or farther than the octile distance.
   */
  reach(v: number, target = v): number {
    const { grid, lines, bounds, limits } = this;
    const { cells, moves, offsets, stride } = grid;
    const { straight, diagonal } = grid.steps;
    const row = ((v + 0.5) * this.perStride) | 0;
    const column = v - row * stride;
    this.direct = this.directCost(v, row, column, target);
    let n = 0;
    for (let direction = 0; direction < 4; direction++) {
      const distance = lines.distance(row, column, direction);
      bounds[direction] = distance - 1;
      const u = v + Math.imul(distance, offsets[direction]);
      if (cells[u] !== 0) n = this.add(n, u, distance * straight);
    }
    for (let d = 4; d < 8; d++) {
      const beside = BESIDE[d - 4];
      limits.set(bounds);
      for (let u = v, i = 1; ((moves[u] >> d) & 1) === 1; i++) {
        u += offsets[d];
        const y = row + i * down(d);
        const x = column + i * across(d);
        if (lines.stopsAt(y, x)) {
          n = this.add(n, u, i * diagonal);
          break;
        }
        for (let side = 0; side < 2; side++) {
          const direction = beside[side];
          if (limits[direction] === 0) continue;
          const distance = lines.distance(y, x, direction);
          if (distance > limits[direction]) continue;
          limits[direction] = distance - 1;
          const end = u + Math.imul(distance, offsets[direction]);
          if (cells[end] !== 0) n = this.add(n, end, i * diagonal + distance * straight);
        }
      }
    }
    return n;
  }

  /** The cost of the octile path to a target, diagonal steps first; NaN if a blocked cell or a corner is on it. */
  private directCost(v: number, row: number, column: number, target: number): number {
    const { grid, lines } = this;
    const { moves, offsets, stride, steps } = grid;
    const targetRow = ((target + 0.5) * this.perStride) | 0;
    const right = target - targetRow * stride - column;
    const below = targetRow - row;
    const diagonals = Math.min(Math.abs(right), Math.abs(below));
    const straights = Math.max(Math.abs(right), Math.abs(below)) - diagonals;
    const d = below > 0 ? (right > 0 ? 4 : 5) : right > 0 ? 7 : 6;
    const along = Math.abs(right) > Math.abs(below) ? (right > 0 ? 0 : 2) : below > 0 ? 1 : 3;
    // The straight part first, since it takes one look.
    if (straights > 0 && straights >= lines.distance(row + diagonals * down(d), column + diagonals * across(d), along)) return NaN;
    for (let u = v, i = 1; i <= diagonals; i++, u += offsets[d]) {
      if (((moves[u] >> d) & 1) === 0 || lines.stopsAt(row + i * down(d), column + i * across(d))) return NaN;
    }
    return diagonals * steps.diagonal + straights * steps.straight;
  }

  private add(n: number, v: number, cost: number): number {
    if (n === this.found.length) {
      this.found = grown(this.found);
      this.costs = grown(this.costs);
    }
    this.found[n] = this.cornerAt(v);
    this.costs[n] = cost;
    return n + 1;
  }

  private connect(): CompressedGraph {
    const { corners } = this;
    let count = 0;
    let tails = new Uint32Array(8 * corners.length + 8);
    let heads = new Uint32Array(tails.length);
    let costs = new Float64Array(tails.length);
    for (let i = 0; i < corners.length; i++) {
      const n = this.reach(corners[i]);
      while (count + n > tails.length) [tails, heads, costs] = [grown(tails), grown(heads), grown(costs)];
      tails.fill(i, count, count + n);
      heads.set(this.found.subarray(0, n), count);
      costs.set(this.costs.subarray(0, n), count);
      count += n;
    }
    return new CompressedGraph(corners.length, { tails: tails.subarray(0, count), heads: heads.subarray(0, count), costs: costs.subarray(0, count) });
  }
}

/** The rows and columns of a step in a diagonal direction. */
function down(d: number): number {
  return d < 6 ? 1 : -1;
}

function across(d: number): number {
  return d === 4 || d === 7 ? 1 : -1;
}

/** Throws unless cheapest paths of the grid turn only at corners. */
export function checkCornerGrid(grid: Grid, caller: string): void {
  checkGrid(grid, caller);
  if (grid.corners === 'never' && isUniform(grid)) return;
  throw new RangeError(
    `${caller} takes 8-connected grids with exact costs, corners: 'never', and no terrain costs or one-way cells; take JumpPointSearch or AStar for others.`,
  );
}

/** Whether a cell is free, a diagonal neighbour blocked, and both cells between them free. */
function isCorner({ cells, offsets }: Grid, v: number): boolean {
  if (cells[v] === 0) return false;
  for (let d = 4; d < 8; d++) {
    const [a, b] = BESIDE[d - 4];
    if (cells[v + offsets[d]] === 0 && cells[v + offsets[a]] !== 0 && cells[v + offsets[b]] !== 0) return true;
  }
  return false;
}
