import type { Graph, Located } from '@pf/graph';
import { fingerprint } from '@pf/graph';
import { checkArcs, checkBoolean, checkOptions, shown } from '@pf/graph/kit';
import type { BuildKind, WorldData } from '@pf/preprocess';
import { assembleParts, describeWorld, partBuilder, restoreWorld } from '@pf/preprocess';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { BlobStore } from './blob-store.ts';
import { checkBlobs, putContent } from './blob-store.ts';
import type { Build } from './build.ts';
import { buildId, readShard, readWorld, RELEASE, shardEntry, shardStarts } from './build.ts';
import type { ShardQueue } from './queue.ts';
import { ATTEMPTS, doneKey, failedShards, jobId, jobPriority, lostShards, mark, MAX_PRIORITY, misplacedShards, PREFIX, queueName, readBuild, readBuilds, recordBuild, removeBuild } from './queue.ts';
import type { RedisAddress } from './redis.ts';
import { connect } from './redis.ts';
import { encodeWorld } from './world-blob.ts';

/** Options of `Cluster.connect`: the queue, and the store of maps and results. */
export interface ClusterOptions extends RedisAddress {
  readonly blobs: BlobStore;
}

/** Options of `submit`. */
export interface SubmitOptions {
  /** A name for people. */
  readonly name: string;
  /** At most this many shards, of equal work. Default: each takes about twenty seconds. */
  readonly shards?: number | undefined;
  /** Milliseconds before the first retry of a failed shard, from 0; doubled for each further retry. Default 1000. */
  readonly backOff?: number | undefined;
  /**
   * Workers take the shards with the highest priority first, and among equals those queued first. A whole number from -1000000 to 1000000. Default: that of an earlier submission,
   * otherwise 0. Another one than before also applies to shards that are already queued.
   */
  readonly priority?: number | undefined;
}

/** A build that is in progress, or finished and not yet forgotten. */
export interface BuildStatus {
  readonly id: string;
  readonly names: readonly string[];
  readonly kind: BuildKind;
  readonly shards: number;
  readonly done: number;
  /** The number of shards that failed too often, and the error of the first one. */
  readonly setAside: number;
  readonly error?: string | undefined;
}

/** The progress of all builds, and the state of the queue. */
export interface ClusterStatus {
  readonly builds: readonly BuildStatus[];
  /** The number of processes that wait for shards or build them. */
  readonly workers: number;
  readonly waiting: number;
  /** Shards at workers. The shards of a dead worker count until another takes them over, even if they are done or forgotten. */
  readonly active: number;
  /** Failed shards that will be retried. */
  readonly toRetry: number;
}

/** The number of concurrent requests to a blob store. */
const CONCURRENCY = 32;
const POLL_MILLISECONDS = 500;

