import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamicEdit, DynamicQuery, MapPatch } from '@pf/grid';
import { applyPatch, Grid, parseDynamicScenario, parsePatches, seededRandom } from '@pf/grid';
import { TextbookAStar } from '../measure/textbook-a-star.ts';

/** A map that is edited between queries, each with the length of its shortest path. */
export interface DynamicSet {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly patches: readonly MapPatch[];
  readonly commands: readonly (DynamicQuery | DynamicEdit)[];
}

/** The dynamic problem sets of a folder. */
export function readDynamicSets(folder: string): DynamicSet[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.scen')).sort();
  const sets = names.flatMap((name): DynamicSet[] => {
    const text = readFileSync(join(folder, name), 'utf8');
    if (!text.startsWith('version 2')) return [];
    const { mapWidth: width, mapHeight: height, patchFile, commands } = parseDynamicScenario(text);
    const file = join(folder, patchFile);
    if (!existsSync(file)) throw new Error(`${name} names the patches ${patchFile}, which are not in ${folder}.`);
    return [{ name: name.slice(0, -'.scen'.length), width, height, patches: parsePatches(readFileSync(file, 'utf8')), commands }];
  });
  if (sets.length === 0) throw new Error(`There is no .scen file of version 2 in ${folder}: give a folder of dynamic problem sets.`);
  return sets;
}

/** A generated set: rectangles blocked and freed, and queries whose lengths are computed by a textbook A*. */
export function drawDynamicSet(side: number, groups: number, queries: number, seed: number): DynamicSet {
  const random = seededRandom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const grid = new Grid(side, side);
  const patches: MapPatch[] = [];
  const commands: (DynamicQuery | DynamicEdit)[] = [];
  const oracle = new TextbookAStar(grid, grid.heuristic());
  for (let bucket = 0; bucket < groups; bucket++) {
    for (let i = 0; i < 4; i++) {
      const width = 1 + below(side / 6);
      const height = 1 + below(side / 6);
      const blocked = random() < 0.7;
      patches.push({ width, height, costs: Uint8Array.from({ length: width * height }, () => +(blocked ? random() < 0.1 : random() < 0.95)) });
      const edit: DynamicEdit = { kind: 'patch', bucket, patch: patches.length - 1, x: below(side - width), y: below(side - height) };
      commands.push(edit);
      applyPatch(grid, patches[edit.patch], edit.x, edit.y);
    }
    for (let found = 0; found < queries; ) {
      const [startX, startY, goalX, goalY] = [below(side), below(side), below(side), below(side)];
      const optimalLength = grid.isFree(startX, startY) && grid.isFree(goalX, goalY) ? oracle.search(grid.vertex(startX, startY), grid.vertex(goalX, goalY)) : Infinity;
      if (optimalLength === Infinity) continue;
      commands.push({ kind: 'query', bucket, startX, startY, goalX, goalY, optimalLength });
      found++;
    }
  }
  return { name: `rectangles ${side}²`, width: side, height: side, patches, commands };
}
