/** What those who submit and those who work must agree on. */
import type { Redis } from 'ioredis';
import type { Build } from './build.ts';
import { RELEASE } from './build.ts';

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

export function jobId({ id }: Pick<Build, 'id'>, shard: number): string {
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

export async function readBuild(redis: Redis, id: string): Promise<Build | undefined> {
  const text = await redis.hget(BUILDS, id);
  return text === null ? undefined : { ...(JSON.parse(text) as Omit<Build, 'id'>), id };
}

export async function readBuilds(redis: Redis): Promise<Build[]> {
  const all = await redis.hgetall(BUILDS);
  return Object.entries(all).map(([id, text]) => ({ ...(JSON.parse(text) as Omit<Build, 'id'>), id }));
}

export async function writeBuild(redis: Redis, { id, ...facts }: Build): Promise<void> {
  await redis.hset(BUILDS, id, JSON.stringify(facts));
}

export async function removeBuild(redis: Redis, id: string): Promise<void> {
  await redis.multi().hdel(BUILDS, id).del(doneKey(id)).exec();
}
