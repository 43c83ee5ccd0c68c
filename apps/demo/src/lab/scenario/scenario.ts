import type { Corners, Movement } from '@pf/grid';
import { caves, Grid, maze, open, parseMap, randomObstacles, rooms, seededRandom } from '@pf/grid';
import { readPicture } from './read-picture.ts';
import { largestPart, readRows } from './read-rows.ts';

export type Place = readonly [x: number, y: number];

export const same = (a: Place, b: Place): boolean => a[0] === b[0] && a[1] === b[1];

/** A cell that was painted during a walk: from `step` on it has this cost, 0 for a wall. */
export interface Edit {
  readonly step: number;
  readonly x: number;
  readonly y: number;
  readonly cost: number;
}

/** Everything that the lab shows: what a link has to restore. */
export interface Scenario {
  readonly rows: readonly string[];
  readonly movement: Movement;
  readonly corners: Corners;
  readonly start: Place;
  readonly goal: Place;
  /** Empty: the library chooses where they stand. */
  readonly landmarks: readonly Place[];
  readonly edits: readonly Edit[];
  readonly left: string;
  /** Empty where only one algorithm is shown. */
  readonly right: string;
  /** Whether the estimates are plotted. */
  readonly plot: boolean;
  /** By how many percent the path of weighted A* may be longer than the cheapest; left out, by LONGER. */
  readonly longer?: number;
}

export const LONGER = 100;
export const MOST_LONGER = 300;
/** More landmarks are rejected: each has a table of the whole map. */
export const MOST_LANDMARKS = 64;

export const generators = ['caves', 'rooms', 'maze', 'random', 'open'] as const;
export type Generator = (typeof generators)[number];

/** Larger maps are rejected: every step of every search is kept, so that one can go back. */
export const LARGEST = 128;

export function generate(kind: Generator, seed: number): readonly string[] {
  const random = seededRandom(seed);
  const [width, height] = [61, 41];
  const grid =
    kind === 'rooms' ? rooms(width, height, 9, random)
    : kind === 'maze' ? maze(width, height, random, { opened: 60 })
    : kind === 'caves' ? caves(width, height, random, { ratio: 0.42 })
    : kind === 'random' ? randomObstacles(width, height, 0.28, random)
    : open(width, height);
  return grid.toRows();
}

/** The map with what was painted during the walk up to a step, by default with all of it; at the beginning at step -Infinity. */
export function gridOf({ rows, movement, corners, edits }: Pick<Scenario, 'rows' | 'movement' | 'corners' | 'edits'>, at = Infinity): Grid {
  const grid = Grid.fromRows(rows, { movement, corners });
  for (const { step, x, y, cost } of edits) if (step <= at) grid.setCost(x, y, cost);
  return grid;
}

/** Two far corners of the largest part of a map: where start and goal go on a new one. */
export function ends(rows: readonly string[]): Pick<Scenario, 'start' | 'goal'> {
  const grid = Grid.fromRows(rows, { corners: 'never' });
  const sorted = [...largestPart(grid)].sort((a, b) => grid.x(a) + grid.y(a) - grid.x(b) - grid.y(b));
  const place = (v: number): Place => [grid.x(v), grid.y(v)];
  return { start: place(sorted[0]), goal: place(sorted[sorted.length - 1]) };
}

/** Rows from the text of a `.map` file or of plain rows; what is wrong with it is thrown as a sentence. */
export function rowsFromText(text: string): readonly string[] {
  return checkedRows(text.startsWith('type') ? parseMap(text) : readRows(text.trimEnd().split(/\r?\n/)));
}

/** Rows of a picture, at most `LARGEST` cells a side. */
export async function rowsFromPicture(file: File): Promise<readonly string[]> {
  return checkedRows(await readPicture(file, LARGEST));
}

/** Its rows, if the lab can show it and put start and goal on it. */
function checkedRows(grid: Grid): readonly string[] {
  checkSize(grid);
  if (grid.terrain.free < 2) throw new Error('Start and goal need two free cells, and there are fewer.');
  return grid.toRows();
}

export function checkSize({ width, height }: Grid): void {
  if (width > LARGEST || height > LARGEST) {
    throw new RangeError(`The lab shows maps of up to ${LARGEST} × ${LARGEST} cells, since it keeps every step; this one has ${width} × ${height}.`);
  }
}
