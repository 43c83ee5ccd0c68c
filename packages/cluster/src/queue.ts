/** The keys and scripts in Redis that submitters and workers share. */
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Build } from './build.ts';
import { RELEASE } from './build.ts';

export interface ShardJob {
  readonly build: string;
  readonly shard: number;
}

export type ShardQueue = Queue<ShardJob, void, string>;

/** Each release has its own queue, so that workers get only shards of their release. */
export function queueName(release: string): string {
  return `shards-${release}`;
}

export const QUEUE = queueName(RELEASE);
export const PREFIX = 'pf-cluster';

/** A hash of all present builds, by id. */
const BUILDS = `${PREFIX}:builds`;

/** The number of attempts before a failing shard is set aside. */
export const ATTEMPTS = 4;
/** The number of takeovers from dead workers before a shard is set aside, since it may be the cause. */
export const TAKEOVERS = 3;

/** Priorities range from minus this to this. */
export const MAX_PRIORITY = 1_000_000;

/** The priority of the jobs of a build: the lowest number comes first in BullMQ, but for 0, which would be before all others. */
export function jobPriority({ priority = 0 }: Pick<Build, 'priority'>): number {
  return 1 + MAX_PRIORITY - priority;
}

/** The id of a job; without a shard, the common prefix of all jobs of a build. */
export function jobId({ id }: Pick<Build, 'id'>, shard: number | ''): string {
  return `${id}.${shard}`;
}

/** The key of the bits of finished shards, for the progress. The blob store decides what is done. */
export function doneKey(id: string): string {
  return `${PREFIX}:done:${id}`;
}

/** The number of shards in one script. Redis does nothing else while a script runs. */
const SCRIPT_SHARDS = 1000;

/** Sets the bits of shards, unless their build was forgotten meanwhile: the key would then never be removed. */
export async function mark(redis: Redis, id: string, shards: readonly number[], bit: 0 | 1): Promise<void> {
  const script = `
    if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return end
    for i = 3, #ARGV do redis.call('setbit', KEYS[2], ARGV[i], ARGV[2]) end`;
  for (let i = 0; i < shards.length; i += SCRIPT_SHARDS) await redis.eval(script, 2, BUILDS, doneKey(id), id, bit, ...shards.slice(i, i + SCRIPT_SHARDS));
}

/** The shards in these queues that were set aside, by the id of their build. */
export async function failedShards(queues: Iterable<ShardQueue>): Promise<Map<string, number[]>> {
  const failed = new Map<string, number[]>();
  for (const queue of new Set(queues)) {
    for (const job of await queue.getRanges(['failed'], 0, -1)) {
      const [id, shard] = job.split('.');
      const own = failed.get(id) ?? [];
      if (own.push(Number(shard)) === 1) failed.set(id, own);
    }
  }
  return failed;
}

/**
 * The shards of which Redis has neither a bit nor a job: they were lost when it stopped before writing to disk. One script reads both, since a worker sets the
 * bit before the job ends. Returns nothing for a build that was forgotten meanwhile.
 */
export async function lostShards(redis: Redis, queue: ShardQueue, build: Build): Promise<number[]> {
  return shardsWhere("redis.call('getbit', KEYS[2], shard) == 0 and redis.call('exists', KEYS[3] .. shard) == 0", redis, queue, build);
}

/** The shards whose jobs have another priority than the build. */
export async function misplacedShards(redis: Redis, queue: ShardQueue, build: Build): Promise<number[]> {
  return shardsWhere("(redis.call('hget', KEYS[3] .. shard, 'priority') or ARGV[4]) ~= ARGV[4]", redis, queue, build);
}

/** The shards that meet a condition in Lua. KEYS[2] has the bits of finished shards, KEYS[3] begins the key of each job, ARGV[4] is the priority of jobs. */
async function shardsWhere(condition: string, redis: Redis, queue: ShardQueue, build: Build): Promise<number[]> {
  const script = `
    local found = {}
    if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then return found end
    for shard = tonumber(ARGV[2]), ARGV[3] - 1 do
      if ${condition} then found[#found + 1] = shard end
    end
    return found`;
  const { id, shards } = build;
  const keys = [BUILDS, doneKey(id), queue.toKey(jobId(build, ''))];
  const found: number[] = [];
  for (let from = 0; from < shards; from += SCRIPT_SHARDS) {
    found.push(...((await redis.eval(script, keys.length, ...keys, id, from, Math.min(from + SCRIPT_SHARDS, shards), jobPriority(build))) as number[]));
  }
  return found;
}

export async function readBuild(redis: Redis, id: string): Promise<Build | undefined> {
  const text = await redis.hget(BUILDS, id);
  return text === null ? undefined : { ...(JSON.parse(text) as Omit<Build, 'id'>), id };
}

export async function readBuilds(redis: Redis): Promise<Build[]> {
  const all = await redis.hgetall(BUILDS);
  return Object.entries(all).map(([id, text]) => ({ ...(JSON.parse(text) as Omit<Build, 'id'>), id }));
}

/** Records a build under another name, and returns it with all its names. Without a priority, it keeps the one recorded. Concurrent calls do not undo each other. */
export async function recordBuild(redis: Redis, { id, ...facts }: Omit<Build, 'names'>, name: string): Promise<Build> {
  const script = "return (redis.call('hget', KEYS[1], ARGV[1]) or '') == ARGV[2] and redis.call('hset', KEYS[1], ARGV[1], ARGV[3])";
  for (;;) {
    const known = (await redis.hget(BUILDS, id)) ?? '';
    const { names = [], priority }: Partial<Build> = known === '' ? {} : (JSON.parse(known) as Build);
    const build = { ...facts, priority: facts.priority ?? priority, names: [...new Set([...names, name])] };
    // Null if another call has changed it since it was read.
    if ((await redis.eval(script, 1, BUILDS, id, known, JSON.stringify(build))) !== null) return { id, ...build };
  }
}

export async function removeBuild(redis: Redis, id: string): Promise<void> {
  await redis.multi().hdel(BUILDS, id).del(doneKey(id)).exec();
}
