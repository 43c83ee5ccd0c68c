import { lstat, readFile } from 'node:fs/promises';
import type { CompressedGraph } from '@pf/graph';
import { parseDimacs } from '@pf/graph';
import type { Grid, MapOptions } from '@pf/grid';
import { parseMap } from '@pf/grid';

/**
 * The grid of a map file of the Moving AI benchmarks. If the file is missing, unreadable or not a map, the error names it.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { readMap } from '@pf/preprocess/node';
 *
 * const folder = await mkdtemp(join(tmpdir(), 'maps-'));
 * await writeFile(join(folder, 'arena.map'), 'type octile\nheight 2\nwidth 3\nmap\n..T\n.@.\n');
 * (await readMap(join(folder, 'arena.map'), { corners: 'one' })).toRows(); // → ['..#', '.#.']
 * await rm(folder, { recursive: true });
 * ```
 */
export async function readMap(file: string, options?: MapOptions): Promise<Grid> {
  const text = await read(file);
  return parsed(file, 'map', () => parseMap(text.toString(), options));
}

/**
 * Reads a map file: a road network from a `.gr` file of the DIMACS challenge, a grid from any other. A network has coordinates if a `.co` file of the same name
 * exists.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { readWorld } from '@pf/preprocess/node';
 *
 * const folder = await mkdtemp(join(tmpdir(), 'roads-'));
 * await writeFile(join(folder, 'town.gr'), 'p sp 2 1\na 1 2 7\n');
 * (await readWorld(join(folder, 'town.gr'))).vertexCount; // → 2
 * await rm(folder, { recursive: true });
 * ```
 */
export async function readWorld(file: string, options?: MapOptions): Promise<Grid | CompressedGraph> {
  if (!file.endsWith('.gr')) return readMap(file, options);
  const arcs = await read(file);
  const places = file.replace(/gr$/, 'co');
  // A link to a missing file is an error, and no network without coordinates.
  const isMissing = await lstat(places).then(() => false, ({ code }: NodeJS.ErrnoException) => code === 'ENOENT');
  const coordinates = isMissing ? undefined : await read(places);
  return parsed(file, 'network', () => parseDimacs(arcs, { coordinates }));
}

/** What `parse` returns. Its errors are thrown with the name of the file. */
function parsed<T>(file: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Error(`${file} is not a ${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

async function read(file: string): Promise<Buffer> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${file}.` : `The file ${file} cannot be read (${error.code ?? error.message}).`);
  });
}
