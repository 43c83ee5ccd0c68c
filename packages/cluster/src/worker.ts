import { availableParallelism } from 'node:os';
import type { BuildWorker, WorldData } from '@pf/preprocess';
import { nodeWorker } from '@pf/preprocess/node';
import type { Job } from 'bullmq';
import { Worker } from 'bullmq';
import type { BlobStore } from './blob-store.ts';
import type { Build } from './build.ts';
import { readShard, readWorld, shardCount, writeShard } from './build.ts';
import type { ShardJob } from './queue.ts';
import { markDone, PREFIX, QUEUE, readBuild, TAKEOVERS } from './queue.ts';
import type { RedisAddress } from './redis.ts';
import { connect } from './redis.ts';
import { Threads } from './threads.ts';

/** What became of a shard that a worker was given. */
export interface ShardReport {
  readonly build: string;
  readonly name: string;
  readonly shard: number;
  readonly shards: number;
  readonly milliseconds: number;
  /** `found` where it was in the blob store already, `failed` with the reason in `error`. */
  readonly outcome: 'built' | 'found' | 'failed';
  readonly error?: string | undefined;
}

/** Where the work comes from, and with how much of this machine it is done. */
export interface WorkOptions extends RedisAddress {
  readonly blobs: BlobStore;
  /** How many shards at once. Default: as many as there are cores. */
  readonly workers?: number | undefined;
  /** Makes a thread. Default: `nodeWorker` of @pf/preprocess/node. */
  readonly worker?: (() => BuildWorker) | undefined;
  /**
   * A worker not heard of for so many milliseconds, from 100 to 4294967294, is taken for dead, and its shards go to others. Default 30000; the same on all
   * workers.
   */
  readonly deadAfter?: number | undefined;
  /** Told of each shard, and not waited for. What it throws, or rejects with, is trouble, and changes nothing about the shard. */
  readonly onShard?: ((report: ShardReport) => void | Promise<void>) | undefined;
  /** Told what goes wrong around the work, such as a lost connection: work goes on when it is repaired. */
  readonly onTrouble?: ((message: string) => void) | undefined;
}

/** Work that goes on until it is closed. */
export interface Work {
  /** Takes no more shards, finishes those that were begun, and closes the connection. */
  close(): Promise<void>;
}

export const LEAST_DEAD_AFTER = 100;
/** BullMQ sets a timer for half of it, and a timer of Node takes 31 bits: a longer one fires at once. */
export const MOST_DEAD_AFTER = 2 * (2 ** 31 - 1);

/** Builds and worlds that a worker keeps at hand. */
const KEPT = 16;

/**
 * Works on shards until closed, on all cores of this machine, by the same code as a build on one machine.
 *
 * @example
 * ```ts no-run
 * import { folderBlobs, startWork } from '@pf/cluster';
 *
 * const work = await startWork({ address: 'redis://127.0.0.1:6379', blobs: folderBlobs('/mnt/builds') });
 * process.once('SIGTERM', () => void work.close());
 * ```
 */
export async function startWork(options: WorkOptions): Promise<Work> {
  const { blobs, workers = availableParallelism(), worker = () => nodeWorker(), deadAfter = 30_000, onShard, onTrouble } = options;
  if (!Number.isInteger(workers) || workers < 1) throw new RangeError(`workers must be a whole number of at least 1, got ${workers}.`);
  if (!(deadAfter >= LEAST_DEAD_AFTER && deadAfter <= MOST_DEAD_AFTER)) {
    throw new RangeError(`deadAfter must be from ${LEAST_DEAD_AFTER} to ${MOST_DEAD_AFTER} milliseconds, got ${deadAfter}.`);
  }
  const redis = await connect(options);
  const threads = new Threads(worker, workers);
  const builds = new Kept<Build | undefined>((id) => readBuild(redis, id));
  const worlds = new Kept<WorldData, Build>((_, build) => readWorld(blobs, build));

  const handle = async (build: Build, shard: number): Promise<'built' | 'found'> => {
    // A shard may come twice: from a worker that was taken for dead, or because Redis forgot the last second.
    const found = (await readShard(blobs, build, shard)) !== undefined;
    if (!found) {
      const from = shard * build.size;
      const world = await worlds.get(build.world, build);
      await writeShard(blobs, build, shard, await threads.build(build, world, from, Math.min(from + build.size, build.vertexCount)));
    }
    await markDone(redis, build.id, shard);
    return found ? 'found' : 'built';
  };

  const take = async ({ data }: Job<ShardJob>): Promise<void> => {
    const build = await builds.get(data.build);
    // Forgotten while it waited: nobody wants it.
    if (build === undefined) return builds.drop(data.build);
    const begin = performance.now();
    const about = { build: build.id, name: build.names[0], shard: data.shard, shards: shardCount(build) };
    const report = async (outcome: ShardReport['outcome'], error?: string): Promise<void> => {
      try {
        await onShard?.({ ...about, milliseconds: performance.now() - begin, outcome, error });
      } catch (thrown) {
        bull.emit('error', thrown as Error);
      }
    };
    try {
      void report(await handle(build, data.shard));
    } catch (error) {
      void report('failed', messageOf(error));
      // Forgotten while it was under way: nobody wants it tried again.
      if ((await readBuild(redis, build.id)) !== undefined) throw error;
    }
  };

  const bull = new Worker<ShardJob, void, string>(QUEUE, take, {
    connection: redis,
    prefix: PREFIX,
    concurrency: workers,
    // Redis takes whole milliseconds only.
    lockDuration: Math.ceil(deadAfter),
    stalledInterval: Math.ceil(deadAfter / 2),
    maxStalledCount: TAKEOVERS,
  });
  // Nothing but the message: the error itself may carry the password.
  bull.on('error', (error) => onTrouble?.(messageOf(error)));
  return {
    async close() {
      await bull.close();
      threads.end();
      redis.disconnect();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The last few of what was asked for, each fetched once, also by many at the same time; what could not be fetched is asked for again. */
class Kept<T, Source = void> {
  private readonly kept = new Map<string, Promise<T>>();

  constructor(private readonly fetch: (key: string, source: Source) => Promise<T>) {}

  get(key: string, source: Source): Promise<T> {
    let value = this.kept.get(key);
    if (value === undefined) {
      value = this.fetch(key, source);
      value.catch(() => this.drop(key));
    }
    this.drop(key);
    this.kept.set(key, value);
    if (this.kept.size > KEPT) this.drop(this.kept.keys().next().value!);
    return value;
  }

  drop(key: string): void {
    this.kept.delete(key);
  }
}
