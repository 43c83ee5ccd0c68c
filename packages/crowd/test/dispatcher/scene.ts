import { Grid } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import { AStar } from '@pf/search';
import { oracleDistances } from '@pf/testkit';
import { expect } from 'vitest';
import type { RoutePlanner } from '../../src/index.ts';
import { Dispatcher } from '../../src/index.ts';

/** An open square, and a dispatcher over one A*. */
export function open(size: number): { grid: Grid; dispatcher: Dispatcher } {
  const grid = new Grid(size, size);
  const astar = new AStar(grid);
  return { grid, dispatcher: new Dispatcher(grid, { planner: () => astar, heuristic: grid.heuristic() }) };
}

/** Frames until nobody moves or waits any more. */
export function settle(dispatcher: Dispatcher, expansions: number, limit = 5000): number {
  let frames = 0;
  for (let quiet = 0; quiet < 2; frames++) {
    expect(frames, 'frames').toBeLessThan(limit);
    const { moved, waiting, planned } = dispatcher.frame({ expansions });
    quiet = moved + waiting + planned === 0 ? quiet + 1 : 0;
  }
  return frames;
}

/** Everybody has taken one legal arc at most since he stood where `before` says, which then says where he stands now. */
export function expectLegalSteps(grid: Grid, dispatcher: Dispatcher, ids: readonly number[], before: number[]): void {
  for (const [i, id] of ids.entries()) {
    const [from, at] = [before[i], dispatcher.position(id)];
    if (at !== from) expect(grid.offsets.some((offset, d) => from + offset === at && ((grid.moves[from] >> d) & 1) === 1), `from ${from} to ${at}`).toBe(true);
    before[i] = at;
  }
}

/** When all has come to rest, who can get to his goal is there, and the others know that they cannot. */
export function expectArrivals(grid: Grid, dispatcher: Dispatcher, ids: readonly number[], goals: readonly number[]): void {
  settle(dispatcher, 100);
  for (const [i, id] of ids.entries()) {
    const at = dispatcher.position(id);
    const isNear = oracleDistances(grid, at)[goals[i]] < Infinity;
    expect([dispatcher.status(id), at === goals[i]]).toEqual(isNear ? ['idle', true] : ['unreachable', false]);
  }
}

/** Who plans: one search for all, or a planner that repairs its answer for each. */
export const replanners: readonly [string, (grid: Grid) => () => RoutePlanner][] = [
  ['AStar for all', (grid) => ((astar) => () => astar)(new AStar(grid))],
  ['D* Lite each', (grid) => () => new DStarLite(grid, { heuristic: grid.heuristic({ least: 1 }) })],
];
