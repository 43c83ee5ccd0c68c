import type { Graph, Located } from '@pf/graph';
import { fingerprint } from '@pf/graph';
import type { BuildKind, WorldData } from '@pf/preprocess';
import { assembleParts, describeWorld, isBuiltWhole, partBuilder, restoreWorld } from '@pf/preprocess';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { BlobStore } from './blob-store.ts';
import { putContent } from './blob-store.ts';
import type { Build } from './build.ts';
import { buildId, isOfThisRelease, readShard, readWorld, shardCount, shardEntry, shardSize } from './build.ts';
import type { ShardJob } from './queue.ts';
import { ATTEMPTS, doneKey, jobId, lostShards, PREFIX, QUEUE, readBuild, readBuilds, recordBuild, removeBuild } from './queue.ts';
import type { RedisAddress } from './redis.ts';
import { connect } from './redis.ts';
import { encodeWorld } from './world-blob.ts';

/** Where the queue is, and where maps and results lie. */
export interface ClusterOptions extends RedisAddress {
  readonly blobs: BlobStore;
}

/** What a build is called, and how it is cut. */
export interface SubmitOptions {
  /** What a person calls it. */
  readonly name: string;
  /** Into how many shards to cut it. Default: as many as make each take about twenty seconds. */
  readonly shards?: number | undefined;
  /** Milliseconds before a shard that failed is tried again, from 0; twice as long each further time. Default 1000. */
  readonly backOff?: number | undefined;
}

/** A build that is under way, or done and not yet forgotten. */
export interface BuildStatus {
  readonly id: string;
  readonly names: readonly string[];
  readonly kind: BuildKind;
  readonly shards: number;
  readonly done: number;
  /** Shards that failed too often, and why the first of them did. */
  readonly setAside: number;
  readonly error?: string | undefined;
}

/** How far everything is, and who works on it. */
export interface ClusterStatus {
  readonly builds: readonly BuildStatus[];
  /** Processes that wait for shards or build them. */
  readonly workers: number;
  readonly waiting: number;
  /** Given to a worker. What one that died was given counts here until a living one takes it over, also where it was done, or its build forgotten. */
  readonly underWay: number;
  /** Shards that failed and are to be tried again. */
  readonly toRetry: number;
}

/** How many requests to a blob store are under way at once. */
const AT_ONCE = 32;
const POLL_MILLISECONDS = 500;

/**
 * Builds beyond one machine, as those who want an artifact see it. Shards go to whatever workers there are through a queue on Redis;
 * maps and results go through the blob store, and Redis never holds any of either.
 *
 * @example
 * ```ts no-run
 * import { Grid } from '@pf/grid';
 * import { Cluster, folderBlobs } from '@pf/cluster';
 * import { GoalBounds } from '@pf/preprocess';
 *
 * const grid = new Grid(1000, 1000);
 * const cluster = await Cluster.connect({ address: 'redis://127.0.0.1:6379', blobs: folderBlobs('/mnt/builds') });
 * const { id } = await cluster.submit(grid, 'goal-bounds', { name: 'arena' });
 * const bounds = GoalBounds.load(grid, await cluster.collect(id, { wait: true }));
 * await cluster.forget(id);
 * await cluster.close();
 * ```
 */
export class Cluster {
  private constructor(
    private readonly redis: Redis,
    private readonly queue: Queue<ShardJob, void, string>,
    private readonly blobs: BlobStore,
  ) {}

  /** Resolves when Redis has answered; says in a sentence why it does not. */
  static async connect(options: ClusterOptions): Promise<Cluster> {
    const redis = await connect(options);
    // Nobody reads the events of the queue; a stream of ten thousand of them would be most of what Redis holds.
    const queue = new Queue<ShardJob, void, string>(QUEUE, { connection: redis, prefix: PREFIX, streams: { events: { maxLen: 10 } } });
    queue.on('error', () => undefined);
    return new Cluster(redis, queue, options.blobs);
  }

