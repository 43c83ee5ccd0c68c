import { checkCount, checkEdited } from './cell-lattice.ts';
import { Grid } from './grid.ts';

/**
 * The map as a unit larger than a cell finds it. A cell of `grid` stands for the unit in that place: on squares with its
 * north-western corner there, on hexagons with its centre. It is free where everything beneath the unit is, at the cost of the worst of it. Size 1
 * is a single cell; size 3 is 3 × 3 squares, or all hexagons fewer than 3 steps away.
 *
 * One-way cells of the ground are not taken over: they are made for units that stand on one cell.
 *
 * Edits of the ground are followed when they are told, by rectangles, which may reach over the edge, or by cells. `vertexCount` entries of `tails` are always
 * enough. In a fog, `UnitFog` does that by itself.
 *
 * @example
 * ```ts
 * import { Grid, UnitGrid } from '@pf/grid';
 *
 * const ground = Grid.fromRows(['....', '.3..', '...#']);
 * const { grid } = new UnitGrid(ground, 2);
 * grid.toRows(); // → ['33.#', '33##', '####']
 * ```
 */
export class UnitGrid {
  /** The map as the unit finds it. */
  readonly grid: Grid;
  /** The cells beneath a unit, from where it stands. */
  readonly dx: readonly number[];
  readonly dy: readonly number[];
  /** Where the map as the unit finds it may have changed, and to what. */
  private vertices = new Uint32Array(0);
  private costs = new Uint8Array(0);
  /** How often cells have been followed; by vertex, when it was last looked at for that. */
  private followed = 0;
  private looked = new Uint32Array(0);

  constructor(
    /** The map as it is. */
    readonly ground: Grid,
    /** How large the unit is. */
    readonly size: number,
  ) {
    if (!Number.isInteger(size) || size < 1 || size > 255) throw new RangeError(`The size of a unit must be a whole number from 1 to 255, got ${size}.`);
    const hexagonal = ground.movement === 'hex';
    const dx: number[] = [];
    const dy: number[] = [];
    for (let y = hexagonal ? 1 - size : 0; y < size; y++) {
      for (let x = hexagonal ? 1 - size : 0; x < size; x++) {
        if (hexagonal && Math.abs(x + y) >= size) continue;
        dx.push(x);
        dy.push(y);
      }
    }
    this.dx = dx;
    this.dy = dy;
    const costs = new Uint8Array(ground.width * ground.height);
    for (let y = 0; y < ground.height; y++) for (let x = 0; x < ground.width; x++) costs[y * ground.width + x] = this.worstBeneath(x, y);
    this.grid = new Grid(ground.width, ground.height, ground, costs);
  }

  /** Follows an edit of this rectangle of the ground. Writes the tails of the arcs of `grid` that changed; returns how many. */
  mapChanged(x: number, y: number, width: number, height: number, tails?: Uint32Array): number {
    checkEdited(x, y, width, height);
    const { ground, grid, size } = this;
    const reach = ground.movement === 'hex' ? size - 1 : 0;
    const [left, right] = [Math.max(x - size + 1, 0), Math.min(x + width + reach, ground.width)];
    const [top, bottom] = [Math.max(y - size + 1, 0), Math.min(y + height + reach, ground.height)];
    this.makeRoom(Math.max(right - left, 0) * Math.max(bottom - top, 0));
    let n = 0;
    for (let row = top; row < bottom; row++) for (let column = left; column < right; column++) n = this.lookAt(column, row, n);
    return grid.setCells(this.vertices, this.costs, n, tails);
  }

  /** Follows an edit of the first `m` of these cells of the ground. Writes the tails of the arcs of `grid` that changed; returns how many. */
  cellsChanged(cells: Uint32Array, m: number, tails?: Uint32Array): number {
    checkCount('cellsChanged', m, cells, 'cells');
    const { ground, grid, dx, dy } = this;
    if (this.looked.length === 0) this.looked = new Uint32Array(grid.vertexCount);
    const { looked } = this;
    const now = ++this.followed;
    this.makeRoom(Math.min(m * dx.length, grid.width * grid.height));
    let n = 0;
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < dx.length; j++) {
        const x = ground.x(cells[i]) - dx[j];
        const y = ground.y(cells[i]) - dy[j];
        if (!grid.contains(x, y) || looked[grid.vertex(x, y)] === now) continue;
        looked[grid.vertex(x, y)] = now;
        n = this.lookAt(x, y, n);
      }
    }
    return grid.setCells(this.vertices, this.costs, n, tails);
  }

  /** Notes the unit's place at (x, y), after `n` others, where it is not what it was; returns how many there are then. */
  private lookAt(x: number, y: number, n: number): number {
    const cost = this.worstBeneath(x, y);
    if (cost === this.grid.cost(x, y)) return n;
    this.vertices[n] = this.grid.vertex(x, y);
    this.costs[n] = cost;
    return n + 1;
  }

  private makeRoom(cells: number): void {
    if (this.vertices.length >= cells) return;
    this.vertices = new Uint32Array(cells);
    this.costs = new Uint8Array(cells);
  }

  /** The greatest cost beneath a unit at (x, y); 0 where a part of it is blocked or off the map. */
  private worstBeneath(x: number, y: number): number {
    const { dx, dy, ground } = this;
    let worst = 0;
    for (let i = 0; i < dx.length; i++) {
      const cost = ground.cost(x + dx[i], y + dy[i]);
      if (cost === 0) return 0;
      if (cost > worst) worst = cost;
    }
    return worst;
  }
}
