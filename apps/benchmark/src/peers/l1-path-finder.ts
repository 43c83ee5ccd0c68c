import type { GridPeer } from '@pf/bench';
import createPlanner from 'l1-path-finder';
import ndarray from 'ndarray';
import { versionOf } from './version.ts';

export const l1PathFinder: GridPeer = {
  name: 'l1-path-finder',
  version: versionOf('l1-path-finder'),
  neighbours: 4,
  setting: 'the build of the planner is not counted; it answers with corner points',
  load({ width, height, isFree }) {
    const cells = new Uint8Array(width * height);
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) cells[y * width + x] = isFree(x, y) ? 0 : 1;
    const planner = createPlanner(ndarray(cells, [width, height], [1, width]));
    return {
      search(fromX, fromY, toX, toY) {
        const corners: number[] = [];
        planner.search(fromX, fromY, toX, toY, corners);
        return corners;
      },
      cells: (answer) => {
        const corners = answer as number[];
        return Array.from({ length: corners.length / 2 }, (_, i) => [corners[2 * i], corners[2 * i + 1]] as const);
      },
    };
  },
};
