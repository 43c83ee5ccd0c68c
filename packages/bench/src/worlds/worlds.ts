import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { caves, Components, Grid, maze, open, parseMap, parseScenario, randomObstacles, rooms, seededRandom } from '@pf/grid';
import type { GridOptions, Scenario } from '@pf/grid';
import type { Graph, Heuristic } from '@pf/graph';
import type { Options } from '../experiment.ts';
import type { MapFile } from './map-files.ts';
import { mapFiles } from './map-files.ts';

/** The kind of a world, on which algorithms depend. Generated caves replace game maps. */
export type Kind = 'game' | 'maze' | 'rooms' | 'random' | 'open';

/** From one vertex to another, both free and, in generated worlds, connected. */
export interface Problem {
  readonly from: number;
  readonly to: number;
}

/** A graph and its problems. */
export interface ProblemSet {
  readonly name: string;
  readonly graph: Graph;
  /** Consistent. */
  readonly heuristic: Heuristic;
  readonly problems: readonly Problem[];
}

/** A grid and its problems. */
export interface World extends ProblemSet {
  readonly kind: Kind;
  readonly grid: Grid;
}

function world(name: string, kind: Kind, grid: Grid, problems: readonly Problem[]): World {
  return { name, kind, grid, graph: grid, heuristic: grid.heuristic(), problems };
}

/** A world that is generated or read on demand. */
export interface WorldSource {
  readonly name: string;
  readonly kind: Kind;
  load(rules?: GridOptions): World;
}

/** Number of maps of a folder in the quick form: the first ones. */
const QUICK_MAPS = 3;

/** The ten maps of the targets of @pf. */
export const TEN_MAPS = [
  'dao/den312d', 'dao/lak303d', 'bg512/AR0011SR', 'dao/brc202d', 'dao/orz900d', 'wc3maps512/battleground',
  'mazes/maze512-1-0', 'mazes/maze512-8-0', 'rooms/32room_000', 'random/random512-25-0',
];

/** Maps of StarCraft, of which the ten have none. */
export const STARCRAFT_MAPS = ['sc1/WarpGates', 'sc1/Aurora'];

/** Selects worlds. */
export interface WorldChoice {
  /** Side of generated worlds in cells. */
  readonly side: number;
  /** Problems per world: of a set, the rows ⌊i·N/problems⌋. */
  readonly problems: number;
  /** Maps of the folder, if they exist; default all. */
  readonly maps?: readonly string[];
  /** Generated worlds, by name without the side; default all. */
  readonly generated?: readonly string[];
}

// As winding as game maps: A* expands about the same share of cells.
const CAVES = { ratio: 0.46, rounds: 4 };

/** Worlds that are generated until one has two connected cells. */
const MOST_TRIES = 10_000;

type Make = (side: number, random: () => number, rules: GridOptions) => Grid;

const GENERATORS: readonly { readonly name: string; readonly kind: Kind; readonly make: Make }[] = [
  { name: 'caves', kind: 'game', make: (side, random, rules) => widened(caves(side >> 2, side >> 2, random, CAVES), () => 4, rules) },
  { name: 'fine caves', kind: 'game', make: (side, random, rules) => caves(side, side, random, { ...rules, ...CAVES }) },
  { name: 'maze, corridors of 1', kind: 'maze', make: (side, random, rules) => maze((side - 1) | 1, (side - 1) | 1, random, rules) },
  {
    name: 'maze, corridors of 8', kind: 'maze',
    make(side, random, rules) {
      const cells = 2 * Math.floor(side / 9) + 1;
      return widened(maze(cells, cells, random), (i) => (i % 2 === 1 ? 8 : 1), rules);
    },
  },
  { name: 'rooms of 32', kind: 'rooms', make: (side, random, rules) => rooms(side, side, 31, random, rules) },
  { name: 'rooms of 8', kind: 'rooms', make: (side, random, rules) => rooms(side, side, 7, random, rules) },
  { name: 'random 25%', kind: 'random', make: (side, random, rules) => randomObstacles(side, side, 0.25, random, rules) },
  { name: 'random 10%', kind: 'random', make: (side, random, rules) => randomObstacles(side, side, 0.1, random, rules) },
  { name: 'open', kind: 'open', make: (side, _random, rules) => open(side, side, rules) },
];

