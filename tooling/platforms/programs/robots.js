import { seededRandom } from '@pf/graph';
import { ADStar } from '@pf/incremental';
import {
  CostMap, dubinsLength, Footprint, formatMap, formatMotionPrimitives, HybridAStar, InflatedMap, latticeHeuristic, makeMotionPrimitives, MapFrame, OccupancyGrid, parseMap, parseMotionPrimitives,
  reedsSheppLength, ScanMapper, simulateScan, StateLattice,
} from '@pf/robots';
import { ARAStar, AStar } from '@pf/search';
import { pathOf } from './worlds.js';

/** Maps, curves, lattices and cars. */
export function run(ledger) {
  const random = seededRandom(41);
  const frame = new MapFrame(50, 50, 0.1);
  const hall = new OccupancyGrid(frame, Array.from({ length: 2500 }, (_, cell) => (cell % 50 === 25 && cell > 700 ? 100 : random() < 0.005 ? 100 : 0)));
  const { yaml, picture } = formatMap(hall, { image: 'hall.pgm' });
  ledger.add('map files', picture, parseMap(yaml, picture).values);
  const footprint = Footprint.rectangle(0.4, 0.3);
  const { inscribedRadius, circumscribedRadius } = footprint;
  const map = new InflatedMap(hall, { inscribedRadius, circumscribedRadius, decay: 5 });
  ledger.add('inflated maps', map.costs);
  for (let i = 0; i < 300; i++) {
    const [a, b] = [0, 1].map(() => ({ x: random() * 8, y: random() * 8, heading: random() * 6 }));
    ledger.add('curves', dubinsLength(a, b, 1), reedsSheppLength(a, b, 1));
  }
  const motions = makeMotionPrimitives({ base: 'differential', resolution: 0.1, turningRadius: 0.4 });
  const lattice = new StateLattice(map, parseMotionPrimitives(formatMotionPrimitives(motions)), { footprint, speed: 0.5, turnRate: 1 });
  const [from, to] = [{ x: 1, y: 4, heading: 0 }, { x: 4, y: 4, heading: 0 }];
  for (const search of [new AStar(lattice, { heuristic: latticeHeuristic(lattice) }), new ARAStar(lattice, { heuristic: latticeHeuristic(lattice) })]) {
    ledger.add('state lattices', search.search(lattice.vertexAt(from), lattice.vertexAt(to)), search.counters.expanded, pathOf(search, lattice));
  }
  const known = new OccupancyGrid(frame);
  const mapper = new ScanMapper(known);
  const believed = new InflatedMap(known, { inscribedRadius, circumscribedRadius, unknown: 'free' });
  const unknown = new StateLattice(believed, motions, { footprint });
  const planner = new ADStar(unknown);
  const [seen, changed, tails] = [new Uint32Array(2500), new Uint32Array(2500), new Uint32Array(unknown.vertexCount)];
  planner.begin(unknown.vertexAt(from), unknown.vertexAt(to));
  for (let i = 0; i < 25 && planner.start !== planner.goal; i++) {
    const pose = unknown.poseOf(planner.start);
    const scan = simulateScan(hall, pose, { rangeMax: 2, beams: 60 });
    const n = mapper.integrateScan(pose, scan, seen);
    planner.arcsChanged(tails, unknown.costsChanged(changed, believed.occupancyChanged(seen, n, changed), tails));
    planner.run();
    ledger.add('a robot that discovers its map', n, planner.cost, planner.lastExpanded);
    const next = planner.next();
    if (next < 0) break;
    planner.moveTo(next);
  }
  const road = new CostMap(new MapFrame(80, 40, 0.25));
  for (let x = 0; x < 80; x++) for (let y = 0; y < 10; y++) if (x < 28 || x >= 52) road.costs[y * 80 + x] = 254;
  const car = new HybridAStar(road, { turningRadius: 4, footprint: Footprint.rectangle(4, 1.8, 1.3) });
  ledger.add('Hybrid A*', car.search({ x: 3, y: 4.5, heading: 0 }, { x: 8.6, y: 1.3, heading: 0 }), car.counters.expanded);
}
