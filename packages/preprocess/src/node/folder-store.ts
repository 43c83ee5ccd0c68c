import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PartStore } from '../parallel/parallel-build.ts';
import { PARTIAL, writeWhole } from './write-whole.ts';

/** A folder that keeps the parts of a build. */
export interface FolderStore extends PartStore {
  /**
   * Forgets what was read or written by this store, and the folder where nothing else lies in it: to be called when what was built from the parts is kept
   * elsewhere.
   */
  clear(): Promise<void>;
}

/** So often a part is written that another store has taken for left over, or whose folder is gone. */
const ATTEMPTS = 5;

/**
 * A folder that keeps the parts of a build, or of several at once. A part is written under another name and then renamed, so that one cut off in writing
 * is never read; what such writers have left, files that end in `.UUID.partial`, is cleared away before the first part is written.
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
  let ready: Promise<unknown> | undefined;
  const names = new Set<string>();
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
          await (ready ??= makeReady(folder));
          return await writeWhole(join(folder, name), part);
        } catch (error) {
          // Next time the folder is looked after anew.
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
      // Refused where anything else lies in it, and then it stays.
      await rmdir(folder).catch(() => undefined);
    },
  };
}

function isMissing(error: unknown): boolean {
  return (error as { code?: string }).code === 'ENOENT';
}

/** Makes the folder, without what writers that were killed have left in it. What a living one loses so, it writes again. */
async function makeReady(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const left = (await readdir(folder)).filter((name) => PARTIAL.test(name));
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}
