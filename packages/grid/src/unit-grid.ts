import { checkEdited } from './cell-lattice.ts';
import { Grid } from './grid.ts';

/**
 * The map as a unit larger than a cell finds it. A cell of `grid` stands for the unit in that place: on squares with its
 * north-western corner there, on hexagons with its centre. It is free where everything beneath the unit is, at the cost of the worst of it. Size 1
 * is a single cell; size 3 is 3 × 3 squares, or all hexagons fewer than 3 steps away.
 *
 * One-way cells of the ground are not taken over: they are made for units that stand on one cell.
 *
 * In a fog, the ground is its `known` map; after a look with `radius(r)`, r whole, from (x, y), `mapChanged(x - r, y - r, 2 * r + 1, 2 * r + 1, tails)` follows it,
 * and `vertexCount` entries of `tails` are always enough. A rectangle may reach over the edge.
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
  readonly grid: Grid;
  private readonly dx: number[] = [];
  private readonly dy: number[] = [];
  private vertices = new Uint32Array(0);
  private costs = new Uint8Array(0);

  constructor(
    readonly ground: Grid,
    readonly size: number,
  ) {
    if (!Number.isInteger(size) || size < 1 || size > 255) throw new RangeError(`The size of a unit must be a whole number from 1 to 255, got ${size}.`);
    const hexagonal = ground.movement === 'hex';
    for (let y = hexagonal ? 1 - size : 0; y < size; y++) {
      for (let x = hexagonal ? 1 - size : 0; x < size; x++) {
        if (hexagonal && Math.abs(x + y) >= size) continue;
        this.dx.push(x);
        this.dy.push(y);
      }
    }
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
    const cells = Math.max(right - left, 0) * Math.max(bottom - top, 0);
    if (this.vertices.length < cells) {
      this.vertices = new Uint32Array(cells);
      this.costs = new Uint8Array(cells);
    }
    let n = 0;
    for (let row = top; row < bottom; row++) {
      for (let column = left; column < right; column++) {
        const cost = this.worstBeneath(column, row);
        if (cost === grid.cost(column, row)) continue;
        this.vertices[n] = grid.vertex(column, row);
        this.costs[n++] = cost;
      }
    }
    return grid.setCells(this.vertices, this.costs, n, tails);
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
