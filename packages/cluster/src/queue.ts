/** What those who submit and those who work must agree on. */
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Build } from './build.ts';
import { RELEASE, shardCount } from './build.ts';

export interface ShardJob {
  readonly build: string;
  readonly shard: number;
}

/** Of each release its own: a worker is never given what another release is to compute. */
export const QUEUE = `shards-${RELEASE}`;
export const PREFIX = 'pf-cluster';

/** A hash of all builds that are under way, by id. */
const BUILDS = `${PREFIX}:builds`;

/** How often a shard that fails is tried before it is set aside. */
export const ATTEMPTS = 4;
/** How often a shard is taken over from workers that died before it is set aside: it may be what kills them. */
export const TAKEOVERS = 3;

/** What a job is called; without a shard, how all jobs of a build begin. */
export function jobId({ id }: Pick<Build, 'id'>, shard: number | ''): string {
  return `${id}.${shard}`;
}

/** The key of the bits that say which shards are done: what progress is read from. The truth is in the blob store. */
export function doneKey(id: string): string {
  return `${PREFIX}:done:${id}`;
}

/** Sets the bit of a shard unless its build was forgotten meanwhile, which would leave a key that nobody removes. */
export async function markDone(redis: Redis, id: string, shard: number): Promise<void> {
  const script = "if redis.call('hexists', KEYS[1], ARGV[1]) == 1 then redis.call('setbit', KEYS[2], ARGV[2], 1) end";
  await redis.eval(script, 2, BUILDS, doneKey(id), id, shard);
}

/** Shards that Redis is asked about at once: it does nothing else meanwhile. */
const AT_A_TIME = 1000;

/**
 * The shards of which Redis knows nothing, neither a bit nor a job that waits, is under way, is to be tried again or was set aside: it had not written
 * them to its disk when it stopped. Bit and job are looked at in one go, for a worker sets the one before the other goes. None of a build that was
 * forgotten meanwhile.
 */
export async function lostShards(redis: Redis, queue: Queue<ShardJob, void, string>, build: Build): Promise<number[]> {
  const script = `
    local lost = {}
    if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return lost end
    for shard = tonumber(ARGV[2]), ARGV[3] - 1 do
      if redis.call('getbit', KEYS[2], shard) == 0 and redis.call('exists', KEYS[3] .. shard) == 0 then lost[#lost + 1] = shard end
    end
    return lost`;
  const { id } = build;
  const keys = [BUILDS, doneKey(id), queue.toKey(jobId(build, ''))];
  const lost: number[] = [];
  for (let from = 0; from < shardCount(build); from += AT_A_TIME) {
    lost.push(...((await redis.eval(script, keys.length, ...keys, id, from, Math.min(from + AT_A_TIME, shardCount(build)))) as number[]));
  }
  return lost;
}

export async function readBuild(redis: Redis, id: string): Promise<Build | undefined> {
  const text = await redis.hget(BUILDS, id);
  return text === null ? undefined : { ...(JSON.parse(text) as Omit<Build, 'id'>), id };
}

export async function readBuilds(redis: Redis): Promise<Build[]> {
  const all = await redis.hgetall(BUILDS);
  return Object.entries(all).map(([id, text]) => ({ ...(JSON.parse(text) as Omit<Build, 'id'>), id }));
}

/** Records a build under one more name, and returns it with all its names: who records it under another at the same time is not written over. */
export async function recordBuild(redis: Redis, { id, ...facts }: Omit<Build, 'names'>, name: string): Promise<Build> {
  const script = "return (redis.call('hget', KEYS[1], ARGV[1]) or '') == ARGV[2] and redis.call('hset', KEYS[1], ARGV[1], ARGV[3])";
  for (;;) {
    const known = (await redis.hget(BUILDS, id)) ?? '';
    const before = known === '' ? [] : (JSON.parse(known) as Build).names;
    const build = { names: [...new Set([...before, name])], ...facts };
    // Null where it is no longer what was read.
    if ((await redis.eval(script, 1, BUILDS, id, known, JSON.stringify(build))) !== null) return { id, ...build };
  }
}

export async function removeBuild(redis: Redis, id: string): Promise<void> {
  await redis.multi().hdel(BUILDS, id).del(doneKey(id)).exec();
}
