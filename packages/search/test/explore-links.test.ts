import type { GridLink, Sensor } from '@pf/grid';
import { fieldOfView, FogOfWar, Grid, LinkedGrid, neighbours, radius } from '@pf/grid';
import { expect, test } from 'vitest';
import { AStar } from '../src/index.ts';

/** Explores by the nearest cell of the frontier, also over links; returns the number of steps, and how many cells were seen. */
function explore(truth: Grid, links: readonly GridLink[], sensor: Sensor, start: number): { steps: number; seen: number } {
  const fog = new FogOfWar(truth);
  const world = new LinkedGrid(fog.known);
  for (const link of links) world.addLink(link);
  const eyes = world.withEnds(sensor);
  const frontier = new Uint32Array(truth.vertexCount);
  const path = new Uint32Array(truth.vertexCount);
  let at = start;
  let steps = 0;
  fog.reveal(at, eyes);
  const search = new AStar(world);
  for (let n = fog.frontier(frontier); n > 0 && search.searchNearest(at, frontier.subarray(0, n)) < Infinity && steps < 500; n = fog.frontier(frontier)) {
    const length = search.path(path);
    for (let i = 1; i < length && !fog.isSeen(search.end) && truth.cells[path[i]] !== 0; i++, steps++) fog.reveal((at = path[i]), eyes);
  }
  return { steps, seen: [...truth.cells.keys()].filter((v) => truth.hasVertex(v) && fog.isSeen(v)).length };
}

test('with the ends of links in sight, exploring goes on behind them, and ends before a blocked exit', () => {
  for (const sensor of [neighbours, radius(1.5), fieldOfView(4)]) {
    for (const [rows, seen] of [[['....', '####', '....'], 12], [['....', '####', '.#..'], 9]] as const) {
      const truth = Grid.fromRows(rows);
      const links = [{ from: truth.vertex(1, 0), to: truth.vertex(1, 2), cost: 1 }];
      const found = explore(truth, links, sensor, truth.vertex(0, 0));
      expect([found.seen, found.steps < 40]).toEqual([seen, true]);
    }
  }
});
