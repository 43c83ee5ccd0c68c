import type { Corners, Movement } from '@pf/grid';
import { caves, Grid, maze, open, parseMap, randomObstacles, rooms, seededRandom } from '@pf/grid';

/** Everything that the lab shows: what a link has to restore. */
export interface Scenario {
  readonly rows: readonly string[];
  readonly movement: Movement;
  readonly corners: Corners;
  readonly start: readonly [x: number, y: number];
  readonly goal: readonly [x: number, y: number];
  readonly left: string;
  /** Empty where only one algorithm is shown. */
  readonly right: string;
}

export const generators = ['rooms', 'maze', 'caves', 'random', 'open'] as const;
export type Generator = (typeof generators)[number];

/** Larger maps are cut: every step of every search is kept, so that one can go back. */
const LARGEST = 128;

export function generate(kind: Generator, seed: number): readonly string[] {
  const random = seededRandom(seed);
  const [width, height] = [61, 41];
  const grid =
    kind === 'rooms' ? rooms(width, height, 9, random)
    : kind === 'maze' ? maze(width, height, random, { opened: 60 })
    : kind === 'caves' ? caves(width, height, random)
    : kind === 'random' ? randomObstacles(width, height, 0.28, random)
    : open(width, height);
  return grid.toRows();
}

export function gridOf({ rows, movement, corners }: Scenario): Grid {
  return Grid.fromRows(rows, { movement, corners });
}

/** The free cells nearest to two opposite corners: where start and goal go on a new map. */
export function ends(rows: readonly string[]): Pick<Scenario, 'start' | 'goal'> {
  const cells = rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === '#' ? [] : [[x, y] as const])));
  const sorted = cells.sort((a, b) => a[0] + a[1] - (b[0] + b[1]));
  return { start: sorted[0] ?? [0, 0], goal: sorted.at(-1) ?? [0, 0] };
}

/** Rows from the text of a `.map` file or of plain rows; what is wrong with it is thrown as a sentence. */
export function rowsFromText(text: string): readonly string[] {
  const grid = text.startsWith('type') ? parseMap(text) : Grid.fromRows(text.trimEnd().split(/\r?\n/));
  if (grid.width > LARGEST || grid.height > LARGEST) {
    throw new RangeError(`The lab shows maps of up to ${LARGEST} × ${LARGEST} cells, since it keeps every step; this one has ${grid.width} × ${grid.height}.`);
  }
  return grid.toRows();
}

/** A picture becomes a map of at most `LARGEST` cells a side: what is dark is a wall. */
export function rowsFromPicture(picture: ImageBitmap): readonly string[] {
  const scale = Math.min(1, LARGEST / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser gives no canvas to read the picture with.');
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const costOf = (red: number, green: number, blue: number, alpha: number): number => (alpha > 127 && 0.3 * red + 0.59 * green + 0.11 * blue < 128 ? 0 : 1);
  return Grid.fromRgba({ width, height, data }, { costOf }).toRows();
}

/** The scenario as text for a link: rows with runs counted, so that an empty map stays short. */
export function encode(scenario: Scenario): string {
  const { rows, ...rest } = scenario;
  const packed = rows.map((row) => row.replace(/(.)\1{2,}/g, (run, cell: string) => `${cell}(${run.length})`)).join('/');
  return encodeURIComponent(JSON.stringify({ ...rest, map: packed }));
}

export function decode(text: string): Scenario {
  const { map, ...rest } = JSON.parse(decodeURIComponent(text)) as Omit<Scenario, 'rows'> & { readonly map: string };
  const rows = map.split('/').map((row) => row.replace(/(.)\((\d+)\)/g, (_, cell: string, count: string) => cell.repeat(Math.min(Number(count), LARGEST))));
  const scenario = { ...rest, rows };
  gridOf(scenario);
  return scenario;
}
