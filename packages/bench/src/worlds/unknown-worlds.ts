import { maze, randomObstacles, rooms } from '@pf/grid';
import type { Grid, GridOptions } from '@pf/grid';
import { reachable } from './worlds.ts';

/** A world and a task in it. */
export interface Task {
  readonly truth: Grid;
  readonly start: number;
  readonly goal: number;
}

/** Start and goal among the free cells at random; a world in which there is no path is drawn again, as the papers do. */
export function drawTask(make: () => Grid, random: () => number): Task {
  for (;;) {
    const truth = make();
    const free: number[] = [];
    for (let v = 0; v < truth.vertexCount; v++) if (truth.cells[v] !== 0) free.push(v);
    const [start, goal] = [free[Math.floor(random() * free.length)], free[Math.floor(random() * free.length)]];
    if (start !== goal && reachable(truth, start).includes(goal)) return { truth, start, goal };
  }
}

/** From the first cell to the last one, which are opened if they are blocked. */
export function cornerTask(make: () => Grid, inset: number): Task {
  for (;;) {
    const truth = make();
    for (const at of [inset, truth.width - 1 - inset]) truth.setBlocked(at, at, false);
    const [start, goal] = [truth.vertex(inset, inset), truth.vertex(truth.width - 1 - inset, truth.height - 1 - inset)];
    if (reachable(truth, start).includes(goal)) return { truth, start, goal };
  }
}

/** Kinds of unknown worlds that the papers travel. */
export const UNKNOWN = {
  maze: (side: number, opened: number) => (random: () => number, rules: GridOptions) => maze(side, side, random, { ...rules, opened }),
  random: (side: number, ratio: number) => (random: () => number, rules: GridOptions) => randomObstacles(side, side, ratio, random, rules),
  rooms: (side: number, size: number) => (random: () => number, rules: GridOptions) => rooms(side, side, size, random, rules),
};
