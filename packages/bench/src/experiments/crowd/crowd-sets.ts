import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Components, Grid, parseMap, parseScenario, randomObstacles, seededRandom } from '@pf/grid';
import type { Scenario } from '@pf/grid';
import { NATIVE_PLANS } from '../../measure/native-times.ts';
import { baseName, filesBelow } from '../../worlds/map-files.ts';
import { reachable } from '../../worlds/worlds.ts';

/** Starts and goals of units. Problems with fewer units take the first ones. */
export interface Crowd {
  readonly name: string;
  readonly grid: Grid;
  readonly starts: readonly number[];
  readonly goals: readonly number[];
}

/** A problem set of a folder: the names of the set and its map, both without folders and endings. */
export interface CrowdSource {
  readonly name: string;
  readonly map: string;
  /** Throws if the files cannot be used. `left` gets a sentence if not all rows can be used. */
  load(left: string[]): Crowd;
}

/** The most units that are taken from a set. */
export const MOST_UNITS = 1000;
const LARGE = 'warehouse-20-40-10-2-2';

/**
 * All multi-agent problem sets in a folder and the folders below it: `.scen` files of version 1 except `NAME.map.scen`, which hold problems of one agent. The rows name
 * the map; its file may lie in another folder.
 */
export function crowdSets(folder: string): CrowdSource[] {
  const files = filesBelow(folder);
  return files.filter((file) => file.endsWith('.scen') && !file.endsWith('.map.scen') && /^version 1/.test(readFileSync(join(folder, file), 'latin1'))).map((file) => {
    const name = baseName(file).replace(/\.scen$/, '');
    return { name, map: name.replace(/-(even|random)-\d+$/, ''), load: (left) => readCrowd(folder, files, file, name, left) };
  });
}

function readCrowd(folder: string, files: readonly string[], file: string, name: string, left: string[]): Crowd {
  const read = <T>(path: string, parse: (text: string) => T): T => {
    try {
      return parse(readFileSync(join(folder, path), 'latin1'));
    } catch (error) {
      throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
    }
  };
  const rows = read(file, parseScenario);
  if (rows.length === 0) throw new Error(`${file}: there are no problems in it.`);
  const map = baseName(rows[0].map.replaceAll('\\', '/'));
  const path = files.find((other) => baseName(other) === map);
  if (path === undefined) throw new Error(`${file}: its map ${map} is not in ${folder}.`);
  const grid = read(path, (text) => parseMap(text, { movement: 'four' }));
  const { count, reason } = usableRows(grid, rows);
  if (count === 0) throw new Error(`${file}: ${reason!}.`);
  if (reason !== undefined && count < MOST_UNITS) left.push(`${file}: ${reason}, so only the ${count} rows before it are used.`);
  const used = rows.slice(0, count);
  return { name, grid, starts: used.map(({ startX, startY }) => grid.vertex(startX, startY)), goals: used.map(({ goalX, goalY }) => grid.vertex(goalX, goalY)) };
}

/** The number of rows before the first one with which no plan exists, and what is wrong with that one. */
function usableRows(grid: Grid, rows: readonly Scenario[]): { count: number; reason?: string } {
  const parts = new Components(grid);
  const [starts, goals] = [new Map<number, number>(), new Map<number, number>()];
  for (const [i, { startX, startY, goalX, goalY, mapWidth, mapHeight }] of rows.entries()) {
    const fault = (what: string): { count: number; reason: string } => ({ count: i, reason: `problem ${i + 1} ${what}` });
    if (mapWidth !== grid.width || mapHeight !== grid.height) return fault(`is on a map of ${mapWidth} × ${mapHeight} cells, and the map has ${grid.width} × ${grid.height}`);
    for (const [role, x, y, seen] of [['start', startX, startY, starts], ['goal', goalX, goalY, goals]] as const) {
      if (!grid.isFree(x, y)) return fault(`has its ${role} on the blocked cell ${x}, ${y}`);
      const other = seen.get(grid.vertex(x, y));
      if (other !== undefined) return fault(`has the same ${role} as problem ${other + 1}`);
      seen.set(grid.vertex(x, y), i);
    }
    const [start, goal] = [grid.vertex(startX, startY), grid.vertex(goalX, goalY)];
    if (start !== goal && !parts.same(start, goal)) return fault('has no path from its start to its goal');
  }
  return { count: rows.length };
}

