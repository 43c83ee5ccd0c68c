import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** How the names of files end that are not yet whole. */
export const PARTIAL = '.partial';

/** Writes a file under another name, which no other writer has, and then renames it: whoever reads it finds it whole or not at all. */
export async function writeWhole(file: string, bytes: ArrayBuffer): Promise<void> {
  const partial = `${file}.${randomUUID()}${PARTIAL}`;
  try {
    await writeFile(partial, new Uint8Array(bytes));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
