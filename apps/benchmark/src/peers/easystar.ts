import type { GridPeer } from '@pf/bench';
import easystar from 'easystarjs';
import { versionOf } from './version.ts';

export const easystarAStar: GridPeer = {
  name: 'easystarjs A*',
  version: versionOf('easystarjs'),
  neighbours: 8,
  setting: 'synchronous, all iterations in one call, diagonals, no corner cutting',
  load(map) {
    const finder = new easystar.js();
    finder.setGrid(Array.from({ length: map.height }, (_, y) => Array.from({ length: map.width }, (_, x) => (map.isFree(x, y) ? 0 : 1))));
    finder.setAcceptableTiles([0]);
    finder.enableDiagonals();
    finder.disableCornerCutting();
    finder.enableSync();
    finder.setIterationsPerCalculation(Number.MAX_SAFE_INTEGER);
    let found: readonly { x: number; y: number }[] | null = null;
    return {
      search(fromX, fromY, toX, toY) {
        finder.findPath(fromX, fromY, toX, toY, (path) => {
          found = path;
        });
        finder.calculate();
        return found;
      },
      cells: (answer) => ((answer as typeof found) ?? []).map(({ x, y }) => [x, y] as const),
    };
  },
};
