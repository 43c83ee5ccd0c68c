import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { runs } from '@pf/testkit';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type { PublishedGrid } from '../../src/index.ts';
import { GridFollower } from '../../src/index.ts';
import { contents, EditedWorld } from './random-edit.ts';

test('while a thread edits as fast as it can, another sees the world of the version that it names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pf-grid-'));
  try {
    const script = join(folder, 'writer.mjs');
    await build({ entryPoints: [fileURLToPath(new URL('./writer-thread.ts', import.meta.url))], outfile: script, bundle: true, platform: 'node', format: 'esm', conditions: ['@pf/source'] });
    const [seed, publications] = [7, runs(5000)];
    const flags = new Int32Array(new SharedArrayBuffer(8));
    const writer = new Worker(script, { workerData: { seed, publications, flags } });
    const [published] = (await once(writer, 'message')) as [PublishedGrid];
    const follower = new GridFollower(published);
    const seen = new Map([[follower.version, contents(follower.grid)]]);
    Atomics.store(flags, 0, 1);
    Atomics.notify(flags, 0);
    for (let over = false; !over; ) {
      over = Atomics.load(flags, 1) === 1;
      const { version } = follower;
      if (follower.update() !== version) seen.set(follower.version, contents(follower.grid));
    }
    await writer.terminate();

    const world = new EditedWorld(seed);
    // Edits between blocked cells have no version of their own.
    const worlds = new Map([[world.grid.version, new Set([contents(world.grid)])]]);
    for (let i = 0; i < publications; i++) {
      world.edit();
      const { version } = world.grid;
      if (seen.has(version)) worlds.set(version, (worlds.get(version) ?? new Set()).add(contents(world.grid)));
    }
    for (const [version, cells] of seen) expect(worlds.get(version)?.has(cells), `version ${version}`).toBe(true);
    expect(seen.size).toBeGreaterThan(2);
    expect(follower.version).toBe(world.grid.version);
  } finally {
    await rm(folder, { recursive: true });
  }
});
