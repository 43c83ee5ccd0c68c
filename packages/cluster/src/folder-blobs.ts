import { access, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeWhole } from '@pf/preprocess/node';
import type { BlobStore } from './blob-store.ts';

/**
 * A folder as a blob store: one that all machines mount, or any folder on a single machine. A blob is written under another name and then
 * renamed, so that incomplete blobs are never read.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { folderBlobs } from '@pf/cluster';
 *
 * const folder = await mkdtemp(join(tmpdir(), 'blobs-'));
 * const blobs = folderBlobs(folder);
 * await blobs.put('a/b', Uint8Array.of(7).buffer);
 * new Uint8Array((await blobs.get('a/b'))!); // → [7]
 * await blobs.has('a/c'); // → false
 * await rm(folder, { recursive: true });
 * ```
 */
export function folderBlobs(folder: string): BlobStore {
  return {
    has: async (name) => (await unlessAbsent(access(join(folder, name)).then(() => true))) ?? false,
    get: async (name) => {
      const bytes = await unlessAbsent(readFile(join(folder, name)));
      return bytes === undefined ? undefined : new Uint8Array(bytes).buffer;
    },
    put: async (name, bytes) => {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeWhole(path, bytes);
    },
  };
}

async function unlessAbsent<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}
