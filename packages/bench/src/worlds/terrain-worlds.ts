import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Grid, caves, parseMap, seededRandom } from '@pf/grid';
import type { Options } from '../experiment.ts';
import { readableMaps } from './worlds.ts';

/** A grid with terrain, by name. */
export interface TerrainWorld {
  readonly name: string;
  readonly grid: Grid;
}

/** Kinds of ground, of cost 1 to 8. */
const KINDS = 8;
/** Costs of map characters for trees, swamp and water that can be crossed. */
const COUNTRY = { '.': 1, G: 1, S: 2, T: 4, W: 8, '@': 0, O: 0 };
const MAPS = ['wc3maps512/timbermawhold', 'wc3maps512/moonglade', 'wc3maps512/golemsinthemist'];
const SWAMPY = ['dao/brc202d', 'dao/hrt201n'];

/** Smooth noise from 0 to 1 over a square: random heights `scale` cells apart, interpolated. */
function heights(side: number, scale: number, random: () => number): Float32Array {
  const posts = Math.ceil(side / scale) + 2;
  const post = Float64Array.from({ length: posts * posts }, random);
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const field = new Float32Array(side * side);
  for (let y = 0; y < side; y++) {
    const j = Math.floor(y / scale);
    const v = ease(y / scale - j);
    for (let x = 0; x < side; x++) {
      const i = Math.floor(x / scale);
      const u = ease(x / scale - i);
      const at = j * posts + i;
      field[y * side + x] = (post[at] * (1 - u) + post[at + 1] * u) * (1 - v) + (post[at + posts] * (1 - u) + post[at + posts + 1] * u) * v;
    }
  }
  return field;
}

/** Eight kinds of ground in patches about `scale` cells wide, and impassable mountains at the highest `mountains` of the heights. */
export function country(side: number, scale: number, mountains: number, seed: number): Grid {
  const field = heights(side, scale, seededRandom(seed));
  return new Grid(side, side, {}, Uint8Array.from(field, (height) => (height > 1 - mountains ? 0 : 1 + Math.min(KINDS - 1, Math.floor((KINDS * height) / (1 - mountains))))));
}

/** Adds patches of eight kinds of ground to the free cells of a uniform map. */
function swampy(grid: Grid, seed: number): Grid {
  const side = Math.max(grid.width, grid.height);
  const field = heights(side, 24, seededRandom(seed));
  const costs = grid.toArray();
  for (let i = 0; i < costs.length; i++) if (costs[i] > 0) costs[i] = 1 + Math.min(KINDS - 1, Math.floor(KINDS * field[Math.floor(i / grid.width) * side + (i % grid.width)]));
  return new Grid(grid.width, grid.height, {}, costs);
}

/** The terrain maps that exist in a folder, or else all of its maps, and generated ones, `side` cells a side. Maps with one kind of ground get patches of eight. */
export function terrainWorlds(options: Options, side: number): TerrainWorld[] {
  const { maps: folder, seed } = options;
  const read = (name: string, legend?: Record<string, number>): Grid => parseMap(readFileSync(join(folder!, `${name}.map`), 'latin1'), legend === undefined ? {} : { legend });
  const there = (name: string): boolean => folder !== undefined && existsSync(join(folder, `${name}.map`));
  const random = seededRandom(seed);
  const noise = Uint8Array.from({ length: side * side }, () => 1 + Math.floor(KINDS * random()));
  const named = [...MAPS.filter(there).map((name) => ({ name, grid: read(name, COUNTRY) })), ...SWAMPY.filter(there).map((name) => ({ name: `${name}, swampy`, grid: swampy(read(name), seed) }))];
  const given = named.length > 0 ? named : readableMaps(options).map(({ name }) => {
    const grid = read(name, COUNTRY);
    return new Set(grid.cells).size > 2 ? { name, grid } : { name: `${name}, swampy`, grid: swampy(read(name), seed) };
  });
  return [
    ...given,
    { name: `caves, swampy ${side}²`, grid: swampy(caves(side, side, seededRandom(seed), { ratio: 0.46, rounds: 4 }), seed) },
    ...[64, 16].map((scale) => ({ name: `country, patches of ${scale}, ${side}²`, grid: country(side, scale, 0.2, seed) })),
    { name: `every cell another cost ${side}²`, grid: new Grid(side, side, {}, noise) },
  ];
}
