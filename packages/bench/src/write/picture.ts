import type { MapPanel } from '../record/result.ts';
import { toPng } from './png.ts';
import type { Rgba } from './png.ts';

/** A map to draw: the kind of each cell, and the order of expansions. */
export interface Drawing {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** 0 for a wall; cells of any other cost are passable. */
  readonly cost: (x: number, y: number) => number;
  /** The position of a cell in the order of expansions, from 0; negative if it was not expanded. Without `order`, no expansions are drawn. */
  readonly order?: (x: number, y: number) => number;
  /** The largest order, which gets the last colour of the ramp. */
  readonly last?: number;
  readonly paths?: readonly (readonly (readonly number[])[])[];
}

const FREE = 0;
const WALL = 1;
const ROUGH = 2;
const RAMP = 8;
const SHADES = 248;

// From violet to yellow with increasing brightness: readable without colour, on white and on black.
const STOPS: readonly (readonly number[])[] = [[94, 60, 153], [59, 110, 190], [40, 160, 150], [110, 200, 100], [250, 220, 60]];

const PALETTE: readonly Rgba[] = Array.from({ length: 256 }, (_, k): Rgba => {
  if (k === FREE) return [255, 255, 255, 0];
  if (k === WALL) return [96, 104, 118, 255];
  if (k < RAMP) return [170, 150, 120, 40 + 20 * k];
  const at = ((k - RAMP) / (SHADES - 1)) * (STOPS.length - 1);
  const from = Math.min(Math.floor(at), STOPS.length - 2);
  const mix = (c: number): number => Math.round(STOPS[from][c] + (at - from) * (STOPS[from + 1][c] - STOPS[from][c]));
  return [mix(0), mix(1), mix(2), 235];
});

/** Draws a map with its walls, rough terrain, and the expanded cells from the first (violet) to the last (yellow). */
export function drawMap({ title, width, height, cost, order, last = 1, paths }: Drawing): MapPanel {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const terrain = cost(x, y);
      const when = order?.(x, y) ?? -1;
      pixels[y * width + x] = terrain === 0 ? WALL
        : when >= 0 ? RAMP + Math.min(SHADES - 1, Math.floor((when / Math.max(1, last)) * (SHADES - 1)))
        : terrain > 1 ? Math.min(RAMP - 1, ROUGH + (terrain >> 1)) : FREE;
    }
  }
  return { title, width, height, image: toPng(width, height, pixels, PALETTE), ...(paths === undefined ? {} : { paths }) };
}