  /**
   * Cuts a build into shards and queues those that are not done. The same again is harmless: what is done or queued stays, and what was set aside is
   * tried anew.
   */
  async submit(graph: Graph & Located, kind: BuildKind, { name, shards, backOff = 1000 }: SubmitOptions): Promise<BuildStatus> {
    if (shards !== undefined && !(Number.isInteger(shards) && shards >= 1)) throw new RangeError(`shards must be a whole number of at least 1, got ${shards}.`);
    if (!(Number.isFinite(backOff) && backOff >= 0)) throw new RangeError(`backOff must be a finite number of milliseconds of at least 0, got ${backOff}.`);
    // What cannot be built says so here and not on every worker.
    partBuilder(graph, kind);
    const digits = fingerprint(graph);
    const world = await putContent(this.blobs, encodeWorld(describeWorld(graph), digits));
    const size = isBuiltWhole(kind) ? Math.max(1, graph.vertexCount) : shardSize(graph.vertexCount, shards);
    const id = buildId(world, kind, size);
    const build = await recordBuild(this.redis, { id, kind, world, fingerprint: digits, vertexCount: graph.vertexCount, size, backOff }, name);
    await this.order(build, Array.from({ length: shardCount(build) }, (_, i) => i), false);
    return this.statusOf(build, await this.queue.getRanges(['failed'], 0, -1));
  }

  /** How far everything is. */
  async status(): Promise<ClusterStatus> {
    const failed = await this.queue.getRanges(['failed'], 0, -1);
    const builds = await Promise.all((await readBuilds(this.redis)).map((build) => this.statusOf(build, failed)));
    const counts = await this.queue.getJobCounts('waiting', 'active', 'delayed');
    builds.sort((a, b) => (a.names[0] < b.names[0] ? -1 : 1));
    return { builds, workers: await this.queue.getWorkersCount(), waiting: counts.waiting, underWay: counts.active, toRetry: counts.delayed };
  }

