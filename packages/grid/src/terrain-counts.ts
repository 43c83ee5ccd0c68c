/** The current terrain of a map. */
export interface TerrainSummary {
  /** The lowest cost of a free cell; 1 if none is free. */
  readonly least: number;
  /** Whether a free cell costs more than 1. */
  readonly weighted: boolean;
  /** The number of free cells. */
  readonly free: number;
}

/** Counts the cells of each cost, so that the lowest cost, and whether there is any terrain, are known after every edit. */
export class TerrainCounts implements TerrainSummary {
  /** The lowest cost of a free cell; 1 if none is free. */
  least = 1;
  /** Whether a free cell costs more than 1. */
  weighted = false;
  /** The number of free cells. */
  free = 0;
  /** The number of cells by cost, from 1 on. */
  private readonly count = new Float64Array(256);

  change(before: number, after: number, cells: number): void {
    const { count } = this;
    count[before] -= cells;
    count[after] += cells;
    if (before !== 0) this.free -= cells;
    if (after !== 0) this.free += cells;
    this.weighted = this.free > count[1];
    if (this.free === 0) this.least = 1;
    else if (after !== 0 && after < this.least) this.least = after;
    else while (count[this.least] === 0) this.least++;
  }
}
