import type { GridPeer, LoadedPeer, PlainMap } from '@pf/bench';
import PF from 'pathfinding';
import type { Finder } from 'pathfinding';
import { versionOf } from './version.ts';

/** The grid keeps the state of a search: a second query on the same one is wrong, so it is cloned before each. */
function load(map: PlainMap, finder: Finder): LoadedPeer {
  const rows = Array.from({ length: map.height }, (_, y) => Array.from({ length: map.width }, (_, x) => (map.isFree(x, y) ? 0 : 1)));
  const clean = new PF.Grid(rows);
  let grid = clean.clone();
  return {
    prepare() {
      grid = clean.clone();
    },
    search: (fromX, fromY, toX, toY) => finder.findPath(fromX, fromY, toX, toY, grid),
    cells: (answer) => answer as [number, number][],
  };
}

const rule = { diagonalMovement: PF.DiagonalMovement.OnlyWhenNoObstacles };
const common = { version: versionOf('pathfinding'), neighbours: 8 } as const;

export const pathFindingAStar: GridPeer = {
  ...common,
  name: 'PathFinding.js A*',
  setting: 'octile heuristic; the clone of the grid before each query is not counted',
  load: (map) => load(map, new PF.AStarFinder({ ...rule, heuristic: PF.Heuristic.octile })),
};

export const pathFindingJps: GridPeer = {
  ...common,
  name: 'PathFinding.js JPS',
  setting: 'octile heuristic (its default one gives wrong answers); the clone of the grid before each query is not counted',
  load: (map) => load(map, PF.JumpPointFinder({ ...rule, heuristic: PF.Heuristic.octile })),
};
