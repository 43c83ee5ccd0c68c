import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A benchmark map and its problems, named for `readMapFile`. */
export interface ProblemSet {
  /** Folder and map without extension, such as `dao/arena2`. */
  readonly name: string;
  readonly map: string;
  readonly scenario: string;
}

/**
 * The folder of benchmark maps: the environment variable PF_MAPS, or `../shared/maps` beside the checkout. If there is none, undefined, with a note
 * on the terminal, so that skipped tests are noticed.
 */
export function mapsFolder(): string | undefined {
  const named = process.env['PF_MAPS'];
  const folder = named ?? resolve(fileURLToPath(import.meta.url), '../../../../../shared/maps');
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  if (named !== undefined) throw new Error(`PF_MAPS names ${named}, which is no folder.`);
  if (!said) console.warn('The benchmark maps are not there: tests that need them are skipped. Set PF_MAPS to their folder.');
  said = true;
  return undefined;
}

let said = false;

/** The text of a file in the folder of maps, such as `dao/arena2.map`. */
export function readMapFile(name: string): string {
  const folder = mapsFolder();
  if (folder === undefined) throw new Error(`There is no folder of maps to read ${name} from; call mapsFolder() first.`);
  return readFileSync(join(folder, name), 'latin1');
}

/** Every map with problems, in alphabetical order; empty without the folder. */
export function listProblemSets(): ProblemSet[] {
  const folder = mapsFolder();
  if (folder === undefined) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.map.scen'))
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map((scenario) => ({ name: scenario.slice(0, -'.map.scen'.length), map: scenario.slice(0, -'.scen'.length), scenario }));
}
