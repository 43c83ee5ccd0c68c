import { readdirSync } from 'node:fs';
import { experiments } from '@pf/bench';
import { UsageError } from './arguments.ts';
import { checkFolder, fromHere, isFolder } from './files.ts';

/** The folders of data that a run takes. */
export interface DataFolders {
  readonly maps?: string;
  readonly dynamicSets?: string;
  readonly roads?: string;
  readonly robots?: string;
  readonly meshes?: string;
}

/** Experiments with data of another kind than maps. */
const KINDS: Readonly<Record<string, keyof DataFolders | undefined>> = { dynamic: 'dynamicSets', roads: 'roads', robots: 'robots', navmesh: 'meshes' };

/** Reads `pnpm bench NAME DIR`, an experiment and a folder of its data: the folder as an option, and the remaining words. */
export function dataFolder(words: readonly string[]): { readonly words: readonly string[]; readonly folder: DataFolders } {
  const [name, folder] = words;
  const isName = (word: string): boolean => experiments.some((experiment) => experiment.name === word);
  if (words.length !== 2 || !isName(name) || isName(folder)) return { words, folder: {} };
  const kind = KINDS[name] ?? 'maps';
  if (kind !== 'dynamicSets' && !isFolder(fromHere(folder))) return { words, folder: {} };
  checkFolder(fromHere(folder), kind);
  // Polygon worlds are made of maps, and of levels.
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
