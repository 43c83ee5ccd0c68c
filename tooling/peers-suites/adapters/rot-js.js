import { Grid, HexMap } from '@pf/grid';
import { AStar, Dijkstra } from '@pf/search';

const searches = { AStar: (grid) => new AStar(grid), Dijkstra: (grid) => new Dijkstra(grid) };

/** The path of a finder of rot.js, by @pf; there diagonal steps pass every corner. */
export function compute({ finder, topology, rows, start, goal }) {
  const world = topology === 6 ? hexagons(rows) : squares(rows, topology);
  const search = searches[finder](world.grid);
  search.search(world.vertex(...start), world.vertex(...goal));
  const out = new Uint32Array(world.grid.vertexCount);
  return Array.from(out.subarray(0, search.path(out)), world.cell);
}

/** The neighbours that A* generates on an open map, eight for each expansion. */
export function looksOfAStar(from, to) {
  const grid = new Grid(101, 21, { corners: 'always', metric: { straight: 1, diagonal: 1 } });
  const search = new AStar(grid);
  search.search(grid.vertex(from[0] + 10, from[1] + 10), grid.vertex(to[0] + 10, to[1] + 10));
  return 8 * search.counters.expanded;
}

/** Of paths with equal steps, rot.js prefers straight steps: so a diagonal step costs a hundredth more here. */
function squares(rows, topology) {
  const rules = topology === 4 ? { movement: 'four' } : { movement: 'eight', corners: 'always', metric: { straight: 100, diagonal: 101 } };
  const grid = Grid.fromRows(rows, rules);
  return { grid, vertex: (x, y) => grid.vertex(x, y), cell: (v) => [grid.x(v), grid.y(v)] };
}

function hexagons(rows) {
  const map = HexMap.fromRows(rows.map((row) => row.padEnd(6, '#')), { layout: 'odd-r' });
  const cell = (v) => [2 * map.column(v) + (map.row(v) & 1), map.row(v)];
  return { grid: map.grid, vertex: (x, y) => map.vertex(x >> 1, y), cell };
}
