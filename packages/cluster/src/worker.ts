import { availableParallelism } from 'node:os';
import { checkFactory, checkFunction, checkOptions, shown } from '@pf/graph/kit';
import type { BuildWorker, WorldData } from '@pf/preprocess';
import { restoreWorld } from '@pf/preprocess';
import { nodeWorker } from '@pf/preprocess/node';
import type { Job } from 'bullmq';
import { Worker } from 'bullmq';
import type { BlobStore } from './blob-store.ts';
import { checkBlobs } from './blob-store.ts';
import type { Build } from './build.ts';
import { floodsFromJumpPoints, readShard, readWorld, shardStarts, writeShard } from './build.ts';
import type { ShardJob } from './queue.ts';
import { mark, PREFIX, QUEUE, readBuild, TAKEOVERS } from './queue.ts';
import type { RedisAddress } from './redis.ts';
import { connect } from './redis.ts';
import { Threads } from './threads.ts';

/** The result of one shard at a worker. */
export interface ShardReport {
  readonly build: string;
  readonly name: string;
  readonly shard: number;
  readonly shards: number;
  readonly milliseconds: number;
  /** `found`: it was in the blob store already. `failed`: with the reason in `error`. */
  readonly outcome: 'built' | 'found' | 'failed';
  readonly error?: string | undefined;
}

/** Options of `startWork`. */
export interface WorkOptions extends RedisAddress {
  readonly blobs: BlobStore;
  /** The number of shards at once. Default: the number of cores. */
  readonly workers?: number | undefined;
  /** Makes a thread. Default: `nodeWorker` of @pf/preprocess/node. */
  readonly worker?: (() => BuildWorker) | undefined;
  /**
   * A worker without a sign of life for this many milliseconds counts as dead, and others get its shards. 100 to 4294967294; default 30000. Must be the
   * same on all workers.
   */
  readonly deadAfter?: number | undefined;
  /** Called after each shard, and not awaited. Its errors are passed to `onTrouble`, and do not affect the shard. */
  readonly onShard?: ((report: ShardReport) => void | Promise<void>) | undefined;
  /** Called with the message of other errors, such as a lost connection. Work continues once they are resolved. */
  readonly onTrouble?: ((message: string) => void) | undefined;
}

/** The running workers of `startWork`. */
export interface Work {
  /** Takes no more shards, finishes those in progress, and closes the connection. If Redis is down, waits until it is back. */
  close(): Promise<void>;
}

export const MIN_DEAD_AFTER = 100;
/** BullMQ sets a timer for half of this time. Delays of timers in Node have 31 bits; a longer one fires at once. */
export const MAX_DEAD_AFTER = 2 * (2 ** 31 - 1);

/** The number of builds and of worlds in the caches of a worker. */
const CACHED = 16;

/**
 * Builds shards on all cores of this machine until it is closed, with the same code as a build on one machine.
 *
 * @example
 * ```ts no-run
 * import { folderBlobs, startWork } from '@pf/cluster';
 *
 * const work = await startWork({ address: 'redis://127.0.0.1:6379', blobs: folderBlobs('/mnt/builds') });
 * process.on('SIGTERM', () => void work.close());
 * ```
 */
export async function startWork(options: WorkOptions): Promise<Work> {
  checkOptions(options, ['address', 'password', 'blobs', 'workers', 'worker', 'deadAfter', 'onShard', 'onTrouble'], 'startWork');
  checkBlobs((options as WorkOptions | undefined)?.blobs);
  const { blobs, workers = availableParallelism(), worker = () => nodeWorker(), deadAfter = 30_000, onShard, onTrouble } = options;
  checkFactory(worker, 'worker must be a function that starts one, such as nodeWorker of @pf/preprocess/node');
  if (onShard !== undefined) checkFunction(onShard, 'onShard');
  if (onTrouble !== undefined) checkFunction(onTrouble, 'onTrouble');
  if (!Number.isInteger(workers) || workers < 1) throw new RangeError(`workers must be a whole number of at least 1, got ${shown(workers)}.`);
  if (!(typeof deadAfter === 'number' && deadAfter >= MIN_DEAD_AFTER && deadAfter <= MAX_DEAD_AFTER)) {
    throw new RangeError(`deadAfter must be from ${MIN_DEAD_AFTER} to ${MAX_DEAD_AFTER} milliseconds, got ${shown(deadAfter)}.`);
  }
  const redis = await connect(options);
  const threads = new Threads(worker, workers);
  const builds = new Cache<Build | undefined>((id) => readBuild(redis, id));
  const worlds = new Cache<WorldData, Build>((_, build) => readWorld(blobs, build));
  const starts = new Cache<readonly number[], Build>(async (_, build) => {
    // Only jump points need the world: restoring a large one takes seconds, in which this thread gives no sign of life.
    const world = floodsFromJumpPoints(build.kind) ? restoreWorld(await worlds.get(build.world, build)) : build;
    return shardStarts(world, build.kind, build.shards);
  });

  const handle = async (build: Build, shard: number): Promise<'built' | 'found'> => {
    // A shard may be queued twice: if its worker counted as dead, or if Redis lost the writes of its last second.
    const found = (await readShard(blobs, build, shard)) !== undefined;
    if (!found) {
      const world = await worlds.get(build.world, build);
      const { [shard]: from, [shard + 1]: to = build.vertexCount } = await starts.get(build.id, build);
      await writeShard(blobs, build, shard, await threads.build(build, world, from, to));
    }
    await mark(redis, build.id, [shard], 1);
    return found ? 'found' : 'built';
  };

  const take = async ({ data }: Job<ShardJob>): Promise<void> => {
    const build = await builds.get(data.build);
    // The build was forgotten while the shard was queued.
    if (build === undefined) return builds.drop(data.build);
    const begin = performance.now();
    const about = { build: build.id, name: build.names[0], shard: data.shard, shards: build.shards };
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
      // If the build was forgotten meanwhile, the shard is not retried.
      if ((await readBuild(redis, build.id)) !== undefined) throw error;
    }
  };

  const bull = new Worker<ShardJob, void, string>(QUEUE, take, {
    connection: redis,
    prefix: PREFIX,
    concurrency: workers,
    // Redis takes only whole milliseconds.
    lockDuration: Math.ceil(deadAfter),
    stalledInterval: Math.ceil(deadAfter / 2),
    maxStalledCount: TAKEOVERS,
  });
  // Only the message: the error itself may contain the password.
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

/** A cache of the most recent values. Concurrent requests fetch a value once; a failed fetch is not kept. */
class Cache<T, Source = void> {
  private readonly cached = new Map<string, Promise<T>>();

  constructor(private readonly fetch: (key: string, source: Source) => Promise<T>) {}

  get(key: string, source: Source): Promise<T> {
    let value = this.cached.get(key);
    if (value === undefined) {
      value = this.fetch(key, source);
      value.catch(() => this.drop(key));
    }
    this.drop(key);
    this.cached.set(key, value);
    if (this.cached.size > CACHED) this.drop(this.cached.keys().next().value!);
    return value;
  }

  drop(key: string): void {
    this.cached.delete(key);
  }
}
