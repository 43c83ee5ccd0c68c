import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamicEdit, DynamicQuery, MapPatch } from '@pf/grid';
import { applyPatch, Grid, parseDynamicScenario, parsePatches, seededRandom } from '@pf/grid';
import { TextbookAStar } from '../measure/textbook-a-star.ts';
import { baseName } from './map-files.ts';

/** A map that is edited between queries, each with the length of its shortest path. */
export interface DynamicSet {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly patches: readonly MapPatch[];
  readonly commands: readonly (DynamicQuery | DynamicEdit)[];
}

/** The dynamic problem sets of a folder. Files that cannot be used are named in sentences. Throws if there is no set. */
export function readDynamicSets(folder: string): { readonly sets: DynamicSet[]; readonly left: string[] } {
  const sets: DynamicSet[] = [];
  const left: string[] = [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.scen')).sort();
  for (const name of names) {
    try {
      sets.push(readDynamicSet(folder, name));
    } catch (error) {
      left.push(`${name}: ${(error as Error).message}`);
    }
  }
  if (sets.length > 0) return { sets, left };
  throw new Error(`There is no dynamic problem set in ${folder}: give a folder of .scen files of version 2 and their .patch files.${left.map((sentence) => ` ${sentence}`).join('')}`);
}

function readDynamicSet(folder: string, name: string): DynamicSet {
  const { mapWidth: width, mapHeight: height, patchFile, commands } = parseDynamicScenario(readFileSync(join(folder, name), 'utf8'));
  // The file may name the patches with folders of another machine.
  const file = [patchFile, baseName(patchFile.replaceAll('\\', '/'))].map((each) => join(folder, each)).find((each) => existsSync(each));
  if (file === undefined) throw new Error(`it names the patches ${patchFile}, which are not in ${folder}.`);
  const patches = parsePatches(readFileSync(file, 'utf8'));
  for (const command of commands) {
    if (command.kind !== 'patch') continue;
    const { bucket, patch: index, x, y } = command;
    const patch = patches[index] as MapPatch | undefined;
    const line = `the line "P ${bucket} ${index} ${x} ${y}"`;
    if (patch === undefined) throw new Error(`${line} takes patch ${index}, and ${patchFile} has ${patches.length}, counted from 0.`);
    if (x + patch.width > width || y + patch.height > height) throw new Error(`${line} puts a patch of ${patch.width} × ${patch.height} cells beyond the border of a map of ${width} × ${height}.`);
  }
  if (!commands.some(({ kind }) => kind === 'query')) throw new Error('it has no queries, lines that begin with Q.');
  return { name: name.slice(0, -'.scen'.length), width, height, patches, commands };
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
