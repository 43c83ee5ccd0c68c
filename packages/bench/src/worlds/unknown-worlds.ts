import { maze, randomObstacles, rooms } from '@pf/grid';
import type { Grid, GridOptions } from '@pf/grid';
import { reachable } from './worlds.ts';

/** A world and a task in it. */
export interface Task {
  readonly truth: Grid;
  readonly start: number;
  readonly goal: number;
}

/** Random free cells as start and goal. A world without a path is replaced, as in the papers. */
export function drawTask(make: () => Grid, random: () => number): Task {
  for (;;) {
    const truth = make();
    const free: number[] = [];
    for (let v = 0; v < truth.vertexCount; v++) if (truth.cells[v] !== 0) free.push(v);
    const [start, goal] = [free[Math.floor(random() * free.length)], free[Math.floor(random() * free.length)]];
    if (start !== goal && reachable(truth, start).includes(goal)) return { truth, start, goal };
  }
}

/** From the first cell to the last, which are opened if they are blocked. */
export function cornerTask(make: () => Grid, inset: number): Task {
  for (;;) {
    const truth = make();
    for (const at of [inset, truth.width - 1 - inset]) truth.setBlocked(at, at, false);
    const [start, goal] = [truth.vertex(inset, inset), truth.vertex(truth.width - 1 - inset, truth.height - 1 - inset)];
    if (reachable(truth, start).includes(goal)) return { truth, start, goal };
  }
}

/** The kinds of unknown worlds in the papers. */
export const UNKNOWN = {
  maze: (side: number, opened: number) => (random: () => number, rules: GridOptions) => maze(side, side, random, { ...rules, opened }),
  random: (side: number, ratio: number) => (random: () => number, rules: GridOptions) => randomObstacles(side, side, ratio, random, rules),
  rooms: (side: number, size: number) => (random: () => number, rules: GridOptions) => rooms(side, side, size, random, rules),
};
