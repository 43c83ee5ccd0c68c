import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatMap, parseMap, rooms, seededRandom } from '@pf/grid';
import { GoalBounds } from '@pf/preprocess';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundle, hasRedis, Process, RedisServer, until } from './fleet.ts';

const SHARDS = 60;
/** Threads of each worker. */
const THREADS = 2;

describe.skipIf(!hasRedis)('two workers, one of them killed, a Redis that crashes and restarts, and a damaged disk', () => {
  let folder = '';
  let redis: RedisServer;
  let command: Awaited<ReturnType<typeof bundle>>;
  const started: Process[] = [];

  beforeAll(async () => {
    command = await bundle();
  });
  afterAll(() => command.remove());
  // One folder for each attempt: otherwise the next attempt finds what a failed one had built.
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pf-chaos-'));
    redis = await RedisServer.start();
  });
  afterEach(async () => {
    for (const each of started.splice(0)) each.kill('SIGKILL');
    await Promise.all([redis.stop(), rm(folder, { recursive: true })]);
  });

  test('the artifact equals that of one thread, byte for byte', async () => {
    const map = join(folder, 'arena.map');
    await writeFile(map, formatMap(rooms(96, 72, 9, seededRandom(5))));
    const run = (...words: string[]): Process => {
      const each = new Process(command.cli, words, { PF_REDIS: redis.address, PF_BLOBS: join(folder, 'blobs') });
      started.push(each);
      return each;
    };

    const work = ['work', '--workers', String(THREADS), '--dead-after', '2'];
    const [first, second] = [run(...work), run(...work)];
    const built = (): number => first.count(/^built/) + second.count(/^built/);
    await until('both wait for work', () => [first, second].every(({ output }) => output === 'Working.\n'));
    const submitted = run('submit', map, '--kind', 'goal-bounds', '--shards', String(SHARDS));
    expect(await submitted.over, submitted.output).toBe(0);
    expect(submitted.output).toContain(` of ${SHARDS} shards done`);

    await until('both build, a quarter is done', () => built() >= SHARDS / 4 && first.count(/^built/) > 0 && second.count(/^built/) > 0);
    first.kill('SIGKILL');
    const before = built();
    expect(before).toBeLessThan(SHARDS - 10);
    await until('a few more are done', () => built() >= before + 4);
    await damage(join(folder, 'blobs/content'));
    await redis.restart(300);

    const collected = run('collect', '--wait', '--out', folder);
    expect(await collected.over, collected.output + second.output).toBe(0);
    const status = async (): Promise<string> => {
      const each = run('status');
      expect(await each.over, each.output).toBe(0);
      return each.output;
    };
    // A shard whose result was written before its worker was killed is done and collected, but in progress until it is taken over.
    const idle = '0 shards wait, 0 are in progress, 0 will be retried.\n';
    await until('the second has taken over what the first left', async () => (await status()) === `1 workers; ${idle}`);
    second.kill('SIGTERM');
    expect(await second.over, second.output).toBe(0);

    const artifact = await readFile(join(folder, 'arena.map.goal-bounds'));
    const serial = GoalBounds.build(parseMap(await readFile(map, 'utf8'))).save();
    expect(artifact.equals(new Uint8Array(serial))).toBe(true);

    // Computed twice: what the dead worker had begun, what was in progress while Redis was down, and what was damaged on disk.
    const times = new Map<string, number>();
    for (const [, shard] of `${first.output}\n${second.output}`.matchAll(/^built shard (\d+) of/gm)) times.set(shard, (times.get(shard) ?? 0) + 1);
    expect(times.size).toBeGreaterThanOrEqual(SHARDS - THREADS);
    const total = [...times.values()].reduce((sum, each) => sum + each, 0);
    expect(total).toBeLessThanOrEqual(SHARDS + 2 * THREADS + 1);
    expect(Math.max(...times.values())).toBeLessThanOrEqual(3);

    expect(await status()).toBe(`0 workers; ${idle}`);
  });
});

/** Flips a bit in the middle of the result of a shard: the map is the largest blob. */
async function damage(folder: string): Promise<void> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.filter((name) => !name.endsWith('.partial')).map(async (name) => ({ name, size: (await stat(join(folder, name))).size })));
  sizes.sort((a, b) => a.size - b.size);
  const victim = join(folder, sizes[sizes.length >> 1].name);
  const bytes = await readFile(victim);
  bytes[bytes.length >> 1] ^= 4;
  await writeFile(victim, bytes);
}