/** The same map with row and column widths given by `width`. */
function widened(grid: Grid, width: (i: number) => number, rules: GridOptions): Grid {
  const spread = (n: number): number[] => Array.from({ length: n }, (_, i) => Array.from({ length: width(i) }, () => i)).flat();
  const [columns, rows] = [spread(grid.width), spread(grid.height)];
  return Grid.fromArray(rows.flatMap((y) => columns.map((x) => grid.cost(x, y))), columns.length, rows.length, rules);
}

/** Pairs of vertices of one component with at least a tenth of all free vertices. The graph's arcs must lead both ways. */
export function drawProblems(graph: Graph, count: number, random: () => number): Problem[] {
  const cells = (graph as Partial<Grid>).cells;
  const free = Uint32Array.from({ length: graph.vertexCount }, (_, v) => v).filter((v) => cells === undefined || cells[v] !== 0);
  const pick = (from: Uint32Array): number => from[Math.floor(random() * from.length)];
  let part: Uint32Array = free;
  for (let tries = 0; tries < 100 && free.length > 0; tries++) {
    part = reachable(graph, pick(free));
    if (part.length * 10 >= free.length) break;
  }
  return Array.from({ length: part.length === 0 ? 0 : count }, () => ({ from: pick(part), to: pick(part) }));
}

/** Everything reachable from `start`, itself included. */
export function reachable(graph: Graph, start: number): Uint32Array {
  const seen = new Uint8Array(graph.vertexCount);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const queue = new Uint32Array(graph.vertexCount);
  queue[0] = start;
  seen[start] = 1;
  let size = 1;
  for (let head = 0; head < size; head++) {
    for (let i = graph.successors(queue[head], to, cost) - 1; i >= 0; i--) {
      if (seen[to[i]] === 1) continue;
      seen[to[i]] = 1;
      queue[size++] = to[i];
    }
  }
  return queue.subarray(0, size);
}

/**
 * The worlds to measure: maps of the folder in the options, or generated ones.
 *
 * @example
 * ```ts
 * import { worlds } from '@pf/bench';
 *
 * const [caves] = worlds({ seed: 1, effort: 'tiny' }, { side: 64, problems: 3, generated: ['caves'] });
 * caves!.load().problems.length; // → 3
 * ```
 */
export function worlds(options: Options, { side, problems, maps = [], generated }: WorldChoice): WorldSource[] {
  if (options.maps !== undefined) return mapWorlds(options.maps, maps, problems, options.effort === 'full' ? Infinity : QUICK_MAPS, options.seed);
  return GENERATORS.filter(({ name }) => generated === undefined || generated.includes(name)).map(({ name, kind, make }, k) => ({
    name: `${name} ${side}²`, kind,
    load(rules = {}) {
      if (!(problems >= 1)) throw new RangeError(`A world needs at least one problem, got ${problems}.`);
      const random = seededRandom(options.seed * 1000 + k);
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const grid = make(side, random, rules);
        const drawn = drawProblems(grid, problems, random);
        // A small world may have no two connected cells: then another is generated.
        if (drawn.some(({ from, to }) => from !== to)) return world(`${name} ${side}²`, kind, grid, drawn);
      }
      throw new Error(`No two connected cells were found in ${name} ${side}²: take a larger side.`);
    },
  }));
}

/** One of the selected worlds, in a form that can be sent to a thread. */
export interface WorldSetting {
  readonly options: Pick<Options, 'seed' | 'effort' | 'maps'>;
  readonly choice: WorldChoice;
  readonly name: string;
  readonly rules?: GridOptions;
}

/** Identifies a source of `worlds(options, choice)` for a thread. */
export function worldSetting({ seed, effort, maps }: Options, choice: WorldChoice, { name }: WorldSource, rules: GridOptions = {}): WorldSetting {
  return { options: { seed, effort, ...(maps === undefined ? {} : { maps }) }, choice, name, rules };
}

/** Generates or reads the world of a setting. */
export function loadWorld({ options, choice, name, rules }: WorldSetting): World {
  const found = worlds(options, options.maps === undefined ? choice : { ...choice, maps: [name] }).find((source) => source.name === name);
  if (found === undefined) throw new Error(`There is no world ${JSON.stringify(name)} any more: leave the maps as they are while they are measured on.`);
  return found.load(rules);
}