/**
 * Submits builds to many machines, and collects the artifacts. Shards reach the workers through a queue on Redis. Maps and
 * results are in the blob store, never in Redis.
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
  private readonly queue: ShardQueue;
  /** By release. */
  private readonly queues = new Map<string, ShardQueue>();
  /** Builds that were submitted or collected here, by id: another program may be the first to forget them. */
  private readonly known = new Map<string, Build>();

  private constructor(
    private readonly redis: Redis,
    private readonly blobs: BlobStore,
  ) {
    this.queue = this.queueOf({ release: RELEASE });
  }

  /** Resolves when Redis has answered; rejects with the reason if it does not. */
  static async connect(options: ClusterOptions): Promise<Cluster> {
    checkOptions(options, ['address', 'password', 'blobs'], 'Cluster.connect');
    checkBlobs((options as ClusterOptions | undefined)?.blobs);
    return new Cluster(await connect(options), options.blobs);
  }

  /**
   * Divides a build into shards and queues those that are not done. Submitting it again is harmless: shards that are done or queued stay, and those that were set aside are
   * tried again.
   */
  async submit(graph: Graph & Located, kind: BuildKind, options: SubmitOptions): Promise<BuildStatus> {
    checkArcs(graph, 'Cluster.submit');
    checkOptions(options, ['name', 'shards', 'backOff', 'priority'], 'Cluster.submit');
    const { name, shards, backOff = 1000, priority } = (options as SubmitOptions | undefined) ?? ({} as SubmitOptions);
    if (typeof name !== 'string' || name === '') throw new TypeError(`name must be a text of at least one letter, for people who look at the builds, got ${shown(name)}.`);
    if (shards !== undefined && !(Number.isInteger(shards) && shards >= 1)) throw new RangeError(`shards must be a whole number of at least 1, got ${shown(shards)}.`);
    if (!(Number.isFinite(backOff) && backOff >= 0)) throw new RangeError(`backOff must be a finite number of milliseconds of at least 0, got ${shown(backOff)}.`);
    if (priority !== undefined && !(Number.isInteger(priority) && Math.abs(priority) <= MAX_PRIORITY)) {
      throw new RangeError(`priority must be a whole number from -${MAX_PRIORITY} to ${MAX_PRIORITY}, got ${shown(priority)}.`);
    }
    // Throws here, and not on every worker, if the world cannot be built.
    partBuilder(graph, kind);
    // All that is read of the graph is read before the first await: the world may change meanwhile.
    const { vertexCount } = graph;
    const count = shardStarts(graph, kind, shards).length;
    const digits = fingerprint(graph);
    const world = await putContent(this.blobs, encodeWorld(describeWorld(graph), digits));
    const id = buildId(world, kind, count);
    const facts = { id, release: RELEASE, kind, world, fingerprint: digits, vertexCount, shards: count, backOff, priority };
    const build = await recordBuild(this.redis, facts, name);
    this.known.set(id, build);
    await this.queueShards(build, Array.from({ length: count }, (_, i) => i), false);
    return this.statusOf(build);
  }

  /** The progress of all builds. */
  async status(): Promise<ClusterStatus> {
    const known = await readBuilds(this.redis);
    const failed = await failedShards(known.map((build) => this.queueOf(build)));
    const builds = await Promise.all(known.map((build) => this.statusOf(build, failed)));
    const counts = await this.queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed');
    builds.sort((a, b) => (a.names[0] < b.names[0] ? -1 : 1));
    return { builds, workers: await this.queue.getWorkersCount(), waiting: counts.waiting + counts.prioritized, active: counts.active, toRetry: counts.delayed };
  }

  /**
   * Returns the artifact, byte for byte that of a build on one machine. Checks each shard against its hash, and queues missing, damaged and lost shards again. If another
   * caller was the first to forget a build that was submitted here, returns it all the same.
   *
   * Without `wait`, rejects if the build is not done, with the progress in the message. Always rejects if a shard was set aside, if workers have a shard that this blob
   * store does not have, or if the build is not done and another release has to build it.
   */
  async collect(id: string, options: { readonly wait?: boolean | undefined } = {}): Promise<ArrayBuffer> {
    checkOptions(options, ['wait'], 'Cluster.collect');
    const { wait = false } = options;
    checkBoolean(wait, 'wait');
    let world: WorldData | undefined;
    const queuedAgain = new Set<number>();
    for (;;) {
      const build = await readBuild(this.redis, id);
      if (build === undefined) {
        const known = this.known.get(id);
        const artifact = known === undefined ? [] : await this.assemble(known);
        if (!Array.isArray(artifact)) return artifact;
        throw new Error(`No build ${JSON.stringify(id)} is in progress: submit it again; finished shards are not computed again.`);
      }
      this.known.set(id, build);
      const { names, done, shards, setAside, error = '' } = await this.statusOf(build);
      const what = `${names.join(', ')} (${build.kind})`;
      if (setAside > 0) {
        const why = error.replace(/\.?$/, '.');
        throw new Error(`${setAside} of ${shards} shards of ${what} were set aside, the first because: ${why} Correct that and submit it again.`);
      }
      const isOther = build.release !== RELEASE;
      // It may have no workers any more, so waiting for them might never end. Its record may have no number of shards.
      if (isOther && !(done >= shards)) throw new Error(`${done} of ${shards} shards of ${what} are done, and another release has to build the others: collect it later, or submit it again.`);
      // No shard can be built without the map, so waiting for it would never end.
      if (wait) world ??= await readWorld(this.blobs, build);
      if (done < shards) {
        await this.queueShards(build, await lostShards(this.redis, this.queue, build), false);
        if (!wait) throw new Error(`${done} of ${shards} shards of ${what} are done: collect it later, or wait for it.`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
        continue;
      }
      const damaged = await this.assemble(build, world);
      if (!Array.isArray(damaged)) return damaged;
      const fault = `${damaged.length} of ${shards} shards of ${what} are missing from the blob store or damaged there`;
      if (isOther) throw new Error(`${fault}, and another release has to build them: submit it again.`);
      if (damaged.some((shard) => queuedAgain.has(shard))) {
        throw new Error(`${fault}, though workers have since found them complete: make sure that all use the same blob store, mounted with lookupcache=positive if it is NFS.`);
      }
      await this.queueShards(build, damaged, true);
      for (const shard of damaged) queuedAgain.add(shard);
      if (!wait) throw new Error(`${fault}; they are queued again: collect it later.`);
    }
  }

  /** Removes a build from Redis, once its artifact is saved, or to cancel it: shards in progress are finished, no others are begun. Its blobs stay in the store. */
  async forget(id: string): Promise<void> {
    this.known.delete(id);
    const build = await readBuild(this.redis, id);
    if (build === undefined) return;
    await removeBuild(this.redis, id);
    await inChunks(build.shards, (shard) => this.queueOf(build).remove(jobId(build, shard)));
  }

  /** Closes the connection. Builds continue. */
  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.redis.disconnect();
  }

  /** The artifact; if results are missing from the blob store or damaged there, their shards instead. */
  private async assemble(build: Build, world?: WorldData): Promise<ArrayBuffer | number[]> {
    const parts = await inChunks(build.shards, (shard) => readShard(this.blobs, build, shard));
    const damaged = [...parts.keys()].filter((shard) => parts[shard] === undefined);
    if (damaged.length > 0) return damaged;
    const graph = restoreWorld(world ?? (await readWorld(this.blobs, build)));
    return assembleParts(graph, build.kind, shardStarts(graph, build.kind, build.shards), parts as ArrayBuffer[]);
  }

  /**
   * Queues shards that are not done. A shard is done if the blob store has it; with `verify`, if the store has it complete. Shards
   * that are queued with another priority are queued anew.
   *
   * Clears the bit of a missing shard, reads the store again, and sets the bit if the shard is done by now. Workers set the bit after they have written the shard. So in
   * any order of events, a finished shard gets its bit, and no caller waits for ever. A shard that is done keeps its bit throughout.
   */
  private async queueShards(build: Build, shards: readonly number[], verify: boolean): Promise<void> {
    if (shards.length === 0) return;
    const { id } = build;
    const failed = new Set((await failedShards([this.queue])).get(id));
    const isDone = async (shard: number): Promise<boolean> =>
      verify ? (await readShard(this.blobs, build, shard)) !== undefined : this.blobs.has(shardEntry(build, shard));
    const markDone = async (among: readonly number[]): Promise<number[]> => {
      const found = await inChunks(among.length, (i) => isDone(among[i]));
      await mark(this.redis, id, among.filter((_, i) => found[i]), 1);
      return among.filter((_, i) => !found[i]);
    };
    const missing = await markDone(shards);
    await mark(this.redis, id, missing, 0);
    const wanted = await markDone(missing);
    const misplaced = new Set(await misplacedShards(this.redis, this.queue, build));
    const replaced = shards.filter((shard) => misplaced.has(shard) || failed.has(shard));
    await inChunks(replaced.length, (i) => this.queue.remove(jobId(build, replaced[i])));
    // A job with a known id, queued or in progress, is not added again.
    const opts = { attempts: ATTEMPTS, backoff: { type: 'exponential', delay: build.backOff }, priority: jobPriority(build), removeOnComplete: true, stackTraceLimit: 1 };
    for (let i = 0; i < wanted.length; i += 1000) {
      const chunk = wanted.slice(i, i + 1000);
      await this.queue.addBulk(chunk.map((shard) => ({ name: build.kind, data: { build: id, shard }, opts: { ...opts, jobId: jobId(build, shard) } })));
    }
  }

  private queueOf({ release }: Pick<Build, 'release'>): ShardQueue {
    let queue = this.queues.get(release);
    if (queue === undefined) {
      // The stream of queue events is not used: at its default length, it would be most of the data in Redis.
      queue = new Queue(queueName(release), { connection: this.redis, prefix: PREFIX, streams: { events: { maxLen: 10 } } });
      queue.on('error', () => undefined);
      this.queues.set(release, queue);
    }
    return queue;
  }

  private async statusOf(build: Build, failed?: ReadonlyMap<string, readonly number[]>): Promise<BuildStatus> {
    const { id, names, kind, shards } = build;
    const queue = this.queueOf(build);
    const own = (failed ?? (await failedShards([queue]))).get(id) ?? [];
    const bits = await Promise.all(own.map((shard) => this.redis.getbit(doneKey(id), shard)));
    // A shard is no longer set aside if a worker that counted as dead has finished it after all.
    const setAside = own.filter((_, i) => bits[i] === 0);
    const error = setAside.length === 0 ? undefined : (await queue.getJob(jobId(build, setAside[0])))?.failedReason;
    return { id, names, kind, shards, done: await this.redis.bitcount(doneKey(id)), setAside: setAside.length, error };
  }
}

/** The results of `work` for 0 … count − 1, with limited concurrency. */
async function inChunks<T>(count: number, work: (i: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < count; i += CONCURRENCY) {
    results.push(...(await Promise.all(Array.from({ length: Math.min(CONCURRENCY, count - i) }, (_, j) => work(i + j)))));
  }
  return results;
}
