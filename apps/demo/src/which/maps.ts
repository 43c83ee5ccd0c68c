import { caves, Grid, maze, open, parseMap, randomObstacles, rooms, seededRandom } from '@pf/grid';
import { readPicture } from '../lab/scenario/read-picture.ts';
import { largestPart, readRows } from '../lab/scenario/read-rows.ts';
import type { MapFacts } from './advice.ts';
import { gridOfTiled } from './tiled.ts';

/** A map to measure on. */
export interface ChosenMap {
  readonly name: string;
  readonly grid: Grid;
  readonly detours: MapFacts['detours'];
}

export const kinds = { caves: 'Caves', rooms: 'Rooms', maze: 'Maze', random: 'Scattered obstacles', open: 'Open field' } as const;
export type Kind = keyof typeof kinds;
export const sides = [64, 128, 256] as const;

/** Larger maps are rejected: all of them is drawn, and everything on the page is computed while the visitor waits. */
const LARGEST = 512;

export function generated(kind: Kind, side: number, seed: number): ChosenMap {
  const random = seededRandom(seed);
  const grid =
    kind === 'caves' ? caves(side, side, random, { ratio: 0.42 })
    : kind === 'rooms' ? rooms(side, side, 9, random)
    : kind === 'maze' ? maze(side, side, random, { opened: Math.round(side * side / 60) })
    : kind === 'random' ? randomObstacles(side, side, 0.28, random)
    : open(side, side);
  return { name: `${kinds[kind]}, ${side} × ${side}`, grid, detours: kind === 'rooms' || kind === 'random' ? 'short' : 'long' };
}

/** Reads a file; what is wrong with it is thrown as a sentence. */
export async function mapOfFile(file: File): Promise<ChosenMap> {
  const grid = checked(file.type.startsWith('image/') ? await readPicture(file, LARGEST) : gridOfText(file.name, await file.text()));
  return { name: `${file.name}, ${grid.width} × ${grid.height}`, grid, detours: 'long' };
}

/** A Moving AI map, a Tiled map, or plain rows: `.` free, `#` blocked, digits are costs. */
export function gridOfText(name: string, text: string): Grid {
  if (/\.(json|tmj)$/i.test(name)) return gridOfTiled(text);
  return text.startsWith('type') || /\.map$/i.test(name) ? parseMap(text) : readRows(text.trimEnd().split(/\r?\n/));
}

function checked(grid: Grid): Grid {
  if (grid.width > LARGEST || grid.height > LARGEST) throw new RangeError(`This page measures maps of up to ${LARGEST} × ${LARGEST} cells, and this one has ${grid.width} × ${grid.height}.`);
  if (grid.terrain.free < 2) throw new Error('Start and goal need two free cells, and this map has fewer.');
  const walked = Grid.fromArray(grid.toArray(), grid.width, grid.height, { corners: 'never' });
  if (largestPart(walked).length < 2) throw new Error('No two free cells of this map are connected: steps go to the eight cells around, but not past a corner.');
  if (grid.toArray().some((cost) => cost >= 36)) throw new RangeError('This page shows costs up to 35, and some cell of this map costs more.');
  return grid;
}

/** Cost of the swamps that are added to a map without terrain. */
const SWAMP = 5;

/** The map as the answer on costs needs it: with swamps if it has no terrain, or with all its free cells at cost 1. `changed` says what was done. */
export function suited({ grid }: ChosenMap, ground: 'uniform' | 'terrain'): { readonly grid: Grid; readonly changed: string } {
  const { width, height } = grid;
  const costs = grid.toArray();
  const { weighted } = grid.terrain;
  if (weighted === (ground === 'terrain')) return { grid: Grid.fromArray(costs, width, height, { corners: 'never' }), changed: '' };
  if (weighted) return { grid: Grid.fromArray(costs.map((cost) => Math.min(1, cost)), width, height, { corners: 'never' }), changed: 'Its terrain counts as 1 here, as you answered.' };
  const swamps = caves(width, height, seededRandom(11), { ratio: 0.45 }).toArray();
  return { grid: Grid.fromArray(costs.map((cost, i) => (cost === 1 && swamps[i] === 0 ? SWAMP : cost)), width, height, { corners: 'never' }), changed: `Swamps that cost ${SWAMP} were added, as you answered.` };
}
