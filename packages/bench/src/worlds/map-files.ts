import { readdirSync } from 'node:fs';

/** A map of a folder, and its problems. */
export interface MapFile {
  /** Its path in the folder without `.map`, with slashes. */
  readonly name: string;
  /** The path of its problem set in the folder. */
  readonly problems?: string;
}

/** All files in a folder and the folders below it, with slashes, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/')).sort();
}

/** The name of a file without its folders. */
export function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** The maps of a folder. Problems lie beside their map, or in another folder if only one map and one set have that name. */
export function mapFiles(folder: string): MapFile[] {
  const files = filesBelow(folder);
  const all = new Set(files);
  const maps = files.filter((file) => file.endsWith('.map'));
  const only = (list: readonly string[], base: string): string | undefined => {
    const same = list.filter((file) => baseName(file) === base);
    return same.length === 1 ? same[0] : undefined;
  };
  const sets = files.filter((file) => file.endsWith('.map.scen'));
  return maps.map((map) => {
    const beside = `${map}.scen`;
    const problems = all.has(beside) ? beside : only(maps, baseName(map)) === undefined ? undefined : only(sets, baseName(beside));
    return { name: map.slice(0, -'.map'.length), ...(problems === undefined ? {} : { problems }) };
  });
}
