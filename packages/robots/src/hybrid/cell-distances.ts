import type { Graph } from '@pf/graph';
import { Dijkstra } from '@pf/search';
import type { CostMap } from '../maps/cost-map.ts';

/** Cells expanded at a time: about as long as an expansion of the car. */
const SLICE = 256;
/** Paths of steps to eight neighbours are at most 1 / cos(π/8) times as long as the straight line. This is the inverse. */
const OCTILE_SHARE = Math.cos(Math.PI / 8);

/**
 * An estimate of the cost of driving forwards from a cell to another among obstacles, whatever the heading. Searched backwards from the goal, only as
 * far as needed.
 *
 * A step costs its length at the cheaper of its two cells: a drive that leads through both costs at least that much a metre.
 * No lower bound: it leads from centre to centre of cells. For where the ends lie within theirs, it may be too high by the cost of about a cell and a
 * half. At each corner of an obstacle it may be too high by a fraction of a cell.
 */
export class CellDistances {
  private readonly search: Dijkstra;
  private exhausted = false;

  /** `perMetre`: the cost of a metre by the cost of its cell. */
  constructor(
    private readonly map: CostMap,
    perMetre: Float64Array,
  ) {
    this.search = new Dijkstra(new CellGraph(map, perMetre), { direction: 'backward' });
  }

  /** Starts over from another cell, on the current map. */
  begin(cell: number): void {
    this.search.begin(cell);
    this.exhausted = false;
  }

  /** Searches a little further, unless the estimate from this cell is known; returns whether it is. */
  advance(cell: number): boolean {
    if (!this.exhausted && !this.search.isClosed(cell)) this.exhausted = this.search.run(SLICE);
    return this.exhausted || this.search.isClosed(cell);
  }

  /** Infinity if there is no path. */
  from(cell: number): number {
    while (!this.advance(cell));
    return this.search.distance(cell) * OCTILE_SHARE * this.map.frame.resolution;
  }
}

/** Steps between neighbouring cells that the centre may enter. They may cut corners, since a motion may cross a corner with part of a step. */
class CellGraph implements Graph {
  readonly vertexCount: number;
  readonly maxDegree = 8;

  constructor(
    private readonly map: CostMap,
    private readonly perMetre: Float64Array,
  ) {
    this.vertexCount = map.frame.cellCount;
  }

  successors(cell: number, to: Uint32Array, cost: Float64Array): number {
    const { perMetre } = this;
    const { costs, inscribed, frame } = this.map;
    const { width, height } = frame;
    const here = costs[cell];
    const x = cell % width;
    const y = (cell - x) / width;
    let n = 0;
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const u = x + dx;
        const w = y + dy;
        if ((dx === 0 && dy === 0) || u < 0 || w < 0 || u >= width || w >= height) continue;
        const there = costs[w * width + u];
        if (there >= inscribed) continue;
        to[n] = w * width + u;
        cost[n++] = perMetre[there < here ? there : here] * (dx === 0 || dy === 0 ? 1 : Math.SQRT2);
      }
    }
    return n;
  }

  predecessors(cell: number, to: Uint32Array, cost: Float64Array): number {
    return this.map.costs[cell] >= this.map.inscribed ? 0 : this.successors(cell, to, cost);
  }
}
