import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkMaps, experiments } from '@pf/bench';
import type { Effort } from '@pf/bench';
import { UsageError } from './arguments.ts';
import { checkFolder, fromHere, isFolder, repositoryFolder } from './files.ts';

/** The folders of data that a run takes. */
export interface DataFolders {
  readonly maps?: string;
  readonly dynamicSets?: string;
  readonly roads?: string;
  readonly robots?: string;
  readonly meshes?: string;
}

/** Experiments with data of another kind than single-agent maps: the option that takes it, and the folder beside the repository where full runs look for it. */
const KINDS: Readonly<Record<string, { readonly option: keyof DataFolders; readonly beside: string } | undefined>> = {
  crowd: { option: 'maps', beside: '../shared/mapf' },
  dynamic: { option: 'dynamicSets', beside: '../shared/dynamic' },
  navmesh: { option: 'meshes', beside: '../shared/meshes' },
  roads: { option: 'roads', beside: '../shared/roads' },
  robots: { option: 'robots', beside: '../shared/robots' },
};

/** Experiments on worlds of their own. */
const GENERATED = new Set(['queues', 'steering', 'scaling', 'dstar-lite', 'trajectory', 'rrt', 'server', 'tour']);

/** The options that an experiment reads; most read maps. */
function kindsOf(name: string): readonly (keyof DataFolders)[] {
  if (GENERATED.has(name)) return [];
  // Polygon worlds are made of maps, and of levels.
  return name === 'navmesh' ? ['maps', 'meshes'] : [KINDS[name]?.option ?? 'maps'];
}

/** Of these folders, those that the experiment reads. */
export function readBy(name: string, folders: DataFolders): DataFolders {
  return Object.fromEntries(kindsOf(name).flatMap((kind) => (folders[kind] === undefined ? [] : [[kind, folders[kind]]])));
}

/** The words of the command line that name these folders. */
function wordsOf(folders: DataFolders): string[] {
  const kinds = ['dynamicSets', 'maps', 'roads', 'robots', 'meshes'] as const;
  return kinds.flatMap((kind) => (folders[kind] === undefined ? [] : [`${kind === 'dynamicSets' ? '' : `--${kind} `}${folders[kind]}`]));
}

/** The words for the folders that the experiment reads, each after a space, and a sentence for each option that it does not read. */
export function namedFor(name: string, given: DataFolders): { readonly words: string; readonly ignored: readonly string[] } {
  const read = wordsOf(readBy(name, given));
  return { words: read.map((words) => ` ${words}`).join(''), ignored: wordsOf(given).filter((words) => !read.includes(words)).map((words) => `${words} means nothing to ${name}.`) };
}

/** Prints and returns a sentence for each map of a folder that cannot be read. Throws if there is none that can. */
export function brokenMaps(maps: string | undefined): readonly string[] {
  if (maps === undefined) return [];
  const folder = fromHere(maps);
  checkFolder(folder);
  const { good, broken } = checkMaps(folder);
  for (const sentence of broken) console.error(sentence);
  if (good === 0) throw new UsageError(`There is no map that can be read in ${folder}: --maps takes a folder of .map and .map.scen files.`);
  return broken;
}

/** The folders of road networks, robot worlds and levels: those named, or in full those beside, where they are there. */
export function networkFolders(given: DataFolders, effort: Effort): DataFolders {
  const found: Partial<Record<keyof DataFolders, string>> = {};
  for (const name of ['roads', 'robots', 'navmesh']) {
    const { option, beside } = KINDS[name]!;
    const named = given[option];
    if (named !== undefined) checkFolder(fromHere(named), option);
    const folder = named === undefined ? join(repositoryFolder(), beside) : fromHere(named);
    if (named !== undefined || (effort === 'full' && isFolder(folder))) found[option] = folder;
  }
  return found;
}

/** In a full run of everything: the folder beside of an experiment for which the maps of the others are no data, and the words that name it. */
export function ownFolder(name: string, effort: Effort): { readonly words: string; readonly folder: DataFolders } | undefined {
  if ((name !== 'crowd' && name !== 'dynamic') || effort !== 'full') return undefined;
  const { option, beside } = KINDS[name]!;
  const folder = join(repositoryFolder(), beside);
  return isFolder(folder) ? { words: option === 'maps' ? `--maps ${beside}` : beside, folder: { [option]: folder } } : undefined;
}

/** Reads `pnpm bench NAME DIR`, an experiment and a folder of its data: the folder as an option, and the remaining words. */
export function dataFolder(words: readonly string[]): { readonly words: readonly string[]; readonly folder: DataFolders } {
  const [name, folder] = words;
  const isName = (word: string): boolean => experiments.some((experiment) => experiment.name === word);
  if (words.length !== 2 || !isName(name) || isName(folder)) return { words, folder: {} };
  const kind = kindsOf(name).at(-1);
  if (kind !== 'dynamicSets' && !isFolder(fromHere(folder))) return { words, folder: {} };
  if (kind === undefined) throw new UsageError(`${name} reads no folder of data, got ${folder}.`);
  checkFolder(fromHere(folder), kind);
  const holdsMaps = kind === 'meshes' && !readdirSync(fromHere(folder)).some((file) => file.endsWith('.obj'));
  return { words: [name], folder: { [holdsMaps ? 'maps' : kind]: folder } };
}

/** Adds the folder of `pnpm bench NAME DIR` to the options. Throws if an option names one too. */
export function withFolder<A extends DataFolders>(given: A, folder: DataFolders): A & DataFolders {
  for (const kind of Object.keys(folder) as (keyof DataFolders)[]) {
    if (given[kind] !== undefined) throw new UsageError(`--${kind} names ${given[kind]}, and ${folder[kind]} is a folder of the same kind: give one of them.`);
  }
  return { ...given, ...folder };
}
