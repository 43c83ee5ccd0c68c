import { Dispatcher } from '@pf/crowd';
import { Clearance, Components, Grid, UnitGrid } from '@pf/grid';
import { LPAStar } from '@pf/incremental';
import { NavMesh } from '@pf/navmesh';
import { farthestLandmarks, GoalBounds, Landmarks } from '@pf/preprocess';
import { AStar, findPath } from '@pf/search';
import { grid, loose, planners, searches } from './bad-input-kind.ts';
import type { BadInput } from './bad-input-kind.ts';

const field = (): NavMesh => NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]]] });
const isBlocked = (cost: number): boolean => cost === Infinity;

/** A wall across the map, unreported. */
function walled(): { map: Grid; west: number; east: number; build: () => void } {
  const map = grid();
  return { map, west: map.vertex(0, 0), east: map.vertex(4, 3), build: () => void map.setRectangle(2, 0, 1, 4, 0) };
}

/** Calls that are right by themselves, when the world or the object is in a state that their author has not thought of. */
export const badStates: readonly BadInput[] = [
  {
    kind: 'an unreported edit, to an object that keeps answers about the map',
    answer: 'right',
    calls: [
      () => {
        const { map, west, east, build } = walled();
        const components = new Components(map);
        components.same(west, east);
        build();
        return !components.same(west, east) && components.count === 2;
      },
      () => {
        const { map, build } = walled();
        const clearance = new Clearance(map);
        clearance.at(map.vertex(0, 0));
        build();
        return clearance.at(map.vertex(0, 0)) === 2;
      },
      () => {
        const { map, build } = walled();
        const units = new UnitGrid(map, 2);
        findPath(units.grid, { from: [0, 0], to: [3, 2] });
        build();
        return isBlocked(findPath(units.grid, { from: [0, 0], to: [3, 2] }).cost);
      },
      () => {
        const { map, build } = walled();
        findPath(map, { from: [0, 0], to: [4, 3] });
        build();
        return isBlocked(findPath(map, { from: [0, 0], to: [4, 3] }).cost);
      },
      () => {
        const { map, west, east, build } = walled();
        const astar = new AStar(map);
        const dispatcher = new Dispatcher(map, { planner: () => astar });
        const unit = dispatcher.add(west);
        dispatcher.order(unit, east);
        dispatcher.frame({ expansions: 1000 });
        build();
        for (let i = 0; i < 20; i++) dispatcher.frame({ expansions: 1000 });
        return map.x(dispatcher.position(unit)) < 2 && dispatcher.status(unit) === 'unreachable';
      },
      ...searches.map((Search) => () => {
        const { map, west, east, build } = walled();
        const search = new Search(map);
        search.search(west, east);
        build();
        return isBlocked(search.search(west, east));
      }),
      ...planners.map((Planner) => () => {
        const { map, west, east, build } = walled();
        const planner = new Planner(map);
        planner.begin(west, east);
        planner.run();
        build();
        planner.run();
        return isBlocked(planner.cost);
      }),
    ],
  },
  {
    kind: 'a report without tails, after an edit',
    answer: 'right',
    calls: planners.map((Planner) => () => {
      const { map, west, east, build } = walled();
      const planner = new Planner(map);
      planner.begin(west, east);
      planner.run();
      build();
      planner.arcsChanged(new Uint32Array(9), 0);
      planner.run();
      return isBlocked(planner.cost);
    }),
  },
  {
    kind: 'a start or goal that is blocked, or cannot be reached',
    answer: 'right',
    calls: [
      () => findPath(Grid.fromRows(['#..']), { from: [0, 0], to: [2, 0] }).reason === 'start-blocked',
      () => findPath(Grid.fromRows(['..#']), { from: [0, 0], to: [2, 0] }).reason === 'goal-blocked',
      () => findPath(Grid.fromRows(['.#.']), { from: [0, 0], to: [2, 0] }).reason === 'no-path',
      ...searches.map((Search) => () => {
        const map = Grid.fromRows(['.#.'], { movement: 'four' });
        const search = new Search(map);
        return isBlocked(search.search(map.vertex(0, 0), map.vertex(2, 0))) && search.path(new Uint32Array(map.vertexCount)) === 0;
      }),
    ],
  },
  {
    kind: 'an artifact of a map that was edited since, or of another map',
    answer: 'throws',
    calls: [
      () => {
        const map = grid();
        const landmarks = new Landmarks(map, farthestLandmarks(map, 2), { precision: 8 });
        map.setBlocked(2, 1, true);
        return landmarks.save();
      },
      () => {
        const map = grid();
        const saved = new Landmarks(map, farthestLandmarks(map, 2)).save();
        map.setBlocked(2, 1, true);
        return Landmarks.load(map, saved);
      },
      () => {
        const map = new Grid(6, 5);
        const saved = GoalBounds.build(map).save();
        map.setBlocked(2, 1, true);
        return GoalBounds.load(map, saved);
      },
      () => {
        const mesh = field();
        const landmarks = new Landmarks(mesh, [0], { precision: 8 });
        mesh.cut([[1, 1], [2, 1], [2, 2], [1, 2]]);
        return landmarks.save();
      },
      () => {
        const mesh = field();
        const saved = new Landmarks(mesh, [0]).save();
        // The same mesh takes them.
        Landmarks.load(field(), saved);
        mesh.cut([[1, 1], [2, 1], [2, 2], [1, 2]]);
        return Landmarks.load(mesh, saved);
      },
      () => Landmarks.load(grid(), loose(new ArrayBuffer(3))),
      () => Landmarks.load(grid(), loose('tables')),
    ],
  },
  {
    kind: 'a search that is called within its own graph or heuristic',
    answer: 'throws',
    calls: [
      () => {
        const map = grid();
        const astar: AStar = new AStar(map, { heuristic: () => astar.search(map.vertex(0, 0), map.vertex(1, 1)) });
        return astar.search(map.vertex(0, 0), map.vertex(4, 3));
      },
      () => {
        const map = grid();
        const planner: LPAStar = new LPAStar(map, { heuristic: () => (planner.run() ? 0 : 0) });
        planner.begin(map.vertex(0, 0), map.vertex(4, 3));
        return planner.run();
      },
    ],
  },
];
