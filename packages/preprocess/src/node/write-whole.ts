import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** The suffix of files that are still being written. */
export const PARTIAL = /\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.partial$/;

/**
 * Writes a file, such as an artifact, under a unique name and then renames it. A reader finds it complete or not at all.
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
