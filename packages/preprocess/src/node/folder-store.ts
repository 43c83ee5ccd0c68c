import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PartStore } from '../parallel/parallel-build.ts';
import { PARTIAL, writeWhole } from './write-whole.ts';

/** A folder that stores the parts of a build. */
export interface FolderStore extends PartStore {
  /**
   * Deletes the parts that this store has read or written, and the folder if nothing else is in it. Call it when the finished artifact is saved
   * elsewhere.
   */
  clear(): Promise<void>;
}

/** Number of attempts to write a part, since another store may delete its temporary file or its folder. */
const ATTEMPTS = 5;

/**
 * A folder that stores the parts of one or several builds. A part is written under a temporary name and then renamed, so that an incomplete part
 * is never read. Incomplete parts, files that end in `.UUID.partial`, are deleted before the first part is written.
 *
 * @example
 * ```ts no-run
 * import { Grid } from '@pf/grid';
 * import { buildInParallel } from '@pf/preprocess';
 * import { folderStore, nodeWorker, writeWhole } from '@pf/preprocess/node';
 *
 * const parts = folderStore('paths.parts');
 * const artifact = await buildInParallel(new Grid(100, 100), 'paths', { worker: nodeWorker, workers: 2, store: parts });
 * await writeWhole('arena.paths', artifact);
 * await parts.clear();
 * ```
 */
export function folderStore(folder: string): FolderStore {
  const names = new Set<string>();
  let ready: Promise<unknown> | undefined;
  let isSwept = false;
  /** Deletes temporary files only once: a later one may be that of a living writer, which would have to write it again. */
  const makeReady = async (): Promise<void> => {
    await mkdir(folder, { recursive: true });
    if (isSwept) return;
    isSwept = true;
    await deleteUnfinished(folder);
  };
  return {
    async read(name) {
      names.add(name);
      try {
        const bytes = await readFile(join(folder, name));
        return new Uint8Array(bytes).buffer;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async write(name, part) {
      names.add(name);
      for (let attempt = 1; ; attempt++) {
        try {
          await (ready ??= makeReady());
          return await writeWhole(join(folder, name), part);
        } catch (error) {
          // The next attempt checks the folder again.
          ready = undefined;
          if (attempt === ATTEMPTS || !isMissing(error)) throw error;
        }
      }
    },
    async clear() {
      ready = undefined;
      const there = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const own = there.filter((name) => names.has(name.replace(PARTIAL, '')));
      await Promise.all(own.map((name) => rm(join(folder, name), { force: true })));
      // Fails if anything else is in the folder; then it stays.
      await rmdir(folder).catch(() => undefined);
    },
  };
}

function isMissing(error: unknown): boolean {
  return (error as { code?: string }).code === 'ENOENT';
}

/** Deletes temporary files of killed writers. A living writer whose file is deleted writes it again. */
async function deleteUnfinished(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => PARTIAL.test(name));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}
