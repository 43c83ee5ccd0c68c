import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** How the names of files end that are not yet whole; nobody else calls a file so. */
export const PARTIAL = /\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.partial$/;

/**
 * Writes a file, an artifact for instance, under another name, which no other writer has, and then renames it: whoever reads it finds it whole or not at all.
 *
 * @example
 * ```ts
 * import { mkdtemp, readFile, rm } from 'node:fs/promises';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { Grid } from '@pf/grid';
 * import { GoalBounds } from '@pf/preprocess';
 * import { writeWhole } from '@pf/preprocess/node';
 *
 * const grid = new Grid(3, 3);
 * const folder = await mkdtemp(join(tmpdir(), 'bounds-'));
 * await writeWhole(join(folder, 'arena.bounds'), GoalBounds.build(grid).save());
 * GoalBounds.load(grid, await readFile(join(folder, 'arena.bounds'))).byteLength; // → 424
 * await rm(folder, { recursive: true });
 * ```
 */
export async function writeWhole(file: string, bytes: ArrayBuffer): Promise<void> {
  const partial = `${file}.${randomUUID()}.partial`;
  try {
    await writeFile(partial, new Uint8Array(bytes));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
