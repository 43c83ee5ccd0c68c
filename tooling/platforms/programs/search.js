import {
  AlternativeRoutes, ARAStar, AStar, BidirectionalAStar, BidirectionalDijkstra, BoundedSearch, BreadthFirst, Dijkstra, DistanceField, findPath, JumpPointSearch, KShortestPaths,
  LazyThetaStar, NBAStar, smooth, straighten, TerrainJumps,
} from '@pf/search';
import { grids, pairs, pathOf, roads } from './worlds.js';

/** Costs, paths and expansions of every search. */
export function run(ledger) {
  const searches = {
    'A*': (graph) => new AStar(graph),
    'weighted A*': (graph) => new AStar(graph, { weight: 1.5 }),
    'ARA*': (graph) => new ARAStar(graph),
    'bidirectional A*': (graph) => new BidirectionalAStar(graph),
    'NBA*': (graph) => new NBAStar(graph),
    'bidirectional Dijkstra': (graph) => new BidirectionalDijkstra(graph),
    'breadth first': (graph) => new BreadthFirst(graph),
    'Dijkstra': (graph) => new Dijkstra(graph),
    'bounded search': (grid) => new BoundedSearch(grid, { within: 1.3 }),
    'jump points': (grid) => new JumpPointSearch(grid),
    'jump points over terrain': (grid) => new JumpPointSearch(grid, { locator: new TerrainJumps(grid) }),
    'lazy Theta*': (grid) => new LazyThetaStar(grid),
  };
  for (const [world, grid] of grids()) {
    for (const [name, make] of Object.entries(searches)) {
      if (world === 'hexagons' && ['lazy Theta*', 'jump points', 'jump points over terrain', 'bounded search'].includes(name)) continue;
      if (world === 'maze' && name === 'lazy Theta*') continue;
      if (world === 'terrain' && ['lazy Theta*', 'jump points'].includes(name)) continue;
      const search = make(grid);
      for (const [start, goal] of pairs(grid, 8)) ledger.add(name, search.search(start, goal), search.counters.expanded, pathOf(search, grid));
    }
    const field = new DistanceField(grid);
    for (const [start, goal] of pairs(grid, 3)) {
      field.update(goal);
      ledger.add('distance fields', field.values, field.next(start));
    }
    for (const [start, goal] of pairs(grid, 6)) {
      const ends = { from: [grid.x(start), grid.y(start)], to: [grid.x(goal), grid.y(goal)] };
      for (const shape of grid.movement === 'eight' ? ['steps', 'corners', straighten, smooth] : ['steps']) {
        const { cost, cells } = findPath(grid, { ...ends, shape });
        ledger.add('findPath', cost, cells.flatMap(({ x, y }) => [x, y]));
      }
    }
  }
  const graph = roads();
  const several = new KShortestPaths(graph);
  const alternatives = new AlternativeRoutes(graph);
  const out = new Uint32Array(graph.vertexCount);
  for (const [start, goal] of pairs(graph, 6)) {
    several.begin(start, goal);
    for (let k = 0; k < 5; k++) ledger.add('k shortest paths', several.next(), pathOf(several, graph));
    for (let i = alternatives.search(start, goal) - 1; i >= 0; i--) ledger.add('alternative routes', alternatives.cost(i), out.slice(0, alternatives.path(i, out)));
  }
}
