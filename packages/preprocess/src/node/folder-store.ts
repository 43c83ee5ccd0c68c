import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PartStore } from '../parallel-build.ts';

/**
 * A folder that keeps the parts of a build. A part is written under another name and then renamed, so that one cut off in writing is never read.
 *
 * @example
 * ```ts no-run
 * import { Grid } from '@pf/grid';
 * import { buildInParallel } from '@pf/preprocess';
 * import { folderStore, nodeWorker } from '@pf/preprocess/node';
 *
 * await buildInParallel(new Grid(100, 100), 'paths', { worker: nodeWorker, workers: 2, store: folderStore('paths.parts') });
 * ```
 */
export function folderStore(folder: string): PartStore {
  return {
    async read(name) {
      try {
        const bytes = await readFile(join(folder, name));
        return new Uint8Array(bytes).buffer;
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async write(name, part) {
      await mkdir(folder, { recursive: true });
      const whole = join(folder, name);
      await writeFile(`${whole}.partial`, new Uint8Array(part));
      await rename(`${whole}.partial`, whole);
    },
  };
}
