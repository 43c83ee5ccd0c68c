/**
 * The simple subgoal graph: T. Uras, S. Koenig and C. Hernández, "Subgoal graphs for optimal pathfinding in eight-neighbor grids", ICAPS 2013. Its vertices are
 * the corners: free cells with a blocked one diagonally beside them, and both cells between free. A shortest path turns at corners only, or could.
 *
 * Departure: lines are followed over bit maps, 32 cells at a time, where the paper stores a clearance a cell and direction.
 */
import { CompressedGraph } from '@pf/graph';
import { checkGrid } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { StopLines } from './stop-lines.ts';

/** The two straight directions beside each diagonal one, SE, SW, NW, NE. */
const BESIDE = [[0, 1], [2, 1], [2, 3], [0, 3]] as const;

/**
 * The corners of a grid, and which of them are reached from a cell directly: at the octile distance, and past no other corner.
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
  /** The corners and the ways between those that reach each other directly, at their octile distances; vertex i is corner i. */
  readonly graph: CompressedGraph;
  /** What the last call of `reach` found: numbers of corners, and how far they are. */
  found = new Uint32Array(64);
  costs = new Float64Array(64);
  private readonly lines: StopLines;
  /** By row of vertices: the number of its first corner. */
  private readonly firstOfRow: Uint32Array;
  private readonly bounds = new Int32Array(4);
  private readonly perStride: number;

  constructor(private readonly grid: Grid) {
    checkGrid(grid, 'CornerGraph');
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

  /** The bytes of the bit maps and corners; the graph takes 8 a corner and 24 an arc more. */
  get byteLength(): number {
    return this.lines.byteLength + this.corners.byteLength + this.firstOfRow.byteLength + 8 * this.corners.length + 24 * this.graph.arcCount;
  }

  /** The number of a corner; −1 for other cells. */
  cornerAt(v: number): number {
    const row = Math.floor(v / this.grid.stride);
    let low = this.firstOfRow[row];
    let high = this.firstOfRow[row + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.corners[middle] < v) low = middle + 1;
      else high = middle;
    }
    return low < this.firstOfRow[row + 1] && this.corners[low] === v ? low : -1;
  }

  /**
   * Finds the corners that are reached directly from a free cell; returns how many. In each of the eight sectors the diagonal is walked, and from each of its
   * cells a straight line followed, never further than the one before: what lies behind is reached past another corner, or not at the octile distance.
   */
  reach(v: number): number {
    const { grid, lines, bounds } = this;
    const { cells, moves, offsets, stride } = grid;
    const { straight, diagonal } = grid.steps;
    const row = ((v + 0.5) * this.perStride) | 0;
    const column = v - row * stride;
    let n = 0;
    for (let direction = 0; direction < 4; direction++) {
      const distance = lines.distance(row, column, direction);
      bounds[direction] = distance - 1;
      const u = v + Math.imul(distance, offsets[direction]);
      if (cells[u] !== 0) n = this.add(n, u, distance * straight);
    }
    for (let d = 4; d < 8; d++) {
      const [a, b] = BESIDE[d - 4];
      const step = offsets[d];
      const down = d < 6 ? 1 : -1;
      const across = d === 4 || d === 7 ? 1 : -1;
      let boundA = bounds[a];
      let boundB = bounds[b];
      let u = v;
      for (let i = 1; ((moves[u] >> d) & 1) === 1; i++) {
        u += step;
        if (lines.stopsAt(u)) {
          n = this.add(n, u, i * diagonal);
          break;
        }
        const y = row + i * down;
        const x = column + i * across;
        if (boundA > 0) {
          const distance = lines.distance(y, x, a);
          const end = u + Math.imul(distance, offsets[a]);
          if (distance <= boundA && cells[end] !== 0) n = this.add(n, end, i * diagonal + distance * straight);
          if (distance <= boundA) boundA = distance - 1;
        }
        if (boundB > 0) {
          const distance = lines.distance(y, x, b);
          const end = u + Math.imul(distance, offsets[b]);
          if (distance <= boundB && cells[end] !== 0) n = this.add(n, end, i * diagonal + distance * straight);
          if (distance <= boundB) boundB = distance - 1;
        }
      }
    }
    return n;
  }

  private add(n: number, v: number, cost: number): number {
    if (n === this.found.length) {
      const [found, costs] = [this.found, this.costs];
      this.found = new Uint32Array(2 * n);
      this.costs = new Float64Array(2 * n);
      this.found.set(found);
      this.costs.set(costs);
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
      while (count + n > tails.length) [tails, heads, costs] = [longer(tails, Uint32Array), longer(heads, Uint32Array), longer(costs, Float64Array)];
      tails.fill(i, count, count + n);
      heads.set(this.found.subarray(0, n), count);
      costs.set(this.costs.subarray(0, n), count);
      count += n;
    }
    return new CompressedGraph(corners.length, { tails: tails.subarray(0, count), heads: heads.subarray(0, count), costs: costs.subarray(0, count) });
  }
}

function longer<T extends Uint32Array | Float64Array>(array: T, type: new (length: number) => T): T {
  const twice = new type(2 * array.length);
  twice.set(array);
  return twice;
}

/** Whether a cell is free, a cell diagonally beside it blocked, and both cells between free. */
function isCorner({ cells, offsets }: Grid, v: number): boolean {
  if (cells[v] === 0) return false;
  for (let d = 4; d < 8; d++) {
    const [a, b] = BESIDE[d - 4];
    if (cells[v + offsets[d]] === 0 && cells[v + offsets[a]] !== 0 && cells[v + offsets[b]] !== 0) return true;
  }
  return false;
}