/** Shelves of ten cells in this many columns, aisles of one cell between them, open ground around. */
function warehouse(columns: number, rows: number): Grid {
  const width = 11 * columns + 11;
  const lines = Array.from({ length: 3 * rows + 1 }, (_, y) => Array.from({ length: width }, (_, x) => (x > 5 && x < width - 6 && (x - 6) % 11 > 0 && y % 3 > 0 ? '#' : '.')).join(''));
  return Grid.fromRows(lines, { movement: 'four' });
}

/** Units at random cells of the largest part of a grid. */
function scatter(name: string, grid: Grid, count: number, seed: number): Crowd {
  const random = seededRandom(seed);
  const free = Uint32Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
  const parts = new Components(grid);
  const largest = free.reduce((best, v) => (parts.size(v) > parts.size(best) ? v : best), free[0]);
  const part = reachable(grid, largest);
  const draw = (): number[] => {
    const all = [...part];
    for (let i = all.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [all[i], all[j]] = [all[j], all[i]];
    }
    return all.slice(0, count);
  };
  return { name, grid, starts: draw(), goals: draw() };
}

/** The generated problems that are compared. */
export function generatedCrowds(side: number, units: number, large: number, seed: number): Crowd[] {
  const obstacles = randomObstacles(side, side, 0.2, seededRandom(seed), { movement: 'four' });
  const shelves = Math.max(1, Math.round(Math.sqrt(large / 60)));
  return [scatter(`random ${side}²`, obstacles, units, seed), scatter('warehouse', warehouse(shelves, 2 * shelves), units, seed + 1)];
}

/** The sets of a folder that are compared: those with native times, or else the first one of each map, at most `most`. Sets that cannot be used are named in `left`. */
export function comparedCrowds(sources: readonly CrowdSource[], most: number, left: string[]): Crowd[] {
  const native = sources.filter(({ name, map }) => NATIVE_PLANS[map] !== undefined && name === `${map}-random-1`);
  const names = Object.keys(NATIVE_PLANS);
  const chosen = native.length > 0
    ? native.sort((a, b) => names.indexOf(a.map) - names.indexOf(b.map))
    : sources.filter(({ map }, i) => sources.findIndex((other) => other.map === map) === i).slice(0, most);
  return chosen.flatMap((source) => {
    const crowd = loadCrowd(source, left);
    return crowd === undefined ? [] : [firstUnits(crowd, NATIVE_PLANS[source.map]?.units ?? MOST_UNITS, source.map)];
  });
}

/** The problems of a set; undefined if it cannot be used. `left` gets a sentence about what cannot be used. */
export function loadCrowd(source: CrowdSource, left: string[]): Crowd | undefined {
  const said: string[] = [];
  let crowd: Crowd | undefined;
  try {
    crowd = source.load(said);
  } catch (error) {
    said.push((error as Error).message);
  }
  left.push(...said.filter((sentence) => !left.includes(sentence)));
  return crowd;
}

function firstUnits({ grid, starts, goals }: Crowd, n: number, name: string): Crowd {
  return { name, grid, starts: starts.slice(0, n), goals: goals.slice(0, n) };
}

/** The large problem: the largest warehouse of the benchmarks or the largest map of the folder, or a generated warehouse. */
export function largestCrowd(folder: string | undefined, large: number, seed: number): Crowd {
  const maps = folder === undefined ? [] : filesBelow(folder).filter((file) => file.endsWith('.map')).map((file) => ({ file, size: statSync(join(folder, file)).size })).sort((a, b) => b.size - a.size);
  const known = maps.find(({ file }) => baseName(file) === `${LARGE}.map`);
  for (const { file } of known === undefined ? maps : [known]) {
    try {
      const grid = parseMap(readFileSync(join(folder!, file), 'latin1'), { movement: 'four' });
      // On other maps, as dense as in the benchmarks at most.
      const crowd = scatter(baseName(file).replace(/\.map$/, ''), grid, known === undefined ? Math.min(large, Math.floor(grid.terrain.free / 4)) : large, seed);
      if (crowd.starts.length >= 10) return crowd;
    } catch {
      // A map that cannot be read is named where maps are checked.
    }
  }
  const shelves = Math.max(1, Math.round(Math.sqrt(large / 25)));
  return scatter('warehouse', warehouse(shelves, 2 * shelves), large, seed);
}
