import type { Grid } from '@pf/grid';
import type { MapPanel } from '../record/result.ts';
import { formatNumber } from './format.ts';
import { drawMap } from './picture.ts';

/** A search that runs in slices and reports what it has expanded. */
export interface Watched {
  begin(start: number, goal: number): void;
  run(budget: number): boolean;
  path(out: Uint32Array): number;
  isClosed(v: number): boolean;
  readonly counters: { readonly expanded: number };
}

const SLICES = 48;

/** The map with the cells that a search expands, in order, and its path. */
export function expansionPicture(name: string, grid: Grid, search: Watched, from: number, to: number): MapPanel {
  search.begin(from, to);
  search.run(Infinity);
  const { expanded } = search.counters;
  const order = new Int16Array(grid.vertexCount).fill(-1);
  search.begin(from, to);
  for (let slice = 0, done = false; !done; slice++) {
    done = search.run(Math.ceil(expanded / SLICES));
    for (let v = 0; v < order.length; v++) if (order[v] < 0 && grid.cells[v] !== 0 && search.isClosed(v)) order[v] = slice;
  }
  const out = new Uint32Array(grid.vertexCount);
  const path = Array.from(out.subarray(0, search.path(out)), (v) => [grid.x(v) + 0.5, grid.y(v) + 0.5]);
  return drawMap({
    title: `${name}: ${formatNumber(expanded)} expanded`, width: grid.width, height: grid.height, cost: (x, y) => grid.cost(x, y),
    order: (x, y) => order[grid.vertex(x, y)], last: SLICES, paths: [path],
  });
}