  /**
   * The artifact, byte for byte what a build on one machine saves. Each shard is checked against its hash; what is missing or damaged is queued again, as is
   * what Redis has lost. Without `wait`, a build that is not done is an error that says how far it is. A shard that was set aside is one in any case,
   * and so is one that workers find whole and this blob store does not.
   */
  async collect(id: string, { wait = false }: { readonly wait?: boolean } = {}): Promise<ArrayBuffer> {
    let world: WorldData | undefined;
    const queuedAgain = new Set<number>();
    for (;;) {
      const build = await readBuild(this.redis, id);
      if (build === undefined) throw new Error(`No build ${JSON.stringify(id)} is under way: submit it again; shards that are done are not computed anew.`);
      const { names, done, shards, setAside, error = '' } = await this.statusOf(build, await this.queue.getRanges(['failed'], 0, -1));
      const what = `${names.join(', ')} (${build.kind})`;
      if (setAside > 0) {
        const why = error.replace(/\.?$/, '.');
        throw new Error(`${setAside} of ${shards} shards of ${what} were set aside, the first because: ${why} Mend that and submit it again.`);
      }
      // Needed in the end: who does not see it would wait in vain.
      if (wait) world ??= await readWorld(this.blobs, build);
      if (done < shards) {
        if (isOfThisRelease(build)) await this.order(build, await lostShards(this.redis, this.queue, build), false);
        if (!wait) throw new Error(`${done} of ${shards} shards of ${what} are done: collect it later, or wait for it.`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
        continue;
      }
      const parts = await inChunks(shards, (shard) => readShard(this.blobs, build, shard));
      const damaged = [...parts.keys()].filter((shard) => parts[shard] === undefined);
      if (damaged.length === 0) {
        world ??= await readWorld(this.blobs, build);
        const starts = parts.map((_, shard) => shard * build.size);
        return assembleParts(restoreWorld(world), build.kind, starts, parts as ArrayBuffer[]);
      }
      const fault = `${damaged.length} of ${shards} shards of ${what} are missing from the blob store or damaged there`;
      if (!isOfThisRelease(build)) throw new Error(`${fault}, and they are another release's to build: submit it again.`);
      if (damaged.some((shard) => queuedAgain.has(shard))) {
        throw new Error(`${fault}, though workers have since had them whole: see that all use the same blob store.`);
      }
      await this.order(build, damaged, true);
      for (const shard of damaged) queuedAgain.add(shard);
      if (!wait) throw new Error(`${fault}; they are queued again: collect it later.`);
    }
  }

  /** Takes a build out of Redis, once its artifact is safe or wanted no more. What the blob store has of it stays. */
  async forget(id: string): Promise<void> {
    const build = await readBuild(this.redis, id);
    if (build === undefined) return;
    await removeBuild(this.redis, id);
    await inChunks(shardCount(build), (shard) => this.queue.remove(jobId(build, shard)));
  }

  /** Closes the connection; builds go on. */
  async close(): Promise<void> {
    await this.queue.close();
    this.redis.disconnect();
  }

  /**
   * Queues shards unless they are done: unless the blob store has them, or, where they are to be verified, has them whole.
   *
   * The bit of a shard is cleared before it is looked at and set after it was seen to be done, as workers set it after they have written:
   * whichever comes first, none that is done stays without its bit, and so nobody waits for ever.
   */
  private async order(build: Build, shards: readonly number[], verify: boolean): Promise<void> {
    if (shards.length === 0) return;
    const failed = new Set(await this.queue.getRanges(['failed'], 0, -1));
    await this.mark(build, shards, 0);
    const isDone = async (shard: number): Promise<boolean> =>
      verify ? (await readShard(this.blobs, build, shard)) !== undefined : this.blobs.has(shardEntry(build, shard));
    const found = await inChunks(shards.length, (i) => isDone(shards[i]));
    await this.mark(build, shards.filter((_, i) => found[i]), 1);
    for (const job of shards.map((shard) => jobId(build, shard))) if (failed.has(job)) await this.queue.remove(job);
    // One that is queued or under way is not queued again: its id is known.
    const opts = { attempts: ATTEMPTS, backoff: { type: 'exponential', delay: build.backOff }, removeOnComplete: true, stackTraceLimit: 1 };
    const wanted = shards.filter((_, i) => !found[i]);
    for (let i = 0; i < wanted.length; i += 1000) {
      const chunk = wanted.slice(i, i + 1000);
      await this.queue.addBulk(chunk.map((shard) => ({ name: build.kind, data: { build: build.id, shard }, opts: { ...opts, jobId: jobId(build, shard) } })));
    }
  }

  private async mark({ id }: Build, shards: readonly number[], bit: 0 | 1): Promise<void> {
    const pipeline = this.redis.pipeline();
    for (const shard of shards) pipeline.setbit(doneKey(id), shard, bit);
    await pipeline.exec();
  }

  private async statusOf(build: Build, failed: readonly string[]): Promise<BuildStatus> {
    const { id, names, kind } = build;
    const begin = jobId(build, '');
    const own = failed.filter((job) => job.startsWith(begin));
    const bits = await Promise.all(own.map((job) => this.redis.getbit(doneKey(id), Number(job.slice(begin.length)))));
    // One that a worker taken for dead has done after all is set aside no more.
    const setAside = own.filter((_, i) => bits[i] === 0);
    const error = setAside.length === 0 ? undefined : (await this.queue.getJob(setAside[0]))?.failedReason;
    return { id, names, kind, shards: shardCount(build), done: await this.redis.bitcount(doneKey(id)), setAside: setAside.length, error };
  }
}

/** The results of `work` for 0 … count - 1, some at once. */
async function inChunks<T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < count; i += AT_ONCE) {
    results.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - i) }, (_, j) => work(i + j)))));
  }
  return results;
}
