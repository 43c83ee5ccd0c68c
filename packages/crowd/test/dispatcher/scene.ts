import { withCosts } from '@pf/graph';
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

/** A dispatcher of units that avoid each other, and the number of arcs that it has read. */
export function counted(grid: Grid): { dispatcher: Dispatcher; arcs: { read: number } } {
  const arcs = { read: 0 };
  const view = withCosts(grid, (_tail, _head, cost) => {
    arcs.read++;
    return cost;
  });
  const astar = new AStar(grid);
  return { dispatcher: new Dispatcher(view, { planner: () => astar, collisions: 'avoid', heuristic: grid.heuristic() }), arcs };
}

/** Runs frames until no unit moves or waits; returns the number of frames. */
export function settle(dispatcher: Dispatcher, expansions: number, limit = 5000): number {
  let frames = 0;
  for (let quiet = 0; quiet < 2; frames++) {
    expect(frames, 'frames').toBeLessThan(limit);
    const { moved, waiting, planned } = dispatcher.frame({ expansions });
    quiet = moved + waiting + planned === 0 ? quiet + 1 : 0;
  }
  return frames;
}

/** Checks that every unit has taken at most one legal arc since `before`, and updates `before`. */
export function expectLegalSteps(grid: Grid, dispatcher: Dispatcher, ids: readonly number[], before: number[]): void {
  for (const [i, id] of ids.entries()) {
    const [from, at] = [before[i], dispatcher.position(id)];
    if (at !== from) expect(grid.offsets.some((offset, d) => from + offset === at && ((grid.moves[from] >> d) & 1) === 1), `from ${from} to ${at}`).toBe(true);
    before[i] = at;
  }
}

/** Runs to the end, and checks that every unit is at its goal, or is 'unreachable' if no path leads there. */
export function expectArrivals(grid: Grid, dispatcher: Dispatcher, ids: readonly number[], goals: readonly number[]): void {
  settle(dispatcher, 100);
  for (const [i, id] of ids.entries()) {
    const at = dispatcher.position(id);
    const isNear = oracleDistances(grid, at)[goals[i]] < Infinity;
    expect([dispatcher.status(id), at === goals[i]]).toEqual(isNear ? ['idle', true] : ['unreachable', false]);
  }
}

/** Planners: one search for all units, or one that repairs its answer for each. */
export const replanners: readonly [string, (grid: Grid) => () => RoutePlanner][] = [
  ['AStar for all', (grid) => ((astar) => () => astar)(new AStar(grid))],
  ['D* Lite each', (grid) => () => new DStarLite(grid, { heuristic: grid.heuristic({ least: 1 }) })],
];

/** A planner that begins again after every edit, wherever that is. */
export function restarting(search: RoutePlanner): RoutePlanner {
  return { counters: search.counters, begin: (start, goal) => { search.begin(start, goal); }, run: (budget) => search.run(budget), path: (out) => search.path(out) };
}
