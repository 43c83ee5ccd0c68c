import { caves, Components, Grid } from '@pf/grid';

/** Caves of halls and passages, and the cells of their largest part. */
export function makeBattleMap(size: number, random: () => number): { readonly truth: Grid; readonly ground: readonly number[] } {
  const truth = magnified(caves(size / 4, size / 4, random, { ratio: 0.43 }), 4);
  const components = new Components(truth);
  const free = [...truth.cells.keys()].filter((v) => truth.cells[v] !== 0);
  const largest = Math.max(...new Set(free.map((v) => components.size(v))));
  return { truth, ground: free.filter((v) => components.size(v) === largest) };
}

/** Each cell becomes a block of cells: halls instead of holes. Costs are whole, for planners that sort by buckets. */
function magnified(small: Grid, by: number): Grid {
  const [width, height] = [small.width * by, small.height * by];
  const costs = Uint8Array.from({ length: width * height }, (_, i) => small.cost(Math.floor((i % width) / by), Math.floor(i / width / by)));
  return Grid.fromArray(costs, width, height, { metric: '70/99' });
}
