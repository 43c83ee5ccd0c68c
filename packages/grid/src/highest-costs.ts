import type { Grid } from './grid.ts';
import type { TerrainCosts } from './terrain-costs.ts';

/** Finds the highest cost under a unit for the positions in a rectangle. */
export class HighestCosts {
  /** By position, row by row: the highest cost minus 1, so that 255 is blocked. Each row has `before` extra entries in front. */
  values = new Uint8Array(0);
  /** The length of a row. */
  row = 0;

  constructor(
    private readonly ground: Grid,
    private readonly size: number,
    /** The number of cells that the unit extends to the west and north of its position. */
    private readonly before: number,
    private readonly prices: TerrainCosts,
  ) {}

  /**
   * For the positions from (left, top) to `right` and `bottom`, all on the map. The time hardly rises with the size: it computes the maximum of 2, 4, 8 … cells along each axis in turn.
   * A hexagon of cells is covered by three lines, one along each axis, that begin as many rows above its centre as its radius.
   */
  find(left: number, top: number, right: number, bottom: number): this {
    const { ground, size, before, prices } = this;
    const { cells, outside } = ground;
    const width = right - left + before + size - 1;
    const height = bottom - top + before + size - 1;
    const count = width * height;
    if (this.values.length < count) this.values = new Uint8Array(count);
    const { values } = this;
    let i = 0;
    for (let y = top - before; i < count; y++) {
      const first = ground.vertex(left - before, y);
      for (let v = first; v < first + width; v++) {
        values[i++] = outside?.[v] === 1 ? 255 : prices.of(cells[v]) - 1;
      }
    }
    slidingMaximum(values, count, 1, size);
    slidingMaximum(values, count, width, size);
    if (ground.movement === 'hex') slidingMaximum(values, count, width - 1, size);
    this.row = width;
    return this;
  }

  /** The costs of all positions, row by row; 0 where part of the unit is off the map. */
  everywhere(): Uint8Array {
    const { ground: { width, height }, size, before } = this;
    const costs = new Uint8Array(width * height);
    const right = width - size + 1;
    const bottom = height - size + 1;
    const { row, values } = this.find(before, before, right, bottom);
    for (let y = before; y < bottom; y++) {
      const at = (y - before) * row;
      for (let x = before; x < right; x++) costs[y * width + x] = (values[at + x] + 1) & 255;
    }
    return costs;
  }

  release(): void {
    this.values = new Uint8Array(0);
  }
}

/** Replaces each of the first `count` entries by the maximum of itself and the next `size` − 1, `step` entries apart; fewer near the end. */
function slidingMaximum(values: Uint8Array, count: number, step: number, size: number): void {
  for (let reach = 1; reach < size; ) {
    const by = Math.min(reach, size - reach);
    const ahead = by * step;
    // Entries do not span the full width yet.
    for (let i = 0; i + ahead < count; i++) if (values[i + ahead] > values[i]) values[i] = values[i + ahead];
    reach += by;
  }
}
