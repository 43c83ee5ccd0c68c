import {
  applyPatch, Clearance, Components, fieldOfView, FogOfWar, formatMap, formatPatches, Grid, GridFollower, GridPublisher, HexMap, lineOfSight, nearestFree, parseMap, parsePatches,
  PlacementCheck, radius, seededRandom, TorusGrid, UnitGrid, walkableLine,
} from '@pf/grid';
import { edits, grids, pairs } from './worlds.js';

/** Generators, files, fog, lines and shared grids. */
export function run(ledger) {
  for (const [name, grid] of grids()) {
    ledger.add(`generated: ${name}`, grid.cells, grid.toArray());
    const heuristic = grid.heuristic();
    const components = new Components(grid);
    for (const [a, b] of pairs(grid, 200)) {
      ledger.add('estimates', heuristic(a, b));
      ledger.add('components', Number(components.same(a, b)));
      if (grid.movement !== 'hex') ledger.add('lines', Number(lineOfSight(grid, a, b)), Number(walkableLine(grid, a, b)));
    }
    const known = new Grid(grid.width, grid.height, grid);
    const fog = new FogOfWar(grid, known);
    const tails = new Uint32Array(grid.vertexCount);
    for (const [a] of pairs(grid, 60)) {
      const sensor = a % 2 === 0 || grid.movement === 'hex' ? radius(4) : fieldOfView(6);
      ledger.add('fog of war', fog.reveal(a, sensor, tails), fog.seenCount);
    }
    ledger.add('fog of war', known.toArray(), fog.frontier(tails));
    if (grid.movement !== 'hex') {
      const clearance = new Clearance(grid);
      for (let v = 0; v < grid.vertexCount; v++) ledger.add('clearance', clearance.at(v));
      ledger.add('larger units', new UnitGrid(grid, 2).grid.toArray());
    }
    edits(grid, 100, 4, (tails, n) => ledger.add('edits', n, tails.subarray(0, n)));
    ledger.add('nearest free cells', pairs(grid, 50).map(([, b]) => nearestFree(grid, b)));
  }
  const map = grids()[2][1];
  ledger.text('files', formatMap(map));
  ledger.add('files', parseMap(formatMap(map)).toArray());
  const patches = parsePatches(formatPatches([{ width: 3, height: 2, costs: new Uint8Array([0, 1, 0, 1, 1, 0]) }]));
  ledger.add('files', applyPatch(map, patches[0], 4, 4), map.toArray());
  const torus = new TorusGrid(new Grid(12, 9));
  ledger.add('torus', pairs(torus, 60).map(([a, b]) => torus.distance(a, b)));
  const hexes = new HexMap(15, 12, 'odd-q');
  for (const [a, b] of pairs(hexes.grid, 40)) if (hexes.contains(hexes.column(a), hexes.row(a)) && hexes.contains(hexes.column(b), hexes.row(b))) ledger.add('hexagons', hexes.distance(a, b), hexes.line(a, b), hexes.ring(a, 2));
  const field = new Grid(20, 15);
  const check = new PlacementCheck(field);
  const random = seededRandom(6);
  for (let i = 0; i < 60; i++) {
    const building = { x: 1 + Math.floor(random() * 17), y: Math.floor(random() * 13), width: 2, height: 2 };
    const blocks = check.wouldBlock(building, [field.vertex(0, 0)], field.vertex(19, 14));
    ledger.add('placement of buildings', Number(blocks));
    if (!blocks && building.x + building.y > 3 && building.x + building.y < 28) field.setRectangle(building.x, building.y, 2, 2, 0);
  }
  const publisher = new GridPublisher(field);
  const follower = new GridFollower(publisher.published);
  edits(field, 80, 7, () => ledger.add('shared grids', publisher.publish(), follower.update(), follower.version, follower.grid.toArray()));
}