function kindOf(name: string): Kind {
  const match = /maze|room|random/.exec(name)?.[0];
  return match === 'room' ? 'rooms' : ((match as Kind | undefined) ?? 'game');
}

function mapWorlds(folder: string, wanted: readonly string[], count: number, most: number, seed: number): WorldSource[] {
  const files = mapFiles(folder);
  const known = wanted.filter((name) => files.some((file) => file.name === name));
  const chosen = known.length > 0 ? known.map((name) => files.find((file) => file.name === name)!) : files;
  return chosen.filter((file) => fault(folder, file) === undefined).slice(0, most).map(({ name, problems: file }) => ({
    name, kind: kindOf(name),
    load(rules = {}) {
      const grid = parseMap(readFileSync(join(folder, `${name}.map`), 'latin1'), rules);
      const problems = file === undefined ? [] : problemsOn(grid, parseScenario(readFileSync(join(folder, file), 'latin1')), count);
      return world(name, kindOf(name), grid, problems.length > 0 ? problems : drawProblems(grid, count, seededRandom(seed)));
    },
  }));
}

/** The maps of a folder that can be read, with their problems; in the quick form the first ones. */
export function readableMaps({ maps, effort }: Options): MapFile[] {
  if (maps === undefined) return [];
  return mapFiles(maps).filter((file) => fault(maps, file) === undefined).slice(0, effort === 'full' ? Infinity : QUICK_MAPS);
}

/** Rows of a set spread over its length, without those that have no path on the grid. */
function problemsOn(grid: Grid, set: readonly Scenario[], count: number): Problem[] {
  const n = Math.min(count, set.length);
  const parts = new Components(grid);
  return Array.from({ length: n }, (_, i) => set[Math.floor((i * set.length) / n)])
    .filter((one) => grid.isFree(one.startX, one.startY) && grid.isFree(one.goalX, one.goalY))
    .map((one) => ({ from: grid.vertex(one.startX, one.startY), to: grid.vertex(one.goalX, one.goalY) }))
    .filter(({ from, to }) => from === to || parts.same(from, to));
}

/** The fault of a map or its problems, as a sentence; undefined if there is none. */
function fault(folder: string, { name, problems }: MapFile): string | undefined {
  let file = `${name}.map`;
  try {
    const grid = parseMap(readFileSync(join(folder, file), 'latin1'));
    const parts = new Components(grid);
    if (!grid.cells.some((cost, v) => cost !== 0 && parts.size(v) > 1)) throw new Error('no two of its free cells are connected');
    if (problems === undefined) return undefined;
    file = problems;
    const other = parseScenario(readFileSync(join(folder, file), 'latin1')).find(({ mapWidth, mapHeight }) => mapWidth !== grid.width || mapHeight !== grid.height);
    if (other !== undefined) throw new Error(`its problems are on a map of ${other.mapWidth} × ${other.mapHeight} cells, and ${name}.map has ${grid.width} × ${grid.height}`);
  } catch (error) {
    return `${file} is left out: ${(error as Error).message}.`;
  }
  return undefined;
}

/**
 * Reads all maps of a folder: the number of good ones, and a sentence for each bad one.
 *
 * @example
 * ```ts
 * import { checkMaps } from '@pf/bench';
 * import { tmpdir } from 'node:os';
 * import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
 *
 * const folder = mkdtempSync(`${tmpdir()}/maps-`);
 * writeFileSync(`${folder}/good.map`, 'type octile\nheight 1\nwidth 2\nmap\n..\n');
 * writeFileSync(`${folder}/bad.map`, 'type octile\nheight 9\nwidth 2\nmap\n..\n');
 * const { good, broken } = checkMaps(folder);
 * rmSync(folder, { recursive: true });
 * [good, broken.length]; // → [1, 1]
 * ```
 */
export function checkMaps(folder: string): { readonly good: number; readonly broken: readonly string[] } {
  const files = mapFiles(folder);
  const broken = files.map((file) => fault(folder, file)).filter((sentence) => sentence !== undefined);
  return { good: files.length - broken.length, broken };
}
