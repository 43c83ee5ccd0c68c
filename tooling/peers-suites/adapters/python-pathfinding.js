import { CompressedGraph } from '@pf/graph';
import { Grid, TorusGrid } from '@pf/grid';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, BreadthFirst, Dijkstra } from '@pf/search';

/** The finders of python-pathfinding by @pf. Greedy ones, and IDA*, are replaced by a search that finds the cheapest path. */
const searches = {
  AStarFinder: (world) => new AStar(world),
  BestFirst: (world) => new AStar(world),
  BiAStarFinder: (world) => new BidirectionalAStar(world),
  BiBestFirstFinder: (world) => new BidirectionalAStar(world),
  BiBreadthFirstFinder: (world) => new BidirectionalDijkstra(world),
  BiDijkstraFinder: (world) => new BidirectionalDijkstra(world),
  BreadthFirstFinder: (world) => new BreadthFirst(world),
  DijkstraFinder: (world) => new Dijkstra(world),
  IDAStarFinder: (world) => new AStar(world),
  // It returns the tree of Dijkstra's algorithm.
  MinimumSpanningTree: (world) => new Dijkstra(world),
};

/** A map of python-pathfinding. */
export function gridOf({ matrix }, diagonal) {
  const terrainUnit = matrix.flat().every(Number.isInteger) ? 1 : 0.01;
  return Grid.fromArray(matrix, { ...(diagonal ? { corners: 'always' } : { movement: 'four' }), terrainUnit });
}

/** The same map with its left and right edges joined. */
export function joined(grid) {
  return new TorusGrid(grid, { joins: 'columns' });
}

export function searchOf(finder, world) {
  return searches[finder](world);
}

/** The cells of the path that a finder gives. */
export function find({ finder, map, diagonal }) {
  const grid = gridOf(map, diagonal);
  const world = map.joined ? joined(grid) : grid;
  const search = searchOf(finder, world);
  search.search(grid.vertex(...map.from), grid.vertex(...map.to));
  const out = new Uint32Array(grid.vertexCount);
  return Array.from(out.subarray(0, search.path(out)), (v) => [grid.x(v), grid.y(v)]);
}

/** Two floors and a lift, as one graph: vertices of the second floor follow those of the first. */
export function floorsOf({ floors, at }) {
  const grids = floors.map((matrix) => Grid.fromArray(matrix, { movement: 'four' }));
  const size = grids[0].vertexCount;
  const arcs = grids.flatMap((grid, floor) => {
    const to = new Uint32Array(grid.maxDegree);
    const cost = new Float64Array(grid.maxDegree);
    return Array.from({ length: size }, (_, v) => v).flatMap((v) => {
      const n = grid.successors(v, to, cost);
      return Array.from({ length: n }, (_, i) => [floor * size + v, floor * size + to[i], cost[i]]);
    });
  });
  const stop = grids[0].vertex(...at);
  arcs.push([stop, size + stop, 1], [size + stop, stop, 1]);
  return {
    graph: new CompressedGraph(2 * size, arcs),
    vertex: (x, y, floor) => floor * size + grids[0].vertex(x, y),
    cell: (v) => [grids[0].x(v % size), grids[0].y(v % size), Math.floor(v / size)],
  };
}
