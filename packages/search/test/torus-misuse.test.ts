import { applyPatch, cellOutlines, cellsInPolygon, chebyshev, Clearance, Components, describeFog, describeGrid, describeHexMap, eightNeighbours, fieldOfView, FogOfWar, formatMap, fourNeighbours, Grid, GridPublisher, hexDistance, HexMap, hexNeighbours, LinkedGrid, lineOfSight, manhattan, maskTowards, nearestFree, neighbours, octile, PlacementCheck, radius, restoreFog, TorusGrid, UnitFog, UnitGrid, walkableLine } from '@pf/grid';
import { describe, expect, test } from 'vitest';
import { AlternativeRoutes, ARAStar, AStar, BidirectionalAStar, BidirectionalDijkstra, BoundedSearch, BreadthFirst, Dijkstra, DisjointPaths, DistanceField, findPath, findRoute, JumpPointSearch, KShortestPaths, LazyThetaStar, NBAStar, smooth, straighten, TerrainJumps, turns, within } from '../src/index.ts';

const grid = new Grid(5, 4);
const torus = new TorusGrid(grid);
const [a, b] = [grid.vertex(0, 1), grid.vertex(4, 1)];
const out = new Uint32Array(64);
const never = (value: unknown): never => value as never;

type Call = readonly [name: string, call: (world: never) => unknown];

const TAKE_ONLY_GRIDS: readonly Call[] = [
  ['chebyshev', (g) => chebyshev(g)],
  ['manhattan', (g) => manhattan(g)],
  ['octile', (g) => octile(g)],
  ['hexDistance', (g) => hexDistance(g)],
  ['cellOutlines', (g) => cellOutlines(g, Uint32Array.of(a))],
  ['cellsInPolygon', (g) => cellsInPolygon(g, [{ x: 0, y: 0 }, { x: 3, y: 0 }, { x: 3, y: 3 }], out)],
  ['Clearance', (g) => new Clearance(g)],
  ['FogOfWar', (g) => new FogOfWar(g)],
  ['The known map of FogOfWar', (g) => new FogOfWar(grid, g)],
  ['FogOfWar', (g) => restoreFog(g, describeFog(new FogOfWar(grid)))],
  ['formatMap', (g) => formatMap(g)],
  ['applyPatch', (g) => applyPatch(g, never({}), 0, 0)],
  ['maskTowards', (g) => maskTowards(g, a, b)],
  ['LinkedGrid', (g) => new LinkedGrid(g)],
  ['TorusGrid', (g) => new TorusGrid(g)],
  ['walkableLine', (g) => walkableLine(g, a, b)],
  ['describeGrid', (g) => describeGrid(g)],
  ['PlacementCheck', (g) => new PlacementCheck(g, never([]))],
  ['GridPublisher', (g) => new GridPublisher(g)],
  ...[fourNeighbours, eightNeighbours, hexNeighbours, neighbours, radius(2), lineOfSight(2), fieldOfView(2)].map((sensor): Call => ['A sensor', (g) => sensor.sense(g, a, out)]),
  ['BoundedSearch', (g) => new BoundedSearch(g, { within: 1.5 })],
  ['BoundedSearch', (g) => new (within(1.5))(g)],
  ['Jump point search', (g) => new JumpPointSearch(g)],
  ['TerrainJumps', (g) => new TerrainJumps(g)],
  ['Lazy Theta*', (g) => new LazyThetaStar(g)],
  ['smooth', (g) => smooth(g, [a, b], 2, out)],
  ['straighten', (g) => straighten(g, Uint32Array.of(a, b), 2, out)],
  ['turns', (g) => turns(g, Uint32Array.of(a, b), 2)],
];

describe('what takes only grids says what to do with a torus, or a grid with links', () => {
  test.each(TAKE_ONLY_GRIDS)('%s', (name, call) => {
    for (const world of [torus, new LinkedGrid(grid)]) {
      const kind = world.constructor.name.replace('_', '');
      const isOther = (name === 'LinkedGrid' || name === 'TorusGrid') && kind !== name;
      const remedy = isOther ? 'joined edges and links cannot be combined, so write a graph of your own' : 'pass its .grid, or search by AStar, Dijkstra or findRoute';
      expect(() => call(never(world))).toThrow(`${name} takes a Grid of @pf/grid, got an object of ${kind}: ${remedy}.`);
    }
  });

  test.each<readonly [name: string, call: (world: never) => unknown, message: string]>([
    ['findPath', (g) => findPath(g, { from: [0, 0], to: [4, 3] }), 'findPath takes a Grid of @pf/grid, got an object of TorusGrid: call findRoute.'],
    ['Components', (g) => new Components(g), 'Components takes a Grid of @pf/grid, got an object of TorusGrid: call its same(a, b).'],
    ['UnitGrid', (g) => new UnitGrid(g, 2), 'UnitGrid takes a Grid of @pf/grid, got an object of TorusGrid: pass its .grid, or search by AStar, Dijkstra or findRoute.'],
    ['Grid', (g) => new Grid(5, 4, g), "Grid has no option 'grid'. It takes movement, corners, metric."],
    ['HexMap', (g) => new HexMap(g, never(undefined)), 'A map of hexagons needs a whole number of columns and rows'],
    ['UnitFog', (g) => new UnitFog(g, 1), 'A UnitFog shares a FogOfWar with others; for a map without fog, take UnitGrid.'],
    ['describeFog', (g) => describeFog(g), 'describeFog takes a FogOfWar, got an object'],
    ['describeHexMap', (g) => describeHexMap(g), 'describeHexMap takes a HexMap, got an object'],
  ])('%s has words of its own', (_name, call, message) => {
    expect(() => call(never(torus))).toThrow(message);
  });
});

test('what takes any graph, and sight and the nearest free cell, take a torus', () => {
  const worlds = [AlternativeRoutes, ARAStar, BidirectionalAStar, BidirectionalDijkstra, BreadthFirst, DisjointPaths, DistanceField, KShortestPaths, NBAStar];
  for (const World of worlds) expect(() => new World(torus)).not.toThrow();
  expect(new AStar(torus).search(a, b)).toBe(1);
  expect(new Dijkstra(torus).search(a, b)).toBe(1);
  expect(findRoute(torus, { from: a, to: b }).cost).toBe(1);
  expect(lineOfSight(torus, a, b)).toBe(true);
  expect(nearestFree(torus, a)).toBe(a);
});
