import { rooms, seededRandom } from '@pf/grid';
import {
  avoidLandmarks, buildCaseBase, buildPartition, buildRegionTable, ClusterMap, ClusterSearch, ContractionHierarchy, CornerHierarchy, CornerSearch, costMatrix, coveringLandmarks,
  CustomizableHierarchy, EliminationQuery, farthestLandmarks, GoalBounds, HierarchyQuery, HierarchySweep, jumpPoints, JumpTable, Landmarks, PathDatabase, saveCaseBase, savePartition,
  saveRegionTable, SubgoalTrees,
} from '@pf/preprocess';
import { AStar, JumpPointSearch } from '@pf/search';
import { edits, grids, pairs, pathOf, roads } from './worlds.js';

/** Artifacts, byte for byte, and queries over them. */
export function run(ledger) {
  const random = seededRandom(16);
  for (const [world, grid] of grids(20)) {
    const landmarks = new Landmarks(grid, farthestLandmarks(grid, 4));
    ledger.add('artifacts of landmarks', bytes(landmarks.save()), avoidLandmarks(grid, 3, random), coveringLandmarks(grid, 3, random));
    asked(ledger, 'A* with landmarks', new AStar(grid, { heuristic: landmarks.heuristic() }), grid);
    const bounds = GoalBounds.build(grid);
    ledger.add('artifacts of goal bounds', bytes(bounds.save()));
    const paths = PathDatabase.build(grid);
    const out = new Uint32Array(grid.vertexCount);
    ledger.add('artifacts of path databases', bytes(paths.save()));
    for (const [start, goal] of pairs(grid, 20)) ledger.add('path databases', out.slice(0, paths.path(start, goal, out)), paths.cost);
    ledger.add('artifacts of abstractions', bytes(savePartition(grid, buildPartition(grid))), bytes(saveRegionTable(grid, buildRegionTable(grid, 3))), bytes(saveCaseBase(grid, buildCaseBase(grid, { cases: 20, random: seededRandom(17) }))));
    hierarchies(ledger, 'grids', grid);
    if (grid.movement !== 'eight') continue;
    const clusters = new ClusterMap(grid, { side: 8 });
    const search = new ClusterSearch(clusters);
    asked(ledger, 'clusters', search, grid);
    if (world === 'terrain' || world === 'caves') {
      edits(grid, 20, 18, () => asked(ledger, 'clusters', search, grid, 2));
      continue;
    }
    const rows = PathDatabase.build(grid, { rows: grid.metric === 'exact' ? 'jump-points' : 'all' });
    ledger.add('artifacts of path databases at jump points', bytes(rows.save()));
    for (const [start, goal] of pairs(grid, 20)) ledger.add('path databases at jump points', out.slice(0, rows.path(start, goal, out)), rows.cost);
    ledger.add('jump points', jumpPoints(grid), new JumpTable(grid).found);
    asked(ledger, 'jump tables', new JumpPointSearch(grid, { locator: new JumpTable(grid) }), grid);
    ledger.add('artifacts of subgoal trees', bytes(SubgoalTrees.build(grid).save()));
  }
  const halls = rooms(24, 24, 6, random);
  const corners = CornerHierarchy.build(halls);
  ledger.add('artifacts of corners', bytes(corners.save()));
  asked(ledger, 'corners', new CornerSearch(corners), halls);
  hierarchies(ledger, 'roads', roads());
}

function hierarchies(ledger, name, graph) {
  const hierarchy = ContractionHierarchy.build(graph);
  ledger.add(`artifacts of hierarchies of ${name}`, bytes(hierarchy.save()));
  asked(ledger, `hierarchies of ${name}`, new HierarchyQuery(hierarchy), graph);
  const customizable = CustomizableHierarchy.build(graph);
  ledger.add(`artifacts of customizable hierarchies of ${name}`, bytes(customizable.save()));
  asked(ledger, `customizable hierarchies of ${name}`, new EliminationQuery(customizable.customise()), graph);
  const sources = pairs(graph, 4).map(([a]) => a), targets = pairs(graph, 5).map(([, b]) => b);
  const sweep = new HierarchySweep(hierarchy);
  const distances = new Float64Array(graph.vertexCount);
  ledger.add(`tables of ${name}`, costMatrix(hierarchy, sources, targets), sweep.flood(sources[0]));
  sweep.distances(distances);
  ledger.add(`tables of ${name}`, distances);
}

function asked(ledger, name, search, graph, count = 10) {
  for (const [start, goal] of pairs(graph, count)) ledger.add(name, search.search(start, goal), search.counters.expanded, pathOf(search, graph));
}

function bytes(buffer) {
  return new Uint8Array(buffer);
}
